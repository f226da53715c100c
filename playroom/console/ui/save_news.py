"""Announcements about a match that cannot be saved."""

from functools import partial

from playroom.console.ui.background import Background
from playroom.console.ui.quiet_timer import QuietTimer
from playroom.console.ui.speech import Speech
from playroom.narration.message import Message


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
        if not self._is_unsaved:
            self._timer.start(partial(self._tell, message))
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

    def _tell(self, message: Message) -> None:
        self._is_announced = True
        self._speech.say(message)
