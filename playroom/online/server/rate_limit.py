"""How often something may happen."""

from collections import deque


class RateLimit:
    """At most *count* times in any *seconds*."""

    def __init__(self, count: int, seconds: float) -> None:
        self._seconds = seconds
        self._times: deque[float] = deque(maxlen=count)

    def wait(self, now: float) -> float:
        """Count one time, and return 0; or the seconds until one is allowed, without counting it."""
        is_full = len(self._times) == self._times.maxlen
        left = self._times[0] + self._seconds - now if is_full else 0.0
        if left > 0:
            return left
        self._times.append(now)
        return 0.0
