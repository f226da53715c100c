"""An event loop whose time passes when a test lets it."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class ManualLoop(asyncio.SelectorEventLoop):
    """Timers, sleeps and time limits are due by a clock that stands still between two calls of *advance*."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 1000.0

    def time(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        """Advance the clock by a number of seconds, and run the due calls in order."""
        end = self._now + seconds
        self.settle()
        while (due := self._next_timer()) is not None and due <= end:
            self._now = max(self._now, due)
            self.settle()
        self._now = end

    def settle(self) -> None:
        """Run what is ready until nothing more is."""
        self.call_soon(self._stop_when_idle)
        self.run_forever()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of *work*, which waits for no timer."""
        return self.run_until_complete(work)

    def _stop_when_idle(self) -> None:
        if self._ready:  # type: ignore[attr-defined]
            self.call_soon(self._stop_when_idle)
        else:
            self.stop()

    def _next_timer(self) -> float | None:
        times = [each.when() for each in self._scheduled if not each.cancelled()]  # type: ignore[attr-defined]
        return min(times, default=None)
