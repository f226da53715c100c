"""The last line of every benchmark: which figures miss their targets, or which comes closest to missing."""

from collections.abc import Sequence
from dataclasses import dataclass

NAMED = 6
"""How many misses are named."""


@dataclass(frozen=True)
class Figure:
    """A figure that was measured, and the most that it may be, or the least."""

    name: str
    value: float
    target: float
    unit: str = ""
    at_least: bool = False

    @property
    def use(self) -> float:
        """How much of its target it uses up: more than 1 misses it."""
        value, target = (self.target, self.value) if self.at_least else (self.value, self.target)
        return value / target if target else 1.0 + value

    def __str__(self) -> str:
        bound = "least" if self.at_least else "most"
        return f"{self.name} {self.value:.4g}{self.unit} (target at {bound} {self.target:g}{self.unit})"


def verdict(figures: Sequence[Figure]) -> str:
    """What is missed, the worst first, or else the figure that is closest to it."""
    ranked = sorted(figures, key=lambda each: -each.use)
    missed = [each for each in ranked if each.use > 1]
    reached = f"{len(figures) - len(missed)} of {len(figures)} targets reached"
    more = f"; and {len(missed) - NAMED} more" if len(missed) > NAMED else ""
    if missed:
        return f"Verdict: {reached}; missed: {'; '.join(map(str, missed[:NAMED]))}{more}."
    return f"Verdict: {reached}; closest: {ranked[0]}."
