"""How often something may happen."""


class RateLimit:
    """*count* times at once, and as many again in each *seconds*."""

    __slots__ = ("_free", "_patience", "_step")

    def __init__(self, count: int, seconds: float) -> None:
        self._step = seconds / count
        self._patience = seconds - self._step
        self._free = 0.0

    def wait(self, now: float) -> float:
        """Count one time, and return 0; or the seconds until one is allowed, without counting it."""
        free = max(self._free, now)
        wait = free - now - self._patience
        if wait > 0:
            return wait
        self._free = free + self._step
        return 0.0
