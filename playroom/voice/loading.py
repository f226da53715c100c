"""The sources that take long to load, such as a library that a virus scanner reads. Times are in seconds."""

from math import inf
from typing import Final

from playroom.voice.sources import Source

LOADING_TIMEOUT: Final = 10.0
"""Seconds from the start in which a source that blocks may be loading, so that it is not lost yet."""
LOADING_RETRY: Final = 30.0
"""Seconds from the start after which it is tried again although it has not answered."""


class Loading:
    """The sources whose building was abandoned, and has not ended as far as one knows; *start* is a time."""

    def __init__(self, start: float) -> None:
        self._until = start + LOADING_TIMEOUT
        self._sources: list[Source] = []
        self.retry_at = start + LOADING_RETRY
        """The time before which nothing is tried again that may be loading."""
        self.report_at = inf
        """The time at which it is reported that nothing can speak, unless something has loaded before."""

    def add(self, source: Source, now: float) -> None:
        """Note that the building of this source was abandoned."""
        self._sources.append(source)
        self.report_at = max(now, self._until)

    def end(self) -> tuple[Source, ...]:
        """The sources that were loading, none of which is any more."""
        ended, self._sources = tuple(self._sources), []
        return ended

    def is_under_way(self, now: float) -> bool:
        """Whether a source may still be loading."""
        return bool(self._sources) and now < self._until

    def note_report(self) -> None:
        """Note that it was reported that nothing can speak."""
        self.report_at = inf
