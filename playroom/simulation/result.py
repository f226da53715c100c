"""The statistics of a simulation: rates with their intervals, and lengths."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate

from playroom.rules.event import Ending
from playroom.rules.seat import Side
from playroom.simulation.interval import Interval, Sums, interval
from playroom.simulation.plan import Plan
from playroom.simulation.tally import Tally, WinCounts


@dataclass(frozen=True, slots=True)
class Rate:
    """The numbers won and tried, their rate, its 95 % interval, and the fair rate; None without tries."""

    won: float
    tried: int
    rate: float | None
    interval: Interval
    fair: float | None


@dataclass(frozen=True, slots=True)
class WinRates:
    """The matches and rounds that a bot or side has won, and its points for each round."""

    matches: Rate
    rounds: Rate
    points: float | None


@dataclass(frozen=True, slots=True)
class Spread:
    """The mean and median of lengths, the shortest and the longest."""

    mean: float
    median: float
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Result:
    """The statistics of the matches that were played, by bots and by sides of the table.

    Lengths are None if nothing was played. The wins of sides with the same bots are added up.
    """

    plan: Plan
    matches: int
    rounds: int
    bots: Mapping[str, WinRates]
    sides: Mapping[Side, WinRates]
    endings: Mapping[Ending, Rate]
    rounds_a_match: Spread | None
    moves_a_round: Spread | None


def result(plan: Plan, tally: Tally) -> Result:
    """The statistics of a tally of matches."""
    sides = range(plan.rules.sides)
    words = dict.fromkeys(plan.who(0, side) for side in sides)
    return Result(
        plan,
        tally.matches,
        tally.moves.total(),
        {who: _standing(tally.won.get(who, WinCounts())) for who in words},
        {side: _standing(tally.won.get(side, WinCounts())) for side in sides},
        {ending: replace(_rate(sums), fair=None) for ending, sums in tally.endings.items() if sums.won},
        _spread(tally.rounds),
        _spread(tally.moves),
    )


def _standing(won: WinCounts) -> WinRates:
    return WinRates(_rate(won.matches), _rate(won.rounds), _ratio(won.points, won.sides))


def _rate(sums: Sums) -> Rate:
    rate, fair = _ratio(sums.won, sums.tried), _ratio(sums.fair, sums.tried)
    return Rate(float(sums.won), sums.tried, rate, interval(sums), fair)


def _ratio(some: Fraction | int, every: int) -> float | None:
    return float(Fraction(some, every)) if every else None


def _spread(lengths: Counter[int]) -> Spread | None:
    if not (count := lengths.total()):
        return None
    mean = sum(length * times for length, times in lengths.items()) / count
    middle = (_at(lengths, (count - 1) // 2) + _at(lengths, count // 2)) / 2
    return Spread(mean, middle, min(lengths), max(lengths))


def _at(lengths: Counter[int], place: int) -> int:
    """The length at a place in ascending order."""
    ordered = sorted(lengths)
    reached = accumulate(lengths[length] for length in ordered)
    return next(length for length, last in zip(ordered, reached, strict=True) if place < last)
