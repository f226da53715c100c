"""Intervals: those that others have published, and what they are when tries hang together."""

from fractions import Fraction
from random import Random

import pytest

from playroom.simulation.result import UNKNOWN, Interval, Sums, interval, one_group, wilson_interval

HALF = Fraction(1, 2)


def summed(*groups: tuple[float, int]) -> Sums:
    """The sums over groups, each with what it won of what it tried."""
    return sum((one_group(Fraction(won), tried, HALF * tried) for won, tried in groups), Sums())


def alone(won: int, tried: int) -> Sums:
    """The sums over tries that each stand alone."""
    return summed(*[(1, 1)] * won, *[(0, 1)] * (tried - won))


def rounded(found: Interval) -> tuple[float, float]:
    return round(found.low, 4), round(found.high, 4)


def width(found: Interval) -> float:
    return found.high - found.low


@pytest.mark.parametrize(
    ("won", "tried", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_tries_that_stand_alone_have_the_interval_that_newcombe_published(
    won: int, tried: int, low: float, high: float
) -> None:
    assert rounded(interval(alone(won, tried))) == (low, high)


def test_nothing_is_known_where_nothing_was_tried() -> None:
    assert interval(Sums()) == UNKNOWN


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_a_rate_without_exception_leaves_room_for_one(rate: float) -> None:
    found = interval(summed(*[(2 * rate, 2)] * 50))

    assert found == wilson_interval(rate, 100)
    assert 0.03 < width(found) < 0.05


def test_games_of_a_deal_that_always_go_alike_are_as_good_as_one() -> None:
    twice = interval(summed(*[(2, 2)] * 300, *[(0, 2)] * 300))

    assert width(twice) == pytest.approx(width(interval(alone(300, 600))), rel=0.01)


def test_games_of_a_deal_that_balance_each_other_are_worth_more_than_two() -> None:
    balanced = interval(summed(*[(1, 2)] * 300, *[(2, 2)] * 30, *[(0, 2)] * 30))

    assert width(balanced) < 0.6 * width(interval(alone(360, 720)))


def test_a_few_deals_that_happen_to_balance_prove_little() -> None:
    assert width(interval(summed((1, 2), (1, 2)))) > 0.5


def coverage(groups: int, chance: Random, repeated: int = 400) -> float:
    """How often the interval holds the true rate of 0.6, in groups that hang together and vary in size."""
    held = 0
    for _ in range(repeated):
        found = interval(summed(*(some_rounds(chance) for _ in range(groups))))
        held += found.low <= 0.6 <= found.high
    return held / repeated


def some_rounds(chance: Random) -> tuple[int, int]:
    """The rounds of one match, in all of which one side has the same luck."""
    tried, luck = chance.randint(2, 9), chance.choice([0.3, 0.9])
    return sum(chance.random() < luck for _ in range(tried)), tried


@pytest.mark.parametrize("groups", [30, pytest.param(100, marks=pytest.mark.long)])
def test_the_interval_holds_the_true_rate_in_95_of_100_samples(groups: int) -> None:
    assert 0.92 < coverage(groups, Random(groups)) < 0.98
