"""What is won of what is tried, summed up, and the interval that holds the true rate 19 times out of 20."""

from dataclasses import dataclass, fields
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

Z = NormalDist().inv_cdf(0.975)
"""How many standard errors lie on either side of an estimate in 95 of 100 samples."""

ADDED = 4
"""Groups that are added before it is said how much the tries of a group hang together."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Two rates between which the true one lies 19 times out of 20."""

    low: float
    high: float


ANY = Interval(0.0, 1.0)
"""What is known of a rate where nothing was tried."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over groups that do not hang on each other: of what each won, tried, and would fairly have won.

    Fractions are exact, so that the order in which groups come in leaves no trace.
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
    """The sums over a single group."""
    return Sums(1, won, tried, fair, won * won, won * tried, tried * tried)


def interval(sums: Sums) -> Interval:
    """The 95 % interval of the rate of what was won, as if there had been fewer or more tries, but alone.

    (E. L. Korn and B. I. Graubard, Survey Methodology 24, 1998, 193-201: the effective sample size.)
    """
    return wilson(float(sums.won / sums.tried), sums.tried / togetherness(sums)) if sums.tried else ANY


def wilson(rate: float, tries: float) -> Interval:
    """The score interval of a rate over independent tries (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927)."""
    doubt = Z * Z / tries
    centre = (rate + doubt / 2) / (1 + doubt)
    reach = Z * sqrt(rate * (1 - rate) / tries + doubt / (4 * tries)) / (1 + doubt)
    return Interval(max(0.0, centre - reach), min(1.0, centre + reach))


def togetherness(sums: Sums) -> float:
    """How many times as much the rate varies as if every try stood alone, known as the design effect.

    The games of one deal and the rounds of one match hang together, groups do not: the rate is a ratio of two
    sums over groups (W. G. Cochran, Sampling Techniques, 3rd ed., 1977, 2.11). A few groups whose tries stand
    alone are added, as a few that happen to agree prove little.
    """
    rate = sums.won / sums.tried
    alone = sums.tried * rate * (1 - rate)
    added = ADDED * alone / sums.groups
    together = sums.won_squared - 2 * rate * sums.won_tried + rate * rate * sums.tried_squared
    return float((together + added) / (alone + added)) if alone else 1.0
