"""What comes of a command at a table that stands so and so: entries, or the refusal."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from support.games.random_matches import VARIANTS

from playroom.online.server.refused import Refused
from playroom.online.server.tables.decisions import Actor, Rulebook, decided
from playroom.online.server.tables.match_decisions import BOT_NAMES, after_move
from playroom.online.server.tables.people_decisions import host_back, next_host
from playroom.online.server.tables.server_state import FullTableState, PeopleHere
from playroom.online.wire.entries import (
    AnyEntry,
    BotSeated,
    HostNamed,
    MatchResumed,
    MatchStarted,
    MatchWent,
    PauseAsked,
    PersonBanned,
    PersonCame,
    PersonKicked,
    PersonMuted,
    ReadyChanged,
    SeatLeft,
    SeatTaken,
    SettingsChanged,
    StandInSeated,
    TableOpened,
    TableSettings,
    TimeExtended,
)
from playroom.online.wire.protocol import MOST_THINKING_SECONDS, RefusalCode
from playroom.online.wire.table_commands import (
    AnyDo,
    AskedSettings,
    Ban,
    ClearSeat,
    Configure,
    DealRound,
    Extend,
    GoOn,
    HandOver,
    Kick,
    MakeMove,
    Mute,
    Pause,
    Rematch,
    SeatBot,
    Stand,
    StartMatch,
)
from playroom.online.wire.table_state import TableState
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.move import Draw, Move, Pass

ADA, BEN, CY = 1, 2, 3
EVERYBODY = PeopleHere((ADA, BEN, CY))


def table(*entries: AnyEntry, game: str = "draw", **settings: Any) -> FullTableState:  # noqa: ANN401 (any setting)
    """A table of two, with Ada, its host, at seat 0 and Ben at seat 1, and Cy, who watches."""
    opened = TableOpened("7KQ2M9XD", TableSettings(game=game, players=2, **settings))
    people = (PersonCame(ADA, "Ada"), PersonCame(BEN, "Ben"), PersonCame(CY, "Cy"))
    return after(
        FullTableState(TableState()), opened, *people, SeatTaken(0, ADA), SeatTaken(1, BEN), *entries
    )


def after(truth: FullTableState, *entries: AnyEntry) -> FullTableState:
    return truth.after_all([*entries], VARIANTS)


def do(truth: FullTableState, person: int, what: AnyDo) -> list[AnyEntry]:
    return decided(truth, Actor(person), what, Rulebook(VARIANTS, ("steady", "hard"), Random(1)), EVERYBODY)


def refusal(truth: FullTableState, person: int, what: AnyDo) -> Refused:
    with pytest.raises(Refused) as refused:
        do(truth, person, what)
    return refused.value


def in_match(*entries: AnyEntry, **settings: Any) -> FullTableState:  # noqa: ANN401 (any setting)
    """The table once its host has begun a match, in its first round."""
    waiting = table(*entries, ReadyChanged(BEN, ready=True), **settings)
    return after(waiting, *do(waiting, ADA, StartMatch()))


def first_move(match: Match) -> Move:
    return legal_moves(position(match))[0]


def round_over(truth: FullTableState) -> FullTableState:
    """The table once the round is over, played with the first legal move each time."""
    while truth.match and truth.match.round:
        truth = after(truth, after_move(truth, first_move(truth.match)))
    return truth


def match_over(*entries: AnyEntry, **settings: Any) -> FullTableState:  # noqa: ANN401 (any setting)
    """The table after a match of one round."""
    return round_over(in_match(*entries, options={"target": 1}, **settings))


def test_a_seat_left_before_a_match_is_free_and_in_a_match_a_bot_plays_on() -> None:
    assert do(table(), BEN, Stand()) == [SeatLeft(1)]
    assert do(in_match(), BEN, Stand()) == [SeatLeft(1, "steady")]
    assert do(match_over(), BEN, Stand()) == [SeatLeft(1)]


@pytest.mark.parametrize("setting", ["thinking", "extensions", "absence"])
def test_times_are_between_none_and_the_longest(setting: str) -> None:
    def as_answer(seconds: int) -> Configure:
        own: dict[str, Any] = {setting: seconds}
        return Configure(AskedSettings(game="draw", players=2, **own))

    for possible in (0, MOST_THINKING_SECONDS):
        assert isinstance(do(table(), ADA, as_answer(possible))[0], SettingsChanged)
    for impossible in (-1, MOST_THINKING_SECONDS + 1):
        assert refusal(table(), ADA, as_answer(impossible)).code == RefusalCode.IMPOSSIBLE_TABLE


def test_a_bot_may_be_changed_in_a_match_but_its_seat_is_not_free_then() -> None:
    bots = in_match(BotSeated(1, "hard"))

    assert do(bots, ADA, SeatBot(1, "steady")) == [BotSeated(1, "steady")]
    assert refusal(bots, ADA, ClearSeat(1)).code == RefusalCode.MATCH_RUNS
    assert do(table(BotSeated(1, "hard")), ADA, ClearSeat(1)) == [SeatLeft(1)]


@pytest.mark.parametrize("what", [SeatBot(1, "hard"), ClearSeat(1)])
def test_the_seat_of_an_absent_person_may_be_given_away_between_matches(what: AnyDo) -> None:
    absent = StandInSeated(1, "steady")

    assert do(table(absent), ADA, what) == do(table(BotSeated(1, "hard")), ADA, what)
    assert refusal(after(in_match(), absent), ADA, what).code == RefusalCode.SEAT_TAKEN


def test_a_match_waits_for_nobody_who_is_absent() -> None:
    assert refusal(table(), ADA, StartMatch()).blanks == {"people": [BEN]}
    assert isinstance(do(table(StandInSeated(1, "steady")), ADA, StartMatch())[0], MatchStarted)


def test_a_match_waits_for_a_host_only_if_another_person_starts_it() -> None:
    keeper = Actor(CY, is_admin=True)

    with pytest.raises(Refused) as refused:
        decided(table(), keeper, StartMatch(), Rulebook(VARIANTS, (), Random(1)), EVERYBODY)

    assert refused.value.blanks == {"people": [ADA, BEN]}


def test_another_match_has_the_same_players_whether_they_are_ready_or_not() -> None:
    again = do(match_over(), ADA, Rematch())

    assert again[0] == MatchStarted(["Ada", "Ben"])
    assert isinstance(again[-1], MatchWent)


def test_bots_have_names_that_no_person_has() -> None:
    bot = table(BotSeated(1, "hard"))
    same = after(bot, PersonCame(4, BOT_NAMES[1]))

    assert do(bot, ADA, StartMatch())[0] == MatchStarted(["Ada", BOT_NAMES[1]])
    assert do(same, ADA, StartMatch())[0] == MatchStarted(["Ada", f"{BOT_NAMES[1]} 2"])


def test_a_move_that_the_rules_forbid_is_refused_with_the_reason() -> None:
    truth = in_match()
    assert truth.turn is not None
    person = truth.state.seats[truth.turn].person or 0

    refused = refusal(truth, person, MakeMove(Pass()))

    assert (refused.code, refused.blanks) == (RefusalCode.ILLEGAL_MOVE, {"why": "must_open"})


def test_nobody_moves_for_another_or_between_rounds_and_matches() -> None:
    truth, between, over = in_match(), round_over(in_match()), match_over()
    assert truth.turn is not None
    other = truth.state.seats[1 - truth.turn].person or 0
    draw = MakeMove(Draw())

    refused = refusal(truth, other, draw)

    assert (refused.code, refused.blanks) == (RefusalCode.NOT_YOUR_TURN, {"seat": truth.turn})
    assert refusal(between, ADA, draw).code == RefusalCode.NO_ROUND
    assert refusal(over, ADA, draw).code == RefusalCode.MATCH_OVER
    assert isinstance(do(between, BEN, DealRound())[-1], MatchWent)


def test_a_spectator_deals_only_where_no_person_plays() -> None:
    between = round_over(in_match())
    one_plays = after(between, SeatLeft(0, "steady"))
    bots_play = after(one_plays, StandInSeated(1, "steady"))

    assert refusal(between, CY, DealRound()).code == RefusalCode.NO_SEAT
    assert refusal(one_plays, CY, DealRound()).code == RefusalCode.NO_SEAT
    assert isinstance(do(bots_play, CY, DealRound())[-1], MatchWent)


def test_all_hands_are_open_at_the_end_of_a_round_and_not_before() -> None:
    truth, deals = in_match(), []

    while truth.match and truth.match.round:
        went = after_move(truth, first_move(truth.match))
        deals.append(went.deal)
        truth = after(truth, went)

    assert truth.match
    assert deals[-1] == truth.match.now.dealt
    assert not any(deals[:-1])


@pytest.mark.parametrize(
    "seat", [BotSeated(1, "hard"), StandInSeated(1, "steady")], ids=["a bot", "somebody absent"]
)
def test_a_pause_needs_no_consent_of(seat: AnyEntry) -> None:
    truth = in_match(seat)

    assert do(truth, ADA, Pause()) == [PauseAsked(ADA, paused=True)]


def test_a_wish_for_a_pause_ends_with_its_match() -> None:
    asked = after(in_match(options={"target": 1}), PauseAsked(ADA, paused=False))
    over = round_over(asked)
    again = after(over, *do(over, ADA, Rematch()))

    assert do(asked, BEN, Pause()) == [PauseAsked(BEN, paused=True)]
    assert do(again, BEN, Pause()) == [PauseAsked(BEN, paused=False)]


def test_a_match_in_a_pause_goes_on_at_the_wish_of_one() -> None:
    paused = after(in_match(), PauseAsked(ADA, paused=True))

    assert refusal(paused, ADA, MakeMove(Draw())).code == RefusalCode.PAUSED
    assert do(paused, BEN, GoOn()) == [MatchResumed()]


def test_the_thinking_time_may_be_had_so_often_once_more() -> None:
    truth = in_match(thinking=30, extensions=2)
    assert truth.turn is not None
    seat, person = truth.turn, truth.state.seats[truth.turn].person or 0
    first, second = TimeExtended(seat, 30, 1), TimeExtended(seat, 30, 0)

    assert do(truth, person, Extend()) == [first]
    assert do(after(truth, first), person, Extend()) == [second]
    assert refusal(after(truth, first, second), person, Extend()).code == RefusalCode.NO_EXTENSION
    assert refusal(truth, 3 - person, Extend()).code == RefusalCode.NOT_YOUR_TURN


def test_there_is_no_more_time_where_time_is_not_limited() -> None:
    truth = in_match(extensions=1)
    assert truth.turn is not None

    refused = refusal(truth, truth.state.seats[truth.turn].person or 0, Extend())

    assert refused.code == RefusalCode.NO_EXTENSION


@pytest.mark.parametrize("what", [Mute, Kick, Ban, HandOver])
def test_a_host_can_do_nothing_to(what: Callable[[int], AnyDo]) -> None:
    banned = table(PersonBanned(CY, "rude"))

    for person in (ADA, CY, 7):
        assert refusal(banned, ADA, what(person)).code == RefusalCode.NO_SUCH_PERSON


@pytest.mark.parametrize("what", [Mute, Kick, Ban])
def test_an_administrator_can_moderate_the_host_but_not_themselves(what: Callable[[int], AnyDo]) -> None:
    book = Rulebook(VARIANTS, ("steady", "hard"), Random(1))

    assert decided(table(), Actor(CY, is_admin=True), what(ADA), book, EVERYBODY)
    with pytest.raises(Refused) as refused:
        decided(table(), Actor(CY, is_admin=True), what(CY), book, EVERYBODY)
    assert refused.value.code == RefusalCode.NO_SUCH_PERSON


def test_a_removed_person_leaves_the_seat_for_a_while_or_for_good() -> None:
    playing = in_match()

    assert do(table(), ADA, Kick(BEN)) == [SeatLeft(1), PersonKicked(BEN, "")]
    assert do(table(), ADA, Ban(BEN)) == [SeatLeft(1), PersonBanned(BEN, "")]
    assert do(playing, ADA, Kick(BEN)) == [StandInSeated(1, "steady"), PersonKicked(BEN, "")]
    assert do(playing, ADA, Ban(BEN)) == [SeatLeft(1, "steady"), PersonBanned(BEN, "")]
    assert do(playing, ADA, Ban(CY, "  very\nrude ")) == [PersonBanned(CY, "very rude")]
    assert do(table(), ADA, HandOver(CY)) == [HostNamed(CY)]
    stand_in = table(HostNamed(BEN, ADA))
    assert do(stand_in, BEN, HandOver(CY)) == [HostNamed(CY, ADA)]
    assert do(stand_in, BEN, HandOver(ADA)) == [HostNamed(ADA)]


def test_a_removed_person_who_has_no_seat_of_their_own_leaves_none() -> None:
    absent = after(in_match(), StandInSeated(1, "steady"))

    assert do(in_match(), ADA, Kick(CY)) == [PersonKicked(CY, "")]
    assert do(absent, ADA, Kick(BEN)) == [PersonKicked(BEN, "")]


def test_the_next_host_is_a_player_if_one_is_connected() -> None:
    truth = table()

    assert next_host(truth, ADA, {ADA, CY, BEN}) == [HostNamed(BEN, ADA)]
    assert next_host(table(SeatLeft(1), SeatTaken(1, CY)), ADA, {ADA, CY, BEN}) == [HostNamed(CY, ADA)]
    assert next_host(truth, ADA, {ADA, CY}) == [HostNamed(CY, ADA)]
    assert next_host(truth, ADA, {ADA}) == []
    assert next_host(truth, BEN, {ADA, CY}) == []


def test_a_muted_person_who_becomes_the_host_may_talk_again() -> None:
    muted, again = PersonMuted(BEN, muted=True, reason="loud"), PersonMuted(BEN, muted=False, reason="")

    assert do(table(muted), ADA, HandOver(BEN)) == [HostNamed(BEN), again]
    assert next_host(table(muted), ADA, {BEN}) == [HostNamed(BEN, ADA), again]
    assert host_back(table(HostNamed(CY, BEN), muted), BEN) == [HostNamed(BEN), again]
    assert next_host(table(muted), ADA, {CY}) == [HostNamed(CY, ADA)]
