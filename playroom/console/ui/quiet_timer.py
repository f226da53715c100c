"""A timer that starts once the listener has heard all speech."""

from collections.abc import Callable
from typing import Final

from playroom.console.ui.background import Background, Job
from playroom.voice.voice import Voice

LONGEST_DELAY: Final = 60.0
"""The most seconds by which keys delay a call while interrupted speech is repeated."""


class QuietTimer:
    """Calls back once the listener has heard what was said and *seconds* have passed after it.

    If it does not *wait*, only the seconds count. The delay by answers to keys is limited.
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
        """The time at which waiting ends."""

    def start(self, call: Callable[[], object]) -> None:
        """Call *call* after that time, replacing an earlier call."""
        self._call = call
        self._latest = self._voice.now + self._voice.seconds_to_hear() + LONGEST_DELAY
        self._wait()

    def cancel(self) -> None:
        """Cancel the call."""
        self._call = None
        self._stop()

    def update(self) -> None:
        """Check again whether all was heard, after a report of the voice."""
        if self._call and self._is_listening:
            self._wait()

    @property
    def _seconds_to_hear(self) -> float:
        """Seconds until all is heard, or waiting ends."""
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
        """Make the call, unless speech is being repeated."""
        if self._seconds_to_hear:
            self._wait()
        elif call := self._call:
            self._call = None
            call()

    def _stop(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = None
