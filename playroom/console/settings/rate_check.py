"""The measurement of the rate of a screen reader that does not report when it has ended."""

from typing import Final

from playroom.console.ui.items import Item
from playroom.console.ui.room import Room
from playroom.console.ui.yes_or_no import obey_way_out
from playroom.home.settings import CHARACTER_RATES
from playroom.keys.commands import Command
from playroom.narration.message import answer

REACTION: Final = 0.3
"""Seconds between the last word and the key."""
SHORTEST: Final = 0.1
"""Seconds that the text takes at the least, whenever the key comes."""


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
        if not obey_way_out(self._room, key):
            self._take(self._room.voice.now - self._began - REACTION)
        return True

    def _take(self, seconds: float) -> None:
        """Save the rate at which the text takes *seconds*, or start again if that is too fast to be heard."""
        rate = round(len(self._text) / max(seconds, SHORTEST))
        if rate < CHARACTER_RATES.stop:
            self._room.change(hearing=max(rate, CHARACTER_RATES.start))
            self._room.places.back()
        else:
            self.tell()

    def choices(self) -> tuple[Item, ...]:
        """Nothing but to press a key."""
        return ()
