"""What many matches show: rates with their intervals, and lengths."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate

from playroom.rules.event import Ending, Side
from playroom.simulation.interval import Interval, Sums, interval
from playroom.simulation.plan import Plan
from playroom.simulation.tally import Tally, Won


@dataclass(frozen=True, slots=True)
class Rate:
    """How much was won of how many, the rate, its 95 % interval, the fair rate; None where there is none."""

    won: float
    tried: int
    rate: float | None
    interval: Interval
    fair: float | None


@dataclass(frozen=True, slots=True)
class Standing:
    """What somebody won of matches and rounds, and their points a round, None where there was none."""

    matches: Rate
    rounds: Rate
    points: float | None


@dataclass(frozen=True, slots=True)
class Spread:
    """Lengths: their mean and median, the shortest and the longest."""

    mean: float
    median: float
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Result:
    """What those matches of a plan show that were played, by bots and by sides of the table.

    Lengths are None where nothing was played. Where several sides have the same bots, their wins go together.
    """

    plan: Plan
    matches: int
    rounds: int
    bots: Mapping[str, Standing]
    sides: Mapping[Side, Standing]
    endings: Mapping[Ending, Rate]
    rounds_a_match: Spread | None
    moves_a_round: Spread | None


def result(plan: Plan, tally: Tally) -> Result:
    """What this tally of a plan's matches shows."""
    sides = range(plan.rules.sides)
    words = dict.fromkeys(plan.who(0, side) for side in sides)
    return Result(
        plan,
        tally.matches,
        tally.moves.total(),
        {who: _standing(tally.won.get(who, Won())) for who in words},
        {side: _standing(tally.won.get(side, Won())) for side in sides},
        {ending: replace(_rate(sums), fair=None) for ending, sums in tally.endings.items() if sums.won},
        _spread(tally.rounds),
        _spread(tally.moves),
    )


def _standing(won: Won) -> Standing:
    return Standing(_rate(won.matches), _rate(won.rounds), _ratio(won.points, won.sides))


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
    """The length that has so many before it, in their order."""
    ordered = sorted(lengths)
    reached = accumulate(lengths[length] for length in ordered)
    return next(length for length, last in zip(ordered, reached, strict=True) if place < last)
