"""What people and the host may do in an evening, and what comes of it."""

from random import Random

import pytest
from people import BOTS
from support.games.random_matches import VARIANTS

from playroom.online.server.refused import Refused
from playroom.online.server.tables.decisions import Actor, Rulebook, decided
from playroom.online.server.tables.evening_decisions import evening_match, round_drawn, table_of_round
from playroom.online.server.tables.server_state import FullTableState, PeopleHere
from playroom.online.wire import entries
from playroom.online.wire import table_commands as commands
from playroom.online.wire.evening import Evening, EveningKind, EveningStep, EveningTable
from playroom.online.wire.table_state import TableState

ADA, BEN, CLEO, DAN = 1, 2, 3, 4
BOOK = Rulebook(VARIANTS, BOTS, Random(1))
CODE = "7KQ2M9XD"
SETTINGS = entries.TableSettings(game="draw", players=2)
GATHERED: list[entries.AnyEntry] = [
    entries.TableOpened(CODE, SETTINGS),
    *(
        entries.PersonCame(person, name, f"hash of {name}")
        for person, name in enumerate(["Ada", "Ben", "Cleo", "Dan"], 1)
    ),
    entries.SeatTaken(0, ADA),
]
ENTERED: list[entries.AnyEntry] = [
    entries.EveningOpened(EveningKind.SWISS, 2),
    *map(entries.EveningEntered, (ADA, BEN, CLEO, DAN)),
]


def table(*happened: entries.AnyEntry) -> FullTableState:
    return FullTableState(TableState()).after_all([*GATHERED, *happened], VARIANTS)


def done(truth: FullTableState, person: int, do: commands.AnyDo, *, is_admin: bool = False) -> FullTableState:
    entered = decided(truth, Actor(person, is_admin), do, BOOK, PeopleHere({ADA, BEN, CLEO, DAN}))
    return truth.after_all(entered, VARIANTS)


def refusal(truth: FullTableState, person: int, do: commands.AnyDo) -> str:
    with pytest.raises(Refused) as refused:
        done(truth, person, do)
    return str(refused.value.code)


def evening_of(truth: FullTableState) -> Evening:
    assert truth.state.evening
    return truth.state.evening


def with_results(truth: FullTableState) -> FullTableState:
    """The evening once the first of each table of the round has won."""
    now = evening_of(truth).rounds[-1]
    over = [
        entries.EveningTableOver(EveningTable(each.code, each.people, each.people[:1], is_over=True))
        for each in now.tables
    ]
    return truth.after_all([entries.EveningRoundOpened(), *over], VARIANTS)


OPEN = commands.OpenEvening(EveningKind.SWISS, 5)
DRAW = commands.RunEvening(EveningStep.ROUND)


def test_the_host_opens_an_evening_and_all_leave_their_seats() -> None:
    truth = done(table(), ADA, OPEN)

    assert evening_of(truth) == Evening(EveningKind.SWISS, 5)
    assert all(seat.is_free for seat in truth.state.seats)


@pytest.mark.parametrize(
    ("person", "do", "code"),
    [
        (BEN, OPEN, "not_host"),
        (ADA, commands.OpenEvening(EveningKind.SWISS, 0), "impossible_table"),
        (ADA, commands.OpenEvening(EveningKind.SWISS, 21), "impossible_table"),
        (BEN, commands.EnterEvening(), "no_evening"),
        (ADA, DRAW, "no_evening"),
    ],
    ids=repr,
)
def test_before_an_evening_its_commands_are_refused(person: int, do: commands.AnyDo, code: str) -> None:
    assert refusal(table(), person, do) == code


@pytest.mark.parametrize(
    ("person", "do", "code"),
    [
        (ADA, OPEN, "evening_runs"),
        (BEN, DRAW, "not_host"),
        (BEN, commands.Sit(1), "evening_runs"),
        (ADA, commands.StartMatch(), "evening_runs"),
        (ADA, commands.RunEvening(EveningStep.CLOSE), "no_round"),
    ],
    ids=repr,
)
def test_in_an_evening_nobody_sits_where_people_gather(person: int, do: commands.AnyDo, code: str) -> None:
    assert refusal(table(*ENTERED), person, do) == code


def test_everybody_against_everybody_needs_tables_for_two_and_takes_nobody_later() -> None:
    of_three = FullTableState(TableState()).after_all(
        [entries.TableOpened(CODE, entries.TableSettings(game="draw", players=3)), *GATHERED[1:]], VARIANTS
    )
    begun = done(table(entries.EveningOpened(EveningKind.EVERYBODY, 0), *ENTERED[1:4]), ADA, DRAW)

    assert refusal(of_three, ADA, commands.OpenEvening(EveningKind.EVERYBODY, 1)) == "evening_needs_two"
    assert refusal(begun, DAN, commands.EnterEvening()) == "evening_is_full"
    assert evening_of(begun).length == 3


def test_too_few_people_have_no_round() -> None:
    assert refusal(table(*ENTERED[:2]), ADA, DRAW) == "too_few_people"


def test_the_same_deals_need_two_tables_to_begin_with() -> None:
    opened = entries.EveningOpened(EveningKind.SWISS, 2, duplicate=True)

    assert refusal(table(opened, *ENTERED[1:4]), ADA, DRAW) == "too_few_people"
    assert done(table(opened, *ENTERED[1:]), ADA, DRAW).state.is_dealing


def test_whoever_plays_an_absent_person_of_the_circle_sits_out_with_a_win() -> None:
    truth = table(entries.EveningOpened(EveningKind.EVERYBODY, 0), *ENTERED[1:])
    truth = with_results(done(truth, ADA, DRAW))

    truth = done(done(truth, BEN, commands.EnterEvening(is_in=False)), ADA, DRAW)

    now = evening_of(truth).rounds[-1]
    assert len(now.tables) == len(now.out) == 1
    assert BEN not in (*now.out, *now.tables[0].people)


def test_the_next_round_is_due_unless_the_evening_pauses_or_too_few_are_there() -> None:
    between = with_results(done(table(*ENTERED), ADA, DRAW))
    paused = done(between, ADA, commands.RunEvening(EveningStep.PAUSE))
    goes_on = done(paused, ADA, commands.RunEvening(EveningStep.GO_ON))
    alone = between
    for person in (BEN, CLEO, DAN):
        alone = done(alone, person, commands.EnterEvening(is_in=False))

    due = [evening_of(each).is_round_due(2) for each in (table(*ENTERED), between, paused, goes_on, alone)]
    assert due == [False, True, False, True, False]


def test_a_closed_round_has_no_winners_at_tables_that_play_and_the_last_one_ends_the_evening() -> None:
    truth = with_results(done(table(*ENTERED), ADA, DRAW))

    truth = done(done(truth, ADA, DRAW), ADA, commands.RunEvening(EveningStep.CLOSE))

    evening = evening_of(truth)
    assert evening.is_over
    assert [each.wins for each in evening.standings] == [1, 1, 0, 0]
    assert evening.standings[0].place == evening.standings[1].place == 1


def test_winners_meet_winners_and_nobody_meets_again() -> None:
    truth = with_results(done(table(*ENTERED), ADA, DRAW))
    winners = {each.person for each in evening_of(truth).standings if each.wins}

    truth = done(truth, ADA, DRAW)

    assert winners in [{*each.people} for each in evening_of(truth).rounds[-1].tables]
    assert set(evening_of(truth).met.values()) == {1}


def test_at_a_table_of_the_round_those_sit_who_were_drawn_and_nobody_commands() -> None:
    truth = done(table(*ENTERED), ADA, DRAW)
    now = evening_of(truth).rounds[-1].tables[0]
    tokens = {person: f"token {person}" for person in now.people}

    opened = table_of_round(truth, now, 1, tokens)
    there = FullTableState(TableState()).after_all(opened, VARIANTS)

    assert [there.state.people[seat.person or 0].token for seat in there.state.seats] == [
        f"token {person}" for person in now.people
    ]
    assert not there.state.settings.listed
    for do in (commands.StartMatch(), commands.Stand(), commands.Sit(0), OPEN):
        assert refusal(there, 1, do) == "evening_runs"
    assert refusal(there, 1, commands.Kick(2)) == "not_host"


def test_bots_stand_in_for_those_who_have_not_come() -> None:
    truth = done(table(*ENTERED), ADA, DRAW)
    now = evening_of(truth).rounds[-1].tables[0]
    opened = table_of_round(truth, now, 1, dict.fromkeys(now.people, "token"))
    there = FullTableState(TableState()).after_all(opened, VARIANTS)

    there = there.after_all(evening_match(there, {2}, VARIANTS, Random(1)), VARIANTS)

    assert [seat.is_absent for seat in there.state.seats] == [True, False]
    assert there.match


def test_everybody_against_everybody_is_for_as_many_as_there_are_rounds() -> None:
    many = [entries.PersonCame(person, f"Guest {person}") for person in range(5, 24)]
    circle = [entries.EveningOpened(EveningKind.EVERYBODY, 0)]
    of: list[entries.AnyEntry] = [*many, *circle, *map(entries.EveningEntered, range(1, 21))]

    assert evening_of(done(table(*of), ADA, DRAW)).length == 19
    assert refusal(table(*of, entries.EveningEntered(21)), ADA, DRAW) == "too_many_people"


def test_an_evening_ends_before_it_is_too_long_to_be_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    truth = with_results(done(table(*ENTERED), ADA, DRAW))
    monkeypatch.setattr("playroom.online.server.tables.evening_decisions.MOST_BYTES", 100)

    assert evening_of(done(truth, ADA, DRAW)).is_over


def test_the_draw_follows_from_chance_alone() -> None:
    truth = table(*ENTERED)

    assert round_drawn(truth, Random(3)) == round_drawn(truth, Random(3))
    assert round_drawn(truth, Random(3)) != round_drawn(truth, Random(4))
