"""Which way to speak is to be tried next, and when. The time, in seconds, is an argument."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from playroom.voice.backend import UnusableError, Why
from playroom.voice.speakers import Source

_FIRST, _LONGEST = 0.25, 2.0  # seconds between attempts at what fails at once
_STUCK_FIRST, _STUCK_LONGEST = 2.0, 60.0  # and at what hangs: each attempt costs a thread


@dataclass(slots=True)
class _Record:
    """How often in a row a source has failed, and when it may be tried again."""

    failures: int = 0
    ready: float = 0.0


class Attempts:
    """What is known of each source, the best first."""

    def __init__(self, ways: Sequence[Source]) -> None:
        self._records = {source: _Record() for source in ways}

    def next(self, now: float) -> Source | None:
        """The best source that may be tried now."""
        return next((source for source, record in self._records.items() if record.ready <= now), None)

    def when(self) -> float:
        """When the next source may be tried; infinity if there never is one."""
        return min((record.ready for record in self._records.values()), default=inf)

    def is_best(self, source: Source) -> bool:
        """Whether no better source could ever speak."""
        return source == next((each for each, record in self._records.items() if record.ready < inf), None)

    def spoke(self, source: Source) -> None:
        """Note that it spoke."""
        self._records[source] = _Record()

    def broke(self, source: Source, error: Exception, now: float) -> None:
        """Note that it failed when it was to speak: the first time it may be built again at once."""
        record = self._records[source]
        record.failures += 1
        record.ready = now if record.failures == 1 else now + _delay(record.failures, error)

    def failed(self, source: Source, error: Exception, now: float) -> None:
        """Note that it could not be built."""
        record = self._records[source]
        record.failures += 1
        record.ready = now + _delay(record.failures, error)


def _delay(failures: int, error: Exception) -> float:
    """Seconds until the next attempt, after so many failures in a row."""
    why = error.why if isinstance(error, UnusableError) else Why.BROKEN
    if why is Why.NOT_INSTALLED:
        return inf
    first, longest = (_STUCK_FIRST, _STUCK_LONGEST) if why is Why.STUCK else (_FIRST, _LONGEST)
    return min(first * 2.0 ** min(failures - 1, 10), longest)
