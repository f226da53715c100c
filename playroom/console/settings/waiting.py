"""The list of the settings for how the table waits for the listener."""

from msgspec.structs import replace

from playroom.console.settings.rate_check import RateCheck
from playroom.console.settings.setting_item import on_or_off, setting_item
from playroom.console.ui.items import Item
from playroom.console.ui.list import ListPlace
from playroom.console.ui.room import Room
from playroom.narration.message import Message

HEARING_RATES = (0, 5, 8, 10, 12, 15, 18, 20, 25, 30, 35, 40, 45, 50, 60)
"""The rates of a listener or reader that the list offers, in characters a second; 0 is not known."""


def waiting_menu(room: Room) -> ListPlace:
    """Settings of waiting: whether no announcement is missed, and the listener's speed."""
    return ListPlace(room, Message("listener.waiting_title"), lambda: _items(room))


def _items(room: Room) -> tuple[Item, ...]:
    now = room.settings
    hearing = Message("listener.hearing_rate", blanks={"rate": now.hearing})
    return (
        setting_item(room, "waits", on_or_off(on=now.waits), (False, True), now.waits),
        replace(
            setting_item(room, "hearing", hearing, HEARING_RATES, now.hearing),
            choose=lambda: room.places.open(RateCheck(room)),
        ),
    )
