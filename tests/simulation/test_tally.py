"""What is made of outcomes: wins, whole and shared, who was still in, endings, lengths, in whatever order."""

from fractions import Fraction
from random import Random

import pytest
from plans import planned

from playroom.rules.event import Ending
from playroom.simulation.plan import Group, Outcome, Plan, RoundOutcome, play_portion
from playroom.simulation.result import Result, Spread, Tally, group_tally, result

ALONE = planned("block", ("casual", "novice", "novice"), table=(3, 0))
TEAMS = planned("dominos", table=(4, 2), duplicate=True)


def a_round(
    *winners: int,
    sides: tuple[int, ...] = (0, 1, 2),
    points: tuple[int, ...] = (0, 0, 0),
    ending: Ending = Ending.OUT,
    moves: int = 20,
) -> RoundOutcome:
    return RoundOutcome(sides, winners, points, ending, moves)


def shown(plan: Plan, *groups: Group) -> Result:
    return result(plan, sum((group_tally(plan, group) for group in groups), Tally()))


def test_a_win_is_counted_for_its_bots_and_its_side() -> None:
    found = shown(ALONE, (Outcome((2,), (a_round(2),)),), (Outcome((0,), (a_round(0),)),))

    assert [rates.matches.won for rates in found.bots.values()] == [1, 1]
    assert [rates.matches.won for rates in found.sides.values()] == [1, 0, 1]


def test_a_shared_win_counts_in_equal_parts() -> None:
    found = shown(ALONE, (Outcome((0, 1, 2), (a_round(0, 1),)),))

    assert found.sides[2].matches.won == pytest.approx(1 / 3)
    assert found.bots["novice"].matches.won == pytest.approx(2 / 3)
    assert found.bots["novice"].rounds.won == pytest.approx(1 / 2)


def test_the_fair_rate_is_that_of_equal_strengths() -> None:
    found = shown(ALONE, (Outcome((0,), (a_round(0), a_round(0, sides=(0, 1)))),))

    assert found.bots["casual"].matches.fair == pytest.approx(1 / 3)
    assert found.bots["novice"].matches.fair == pytest.approx(2 / 3)
    assert found.bots["casual"].rounds.fair == pytest.approx((1 / 3 + 1 / 2) / 2)


def test_a_round_counts_only_for_those_who_are_still_in() -> None:
    rounds = (a_round(0, points=(0, 4, 8)), a_round(1, sides=(0, 1), points=(6, 0, 0)))

    found = shown(ALONE, (Outcome((1,), rounds),))

    assert [rates.rounds.tried for rates in found.sides.values()] == [2, 2, 1]
    assert [rates.points for rates in found.sides.values()] == [3, 2, 8]
    assert found.bots["novice"].points == pytest.approx((4 + 8 + 0) / 3)


def test_the_bots_of_duplicate_deals_are_found_on_the_sides_where_they_sat() -> None:
    one, other = (Outcome((side,), (a_round(side, sides=(0, 1), points=(0, 0)),)) for side in (0, 1))

    found = shown(TEAMS, (one, other))

    assert found.bots["casual"].matches.won == 2
    assert [rates.matches.won for rates in found.sides.values()] == [1, 1]


def test_team_mates_of_several_strengths_are_named_together() -> None:
    mixed = planned("dominos", ("casual", "novice", "novice", "novice"))

    assert set(shown(mixed).bots) == {"casual, novice", "novice"}


def test_endings_are_counted_by_rounds() -> None:
    blocked = a_round(1, ending=Ending.BLOCKED)

    found = shown(ALONE, (Outcome((1,), (a_round(1), blocked, blocked, blocked)),))

    assert {ending: rate.rate for ending, rate in found.endings.items()} == {
        Ending.OUT: 0.25,
        Ending.BLOCKED: 0.75,
    }
    assert all(rate.fair is None for rate in found.endings.values())


def test_lengths_are_reported_as_mean_median_and_range() -> None:
    moves = [a_round(0, moves=moves) for moves in (9, 12, 15, 40)]

    found = shown(ALONE, (Outcome((0,), tuple(moves[:1])),), (Outcome((0,), tuple(moves[1:])),))

    assert found.moves_a_round == Spread(19, 13.5, 9, 40)
    assert found.rounds_a_match == Spread(2, 2, 1, 3)


def test_nothing_shows_nothing() -> None:
    found = shown(ALONE)

    assert (found.matches, found.rounds, found.rounds_a_match, found.endings) == (0, 0, None, {})
    assert found.bots["casual"].matches.rate is None


@pytest.mark.long
def test_the_order_in_which_matches_come_in_leaves_no_trace() -> None:
    plan = planned("pass-and-out", ("casual", "novice", "novice"), table=(3, 0), seeds=12)
    groups = list(play_portion(plan, range(plan.seeds)).groups)
    expected = shown(plan, *groups)

    for seed in range(5):
        Random(seed).shuffle(groups)
        halves = [
            sum((group_tally(plan, group) for group in part), Tally()) for part in (groups[:5], groups[5:])
        ]

        assert result(plan, halves[0] + halves[1]) == expected


def test_wins_are_summed_exactly() -> None:
    thirds = group_tally(ALONE, (Outcome((0, 1, 2), (a_round(0),)),))

    assert (thirds + thirds + thirds).won["casual"].matches.won == Fraction(1)
