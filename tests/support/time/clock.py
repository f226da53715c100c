"""Time that passes when a test lets it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from math import inf

MOST_CALLS = 100_000
"""Calls after which a console that is to come to rest is taken to be in an endless loop."""


@dataclass(order=True, slots=True)
class Timer:
    """A call that is due at a second of the clock; those of one second are called in their order."""

    at: float
    number: int
    call: Callable[[], object] = field(compare=False)
    is_cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.is_cancelled = True


class Clock:
    """Time that passes when a test lets it."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._numbers = count()
        self._timers: list[Timer] = []

    def later(self, seconds: float, call: Callable[[], object]) -> Timer:
        """Call *call* after a number of seconds."""
        timer = Timer(self.now + seconds, next(self._numbers), call)
        heappush(self._timers, timer)
        return timer

    def advance(self, seconds: float) -> None:
        """Advance the clock by a number of seconds, and make the due calls."""
        end = self.now + seconds
        for _ in range(MOST_CALLS):
            timer = self._next(end)
            if timer is None:
                break
            self.now = max(self.now, timer.at)
            timer.call()
        else:
            raise RuntimeError(f"more than {MOST_CALLS} calls are due within {seconds} seconds")
        self.now = end if end < inf else self.now

    def _next(self, end: float) -> Timer | None:
        """The next call that is due by that second, which is no longer waited for."""
        while self._timers and self._timers[0].at <= end:
            timer = heappop(self._timers)
            if not timer.is_cancelled:
                return timer
        return None
