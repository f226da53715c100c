"""The list of the settings for chat at shared tables."""

from functools import partial

from playroom.console.settings.verbosity import level_item
from playroom.console.ui.items import Item
from playroom.console.ui.list import ListPlace
from playroom.console.ui.room import Room
from playroom.home.detail import CHAT
from playroom.narration.message import Message


def chat_menu(room: Room) -> ListPlace:
    """At what length chat is said, if at all, and those who are muted."""
    return ListPlace(room, Message("listener.chat_title"), lambda: _items(room))


def _items(room: Room) -> tuple[Item, ...]:
    return (
        level_item(room, "events", CHAT),
        *(_blocked(room, name) for name in room.settings.blocked),
    )


def _blocked(room: Room, name: str) -> Item:
    return Item(
        f"blocked {name}",
        Message("listener.unblock", blanks={"name": name}),
        choose=partial(_unblock, room, name),
    )


def _unblock(room: Room, name: str) -> None:
    toggle_blocked(room, name)
    if place := room.places.current:
        place.tell()


def toggle_blocked(room: Room, name: str) -> None:
    """Mute a person for the listener, or hear them again."""
    others = [each for each in room.settings.blocked if each != name]
    room.change_settings(blocked=others if name in room.settings.blocked else [*others, name])
