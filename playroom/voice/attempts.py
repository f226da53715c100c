"""Which source is tried next, and when. The time, in seconds, is an argument."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

from playroom.voice.backend import BackendError, Failure
from playroom.voice.sources import Source

_FIRST_DELAY: Final = 0.25
_LONGEST_DELAY: Final = 2.0
_FIRST_DELAY_STUCK: Final = 2.0
"""Seconds after an attempt that has blocked: each of these costs a thread."""
_LONGEST_DELAY_STUCK: Final = 60.0


@dataclass(slots=True)
class _Record:
    """The failures of a source in a row, and the time of its next attempt."""

    failures: int = 0
    retry_at: float = 0.0


class Attempts:
    """The attempts at each source, the best source first."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._records = {source: _Record() for source in sources}

    def next(self, now: float) -> Source | None:
        """The best source that may be tried at this time."""
        return next((source for source, record in self._records.items() if record.retry_at <= now), None)

    def retry_at(self) -> float:
        """The time of the next attempt; infinity if there is none."""
        return min((record.retry_at for record in self._records.values()), default=inf)

    def is_best(self, source: Source) -> bool:
        """Whether no better source is going to be tried."""
        return source == next((each for each, record in self._records.items() if record.retry_at < inf), None)

    def succeeded(self, source: Source) -> None:
        """Note that the source has spoken."""
        self._records[source] = _Record()

    def failed_to_speak(self, source: Source, error: Exception, now: float) -> None:
        """Note that its backend has failed: the first time it may be built again at once."""
        record = self._records[source]
        record.failures += 1
        record.retry_at = now if record.failures == 1 else now + _delay(record.failures, error)

    def failed_to_build(self, source: Source, error: Exception, now: float) -> None:
        """Note that its backend could not be built."""
        record = self._records[source]
        record.failures += 1
        record.retry_at = now + _delay(record.failures, error)


def _delay(failures: int, error: Exception) -> float:
    """Seconds until the next attempt after so many failures in a row."""
    failure = error.failure if isinstance(error, BackendError) else Failure.BROKEN
    if failure is Failure.NOT_INSTALLED:
        return inf
    is_stuck = failure is Failure.STUCK
    first = _FIRST_DELAY_STUCK if is_stuck else _FIRST_DELAY
    longest = _LONGEST_DELAY_STUCK if is_stuck else _LONGEST_DELAY
    return min(first * 2.0 ** min(failures - 1, 10), longest)
