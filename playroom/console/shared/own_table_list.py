"""The list in which a host chooses between their table whose match goes on, and another one."""

from collections.abc import Callable

from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.room import Room
from playroom.narration.message import Message


def list_own_table(room: Room, code: str, go_back: Callable[[], None], open_new: Callable[[], None]) -> None:
    """Ask whether to go back to the table of this code, or to open another one."""
    items = (
        Item("back", Message("online.go_back"), choose=go_back),
        Item("new", Message("online.open_new"), choose=open_new),
    )
    title = Message("online.own_goes_on", blanks={"code": code})
    room.places.open(ListPlace(room, title, lambda: items))
