"""What the NATS engine does when its servers are behind, or do not answer: with streams in memory."""

import asyncio
from dataclasses import dataclass, field
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest
from nats.errors import NoRespondersError
from nats.errors import TimeoutError as NoAnswer
from nats.js.api import StreamConfig
from nats.js.errors import NoStreamResponseError, ServiceUnavailableError
from support.online.log_engines import fill
from support.time.patience import PATIENCE
from support.time.virtual_time import run_virtually

from playroom.online.log import nats
from playroom.online.log.nats import NatsLog
from playroom.online.log.nats_streams import Message, NatsStreams, answer_of
from playroom.online.log.table_log import Conflict, Unknown


@dataclass
class MemoryStreams:
    """The messages of tables, of which a read may miss the last ones."""

    messages: dict[str, list[Message]] = field(default_factory=dict)
    missed: int = 0
    answers: bool = True
    sequence: int = 0
    patience: float = 0.0

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


@dataclass
class LaggingStreams(MemoryStreams):
    """So many reads miss the last message before the servers have caught up."""

    late: int = 0

    async def read(self, table: str, sequence: int) -> list[Message]:
        self.late -= 1
        self.missed = int(self.late >= 0)
        return await super().read(table, sequence)


@pytest.mark.parametrize(("command_id", "number"), [("command-2", 3), ("new", 4)])
def test_an_append_waits_until_servers_that_are_behind_have_caught_up(
    command_id: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nats, "PAUSE", 0)

    async def case() -> None:
        streams = LaggingStreams(patience=PATIENCE)
        await fill(nats_log(streams), "oak", 3)
        streams.late = 20
        assert (await nats_log(streams).append("oak", 3, command_id, b"")).number == number

    asyncio.run(case())


def test_a_command_of_which_the_event_is_read_late_is_found() -> None:
    async def case() -> None:
        streams = LaggingStreams(patience=PATIENCE)
        log = nats_log(streams)
        await fill(log, "oak", 3)
        streams.late = 2
        assert (await log.append("oak", 3, "command-2", b"again")).body == b"body 2"

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


NOT_TAKEN = (NoRespondersError, NoStreamResponseError, ServiceUnavailableError)


def test_a_request_is_sent_again_while_no_server_takes_it() -> None:
    async def case() -> None:
        refusals = [refusal() for refusal in NOT_TAKEN]

        async def ask() -> str:
            if refusals:
                raise refusals.pop()
            return "taken"

        assert await answer_of(ask, 60) == "taken"

    asyncio.run(case())


def test_a_request_that_no_server_takes_ends_with_the_patience() -> None:
    async def case() -> None:
        async def ask() -> None:
            raise NoRespondersError

        with pytest.raises(TimeoutError):
            await answer_of(ask, 0)

    asyncio.run(case())


@pytest.mark.parametrize("is_taken", [True, False])
def test_a_task_that_is_cancelled_together_with_an_answer_ends(
    is_taken: bool,  # noqa: FBT001 (a row's answer)
) -> None:
    async def case() -> None:
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        request = partial(asyncio.wait_for, answer, PATIENCE)  # as the client waits
        asking = asyncio.create_task(answer_of(request, PATIENCE))
        await asyncio.sleep(0)

        if is_taken:
            answer.set_result("answer")
        else:
            answer.set_exception(NoRespondersError())
        asking.cancel()

        await asyncio.wait([asking], timeout=PATIENCE / 2)
        assert asking.cancelled()

    run_virtually(case())


def test_a_task_that_was_cancelled_before_may_ask_at_its_end() -> None:
    async def case() -> list[str]:
        answers: list[str] = []

        async def ask() -> str:
            return "stored"

        async def work() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                answers.append(await answer_of(ask, PATIENCE))

        working = asyncio.create_task(work())
        await asyncio.sleep(0)
        working.cancel()
        await asyncio.wait([working])
        return answers

    assert asyncio.run(case()) == ["stored"]


@dataclass
class ElectingServers:
    """Servers that elect a leader: they drop the first requests for a stream, without an answer."""

    dropped: int
    streams: list[str] = field(default_factory=list)

    def jetstream(self, *, timeout: float) -> "ElectingServers":
        self.seconds = timeout
        return self

    async def add_stream(self, config: StreamConfig) -> None:
        if self.dropped:
            self.dropped -= 1
            await asyncio.sleep(self.seconds)
            raise NoAnswer
        self.streams.append(config.name or "")


def test_a_stream_is_asked_for_again_where_the_servers_drop_the_request() -> None:
    servers = ElectingServers(dropped=3)

    run_virtually(NatsStreams(cast("Any", servers), "club", 5).create())

    assert servers.streams == ["club-logs", "club-lobby"]


@dataclass
class DirectReads:
    """A client whose direct reads answer with these headers, one message for each request."""

    headers: list[dict[str, str]]

    def new_inbox(self) -> str:
        return "inbox"

    def jetstream(self, *, timeout: float) -> None:
        """The reads do not use it."""

    async def subscribe(self, _inbox: str) -> "DirectReads":
        return self

    async def publish(self, subject: str, payload: bytes, *, reply: str) -> None:
        """Its answer is ready already."""

    async def next_msg(self, _patience: float) -> SimpleNamespace:
        return SimpleNamespace(headers=self.headers.pop(0), data=b"body")

    async def unsubscribe(self) -> None:
        """Nothing follows."""


def test_a_read_that_no_server_takes_is_not_an_empty_log() -> None:
    answers = [{"Status": "503"}, {"Nats-Sequence": "7"}, {"Status": "204", "Nats-Num-Pending": "0"}]
    streams = NatsStreams(cast("Any", DirectReads(answers)), "club", 60)

    assert asyncio.run(streams.read("oak")) == [(7, b"body")]


class ElectedLeader:
    """A client whose first question gets no answer, as while a leader is elected."""

    def __init__(self) -> None:
        self._is_elected = False

    def jetstream(self, *, timeout: float) -> "ElectedLeader":
        del timeout
        return self

    async def get_last_msg(self, _stream: str, _subject: str) -> SimpleNamespace:
        if not self._is_elected:
            self._is_elected = True
            raise NoAnswer
        return SimpleNamespace(seq=7, data=b"")


def test_a_question_that_no_leader_answers_is_asked_again() -> None:
    streams = NatsStreams(cast("Any", ElectedLeader()), "club", PATIENCE)

    assert asyncio.run(streams.last_sequence("oak")) == 7
