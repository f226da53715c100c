"""One tip after a round, of what the player at a table has never used."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import Command, PlaceName
from playroom.narration.message import Message, Sentences, answer
from playroom.narration.preferences import MOST_TOLD, Tip

if TYPE_CHECKING:
    from playroom.console.play.table import TablePlace

USES: Final[Mapping[Tip, tuple[Command, int]]] = {
    Tip.PLAYABLE: (Command.NEXT_PLAYABLE, 1),
    Tip.FACTS: (Command.FACTS, 2),
    Tip.WHAT_IF: (Command.WHAT_IF, 1),
    Tip.ODDS: (Command.HINT, 2),
    Tip.MISSED: (Command.MISSED, 1),
    Tip.NUMBER: (Command.NUMBER, 1),
    Tip.SORT: (Command.SORT, 1),
    Tip.COACH: (Command.COACH, 1),
    Tip.LAYOUT: (Command.LAYOUT, 1),
    Tip.UNDO: (Command.UNDO, 1),
    Tip.ROWS: (Command.CHAIN, 2),
    Tip.SWEEP: (Command.SWEEP, 1),
    Tip.PAUSE: (Command.PAUSE, 1),
    Tip.GAME: (Command.INFORMATION, 1),
}
"""The command of each tip, and how often in a row it has to be given."""


class Tips:
    """The tips for the player at *place*, whose settings know what was said and what they have used."""

    def __init__(self, place: "TablePlace") -> None:
        self._place, self._room = place, place.room
        self._last: Command | None = None
        self._times = 0

    def note(self, command: Command) -> None:
        """Take note of a command that the player has given."""
        self._times = self._times + 1 if command is self._last else 1
        self._last = command
        told = self._room.settings.tips_told
        used = {str(tip): MOST_TOLD for tip, use in USES.items() if use == (command, self._times)}
        if self._room.settings.tips and not used.items() <= told.items():
            self._room.change(tips_told={**told, **used})

    def next(self) -> Message | None:
        """The tip that was said least often, which counts as said; None if there is none to say.

        Who scans presses no keys of commands, and in a lesson a tutor names the keys.
        """
        settings = self._room.settings
        scans = settings.scan or settings.keys == KeyProfile.SWITCH
        if not settings.tips or scans or self._place.mode.has_lesson:
            return None
        told = settings.tips_told
        tip = min(filter(self._applies, Tip), key=lambda each: told.get(each, 0), default=None)
        if tip is None or told.get(tip, 0) >= MOST_TOLD:
            return None
        self._room.change(tips_told={**told, str(tip): told.get(tip, 0) + 1})
        end = (Message("tips.no_more"),) if self._has_key(Command.TIPS) else ()
        return Message("tips.told", blanks={"told": Sentences((Message(f"tips.about.{tip}"), *end))})

    def switch(self) -> None:
        """Turn the tips off, or on again."""
        self._room.change(tips=not self._room.settings.tips)
        self._room.speech.answer(answer("tips.enabled" if self._room.settings.tips else "tips.disabled"))

    def _applies(self, tip: Tip) -> bool:
        command, _ = USES[tip]
        return self._place.applies(command) and self._has_key(command)

    def _has_key(self, command: Command) -> bool:
        return bool(self._room.keymap.keys(PlaceName.HAND, command))
