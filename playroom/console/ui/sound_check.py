"""The question at first start that finds how to speak: is this heard once, twice, or only read?

In a browser, where nothing reads the screen beside a screen reader: is it heard, or should the browser speak?
"""

from collections.abc import Mapping
from functools import partial
from typing import Final

from msgspec import Struct

from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.console.ui.questions import YesOrNo, ask_before_silence
from playroom.console.ui.room import Room
from playroom.keys.commands import Command, PlaceName
from playroom.narration.message import Message, Urgency, answer
from playroom.voice.mode import Mode
from playroom.voice.sources import BROWSER_SPEECH


class HeardAnswer(Struct, frozen=True):
    """An answer: the entry of its words, and the settings that it chooses."""

    entry: str
    mode: Mode
    speaker: str | None = None
    """None leaves the choice of what speaks as it is."""


IN_TERMINAL: Final[Mapping[int, HeardAnswer]] = {
    1: HeardAnswer("heard.both", Mode.BOTH),
    2: HeardAnswer("heard.voice", Mode.VOICE),
    3: HeardAnswer("heard.text", Mode.TEXT),
}
"""The answers by digit: where a screen reader reads the terminal too, nothing is to be heard twice."""

IN_BROWSER: Final[Mapping[int, HeardAnswer]] = {
    1: HeardAnswer("heard_in_browser.reader", Mode.BOTH, ""),
    2: HeardAnswer("heard_in_browser.browser", Mode.BOTH, BROWSER_SPEECH),
    3: HeardAnswer("heard.text", Mode.TEXT),
}


class SoundCheck:
    """The question, asked by ear and by eye at once; it gives way if there is nothing that speaks."""

    bindings = PlaceName.QUESTION

    def __init__(self, room: Room) -> None:
        self._room = room
        self._answers = IN_TERMINAL if room.reaches_machine else IN_BROWSER

    def tell(self) -> None:
        """Ask by ear and by eye."""
        self._room.voice.mode = Mode.BOTH
        self._room.speech.answer(self.question)

    @property
    def question(self) -> Message:
        """The question."""
        return answer(f"listener.{self._entry}")

    @property
    def _entry(self) -> str:
        return "sound_check" if self._room.reaches_machine else "browser_check"

    def obey(self, command: Command) -> None:
        """Walk to the answers and take one; with none in focus, leave all as it is."""
        if command is Command.YES:
            self._tell_keys()
        elif not self._room.scanner.obey(command):
            self._end()

    def typed(self, key: str) -> bool:
        """Take the answer; at any other key, say the keys."""
        heard = self._answers.get(self._room.keymap.digit(key) or 0)
        if heard:
            self._choose(heard)
        else:
            self._tell_keys()
        return True

    def _tell_keys(self) -> None:
        self._room.speech.answer(answer(f"listener.{self._entry}_keys"))

    def choices(self) -> tuple[Item, ...]:
        """The answers, and to leave all as it is."""
        answers = tuple(
            Item(each.entry, Message(f"listener.{each.entry}"), choose=partial(self._choose, each))
            for each in self._answers.values()
        )
        return (*answers, Item("skip", Message("listener.heard.skip"), choose=self._end))

    def give_way(self) -> None:
        """Ask nothing where nothing can speak; it is asked at the next start, or once something can."""
        self._room.voice.hush()  # a question that is no longer open is not spoken later
        self._room.voice.reset_mode()
        self._room.places.back()

    def _choose(self, heard: HeardAnswer) -> None:
        speaker = {} if heard.speaker is None else {"speaker": heard.speaker}
        ask_before_silence(self._room, heard.mode, partial(self._end, mode=str(heard.mode), **speaker))

    def _end(self, **changes: object) -> None:
        """Save these settings, or keep them as they are: the question is not asked again."""
        self._room.change(**changes)
        below = self._room.places.below
        if changes and self._room.voice.mode.speaks and isinstance(below, YesOrNo | ListPlace):
            self._room.places.drop()
            below.tell_after(self._room.speech.mode_now)
            self._room.places.changed()
            return
        self._room.places.back()
        if changes:
            # Not as an answer, which would cut the place below; the way back to speech must not be missed.
            self._room.speech.announce(self._room.speech.mode_now, Urgency.ALERT)
