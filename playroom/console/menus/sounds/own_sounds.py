"""The report on the player's own sounds, as a list."""

from functools import partial

from playroom.console.places.lists.items import Item
from playroom.console.places.lists.list import ListPlace
from playroom.console.room import Room
from playroom.narration.message import Message
from playroom.narration.sound_words import own_sounds_messages
from playroom.sound.cue_sounds import OwnSounds, own_sounds


class OwnSoundsReport(ListPlace):
    """The number of own sounds, their folder, and why others are refused; filled in once read."""

    def __init__(self, room: Room) -> None:
        self._lines: tuple[Message, ...] = (Message("doctor.looking"),)
        super().__init__(room, Message("sounds.own_title"), self._report_lines, sentences=True)
        room.background.run(partial(own_sounds, room.storage.sounds), self._fill)

    def _report_lines(self) -> tuple[Item, ...]:
        return tuple(Item(str(number), line) for number, line in enumerate(self._lines))

    def _fill(self, found: OwnSounds) -> None:
        """Fill the list, and say its first line if the player is still there."""
        self._lines = own_sounds_messages(found, self.room.storage.sounds)
        if self.room.places.current is self:
            self.tell_item()
