"""The pace of the bots."""

import math
from collections.abc import Callable
from typing import Final

from playroom.console.ui.background import Background, Job
from playroom.console.ui.preferences import Preferences
from playroom.console.ui.quiet_timer import QuietTimer
from playroom.voice.voice import Voice

LEAST: Final = 0.015
"""The fewest seconds between two moves: a key that is pressed beside fast bots waits for one at most."""


class BotPace:
    """Calls back once the listener has heard what was said and the pace has passed after it.

    It can be paused by the listener, and held while saves are pending. At pace 0,
    or if the listener does not want bots to wait, only the pace counts.
    """

    def __init__(self, voice: Voice, preferences: Preferences, background: Background) -> None:
        self._preferences = preferences
        self._timer = QuietTimer(voice, background, self._seconds, self._waits)
        self._background = background
        self._last = -math.inf
        """The time of the last move."""
        self._voice = voice
        self._call: Callable[[], object] | None = None
        self._once_heard = False
        self.is_paused = False
        self._is_held = False
        self._is_interrupted: Callable[[], bool] | None = None
        """Whether the listener is still busy with what has stopped the bots; None if nothing has."""

    @property
    def is_stopped(self) -> bool:
        """Whether no bot may move: paused by the listener, held, or stopped meanwhile."""
        return self.is_paused or self._is_held or bool(self._is_interrupted and self._is_interrupted())

    def stop_while(self, is_interrupted: Callable[[], bool]) -> None:
        """Stop all bots as long as *is_interrupted* says so, whenever `update` asks."""
        self._is_interrupted = is_interrupted
        self._timer.cancel()

    def hold(self) -> None:
        """Stop all bots until `release`, independently of the pause."""
        self._is_held = True
        self._timer.cancel()

    def release(self) -> None:
        """End a hold."""
        was_held, self._is_held = self._is_held, False
        if was_held:
            self._start()

    def pause(self) -> None:
        """Pause the bots until the listener continues."""
        self.is_paused = True
        self._timer.cancel()

    def go_on(self) -> None:
        """Continue after a pause."""
        self.is_paused = False
        self._start()

    def later(self, call: Callable[[], object], *, once_heard: bool = False) -> Job:
        """Call *call* when the next bot may move, replacing an earlier call.

        With *once_heard* it waits for speech at every pace: what was not heard by then would be lost.
        """
        self._call, self._once_heard = call, once_heard
        self._start()
        return self

    def cancel(self) -> None:
        """Cancel the call."""
        self._call = None
        self._timer.cancel()

    def update(self) -> None:
        """Check again whether all was heard and the bots are still stopped, after a report of the voice."""
        if self._is_interrupted and not self._is_interrupted():
            self._is_interrupted = None
            self._start()
        self._timer.update()

    def _waits(self) -> bool:
        """Whether the call waits until all is heard."""
        settings = self._preferences.settings
        return self._once_heard or (settings.waits and settings.pace > 0)

    def _seconds(self) -> float:
        """The seconds from the end of speech to the next move, whose own speech starts after the pace."""
        pace = self._preferences.settings.pace
        least = max(0.0, self._last + LEAST - self._background.now)
        return max(least, pace - self._voice.burst_pause if self._waits() else pace)

    def _start(self) -> None:
        if self._call and not self.is_stopped:
            self._timer.start(self._make_call)

    def _make_call(self) -> None:
        call, self._call = self._call, None
        assert call  # it is cancelled together with the timer
        self._last = self._background.now
        call()
