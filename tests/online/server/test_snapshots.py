"""A table costs what its present match costs: what came before is read again for those who missed it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from unittest.mock import Mock

import pytest
from people import Client, Venue, code_of, settings, venue
from players import TablePlayer
from support.games.random_matches import VARIANTS
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import LogEvent
from playroom.online.server.tables import live_table, stored_history, table_history
from playroom.online.server.tables.server_state import FullTableState, body_of, logged
from playroom.online.server.tables.stored_history import (
    SNAPSHOTS,
    events_since,
    newest_snapshot,
    put_snapshot,
    read_history,
)
from playroom.online.server.tables.table_history import Snapshot
from playroom.online.wire.entries import MatchStarted, MatchWent, SeatTaken, StandInSeated
from playroom.online.wire.messages import Ack, Happened, Hello, Join, Joined, Nak, ServerMessage
from playroom.online.wire.protocol import VERSION, RefusalCode
from playroom.online.wire.table_commands import Ready, Rematch, SeatBot, Sit, Stand, StartMatch
from playroom.online.wire.table_state import TableState
from playroom.rules.event import Won


class CountedLog(MemoryLog):
    """A log that counts the events of tables that are read."""

    def __init__(self) -> None:
        super().__init__()
        self.events_read = 0

    async def read(self, table: str, after: int = 0) -> list[LogEvent]:
        events = await super().read(table, after)
        self.events_read += len(events) if SNAPSHOTS not in table else 0
        return events


class GrowingLog(MemoryLog):
    """A log to which another server appends during a read; it counts the reads."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0
        self.next: bytes | None = None

    async def read(self, table: str, after: int = 0) -> list[LogEvent]:
        self.reads += 1
        events = await super().read(table, after)
        body, self.next = self.next, None
        if body:
            await self.append(table, len(events), "other", body)
        return events


async def play(ada: Client, matches: int, watcher: Client | None = None) -> None:
    """Let Ada play so many matches against a bot."""
    for number in range(matches):
        assert isinstance(await ada.do(Rematch() if number else StartMatch()), Ack)
        player = TablePlayer(ada, number)
        await player.play()
        if watcher:
            await watcher.catch_up()


@asynccontextmanager
async def played(matches: int, log: MemoryLog | None = None) -> AsyncIterator[tuple[Venue, Client, str]]:
    """A table at which Ada has played so many matches against a bot."""
    async with venue(log or CountedLog()) as place:
        ada = await place.host(settings("block", 2, options={"target": 1}))
        for do in (Sit(0), SeatBot(1, "steady")):
            await ada.do(do)
        await play(ada, matches)
        await asyncio.sleep(1)
        yield place, ada, code_of(ada)


async def truth_of(log: MemoryLog, code: str) -> FullTableState:
    """All that the log of a table says."""
    entries = [entry for event in await log.read(code) for entry in logged(event.body).entries]
    return FullTableState(TableState()).after_all(entries, VARIANTS)


async def starts(log: MemoryLog, code: str) -> list[int]:
    """The numbers of the events with which matches begin."""
    return [
        event.number
        for event in await log.read(code)
        if any(isinstance(entry, MatchStarted) for entry in logged(event.body).entries)
    ]


@pytest.mark.long
def test_a_table_is_loaded_from_the_beginning_of_its_last_match() -> None:
    async def story() -> None:
        async with played(5) as (place, _, code):
            assert isinstance(place.log, CountedLog)
            last = (await starts(place.log, code))[-1]
            number = len(await place.log.read(code))
            place.log.events_read = 0

            history = await read_history(place.log, code, VARIANTS)

            assert place.log.events_read == number - last + 2
            assert history.start.number == last - 1
            truth = await truth_of(place.log, code)
            assert (history.number, history.truth) == (number, truth)

    run_virtually(story())


@pytest.mark.parametrize(("body", "reads"), [(None, 1), (body_of(1, [SeatTaken(0, 1)]), 2)])
def test_a_table_is_read_once_and_again_if_it_has_grown_meanwhile(body: bytes | None, reads: int) -> None:
    async def story() -> None:
        log = GrowingLog()
        async with venue(log) as place:
            ada = await place.host(settings("block", 2))
            ada.hang_up()
            await ada.rest()
            log.reads, log.next = 0, body

            await place.guest(code_of(ada), token=ada.token)

            ((_, table),) = place.rooms._tables.items()  # noqa: SLF001 (what it has read is the point)
            assert (table.number, log.reads) == (await log.number(code_of(ada)), reads)

    run_virtually(story())


def test_a_table_that_people_stay_at_keeps_its_last_match_alone() -> None:
    async def story() -> None:
        async with played(4) as (place, _, code):
            ((_, table),) = place.rooms._tables.items()  # noqa: SLF001 (what it keeps is the point)
            last = (await starts(place.log, code))[-1]  # type: ignore[arg-type]

            assert table.history.start.number == last - 1
            assert not table.history.knows(last - 2)

    run_virtually(story())


def test_a_snapshot_of_another_log_is_not_believed() -> None:
    async def story() -> None:
        async with played(2) as (place, _, code):
            assert isinstance(place.log, CountedLog)
            true = await newest_snapshot(place.log, code)
            wrong = Snapshot(true.number + 1, "00" * 32, TableState())
            await put_snapshot(place.log, code, wrong)

            history = await read_history(place.log, code, VARIANTS)

            assert history.truth == await truth_of(place.log, code)
            assert (await newest_snapshot(place.log, code)).chain == true.chain

    run_virtually(story())


@pytest.mark.parametrize("body", [b"{", b'{"number":"new"}'])
def test_a_snapshot_that_cannot_be_read_is_as_good_as_none(body: bytes) -> None:
    async def story() -> None:
        async with played(1) as (place, _, code):
            assert isinstance(place.log, CountedLog)
            name = f"{code}{SNAPSHOTS}"
            await place.log.append(name, await place.log.number(name), "newer", body)

            history = await read_history(place.log, code, VARIANTS)

            assert history.truth == await truth_of(place.log, code)

    run_virtually(story())


def test_nobody_joins_the_log_of_the_snapshots() -> None:
    async def story() -> Nak:
        async with played(1) as (place, _, code):
            client = place.connected()
            client.say(Hello(VERSION))
            client.say(Join(f"{code}{SNAPSHOTS}", "Eve"))
            return await client.wait(Nak)

    assert run_virtually(story()).code == RefusalCode.NO_SUCH_TABLE


async def back_at(place: Venue, join: Join) -> Client:
    """A client that comes back, and has read all that it is sent."""
    client = place.connected()
    client.say(Hello(VERSION))
    client.say(join)
    await client.catch_up()
    return client


def numbers(told: list[ServerMessage]) -> list[int]:
    return [each.number for each in told if isinstance(each, Happened)]


@pytest.mark.parametrize("is_restarted", [False, True], ids=["at the same server", "after a restart"])
def test_who_was_lost_matches_ago_is_sent_all_that_happened_since(is_restarted: bool) -> None:  # noqa: FBT001 (a parameter)
    async def story() -> None:
        async with venue(CountedLog()) as place:
            ada = await place.host(settings("block", 2, options={"target": 1}))
            walt = await place.guest(code_of(ada), "Walt")
            for do in (Sit(0), SeatBot(1, "steady")):
                await ada.do(do)
            await play(ada, 2, walt)
            last = next(each for each in reversed(walt.told) if isinstance(each, Happened))
            walt.hang_up()
            for number in (2, 3, 4):
                await ada.do(Rematch())
                await TablePlayer(ada, number).play()
            await ada.catch_up()
            server = Venue(place.log) if is_restarted else place
            join = Join(code_of(ada), token=walt.token, after=last.number, chain=last.chain)
            back = await back_at(server, join)

            (joined,) = [each for each in back.told if isinstance(each, Joined)]
            assert joined.state is None
            assert numbers(back.told)[: joined.number - last.number] == [
                *range(last.number + 1, joined.number + 1)
            ]
            chains = {event.number: event.chain.hex() for event in await place.log.read(join.code)}
            assert all(each.chain == chains[each.number] for each in back.told if isinstance(each, Happened))
            seen = [event for entry in back.entries if isinstance(entry, MatchWent) for event in entry.events]
            assert sum(isinstance(event, Won) for event in seen) == 3

    run_virtually(story())


def test_a_chain_that_is_not_that_of_an_earlier_match_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> list[ServerMessage]:
        async with played(3) as (place, ada, code):
            nothing_applied = Mock(side_effect=AssertionError("a guess costs no more than a look"))
            monkeypatch.setattr(stored_history, "TableHistory", nothing_applied)
            back = await back_at(place, Join(code, token=ada.token, after=3, chain="00" * 32))
            return [each for each in back.told if isinstance(each, Nak | Joined)]

    (nak,) = run_virtually(story())

    assert isinstance(nak, Nak)
    assert nak.code == RefusalCode.LOG_DIFFERS


def test_each_network_reads_for_one_person_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def slowly(*arguments: object) -> list[LogEvent] | None:
        await asyncio.sleep(10)
        return await events_since(*arguments)  # type: ignore[arg-type]

    async def story() -> list[float]:
        async with played(1) as (place, ada, code):
            watchers = [await place.guest(code, name) for name in ("Walt", "Xena", "Yves")]
            for watcher in watchers:
                await ada.do(Stand())
                await ada.do(Sit(0))  # so that the watcher has heard of an event
                await watcher.catch_up()
                watcher.hang_up()
            await ada.do(Ready())
            await ada.do(Rematch())
            await TablePlayer(ada, 1).play()
            monkeypatch.setattr(stored_history, "events_since", slowly)
            begun, ends = asyncio.get_running_loop().time(), list[float]()

            async def come_back(watcher: Client, address: str) -> None:
                last = next(each for each in reversed(watcher.told) if isinstance(each, Happened))
                back = place.connected(address=address)
                back.say(Hello(VERSION))
                back.say(Join(code, token=watcher.token, after=last.number, chain=last.chain))
                await back.wait(Joined)
                ends.append(asyncio.get_running_loop().time() - begun)

            addresses = ("192.0.2.1", "192.0.2.1", "192.0.2.2")
            await asyncio.gather(*map(come_back, watchers, addresses))
            return ends

    assert run_virtually(story()) == pytest.approx([10, 10, 20])


def test_a_player_who_was_away_for_matches_is_sent_the_end_of_their_own() -> None:
    async def story() -> None:
        async with venue(CountedLog()) as place:
            ada = await place.host(settings("block", 2, options={"target": 1}, absence=1))
            code = code_of(ada)
            ben = await place.guest(code, "Ben")
            for client, do in ((ada, Sit(0)), (ben, Sit(1)), (ben, Ready()), (ada, StartMatch())):
                assert isinstance(await client.do(do), Ack)
            first = (await starts(place.log, code))[0]  # type: ignore[arg-type]
            ben.hang_up()
            await ada.entry(StandInSeated)
            await TablePlayer(ada, 1).play()
            for number in (2, 3):
                await ada.do(Rematch())
                await TablePlayer(ada, number).play()

            back = await back_at(place, Join(code, token=ben.token))

            joined = next(each for each in back.told if isinstance(each, Joined))
            assert joined.begins == first - 1
            assert joined.state
            assert joined.state.people[1].token == ""
            player = TablePlayer(back, 1)
            player.apply()
            assert player.match
            assert player.match.winners
            assert "token" not in "".join(back.frames).replace('"token":""', "")

    run_virtually(story())


def test_a_command_of_before_the_match_has_the_same_answer_after_a_restart() -> None:
    async def story() -> tuple[object, object]:
        async with venue(CountedLog()) as place:
            ada = await place.host(settings("block", 2, options={"target": 1}))
            sat = await ada.do(Sit(0), "sit-down")
            await ada.do(SeatBot(1, "steady"))
            await play(ada, 2)
            await ada.catch_up()
            other = Venue(place.log)
            back = await back_at(other, Join(code_of(ada), token=ada.token))
            again = await back.do(Sit(0), "sit-down")
            await other.rooms.close()
            return sat, again

    sat, again = run_virtually(story())

    assert isinstance(sat, Ack)
    assert sat == again


def test_a_table_is_loaded_in_parts_while_others_have_their_turn() -> None:
    async def story() -> tuple[int, int]:
        log = MemoryLog()
        async with played(3, log) as (_, _, code):
            await log.remove(f"{code}{SNAPSHOTS}")
            turns = 0
            reading = asyncio.ensure_future(read_history(log, code, VARIANTS))
            while not reading.done():
                await asyncio.sleep(0)
                turns += 1
            return turns, len(await log.read(code))

    turns, events = run_virtually(story())

    assert turns > events / 20


def test_tables_of_several_networks_are_loaded_beside_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    async def slowly(*arguments: object) -> table_history.TableHistory:
        await asyncio.sleep(10)
        return await read_history(*arguments)  # type: ignore[arg-type]

    async def story() -> float:
        async with venue() as place:
            tables = [await place.host(name=name) for name in ("Ada", "Ben", "Cy")]
            for each in tables:
                each.hang_up()
            await asyncio.sleep(1)
            monkeypatch.setattr(live_table, "read_history", slowly)
            began = asyncio.get_running_loop().time()
            backs = [place.connected(address=f"192.0.2.{number}") for number in range(3)]
            for back, each in zip(backs, tables, strict=True):
                back.say(Hello(VERSION))
                back.say(Join(code_of(each), token=each.token))
            await asyncio.gather(*(back.wait(Joined) for back in backs))
            return asyncio.get_running_loop().time() - began

    assert run_virtually(story()) < 11
