"""The settings of those who read by fingers."""

from playroom.console.menus.setting_item import on_or_off, setting
from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.room import Room
from playroom.home.settings import DISPLAYS
from playroom.narration.message import Message


class BrailleSettings:
    """The list of what concerns the display: how long its lines are, and what they tell."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.listing = ListPlace(room, Message("listener.braille_title"), self.items)

    def items(self) -> tuple[Item, ...]:
        """The settings with their values."""
        now = self._room.settings
        cells = Message("listener.cells", blanks={"cells": now.braille})
        return (
            setting(self._room, "braille", cells, DISPLAYS, now.braille),
            setting(self._room, "table_line", on_or_off(on=now.table_line), (False, True), now.table_line),
        )
