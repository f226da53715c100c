"""The measurement of the rate of a screen reader that does not report when it has ended."""

from typing import Final

from playroom.console.places.items import Item
from playroom.console.places.yes_or_no import ask_to_leave
from playroom.console.room import Room
from playroom.home.settings import CHARACTER_RATES
from playroom.keys.commands import Command, PlaceName
from playroom.narration.message import answer

REACTION: Final = 0.3
"""Seconds between the last word and the key."""


class RateCheck:
    """A text at whose end the listener presses a key."""

    bindings = None

    def __init__(self, room: Room) -> None:
        self._room = room
        self._text = room.speech.words(answer("listener.rate_sample"))
        self._began = 0.0

    def tell(self) -> None:
        """Say the text, and take the time."""
        self._began = self._room.voice.now
        self._room.speech.answer(answer("listener.rate_sample"))

    def obey(self, command: Command) -> None:
        """No key stands for a command here."""

    def typed(self, key: str) -> bool:
        """Go back with the rate, with Escape without it; after a key that comes too early, begin anew."""
        rate = round(len(self._text) / max(self._room.voice.now - self._began - REACTION, 0.1))
        if self._room.keymap.command(PlaceName.MENU, key) is Command.QUIT:
            ask_to_leave(self._room)
        elif key == "escape":
            self._room.places.back()
        elif rate >= CHARACTER_RATES.stop:
            self.tell()
        else:
            self._room.change(hearing=max(rate, CHARACTER_RATES.start))
            self._room.places.back()
        return True

    def choices(self) -> tuple[Item, ...]:
        """Nothing but to press a key."""
        return ()
