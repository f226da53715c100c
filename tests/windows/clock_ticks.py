"""Clocks that tick 64 times a second, as `time.time` and `time.monotonic` of Python 3.11 do on Windows.

Those of Wine are finer. Dask waits until a clock shows the same time twice, which would be for ever.
"""

import time
from collections.abc import Callable
from typing import Final

TICK: Final = 1 / 64
"""The seconds between two ticks."""


def ticking(clock: Callable[[], float]) -> Callable[[], float]:
    """A clock that shows what another showed at its last tick."""
    return lambda: clock() // TICK * TICK


def slow_down() -> None:
    """Let both clocks of this process tick."""
    time.time, time.monotonic = ticking(time.time), ticking(time.monotonic)
