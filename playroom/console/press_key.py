"""A key is asked for: whatever is pressed next is the answer."""

from collections.abc import Callable

from playroom.console.menu import Item
from playroom.console.room import Room
from playroom.keys.commands import Command, Place
from playroom.narration.message import Message


class PressKey:
    """The question for a key; Escape alone leaves all as it was, and what quits the playroom still does."""

    bindings = None

    def __init__(self, room: Room, question: Message, chosen: Callable[[str], None]) -> None:
        self._room, self._question, self._chosen = room, question, chosen

    def tell(self) -> None:
        """Ask."""
        self._room.answer(self._question)

    def obey(self, command: Command) -> None:
        """No key stands for a command here."""

    def typed(self, key: str) -> bool:
        """Take the key."""
        if self._room.keymap.command(Place.MENU, key) is Command.QUIT:
            self._room.close()
        elif key == "escape":
            self._room.back()
        else:
            self._room.drop()
            self._chosen(key)
        return True

    def choices(self) -> tuple[Item, ...]:
        """Nothing but to press a key."""
        return ()
