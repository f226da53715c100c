"""Speech through the live regions of the page, which the screen reader of the visitor reads."""

from collections.abc import Callable
from functools import partial

from playroom.voice.backends.backend import BackendKind, OnSpeechEvent
from playroom.voice.sources import Source

Say = Callable[[str, bool], object]
"""Has the page say a text; True if it is urgent."""


class LiveRegions:
    """The regions of one page: the urgent ones interrupt, the polite ones wait. It never blocks.

    A key silences most screen readers, and none says when it has ended: that is estimated.
    """

    name, kind = "browser", BackendKind.SCREEN_READER
    has_braille = outlives_us = reports_end = False

    def __init__(self, say: Say, hush: Callable[[], object]) -> None:
        self._say, self._hush = say, hush

    def speak(self, text: str, *, interrupt: bool) -> None:
        """Say *text* urgently if it interrupts, else after what is said already."""
        self._say(text, interrupt)

    def braille(self, text: str) -> None:
        """The screen reader has the display, and shows there what it says."""

    def silence(self) -> None:
        """Empty the regions: what the screen reader has taken, it says to its end."""
        self._hush()

    def close(self) -> None:
        """There is nothing to release."""


def live_regions(say: Say, hush: Callable[[], object]) -> Source:
    """The only source of speech for a visitor."""
    return Source("browser", partial(_build, say, hush))


def _build(say: Say, hush: Callable[[], object], _on_event: OnSpeechEvent) -> LiveRegions:
    return LiveRegions(say, hush)
