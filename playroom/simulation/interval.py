"""Rates of success over clustered tries, with their 95 % confidence intervals."""

from dataclasses import dataclass, fields
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

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
