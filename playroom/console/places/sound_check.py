"""The question at first start that finds the mode: is this heard once, twice, or only read?"""

from collections.abc import Mapping
from functools import partial
from typing import Final

from playroom.console.places.lists.items import Item
from playroom.console.places.mode_change import ask_before_silence
from playroom.console.room import Room
from playroom.keys.commands import Command, PlaceName
from playroom.narration.message import Message, Urgency, answer
from playroom.voice.mode import Mode

MODES: Final[Mapping[int, Mode]] = {1: Mode.BOTH, 2: Mode.VOICE, 3: Mode.TEXT}
"""The mode for each answer: where a screen reader reads the terminal too, nothing is to be heard twice."""


class SoundCheck:
    """The question, asked by ear and by eye at once; it gives way if there is nothing that speaks."""

    bindings = PlaceName.QUESTION

    def __init__(self, room: Room) -> None:
        self._room = room

    def tell(self) -> None:
        """Ask by ear and by eye."""
        self._room.voice.mode = Mode.BOTH
        self._room.speech.answer(answer("listener.sound_check"))

    def obey(self, command: Command) -> None:
        """Walk to the answers and take one; with none in focus, leave all as it is."""
        if not self._room.scanner.obey(command):
            self._end()

    def typed(self, key: str) -> bool:
        """Take the answer; any other key asks once more."""
        mode = MODES.get(self._room.keymap.digit(key) or 0)
        if mode:
            self._choose(mode)
        else:
            self.tell()
        return True

    def choices(self) -> tuple[Item, ...]:
        """The answers, and to leave all as it is."""
        answers = tuple(
            Item(mode, Message(f"listener.heard.{mode}"), choose=partial(self._choose, mode))
            for mode in MODES.values()
        )
        return (*answers, Item("skip", Message("listener.heard.skip"), choose=self._end))

    def give_way(self) -> None:
        """Ask nothing where nothing can speak; it is asked at the next start, or once something can."""
        self._room.voice.hush()  # a question that is no longer open is not spoken later
        self._room.voice.reset_mode()
        self._room.places.back()

    def _choose(self, mode: Mode) -> None:
        ask_before_silence(self._room, mode, partial(self._end, mode=str(mode)))

    def _end(self, **changes: object) -> None:
        """Settle this, or keep the settings as they are: the question is not asked again."""
        self._room.change(**changes)
        self._room.places.back()
        if changes:
            # Not as an answer, which would cut the place below; the way back to speech must not be missed.
            is_spoken = self._room.voice.mode.speaks(Urgency.EVENT)
            self._room.speech.announce(
                self._room.speech.mode_now, Urgency.HINT if is_spoken else Urgency.ALERT
            )
