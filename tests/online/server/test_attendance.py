"""Bots stand in for those who stay away during a match, and only as long as that."""

import asyncio

import pytest
from people import Client, Venue, code_of, settings, venue
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import LogEvent
from playroom.online.server.tables.server_state import body_of, logged
from playroom.online.wire.entries import AnyEntry, HostNamed, SeatReturned, StandInSeated
from playroom.online.wire.messages import Ack, Nak
from playroom.online.wire.table_commands import HandOver, Kick, Ready, Sit, StartMatch

HOUR = 3600
ATTENDED = (StandInSeated, SeatReturned, HostNamed)


async def two_seated(place: Venue, absence: int = 60) -> tuple[Client, Client]:
    """Ada, the host, at seat 0 and Ben at seat 1."""
    ada = await place.host(settings(absence=absence))
    ben = await place.guest(code_of(ada))
    await ada.do(Sit(0))
    await ben.do(Sit(1))
    return ada, ben


async def in_match(place: Venue, absence: int = 60) -> tuple[Client, Client]:
    ada, ben = await two_seated(place, absence)
    await ben.do(Ready())
    await ada.do(StartMatch())
    return ada, ben


async def stand_in_entries(log: MemoryLog, code: str) -> list[AnyEntry]:
    """All that bots and players have done for each other; every event of the log says something."""
    events = [logged(event.body).entries for event in await log.read(code)]
    assert all(events)
    return [entry for entries in events for entry in entries if isinstance(entry, ATTENDED)]


def test_a_seat_is_kept_before_a_match() -> None:
    async def story() -> None:
        async with venue() as place:
            ada, ben = await two_seated(place)
            number = len(await place.log.read(code_of(ada)))

            ben.hang_up()
            await asyncio.sleep(HOUR)

            assert len(await place.log.read(code_of(ada))) == number

    run_virtually(story())


@pytest.mark.parametrize(
    ("leaver", "entries"),
    [(1, [StandInSeated(1, "steady")]), (0, [StandInSeated(0, "steady"), HostNamed(2, 1)])],
)
def test_one_bot_stands_in_as_long_as_a_person_is_away(leaver: int, entries: list[AnyEntry]) -> None:
    async def story() -> None:
        async with venue(log := MemoryLog()) as place:
            people = await in_match(place)

            people[leaver].hang_up()
            await asyncio.sleep(HOUR)

            assert await stand_in_entries(log, code_of(people[0])) == entries

    run_virtually(story())


def test_a_player_who_comes_back_may_stay_away_as_long_again() -> None:
    async def story() -> None:
        async with venue(log := MemoryLog()) as place:
            ada, ben = await in_match(place)
            token = ben.token

            for _ in range(3):
                ben.hang_up()
                await asyncio.sleep(40)
                ben = await place.guest(code_of(ada), token=token)

            assert await stand_in_entries(log, code_of(ada)) == []

    run_virtually(story())


def test_no_bot_stands_in_for_the_last_who_goes() -> None:
    async def story() -> None:
        async with venue(log := MemoryLog()) as place:
            ada, ben = await in_match(place, absence=0)

            ada.hang_up()
            await ben.entry(StandInSeated)
            ben.hang_up()
            await asyncio.sleep(HOUR)

            assert await stand_in_entries(log, code_of(ada)) == [StandInSeated(0, "steady"), HostNamed(2, 1)]

    run_virtually(story())


class RacingLog(MemoryLog):
    """Has another server give back a seat just before this one does."""

    async def append(self, table: str, expected: int, command_id: str, body: bytes) -> LogEvent:
        if command_id.startswith("back"):
            await super().append(table, expected, "elsewhere", body_of(0, [SeatReturned(1)]))
        return await super().append(table, expected, command_id, body)


def test_a_seat_is_given_back_once_if_another_server_was_faster() -> None:
    async def story() -> None:
        async with venue(log := RacingLog()) as place:
            ada, ben = await in_match(place)
            ben.hang_up()
            await ada.entry(StandInSeated)

            await place.guest(code_of(ada), token=ben.token)
            await asyncio.sleep(50)

            assert await stand_in_entries(log, code_of(ada)) == [StandInSeated(1, "steady"), SeatReturned(1)]

    run_virtually(story())


def test_a_host_who_comes_back_is_the_host_again() -> None:
    async def story() -> Ack | Nak:
        async with venue() as place:
            ada, ben = await two_seated(place)
            ada.hang_up()
            await ben.entry(HostNamed)

            ada = await place.guest(code_of(ada), token=ada.token)

            assert await ben.entry(HostNamed) == HostNamed(1)
            await ada.catch_up()
            return await ada.do(Kick(2), "kick")

    assert isinstance(run_virtually(story()), Ack)


def test_a_host_who_has_handed_over_stays_a_guest() -> None:
    async def story() -> None:
        async with venue(log := MemoryLog()) as place:
            ada, ben = await two_seated(place)
            await ada.do(HandOver(2))
            ada.hang_up()
            await asyncio.sleep(HOUR)

            await place.guest(code_of(ada), token=ada.token)
            await asyncio.sleep(HOUR)

            assert await stand_in_entries(log, code_of(ben)) == [HostNamed(2)]

    run_virtually(story())


def test_the_host_is_waited_for_through_all_who_stand_in() -> None:
    async def story() -> None:
        async with venue(log := MemoryLog()) as place:
            ada, ben = await two_seated(place)
            cy = await place.guest(code_of(ada), "Cy")
            for client in (ada, ben):
                client.hang_up()
                await cy.entry(HostNamed)

            await place.guest(code_of(ada), token=ada.token)
            await cy.entry(HostNamed)

            assert await stand_in_entries(log, code_of(ada)) == [
                HostNamed(2, 1),
                HostNamed(3, 1),
                HostNamed(1),
            ]

    run_virtually(story())
