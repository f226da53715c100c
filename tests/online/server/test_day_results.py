"""The deal of the day in a club: what is compared was played, with these tiles and against these bots."""

from datetime import date, timedelta
from typing import Any

import pytest
from club import accounts_in, signed_in, visitor
from people import Client, Venue
from support.games.random_matches import VARIANTS
from support.time.virtual_time import run_virtually

from playroom.bots.human_errors import novice
from playroom.bots.roster import BOTS
from playroom.bots.steady import steady
from playroom.online.log.memory import MemoryLog
from playroom.online.server.day_results import MOST_RESULTS, NAMES, DayComparison
from playroom.online.wire.messages import CompareDay, DayResults, Nak, ResultOfDay, encoded
from playroom.online.wire.protocol import LONGEST_NAME, SERVER_MESSAGE_BYTES, RefusalCode
from playroom.rules.move import Move
from playroom.table.deal_of_day import PLAYER, day_record, lead_of_day, moves_of_day, played_day
from playroom.table.table import Bot

TODAY = date(2026, 11, 26)


def moves(day: date, player: Bot, other: Bot = steady) -> tuple[list[Move], int]:
    """The moves of a player with the deal of a day, and the points that they bring."""
    record = day_record(day, VARIANTS, NAMES)
    bots = {seat: player if seat == PLAYER else other for seat in range(len(record.players))}
    match = played_day(day, record, bots)
    return [*moves_of_day(match)], lead_of_day(match)


async def club(*logs: MemoryLog) -> list[Venue]:
    """Servers of a club, at which it is the same day."""
    places = [Venue(log, shares_log=True, accounts=await accounts_in(log)) for log in logs]
    for place, log in zip(places, logs, strict=True):
        place.rooms.days = DayComparison(log, BOTS, VARIANTS, at_once, lambda: TODAY)
    return places


async def at_once(thought: Any, _share: object) -> Any:  # noqa: ANN401 (what the thought gives)
    return thought()


async def member(place: Venue, name: str, number: int) -> Client:
    client = visitor(place, f"198.51.100.{number}")
    await signed_in(client, name)
    return client


def compare(client: Client, played: list[Move], day: date = TODAY) -> None:
    client.say(CompareDay("day", day.isoformat(), played))


@pytest.mark.long
def test_each_member_has_one_result_and_sees_those_of_all_servers() -> None:
    (well, more), (badly, less) = sorted(
        (moves(TODAY, player) for player in (steady, novice)), key=lambda each: -each[1]
    )
    assert more > less

    async def story() -> None:
        log = MemoryLog()
        here, there = await club(log, log)
        ada, ben = await member(here, "Ada", 1), await member(there, "Ben", 2)
        compare(ada, badly)
        first = await ada.wait(DayResults)
        compare(ben, well)
        both = await ben.wait(DayResults)
        compare(ada, well)
        again = await ada.wait(DayResults)
        for place in (here, there):
            await place.close()

        assert first.results == [ResultOfDay("Ada", less)]
        assert both.results == again.results == [ResultOfDay("Ben", more), ResultOfDay("Ada", less)]

    run_virtually(story())


@pytest.mark.sample(1)
@pytest.mark.parametrize("cheat", ["weaker bots", "another day", "too late", "no day", "not to the end"])
def test_moves_that_were_not_played_with_this_deal_are_refused(cheat: str) -> None:
    played, day = moves(TODAY, steady)[0], TODAY.isoformat()
    match cheat:
        case "weaker bots":
            played = moves(TODAY, steady, novice)[0]
        case "another day":
            played = moves(TODAY - timedelta(days=1), steady)[0]
        case "too late":
            day = (TODAY - timedelta(days=2)).isoformat()
            played = moves(TODAY - timedelta(days=2), steady)[0]
        case "no day":
            day = "yesterday"
        case _:
            played = played[:-1]

    async def story() -> None:
        (place,) = await club(MemoryLog())
        ada = await member(place, "Ada", 1)
        ada.say(CompareDay("day", day, played))
        refused = await ada.wait(Nak)
        await place.close()

        assert (refused.id, refused.code) == ("day", RefusalCode.NOT_THE_DEAL)

    run_virtually(story())


def test_without_an_account_nothing_is_compared_and_a_flood_is_refused() -> None:
    async def story() -> None:
        (place,) = await club(MemoryLog())
        stranger = visitor(place, "198.51.100.9")
        compare(stranger, [])
        alone = await stranger.wait(Nak)
        ada = await member(place, "Ada", 1)
        for _ in range(4):
            compare(ada, [])
        codes = [(await ada.wait(Nak)).code for _ in range(4)]
        await place.close()

        assert alone.code == RefusalCode.SIGN_IN_FIRST
        assert codes == [RefusalCode.NOT_THE_DEAL] * 3 + [RefusalCode.TOO_FAST]

    run_virtually(story())


def test_as_many_results_as_a_day_has_fit_into_one_message() -> None:
    longest = [ResultOfDay("\U0001f600" * LONGEST_NAME, -1000)] * MOST_RESULTS

    assert len(encoded(DayResults(TODAY.isoformat(), longest)).encode()) <= SERVER_MESSAGE_BYTES
