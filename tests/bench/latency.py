"""How long answers take."""

from collections.abc import Sequence
from statistics import median, quantiles


def tail(seconds: Sequence[float]) -> tuple[float, float]:
    """The p50 and p99 in milliseconds."""
    return median(seconds) * 1000, quantiles(seconds, n=100)[98] * 1000
