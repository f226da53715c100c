"""The pace of bots: when the next one moves."""

from collections.abc import Callable

from playroom.console.background import Background, Job
from playroom.console.preferences import Preferences
from playroom.voice.voice import Voice


class BotPace:
    """Calls back once the listener has heard what was said and the pace has passed after it.

    It can be paused. At pace 0, or if the listener does not want bots to wait, only the pace counts.
    """

    def __init__(self, voice: Voice, preferences: Preferences, background: Background) -> None:
        self._voice, self._preferences, self._background = voice, preferences, background
        self._call: Callable[[], object] | None = None
        self._timer: Job | None = None
        self._is_listening = False
        self.is_paused = False

    def pause(self) -> None:
        """Let no bot move until the listener goes on."""
        self.is_paused = True
        self._stop_timer()

    def go_on(self) -> None:
        """Let bots move again."""
        self.is_paused = False
        if self._call:
            self._wait()

    def later(self, call: Callable[[], object]) -> Job:
        """Call *call* when the next bot may move, in the place of an earlier call."""
        self.cancel()
        self._call = call
        self._wait()
        return self

    def cancel(self) -> None:
        """Call nothing any more."""
        self._call = None
        self._stop_timer()

    def attend(self) -> None:
        """Look again whether all was heard: the voice has reported something."""
        if self._call and self._is_listening:
            self._wait()

    @property
    def _seconds_to_hear(self) -> float:
        settings = self._preferences.settings
        return self._voice.seconds_to_hear() if settings.waits and settings.pace else 0.0

    def _wait(self) -> None:
        """Wait until all is heard, then for the pace."""
        self._stop_timer()
        if self.is_paused:
            return
        seconds = self._seconds_to_hear
        self._is_listening = seconds > 0
        if self._is_listening:
            self._timer = self._background.later(seconds, self._wait)
        else:
            self._timer = self._background.later(self._preferences.settings.pace, self._make_call)

    def _make_call(self) -> None:
        """Make the call, unless something is being said again."""
        if self._seconds_to_hear:
            self._wait()
        elif call := self._call:
            self._call = None
            call()

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = None
