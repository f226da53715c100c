"""A group of commands as an item of a list, which opens the list of its commands."""

from collections.abc import Sequence

from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.room import Room
from playroom.keys.command_groups import CommandGroup
from playroom.narration.message import Message


def group_item(room: Room, group: CommandGroup, items: Sequence[Item]) -> Item:
    """The item of a group, which opens *items*."""
    name = Message(f"keys.groups.{group}")
    title = Message("menus.heading", blanks={"heading": name})
    return Item(group, name, choose=lambda: room.places.open(ListPlace(room, title, lambda: tuple(items))))
