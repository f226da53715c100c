"""The statistics of a simulation: the sums over its matches, the rates with their intervals, and lengths.

The sums do not depend on the order of the matches, so that portions may come back in any order.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from itertools import accumulate
from math import sqrt
from statistics import NormalDist
from typing import TypeVar

from playroom.rules.event import Ending
from playroom.rules.seat import Side
from playroom.simulation.plan import Group, Plan

Z = NormalDist().inv_cdf(0.975)
"""The standard errors on either side of an estimate in a 95 % interval."""

PRIOR_GROUPS = 4
"""Groups of independent tries that are added as a prior to the estimate of the design effect."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The 95 % confidence interval of a rate."""

    low: float
    high: float


UNKNOWN = Interval(0.0, 1.0)
"""The interval of a rate without tries."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over independent groups: of what each won, tried, and would have won by a fair share.

    Fractions are exact, so that the sums do not depend on the order of the groups.
    """

    groups: int = 0
    won: Fraction = Fraction(0)
    tried: int = 0
    fair: Fraction = Fraction(0)
    won_squared: Fraction = Fraction(0)
    won_tried: Fraction = Fraction(0)
    tried_squared: int = 0

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))


def one_group(won: Fraction, tried: int, fair: Fraction) -> Sums:
    """The sums of a single group."""
    return Sums(1, won, tried, fair, won * won, won * tried, tried * tried)


def interval(sums: Sums) -> Interval:
    """The 95 % interval of the rate won, as of an effective number of independent tries.

    (E. L. Korn and B. I. Graubard, Survey Methodology 24, 1998, 193-201: the effective sample size.)
    """
    if not sums.tried:
        return UNKNOWN
    return wilson_interval(float(sums.won / sums.tried), sums.tried / design_effect(sums))


def wilson_interval(rate: float, tries: float) -> Interval:
    """The score interval of a rate over independent tries (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927)."""
    doubt = Z * Z / tries
    centre = (rate + doubt / 2) / (1 + doubt)
    reach = Z * sqrt(rate * (1 - rate) / tries + doubt / (4 * tries)) / (1 + doubt)
    return Interval(max(0.0, centre - reach), min(1.0, centre + reach))


def design_effect(sums: Sums) -> float:
    """The variance of the rate divided by that of as many independent tries.

    The matches of one deal and the rounds of one match are correlated, groups are not: the rate is a ratio of
    two sums over groups (W. G. Cochran, Sampling Techniques, 3rd ed., 1977, 2.11). A few groups of
    independent tries are added, as the agreement of few groups is weak evidence.
    """
    rate = sums.won / sums.tried
    independent = sums.tried * rate * (1 - rate)
    prior = PRIOR_GROUPS * independent / sums.groups
    clustered = sums.won_squared - 2 * rate * sums.won_tried + rate * rate * sums.tried_squared
    return float((clustered + prior) / (independent + prior)) if independent else 1.0


Key = TypeVar("Key")
Addend = TypeVar("Addend", Sums, "WinCounts")

Contest = tuple[Collection[Side], Collection[Side], AbstractSet[Side]]
"""A match or a round: its winners, all its sides, and those of them that are counted."""

Who = str | Side
"""A side of the table, or the bots of a side by name, wherever they sat."""


@dataclass(frozen=True, slots=True)
class WinCounts:
    """The matches, rounds and points won; *sides* counts the sides over all rounds."""

    matches: Sums = Sums()
    rounds: Sums = Sums()
    points: int = 0
    sides: int = 0

    def __add__(self, other: "WinCounts") -> "WinCounts":
        return WinCounts(
            self.matches + other.matches,
            self.rounds + other.rounds,
            self.points + other.points,
            self.sides + other.sides,
        )


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of matches, the wins, how rounds ended, and the distribution of lengths.

    *rounds* counts matches by their rounds, *moves* counts rounds by their moves.
    """

    matches: int = 0
    won: Mapping[Who, WinCounts] = field(default_factory=dict)
    endings: Mapping[Ending, Sums] = field(default_factory=dict)
    rounds: Counter[int] = field(default_factory=Counter)
    moves: Counter[int] = field(default_factory=Counter)

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.matches + other.matches,
            _merged(self.won, other.won, WinCounts()),
            _merged(self.endings, other.endings, Sums()),
            self.rounds + other.rounds,
            self.moves + other.moves,
        )


def group_tally(plan: Plan, group: Group) -> Tally:
    """The tally of the matches of one seed."""
    every = [now for match in group for now in match.rounds]
    sides = range(plan.rules.sides)
    words = [[plan.who(rotation, side) for side in sides] for rotation, _ in enumerate(group)]
    # The sides that each bot and side had in each match.
    places: dict[Who, tuple[AbstractSet[Side], ...]] = {
        who: tuple({side for side in sides if seated[side] == who} for seated in words)
        for who in sorted(set(words[0]))
    }
    places |= {side: ({side},) * len(group) for side in sides}
    return Tally(
        len(group),
        {who: _counted_wins(group, own) for who, own in places.items()},
        {
            ending: one_group(Fraction(sum(now.ending is ending for now in every)), len(every), Fraction(0))
            for ending in Ending
        },
        Counter(len(match.rounds) for match in group),
        Counter(now.moves for now in every),
    )


def _counted_wins(group: Group, places: Iterable[AbstractSet[Side]]) -> WinCounts:
    pairs = list(zip(group, places, strict=True))
    rounds = [(now, own) for match, own in pairs for now in match.rounds if own & set(now.sides)]
    matches = [(match.winners, range(len(match.rounds[0].points)), own) for match, own in pairs]
    return WinCounts(
        _shared(matches),
        _shared((now.winners, now.sides, own) for now, own in rounds),
        sum(now.points[side] for now, own in rounds for side in own),
        sum(side in own for now, own in rounds for side in now.sides),
    )


def _shared(contests: Iterable[Contest]) -> Sums:
    """The wins of the counted sides in these contests; a shared win counts as a fraction."""
    every = list(contests)
    won = sum((_part(own, winners) for winners, _, own in every), Fraction(0))
    fair = sum((_part(own, sides) for _, sides, own in every), Fraction(0))
    return one_group(won, len(every), fair)


def _part(own: AbstractSet[Side], among: Collection[Side]) -> Fraction:
    return Fraction(sum(side in own for side in among), len(among))


def _merged(one: Mapping[Key, Addend], other: Mapping[Key, Addend], nothing: Addend) -> Mapping[Key, Addend]:
    return {key: one.get(key, nothing) + other.get(key, nothing) for key in {**one, **other}}


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
