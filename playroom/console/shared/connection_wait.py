"""The wait for the answer of a server, in which keys do nothing but give up and ask what was said."""

from collections.abc import Callable

from playroom.console.places.items import Item
from playroom.console.room import Room
from playroom.keys.commands import Command, PlaceName, command_entry
from playroom.narration.message import Message, answer


class ConnectionWait:
    """Has the keys until a server answers, so that none of them acts on what was open before."""

    bindings = PlaceName.CONNECTION

    def __init__(self, room: Room, told: Message, give_up: Callable[[], None]) -> None:
        """*told* is what is waited for; *give_up* closes this place."""
        self._room, self._told, self._give_up = room, told, give_up

    def tell(self) -> None:
        """Say what is waited for."""
        self._room.speech.answer(self._told)

    def obey(self, command: Command) -> None:
        """Give up."""
        assert command is Command.CANCEL  # no other command is bound here
        self._give_up()

    def typed(self, key: str) -> bool:
        """Any other key says what is waited for, and which key gives up."""
        del key
        cancel = self._room.keymap.keys(PlaceName.CONNECTION, Command.CANCEL)[-1]
        gives_up = answer("online.gives_up", key=self._room.speech.key_name(cancel))
        self._room.speech.answer(self._told, gives_up)
        return True

    def choices(self) -> tuple[Item, ...]:
        """To give up, for the scanner."""
        label = Message(command_entry(PlaceName.CONNECTION, Command.CANCEL))
        return (Item("cancel", label, choose=self._give_up),)
