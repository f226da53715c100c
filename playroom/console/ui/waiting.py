"""What waits until the listener has heard all that was said: bots, and the news about saves."""

import math
from collections.abc import Callable
from typing import Final

from playroom.console.ui.background import Background, Job
from playroom.console.ui.preferences import Preferences
from playroom.console.ui.speech import Speech
from playroom.narration.message import Message
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


class SaveNews:
    """Says once that the match is not saved, and later once that it is.

    It waits until all else is heard, and skips what is outdated by then.
    """

    def __init__(self, speech: Speech, background: Background) -> None:
        self._speech = speech
        self._timer = QuietTimer(speech.voice, background, lambda: 0.0)
        self._was_saved = self._is_unsaved = self._is_announced = False

    @property
    def is_match_saved(self) -> bool:
        """Whether the match can be continued later, as all saves have succeeded or are pending."""
        return self._was_saved and not self._is_unsaved

    def begin(self, *, is_saved: bool) -> None:
        """Switch to another match, which *is_saved* or not."""
        self._timer.cancel()
        self._was_saved = is_saved
        self._is_unsaved = self._is_announced = False

    def tell_unsaved(self, message: Message) -> None:
        """Say that the match is not saved, unless that was said."""

        def tell() -> None:
            self._is_announced = True
            self._speech.say(message)

        if not self._is_unsaved:
            self._timer.start(tell)
        self._is_unsaved = True

    def tell_saved(self) -> None:
        """Say that the match is saved again, if it was said that it is not."""
        was_announced = self._is_announced
        self.begin(is_saved=True)
        if was_announced:
            self._speech.say(Message("menus.saved_again"))

    def update(self) -> None:
        """Look again whether all else was heard: the voice has reported something."""
        self._timer.update()
