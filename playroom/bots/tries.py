"""What was found where a move was tried in many determinizations, and which moves may still be the best."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TypeVar

AS_GOOD, SURELY = 0.005, 2.0
"""Moves are decided that surely differ by no more; sure is what holds with so many standard errors."""

Name = TypeVar("Name")


class Tries:
    """The worths that a move had, from 0 to 1."""

    def __init__(self) -> None:
        self.count, self._sum, self._squares = 0, 0.0, 0.0

    def add(self, worths: Sequence[float]) -> None:
        """Take in more of them."""
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


def contenders(tries: Mapping[Name, Tries], behind: float) -> dict[Name, Tries]:
    """The moves that are not so many standard errors behind the best."""
    best = _best(tries)
    return {move: found for move, found in tries.items() if _gap(best, found) <= behind * _error(best, found)}


def is_decided(tries: Mapping[Name, Tries]) -> bool:
    """Whether it surely makes no difference which of the moves is chosen."""
    best = _best(tries)
    others = (each for each in tries.values() if each is not best)
    return all(_gap(best, each) + SURELY * _error(best, each) <= AS_GOOD for each in others)


def _best(tries: Mapping[Name, Tries]) -> Tries:
    return max(tries.values(), key=lambda found: found.mean)


def _gap(best: Tries, other: Tries) -> float:
    return best.mean - other.mean


def _error(best: Tries, other: Tries) -> float:
    """The standard error of the gap."""
    return sqrt(best.variance + other.variance)
