"""What the NATS engine does when its servers are behind, or do not answer: with streams in memory."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from log_engines import fill
from nats.errors import TimeoutError as NoAnswer

from playroom.online.log.nats import NatsLog
from playroom.online.log.nats_streams import Message
from playroom.online.log.table_log import Conflict, Unknown


@dataclass
class MemoryStreams:
    """The messages of tables, of which a read may miss the last ones."""

    messages: dict[str, list[Message]] = field(default_factory=dict)
    missed: int = 0
    answers: bool = True
    sequence: int = 0

    async def append(self, table: str, last: int, payload: bytes) -> int:
        if last != await self.last_sequence(table):
            return 0
        self.sequence += 1
        self.messages.setdefault(table, []).append((self.sequence, payload))
        if not self.answers:
            raise NoAnswer
        return self.sequence

    async def last_sequence(self, table: str) -> int:
        messages = self.messages.get(table)
        return messages[-1][0] if messages else 0

    async def read(self, table: str, sequence: int) -> list[Message]:
        messages = self.messages.get(table, [])
        return [each for each in messages[: len(messages) - self.missed] if each[0] >= sequence]


def nats_log(streams: MemoryStreams) -> NatsLog:
    return NatsLog(cast("Any", None), cast("Any", streams))


def test_an_append_without_an_answer_is_found_when_it_is_sent_again() -> None:
    async def case() -> None:
        streams = MemoryStreams(answers=False)
        log = nats_log(streams)
        with pytest.raises(Unknown):
            await log.append("oak", 0, "first", b"")
        streams.answers = True
        stored = await log.append("oak", 0, "first", b"again")
        assert await log.read("oak") == [stored]

    asyncio.run(case())


def test_another_program_that_was_faster_is_a_conflict() -> None:
    async def case() -> None:
        streams = MemoryStreams()
        one, other = nats_log(streams), nats_log(streams)
        await fill(one, "oak", 2)
        await other.read("oak")
        await one.append("oak", 2, "ours", b"")
        with pytest.raises(Conflict) as caught:
            await other.append("oak", 2, "theirs", b"")
        assert caught.value.number == 3
        assert (await other.append("oak", 3, "theirs", b"")).number == 4

    asyncio.run(case())


@pytest.mark.parametrize("command_id", ["command-1", "new"])
def test_servers_that_are_behind_leave_the_outcome_unknown(command_id: str) -> None:
    async def case() -> None:
        streams = MemoryStreams()
        await fill(nats_log(streams), "oak", 2)
        log = nats_log(streams)
        streams.missed = 1
        with pytest.raises(Unknown):
            await log.append("oak", 2, command_id, b"")
        streams.missed = 0
        assert (await log.append("oak", 2, command_id, b"")).command_id == command_id

    asyncio.run(case())


def test_a_command_that_is_known_but_cannot_be_read_yet_is_unknown() -> None:
    async def case() -> None:
        streams = MemoryStreams()
        log = nats_log(streams)
        await fill(log, "oak", 2)
        streams.missed = 1
        with pytest.raises(Unknown):
            await log.append("oak", 2, "command-1", b"")

    asyncio.run(case())


def test_a_log_that_was_removed_elsewhere_begins_anew() -> None:
    async def case() -> None:
        streams = MemoryStreams()
        log = nats_log(streams)
        await fill(log, "oak", 3)
        del streams.messages["oak"]
        assert await log.read("oak", 2) == []
        assert (await log.append("oak", 0, "new", b"")).number == 1

    asyncio.run(case())
