"""The list of a player's settings."""

from collections.abc import Mapping, Sequence
from functools import partial

from playroom.console.listing import Listing
from playroom.console.menu import Item
from playroom.console.room import Room
from playroom.narration.message import Blank, Message
from playroom.narration.phrasebook import Verbosity
from playroom.voice.mode import Mode

PACES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
"""The times between the moves of bots that the list offers, in seconds."""


class Preferences:
    """The settings as a list; each change holds at once, and is kept."""

    def __init__(self, room: Room, languages: Mapping[str, str]) -> None:
        self._room, self._languages = room, languages
        self.listing = Listing(room, Message("menus.settings_title"), self.items)

    def items(self) -> tuple[Item, ...]:
        """The settings with their values."""
        now = self._room.settings
        language = self._languages[self._room.book.language.code]
        return (
            self._item("language", language, tuple(self._languages), self._room.book.language.code),
            self._item("mode", _word("modes", self._room.voice.mode), tuple(Mode), self._room.voice.mode),
            self._item("verbosity", _word("verbosities", now.verbosity), tuple(Verbosity), now.verbosity),
            self._item("pace", _pace(now.pace), PACES, now.pace),
            self._item("tiles", _word("tiles", now.tiles), ("digits", "words"), now.tiles),
            self._item(
                "position", _word("switch", "on" if now.position else "off"), (False, True), now.position
            ),
        )

    def _item(self, name: str, value: Blank, choices: Sequence[object], now: object) -> Item:
        label = Message(f"menus.preferences.{name}", blanks={"value": value})
        return Item(name, label, step=partial(self._step, name, choices, now))

    def _step(self, name: str, choices: Sequence[object], now: object, step: int) -> None:
        """Go to the next choice, round the end; from a value between two, to the nearer one that way."""
        at = choices.index(now) if now in choices else _nearest(choices, now)
        chosen = choices[(at + step) % len(choices)]
        self._room.settle(**{name: str(chosen) if isinstance(chosen, str) else chosen})


def _word(group: str, value: str) -> Message:
    return Message(f"menus.{group}.{value}")


def _pace(seconds: float) -> Message:
    return Message("menus.pace", blanks={"tenths": round(10 * seconds), "seconds": f"{seconds:g}"})


def _nearest(choices: Sequence[object], now: object) -> int:
    return min(range(len(choices)), key=lambda at: abs(float(str(choices[at])) - float(str(now))))
