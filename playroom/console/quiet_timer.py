"""A timer that begins once the listener has heard all that was said."""

from collections.abc import Callable
from typing import Final

from playroom.console.background import Background, Job
from playroom.voice.voice import Voice

LONGEST_DELAY: Final = 60.0
"""Seconds by which keys may delay a call while what they interrupt is told again."""


class QuietTimer:
    """Calls back once the listener has heard what was said and *seconds* have passed after it.

    If it does not *wait*, only the seconds count. Whatever is asked meanwhile, the call is never delayed
    without end.
    """

    def __init__(
        self,
        voice: Voice,
        background: Background,
        seconds: Callable[[], float],
        waits: Callable[[], bool] = lambda: True,
    ) -> None:
        self._voice, self._background = voice, background
        self._seconds, self._waits = seconds, waits
        self._call: Callable[[], object] | None = None
        self._timer: Job | None = None
        self._is_listening = False
        self._latest = 0.0
        """The time after which nothing is waited for any more."""

    def start(self, call: Callable[[], object]) -> None:
        """Call *call* after that time, in the place of an earlier call."""
        self._call = call
        self._latest = self._voice.now + self._voice.seconds_to_hear() + LONGEST_DELAY
        self._wait()

    def cancel(self) -> None:
        """Call nothing any more."""
        self._call = None
        self._stop()

    def update(self) -> None:
        """Look again whether all was heard: the voice has reported something."""
        if self._call and self._is_listening:
            self._wait()

    @property
    def _seconds_to_hear(self) -> float:
        """Seconds until all is heard, or nothing is waited for any more."""
        seconds = self._voice.seconds_to_hear() if self._waits() else 0.0
        return min(seconds, max(0.0, self._latest - self._voice.now))

    def _wait(self) -> None:
        """Wait until all is heard, then for the seconds."""
        self._stop()
        seconds = self._seconds_to_hear
        self._is_listening = seconds > 0
        if self._is_listening:
            self._timer = self._background.later(seconds, self._wait)
        else:
            self._timer = self._background.later(self._seconds(), self._make_call)

    def _make_call(self) -> None:
        """Make the call, unless something is being said again."""
        if self._seconds_to_hear:
            self._wait()
        elif call := self._call:
            self._call = None
            call()

    def _stop(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = None
