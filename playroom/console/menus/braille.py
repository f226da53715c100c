"""The list of the settings for a braille display."""

from playroom.console.menus.setting_item import on_or_off, setting_item
from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.room import Room
from playroom.home.settings import DISPLAYS
from playroom.narration.message import Message


def braille_menu(room: Room) -> ListPlace:
    """The length of the lines, whether the table follows every event, and whether the hand is spoken."""
    return ListPlace(room, Message("listener.braille_title"), lambda: _items(room))


def _items(room: Room) -> tuple[Item, ...]:
    now = room.settings
    cells = Message("listener.cells", blanks={"cells": now.braille})
    return (
        setting_item(room, "braille", cells, DISPLAYS, now.braille),
        setting_item(room, "table_line", on_or_off(on=now.table_line), (False, True), now.table_line),
        setting_item(room, "braille_hand", on_or_off(on=now.braille_hand), (False, True), now.braille_hand),
    )
