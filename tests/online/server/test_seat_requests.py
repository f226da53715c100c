"""In a running match a bot's seat is given by the host, by whom the bot replaces, or by all who play."""

from collections.abc import Collection
from random import Random

import pytest
from people import Client, Venue, code_of, settings, venue
from support.games.random_matches import VARIANTS
from support.time.virtual_time import run_virtually

from playroom.online.server.refused import Refused
from playroom.online.server.tables.decisions import Actor, Rulebook, decided
from playroom.online.server.tables.server_state import FullTableState, PeopleHere
from playroom.online.wire.entries import (
    AnyEntry,
    BotSeated,
    HostNamed,
    MatchStarted,
    MatchWent,
    PersonCame,
    PersonKicked,
    SeatAsked,
    SeatConsented,
    SeatLeft,
    SeatRefused,
    SeatTaken,
    StandInSeated,
    TableOpened,
    TableSettings,
)
from playroom.online.wire.messages import Ack, Happened, Nak
from playroom.online.wire.protocol import RefusalCode
from playroom.online.wire.table_commands import AnyDo, GiveSeat, SeatBot, Sit, Stand, StartMatch
from playroom.online.wire.table_state import TableState
from playroom.rules.event import Dealt

ADA, BEN, CY, EVE, MAL = 1, 2, 3, 4, 5
ALL = (ADA, BEN, CY, EVE, MAL)
AWAY = (BEN, CY, EVE, MAL)
"""Everybody but the host."""


def match(*entries: AnyEntry) -> FullTableState:
    """Ada, the host, Ben and Cy play with a bot on seat 3, the last; Eve and Mal watch."""
    opened = TableOpened("7KQ2M9XD", TableSettings(game="draw", players=4))
    people: list[AnyEntry] = [
        PersonCame(each, name) for each, name in zip(ALL, ("Ada", "Ben", "Cy", "Eve", "Mal"), strict=True)
    ]
    seats: list[AnyEntry] = [SeatTaken(0, ADA), SeatTaken(1, BEN), SeatTaken(2, CY), BotSeated(3, "steady")]
    started = MatchStarted(["Ada", "Ben", "Cy", "Nils"])
    everything: list[AnyEntry] = [opened, *people, *seats, started, *entries]
    return FullTableState(TableState()).after_all(everything, VARIANTS)


def do(
    truth: FullTableState, person: int, what: AnyDo, here: Collection[int] = ALL, *, is_admin: bool = False
) -> list[AnyEntry]:
    book = Rulebook(VARIANTS, ("steady", "hard"), Random(1))
    return decided(truth, Actor(person, is_admin), what, book, PeopleHere(here))


def refusal(truth: FullTableState, person: int, what: AnyDo, here: Collection[int] = ALL) -> RefusalCode:
    with pytest.raises(Refused) as refused:
        do(truth, person, what, here)
    return refused.value.code


ASKED = match(SeatAsked(3, EVE))
GIVEN = [SeatTaken(3, EVE)]


def test_a_stranger_asks_for_a_bots_seat() -> None:
    assert do(match(), EVE, Sit(3)) == [SeatAsked(3, EVE)]
    assert do(ASKED, EVE, Sit(3)) == [SeatAsked(3, EVE)]
    assert ASKED.state.after(SeatAsked(3, EVE)) == ASKED.state


@pytest.mark.parametrize("person", [BEN, CY, EVE, MAL])
def test_nobody_but_the_host_gives_a_seat_while_the_host_is_here(person: int) -> None:
    assert refusal(ASKED, person, GiveSeat(EVE)) == RefusalCode.NOT_HOST
    assert refusal(ASKED, person, GiveSeat(EVE, is_given=False)) == RefusalCode.NOT_HOST


def test_the_host_and_the_administrator_give_a_seat_or_refuse_it() -> None:
    assert do(ASKED, ADA, GiveSeat(EVE)) == GIVEN
    assert do(ASKED, MAL, GiveSeat(EVE), is_admin=True) == GIVEN
    assert do(ASKED, ADA, GiveSeat(EVE, is_given=False)) == [SeatRefused(EVE)]


def test_who_was_refused_does_not_ask_again_in_this_match() -> None:
    refused = match(SeatAsked(3, EVE), SeatRefused(EVE))

    assert refusal(refused, EVE, Sit(3)) == RefusalCode.SEAT_REFUSED
    assert refusal(refused, ADA, GiveSeat(EVE)) == RefusalCode.NO_SEAT_ASKED
    again = refused.after(MatchStarted(["Ada", "Ben", "Cy", "Nils"]), VARIANTS)
    assert do(again, EVE, Sit(3)) == [SeatAsked(3, EVE)]


@pytest.mark.parametrize("person", [ADA, EVE, 7])
def test_a_seat_is_given_only_to_a_person_who_asks_for_it(person: int) -> None:
    assert refusal(match(), ADA, GiveSeat(person)) == RefusalCode.NO_SEAT_ASKED


def test_a_seat_is_not_given_to_a_person_who_has_left() -> None:
    assert refusal(ASKED, ADA, GiveSeat(EVE), (ADA, BEN, CY)) == RefusalCode.NO_SEAT_ASKED
    kicked = match(SeatAsked(3, EVE), PersonKicked(EVE, ""))
    assert refusal(kicked, ADA, GiveSeat(EVE)) == RefusalCode.NO_SEAT_ASKED


def test_a_player_who_left_comes_back_to_the_seat_and_may_give_it() -> None:
    left = match(SeatLeft(1, "steady"), SeatAsked(1, EVE), SeatAsked(3, MAL))

    assert do(left, BEN, Sit(1)) == [SeatTaken(1, BEN)]
    assert do(left, BEN, GiveSeat(EVE)) == [SeatTaken(1, EVE)]
    assert refusal(left, BEN, GiveSeat(MAL)) == RefusalCode.NOT_HOST
    assert refusal(left, BEN, Sit(3)) == RefusalCode.MATCH_RUNS


def test_the_host_who_watches_takes_a_bots_seat() -> None:
    truth = match(HostNamed(MAL))

    assert do(truth, MAL, Sit(3)) == [SeatTaken(3, MAL)]
    assert refusal(match(), ADA, Sit(3)) == RefusalCode.MATCH_RUNS


@pytest.mark.parametrize("away", [(), (HostNamed(BEN, ADA),), (HostNamed(EVE, ADA),)])
def test_while_the_host_is_away_all_who_play_have_to_consent(away: tuple[AnyEntry, ...]) -> None:
    alone = match(*away, StandInSeated(0, "steady"), SeatAsked(3, EVE))

    assert refusal(alone, EVE, GiveSeat(EVE), AWAY) == RefusalCode.NOT_HOST
    assert refusal(alone, MAL, GiveSeat(EVE), AWAY) == RefusalCode.NOT_HOST
    first = do(alone, BEN, GiveSeat(EVE), AWAY)
    assert first == [SeatConsented(EVE, BEN)]
    then = alone.after_all(first, VARIANTS)
    assert do(then, EVE, Sit(3), AWAY) == [SeatAsked(3, EVE)]
    assert do(then, BEN, GiveSeat(EVE), AWAY) == first
    assert do(then, CY, GiveSeat(EVE), AWAY) == [SeatConsented(EVE, CY), SeatTaken(3, EVE)]
    assert do(then, CY, GiveSeat(EVE, is_given=False), AWAY) == [SeatRefused(EVE)]


def test_consents_count_once_the_last_player_who_has_not_answered_is_gone() -> None:
    waiting = match(StandInSeated(0, "steady"), SeatAsked(3, EVE), SeatConsented(EVE, BEN))
    gone = waiting.after(StandInSeated(2, "steady"), VARIANTS)

    assert do(gone, EVE, Sit(3), (BEN, EVE)) == GIVEN


def test_where_nobody_plays_nobody_gives_a_seat() -> None:
    bots = [StandInSeated(seat, "steady") for seat in range(3)]
    truth = match(*bots, SeatAsked(3, EVE), HostNamed(EVE, ADA))

    assert do(truth, EVE, Sit(3), (EVE, MAL)) == [SeatAsked(3, EVE)]
    for person in (EVE, MAL):
        assert refusal(truth, person, GiveSeat(EVE), (EVE, MAL)) == RefusalCode.NOT_HOST


def test_consents_of_the_players_lapse_when_the_host_is_back() -> None:
    agreed = match(
        SeatAsked(3, EVE), SeatConsented(EVE, BEN), SeatConsented(EVE, CY), SeatConsented(EVE, ADA)
    )

    assert do(agreed, EVE, Sit(3)) == [SeatAsked(3, EVE)]


def test_a_seat_that_is_given_is_asked_for_by_nobody_else() -> None:
    given = match(SeatAsked(3, EVE), SeatAsked(3, MAL), *GIVEN)

    assert refusal(given, ADA, GiveSeat(MAL)) == RefusalCode.NO_SEAT_ASKED


def test_who_asks_for_another_seat_needs_all_consents_anew() -> None:
    left = (SeatLeft(2, "steady"), StandInSeated(0, "steady"), HostNamed(BEN, ADA))
    other = match(*left, SeatAsked(3, EVE), SeatConsented(EVE, BEN), SeatAsked(2, EVE))

    assert do(other, EVE, Sit(2), AWAY) == [SeatAsked(2, EVE)]


def test_a_stranger_under_many_names_sees_no_hand() -> None:
    async def story() -> list[Client]:
        async with venue() as place:
            code = code_of(await started(place))
            strangers = []
            for name in ("Eve", "Mal", "Mo", "Max"):
                stranger = await place.guest(code, name)
                for seat in (1, 2, 3):
                    assert isinstance(await stranger.do(Sit(seat)), Ack)
                    assert isinstance(await stranger.do(GiveSeat(stranger.person)), Nak)
                    assert isinstance(await stranger.do(Stand()), Nak)
                strangers.append(stranger)
                stranger.hang_up()
            for stranger in strangers:
                await stranger.rest()
            return strangers

    assert [tile for stranger in run_virtually(story()) for tile in hidden_tiles(stranger)] == []


def test_a_stranger_who_is_given_a_seat_sees_its_hand_and_no_other() -> None:
    async def story() -> Client:
        async with venue() as place:
            ada = await started(place)
            eve = await place.guest(code_of(ada), "Eve")
            await eve.do(Sit(3))
            assert isinstance(await ada.do(GiveSeat(eve.person)), Ack)
            await eve.catch_up()
            assert isinstance(await eve.do(Stand()), Ack)
            assert isinstance(await eve.do(Sit(2)), Nak)
            await eve.catch_up()
            return eve

    assert {seat for seat, _ in hidden_tiles(run_virtually(story()))} == {3}


async def started(place: Venue) -> Client:
    """Ada, who has begun a match with three bots."""
    ada = await place.host(settings("block", 4))
    await ada.do(Sit(0))
    for seat in (1, 2, 3):
        await ada.do(SeatBot(seat, "steady"))
    await ada.do(StartMatch())
    return ada


def hidden_tiles(client: Client) -> list[tuple[int, object]]:
    """The tiles in hands that a client was sent, with their seats."""
    entries = [each for message in client.told if isinstance(message, Happened) for each in message.entries]
    events = [event for entry in entries if isinstance(entry, MatchWent) for event in entry.events]
    deals = [event for event in events if isinstance(event, Dealt)]
    return [(seat, each) for deal in deals for seat, hand in enumerate(deal.hands) for each in hand if each]
