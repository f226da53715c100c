"""The mean worth of each move over many determinizations, and which moves may still be the best."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TypeVar

AS_GOOD, SURELY = 0.005, 2.0
"""Moves closer than this count as equal, at two standard errors."""

Name = TypeVar("Name")


class SampleStats:
    """The worths of one move in several play-outs, from 0 to 1."""

    def __init__(self) -> None:
        self.count, self._sum, self._squares = 0, 0.0, 0.0

    def add(self, worths: Sequence[float]) -> None:
        """Add more worths."""
        self.count += len(worths)
        self._sum += sum(worths)
        self._squares += sum([worth * worth for worth in worths])

    @property
    def mean(self) -> float:
        """Their mean; 0 if there is none."""
        return self._sum / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """The variance of the mean, which is never taken as none: the next worth may be another."""
        return max(0.0, self._squares / self.count - self.mean**2) / self.count + 0.5 / self.count**2


def contenders(tries: Mapping[Name, SampleStats], behind: float) -> dict[Name, SampleStats]:
    """The moves at most *behind* standard errors behind the best."""
    best = _best(tries)
    return {move: found for move, found in tries.items() if _gap(best, found) <= behind * _error(best, found)}


def is_decided(tries: Mapping[Name, SampleStats]) -> bool:
    """Whether the moves count as equal."""
    best = _best(tries)
    others = (each for each in tries.values() if each is not best)
    return all(_gap(best, each) + SURELY * _error(best, each) <= AS_GOOD for each in others)


def _best(tries: Mapping[Name, SampleStats]) -> SampleStats:
    return max(tries.values(), key=lambda found: found.mean)


def _gap(best: SampleStats, other: SampleStats) -> float:
    return best.mean - other.mean


def _error(best: SampleStats, other: SampleStats) -> float:
    """The standard error of the gap."""
    return sqrt(best.variance + other.variance)
