"""A group as an item of a list, which opens the list of what belongs to it."""

from collections.abc import Callable, Sequence

from playroom.console.places.lists.items import Item
from playroom.console.places.lists.list import ListPlace
from playroom.console.room import Room
from playroom.keys.command_groups import CommandGroup
from playroom.narration.message import Message


def group_item(room: Room, group: CommandGroup, items: Sequence[Item]) -> Item:
    """The item of a group of commands, which opens *items*."""
    return list_item(room, group, Message(f"keys.groups.{group}"), lambda: tuple(items))


def list_item(room: Room, key: str, name: Message, items: Callable[[], tuple[Item, ...]]) -> Item:
    """The item that opens a list of the same name."""
    title = Message("menus.heading", blanks={"heading": name})
    return Item(key, name, choose=lambda: room.places.open(ListPlace(room, title, items)))
