"""A list that waits for a long operation, which can be cancelled."""

from collections.abc import Callable

from playroom.console.places.lists.items import Item
from playroom.console.places.lists.list import ListPlace
from playroom.console.room import Room
from playroom.narration.message import Message


class WaitList(ListPlace):
    """Receives the keys during the operation, so that they do not reach the place below."""

    def __init__(self, room: Room, message: Message, give_up: Callable[[], None]) -> None:
        """*message* describes the operation; *give_up* closes this list."""
        items = (
            Item("wait", Message("online.wait"), choose=self.tell),
            Item("give_up", Message("online.give_up"), choose=give_up),
        )
        super().__init__(room, message, lambda: items, back=give_up)

    def tell(self) -> None:
        """Say what is waited for."""
        self.room.speech.answer(self.title)
