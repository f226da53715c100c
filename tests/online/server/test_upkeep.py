"""The newest matches of a table stay in its log, the others go to the archive, and nothing else is lost."""

import asyncio
import sqlite3
from dataclasses import replace

import pytest
from people import Client, Venue, code_of, settings
from players import TablePlayer
from support.games.random_matches import VARIANTS
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import TableLog
from playroom.online.server.tables.server_state import logged
from playroom.online.server.tables.stored_history import read_history
from playroom.online.wire.entries import MatchStarted
from playroom.online.wire.messages import Ack, Happened, Hello, Join, Joined, Nak
from playroom.online.wire.protocol import VERSION, RefusalCode
from playroom.online.wire.table_commands import Rematch, SeatBot, Sit, StartMatch
from playroom.table.record import Record

KEPT = 2


class MemoryArchive:
    """An archive in memory, whose disk may be full."""

    def __init__(self, *, is_full: bool = False) -> None:
        self.matches: dict[int, Record] = {}
        """What the log may forget, by the number of the last event."""
        self.is_full = is_full

    def keep(self, table: str, number: int, record: Record) -> None:
        pass

    async def store(self, table: str, number: int, record: Record) -> None:
        del table
        if self.is_full:
            raise sqlite3.OperationalError("database or disk is full")
        self.matches[number] = record


class Club:
    """A server that keeps few matches, and Ada's table there."""

    def __init__(self, log: TableLog, archive: MemoryArchive) -> None:
        self.place = Venue(log, archive=archive)  # type: ignore[arg-type]
        self.place.rooms.policy = replace(self.place.rooms.policy, kept_matches=KEPT)
        self.log, self.archive = log, archive
        self.ends: list[Happened] = []
        """The last event of each match."""

    async def open(self) -> None:
        self.ada = await self.place.host(settings("block", 2, options={"target": 1}))
        for do in (Sit(0), SeatBot(1, "steady")):
            assert isinstance(await self.ada.do(do), Ack)

    async def play(self, matches: int) -> None:
        for _ in range(matches):
            assert isinstance(await self.ada.do(Rematch() if self.ends else StartMatch()), Ack)
            await TablePlayer(self.ada, len(self.ends)).play()
            await self.ada.catch_up()
            self.ends.append(next(each for each in reversed(self.ada.told) if isinstance(each, Happened)))

    async def matches_in_log(self) -> int:
        events = await self.log.read(code_of(self.ada))
        entries = [entry for event in events for entry in logged(event.body).entries]
        return sum(isinstance(entry, MatchStarted) for entry in entries)

    async def back(self, after: Happened) -> tuple[Joined | Nak, Client]:
        """The answer to Ada, who comes back from an event."""
        client = self.place.connected()
        client.say(Hello(VERSION))
        client.say(Join(code_of(self.ada), token=self.ada.token, after=after.number, chain=after.chain))
        await client.catch_up()
        return next(each for each in client.told if isinstance(each, Joined | Nak)), client


async def club(matches: int, *, is_full: bool = False) -> Club:
    made = Club(MemoryLog(), MemoryArchive(is_full=is_full))
    await made.open()
    await made.play(matches)
    return made


def test_the_oldest_matches_are_in_the_archive_and_the_newest_in_the_log() -> None:
    async def story() -> tuple[int, list[int], list[int]]:
        made = await club(6)
        in_log, archived = await made.matches_in_log(), [*made.archive.matches]
        await made.place.close()
        return in_log, archived, [each.number for each in made.ends]

    in_log, archived, ends = run_virtually(story())

    assert in_log == KEPT + 1
    assert archived == ends[: -KEPT - 1]


@pytest.mark.long
def test_a_table_whose_log_was_trimmed_is_read_as_it_was_and_goes_on() -> None:
    async def story() -> None:
        made = await club(5)
        code = code_of(made.ada)
        ((_, table),) = made.place.rooms._tables.items()  # noqa: SLF001 (the truth of the server)
        history = await read_history(made.log, code, VARIANTS)
        assert history.truth == table.history.truth
        await made.place.rooms.close()
        made.place = Venue(made.log, archive=made.archive)  # type: ignore[arg-type]

        commands = made.ada.commands
        joined, made.ada = await made.back(Happened(0, "", 0, []))
        made.ada.commands = commands
        await made.play(1)

        assert isinstance(joined, Joined)
        assert joined.number < made.ends[-1].number
        await made.place.close()

    run_virtually(story())


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("match", "is_sent_the_rest"), [(0, False), (1, False), (3, True), (4, True)], ids=str
)
def test_who_comes_back_is_sent_what_is_kept(match: int, is_sent_the_rest: bool) -> None:  # noqa: FBT001 (a parameter)
    async def story() -> None:
        made = await club(6)

        joined, client = await made.back(made.ends[match])

        assert isinstance(joined, Joined)
        assert (joined.state is None) == is_sent_the_rest
        numbers = [each.number for each in client.told if isinstance(each, Happened)]
        assert numbers[-1] == made.ends[-1].number
        assert (numbers[0] == made.ends[match].number + 1) == is_sent_the_rest
        await made.place.close()

    run_virtually(story())


def test_an_event_of_another_log_is_refused_where_it_can_be_checked() -> None:
    async def story() -> Joined | Nak:
        made = await club(6)
        answer, _ = await made.back(Happened(made.ends[4].number, "00" * 32, 0, []))
        await made.place.close()
        return answer

    answer = run_virtually(story())

    assert isinstance(answer, Nak)
    assert answer.code == RefusalCode.LOG_DIFFERS


def test_nothing_is_forgotten_that_the_archive_does_not_have() -> None:
    async def story() -> tuple[int, int, list[int], list[int]]:
        made = await club(5, is_full=True)
        before = await made.matches_in_log()
        made.archive.is_full = False
        await made.play(1)
        await asyncio.sleep(1)
        after, ends = await made.matches_in_log(), [each.number for each in made.ends]
        await made.place.close()
        return before, after, [*made.archive.matches], ends

    before, after, archived, ends = run_virtually(story())

    assert (before, after) == (5, KEPT + 1)
    assert archived == ends[: -KEPT - 1]
