"""What the points of a round are worth, for the round and for the match."""

from collections.abc import Callable
from itertools import pairwise
from random import Random
from statistics import mean

import pytest
from msgspec.structs import replace
from support.games.rounds import TABLES, Table, standings, table

from playroom.bots.goal import Goal, equity, points_ahead, winning, without_entry
from playroom.rules.event import CarryOver
from playroom.rules.rulebook.variant import Rules
from playroom.rules.view import View, view

WON, LOST = 0.98, 0.02
"""A round or a match that is won is worth more than the one, one that is lost less than the other."""


def seen(made: Rules, seat: int = 0, **changes: object) -> View:
    """What *seat* knows at the beginning of a round, but for some *changes*."""
    first = next(standings(made, Random(1)))
    return replace(view(first, seat), **changes)


def test_most_points_win_a_round_of_the_classic_game() -> None:
    worth = winning(seen(table("block", 3)))

    assert worth((10, 0, 0)) > WON
    assert worth((0, 10, 0)) < LOST
    assert worth((0, 0, 0)) == pytest.approx(1 / 3, abs=0.02)


def test_fewest_points_win_a_round_where_low_is_good() -> None:
    worth = winning(seen(table("dominos", 3), 2))

    assert worth((10, 20, 0)) > WON
    assert worth((0, 10, 5)) < LOST
    assert worth((0, 10, 0)) == pytest.approx(1 / 2, abs=0.02)


@pytest.mark.parametrize(("game", "step"), [("block", 5), ("dominos", -5)])
def test_between_rounds_that_are_won_points_decide(game: str, step: int) -> None:
    worth = winning(seen(table(game, 2)))

    rising = [worth((50 + times * step, 50)) for times in range(1, 8)]

    assert all(less < more for less, more in pairwise(rising))
    assert rising[0] > WON


def test_a_partner_wins_with_one() -> None:
    worth = [winning(seen(table("passing-game", 4, 2), seat))((12, 0)) for seat in range(4)]

    assert worth[0] == worth[2] > WON
    assert worth[1] == worth[3] < LOST


def test_a_side_that_is_out_of_the_match_wins_no_round() -> None:
    three = table("dominos", 3)

    assert winning(seen(three, sides_in=(0, 2)))((5, 0, 9)) > WON
    assert winning(seen(three))((5, 0, 9)) < LOST


def test_a_match_of_one_round_is_won_with_the_round() -> None:
    single = seen(table("block", 3, single_round=True))

    assert equity(single)((7, 3, 0)) == points_ahead(single)((7, 3, 0)) == winning(single)((7, 3, 0))


@pytest.mark.parametrize("game", ["block", "dominos", "passing-game"])
def test_a_big_round_that_is_rarely_won_is_worth_more_points_than_small_ones_that_are_won_often(
    game: str,
) -> None:
    begun = seen(table(game, 2))
    sign = 1 if begun.rules.best == "highest" else -1
    often, rarely = [(4, 0)] * 7 + [(0, 20)] * 3, [(30, 0)] * 5 + [(0, 4)] * 5
    goals = points_ahead(begun), winning(begun)

    by_points, by_rounds = (
        [mean(goal((sign * own, sign * other)) for own, other in rounds) for rounds in (often, rarely)]
        for goal in goals
    )

    assert by_points[0] < 0.5 < by_points[1]
    assert by_rounds[0] > by_rounds[1]


def test_points_of_the_others_count_by_their_mean() -> None:
    worth = points_ahead(seen(table("block", 4)))

    assert worth((5, 5, 5, 5)) == worth((5, 0, 5, 10)) == 0.5
    assert worth((9, 0, 0, 0)) == worth((10, 3, 0, 0))
    assert worth((10_000, 0, 0, 0)) == 1.0
    assert worth((0, 10_000, 0, 0)) == 0.0


def classic(*totals: int) -> Goal:
    """What the points of a round are worth to the first player, two playing to a hundred."""
    return equity(seen(table("block", len(totals)), totals=totals))


def test_a_match_that_is_decided_is_worth_all_or_nothing() -> None:
    worth = classic(90, 80)

    assert worth((10, 0)) > WON
    assert worth((0, 20)) < LOST
    assert 0.5 < worth((0, 0)) < WON


def test_a_match_that_is_shared_is_worth_a_share() -> None:
    last = seen(table("pass-and-out", 2, deals=1), totals=(5, 5), scores=(0, 0))

    assert equity(last)((0, 0)) == pytest.approx(1 / 2, abs=0.02)
    assert equity(last)((1, 0)) > WON
    assert equity(last)((0, 1)) < LOST


def test_points_scored_on_the_way_are_not_counted_twice() -> None:
    before = seen(table("pass-and-out", 2, target=31), totals=(20, 15))
    midway = replace(before, totals=(26, 15), scores=(6, 0))

    assert equity(midway)((10, 0)) == pytest.approx(equity(before)((10, 0)))


def test_the_point_that_wins_the_match_is_worth_more_than_those_before_and_after() -> None:
    worth = classic(90, 80)

    before, last, after = (worth((more + 1, 0)) - worth((more, 0)) for more in (8, 9, 10))

    assert last > 3 * before > 0
    assert before > 10 * after > 0


def test_sides_over_the_limit_are_out_and_the_last_one_wins() -> None:
    worth = equity(seen(table("dominos", 3), totals=(50, 90, 60)))

    assert worth((0, 20, 40)) > WON
    assert worth((60, 0, 0)) < LOST
    assert LOST < worth((0, 20, 0)) < WON


@pytest.mark.sample(4)
@pytest.mark.parametrize("at", TABLES, ids=str)
def test_all_sides_together_win_one_match(at: Table) -> None:
    game, players, teams, options = at
    made, chance = table(game, players, teams, **options), Random(1)
    goals = [equity(seen(made, side)) for side in range(made.sides)]

    for _ in range(20):
        points = tuple(chance.randrange(60) for _ in goals)
        worths = [worth(points) for worth in goals]
        assert sum(worths) == pytest.approx(1, abs=0.01)
        assert all(0 <= each <= 1 for each in worths)


@pytest.mark.sample(10)
@pytest.mark.parametrize("at", TABLES, ids=str)
def test_no_goal_is_further_away_with_better_points(at: Table) -> None:
    game, players, teams, options = at
    made, chance = table(game, players, teams, **options), Random(1)
    begun = seen(made, totals=tuple(range(0, 10 * made.sides, 10)))
    better = 4 if made.best == "highest" else -4

    for goal in (winning(begun), points_ahead(begun), equity(begun)):
        for _ in range(20):
            own, *others = (chance.randrange(10, 60) for _ in range(made.sides))
            assert goal((own + better, *others)) >= goal((own, *others))


def test_points_count_before_a_side_enters_in_a_search_and_what_waits_stays() -> None:
    carry = CarryOver((8, 0), (0, 0), 28)
    waiting = seen(table("kozel", 2), carry=carry)

    searched = without_entry(waiting)

    assert searched.rules.entry is None
    assert (searched.totals, searched.carry) == (waiting.totals, carry)
    assert without_entry(searched) is searched


@pytest.mark.parametrize("goal", [points_ahead, equity])
def test_winning_a_round_is_worth_the_points_that_it_clears(goal: Callable[[View], Goal]) -> None:
    """Whoever has 40 points waiting loses them by winning alone, not by a tie (KZ-7)."""
    plain, waiting = (
        goal(without_entry(seen(table("kozel", 2), carry=CarryOver(waits, (0, 0)))))
        for waits in ((0, 0), (40, 0))
    )

    assert waiting((0, 10)) == pytest.approx(plain((0, 10)))
    assert waiting((10, 0)) == pytest.approx(plain((50, 0)))
    assert waiting((0, 0)) == pytest.approx(plain((40, 0)), abs=0.02)
