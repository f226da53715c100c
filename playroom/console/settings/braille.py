"""The list of the settings for a braille display."""

from functools import partial
from typing import Final

from msgspec.structs import replace

from playroom.console.settings.setting_item import on_or_off, setting_item
from playroom.console.ui.items import Item
from playroom.console.ui.list import ListPlace
from playroom.console.ui.room import Room
from playroom.home.settings import CELLS
from playroom.narration.message import Message, answer

DISPLAYS: Final = (0, 12, 14, 16, 20, 32, 40, 64, 80)
"""The cells of usual displays, which a step leads to; 0 is no display."""


def braille_menu(room: Room) -> ListPlace:
    """The length of the lines, whether the table follows every event, and whether the hand is spoken."""
    return ListPlace(room, Message("listener.braille_title"), lambda: _items(room))


def _items(room: Room) -> tuple[Item, ...]:
    now = room.settings
    cells = Message("listener.cells", blanks={"cells": now.braille})
    return (
        replace(
            setting_item(room, "braille", cells, DISPLAYS, now.braille),
            number=partial(_set_cells, room),
            most=CELLS[-1],
        ),
        setting_item(room, "table_line", on_or_off(on=now.table_line), (False, True), now.table_line),
        setting_item(room, "braille_hand", on_or_off(on=now.braille_hand), (False, True), now.braille_hand),
    )


def _set_cells(room: Room, cells: int) -> Message | None:
    """Take a number of cells that was typed; why not, if lines cannot be so short or long."""
    if cells and cells not in CELLS:
        return answer("listener.few_cells", least=CELLS.start, most=CELLS[-1])
    room.change_settings(braille=cells)
    return None
