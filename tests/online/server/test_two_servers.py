"""Two servers with one log: what happens at one is told at the other, and each knows who is there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from people import Client, Venue, code_of, settings
from support.online.faulty_log import Fault, FaultyLog
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.server.tables.server_state import logged
from playroom.online.wire.entries import AnyEntry, BotSeated, SeatReturned, SeatTaken, StandInSeated
from playroom.online.wire.messages import Ack
from playroom.online.wire.table_commands import Ready, SeatBot, Sit, StartMatch

HOUR = 3600


@asynccontextmanager
async def two_servers(*faults: Fault) -> AsyncIterator[tuple[Venue, Venue, list[Fault]]]:
    """Two servers, and the faults that the log of the second makes from now on."""
    log, coming = MemoryLog(), [*faults]
    faulty = FaultyLog(log, lambda: coming.pop(0) if coming else Fault.NOTHING)
    places = Venue(log, shares_log=True), Venue(faulty, shares_log=True)
    try:
        yield (*places, coming)
    finally:
        for place in places:
            await place.close()


async def heard_entries(client: Client) -> list[AnyEntry]:
    """What a client has been told of what happened since it was last asked."""
    before = len(client.entries)
    await client.catch_up()
    return client.entries[before:]


def test_an_event_at_one_server_reaches_the_other_at_once() -> None:
    async def story() -> tuple[list[AnyEntry], list[AnyEntry]]:
        async with two_servers() as (first, second, _):
            ada = await first.host()
            ben = await second.guest(code_of(ada))
            await ada.do(Sit(0))
            at_second = await heard_entries(ben)
            await ben.do(Sit(1))
            return at_second, await heard_entries(ada)

    at_second, at_first = run_virtually(story())

    assert at_second == [SeatTaken(0, 1)]
    assert at_first == [SeatTaken(1, 2)]


def test_a_hint_that_was_lost_is_made_up_for_by_the_next() -> None:
    async def story() -> tuple[list[AnyEntry], list[AnyEntry]]:
        async with two_servers() as (first, second, faults):
            ada = await first.host()
            ben = await second.guest(code_of(ada))
            await heard_entries(ben)
            told_of = []
            for seat in (0, 1):
                faults.append(Fault.NO_HINT)
                await ada.do(SeatBot(seat, "hard"))
                assert await heard_entries(ben) == []
                await ada.do(SeatBot(seat, "steady"))
                told_of.append(await heard_entries(ben))
            return told_of[0], told_of[1]

    for seat, entries in enumerate(run_virtually(story())):
        assert entries == [BotSeated(seat, "hard"), BotSeated(seat, "steady")]


async def in_match(first: Venue, second: Venue) -> tuple[Client, Client]:
    """Ada at the first server and Ben at the second, in a match with an absence of a minute."""
    ada = await first.host(settings(absence=60))
    ben = await second.guest(code_of(ada))
    await ada.do(Sit(0))
    await ben.do(Sit(1))
    await ben.do(Ready())
    assert isinstance(await ada.do(StartMatch()), Ack)
    return ada, ben


async def stand_in_entries(place: Venue, code: str) -> list[AnyEntry]:
    """For whom bots have played, and who has come back."""
    entries = [entry for event in await place.log.read(code) for entry in logged(event.body).entries]
    return [each for each in entries if isinstance(each, StandInSeated | SeatReturned)]


def test_who_is_at_the_other_server_is_not_absent() -> None:
    async def story() -> list[AnyEntry]:
        async with two_servers() as (first, second, _):
            ada, _ = await in_match(first, second)
            await asyncio.sleep(HOUR)
            return await stand_in_entries(first, code_of(ada))

    assert run_virtually(story()) == []


def test_who_has_come_over_from_the_other_server_is_absent_when_they_go() -> None:
    async def story() -> list[AnyEntry]:
        async with two_servers() as (first, second, _):
            ada, ben = await in_match(first, second)
            ben.hang_up()
            ben = await first.guest(code_of(ada), token=ben.token)
            await asyncio.sleep(1)
            ben.hang_up()
            await asyncio.sleep(HOUR)
            return await stand_in_entries(first, code_of(ada))

    assert run_virtually(story()) == [StandInSeated(1, "steady")]
