"""The list of the settings for chat at shared tables."""

from functools import partial

from playroom.console.menus.preferences.setting_item import on_or_off, setting_item
from playroom.console.menus.preferences.verbosity import level_item
from playroom.console.places.lists.items import Item
from playroom.console.places.lists.list import ListPlace
from playroom.console.room import Room
from playroom.home.detail import CHAT
from playroom.home.settings import CHAT_TIMES
from playroom.narration.message import Message
from playroom.voice.utterance import Buffer


def chat_menu(room: Room) -> ListPlace:
    """At what length chat is said and when, whether it is at all, and those who are muted."""
    return ListPlace(room, Message("listener.chat_title"), lambda: _items(room))


def _items(room: Room) -> tuple[Item, ...]:
    now = room.settings
    when = Message(f"listener.chat_times.{now.chat}")
    return (
        level_item(room, "events", CHAT),
        setting_item(room, "chat", when, [str(each) for each in CHAT_TIMES], now.chat),
        _mute_item(room),
        *(_blocked(room, name) for name in now.blocked),
    )


def _mute_item(room: Room) -> Item:
    muted = set(map(str, room.settings.muted))
    label = Message("listener.chat_muted", blanks={"value": on_or_off(on=Buffer.CHAT in muted)})

    def step(_by: int) -> None:
        room.change_settings(muted=[str(buffer) for buffer in Buffer if buffer in muted ^ {str(Buffer.CHAT)}])

    return Item("muted", label, step=step)


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
