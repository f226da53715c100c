"""The cover over a hand: whose turn at the keyboard it is, until they uncover it themselves."""

from collections.abc import Callable

from msgspec import Struct

from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.keys.commands import Command, PlaceName
from playroom.narration.message import Message, answer


class CoverChoices(Struct, frozen=True):
    """The actions under a cover: uncover the hand, the other lines of the list, and leave the table."""

    uncover: Callable[[], None]
    others: Callable[[], tuple[Item, ...]]
    leave: Callable[[], None]


class Cover:
    """Nothing of the match is heard here until the key for yes uncovers the hand.

    Enter needs a choice in focus, as a person may press it who thinks that it is still their turn.
    """

    bindings = PlaceName.QUESTION

    def __init__(self, room: Room, name: str, choices: CoverChoices, first: tuple[Message, ...]) -> None:
        """The cover over the hand of *name*; what is said *first* is said once."""
        self._room, self._name, self._choices, self._first = room, name, choices, first

    def tell(self) -> None:
        """Name the person whose hand is covered, and the key."""
        first, self._first = self._first, ()
        self._room.scanner.focus(self, "cover")
        self._room.speech.answer(*first, answer("hotseat.covered", name=self._name))

    def obey(self, command: Command) -> None:
        """Uncover the hand, walk to another choice and take it, or ask whether to leave."""
        if command is Command.YES:
            self._choices.uncover()
        elif not self._room.scanner.obey(command) and command is not Command.CHOOSE:
            self._choices.leave()

    def typed(self, key: str) -> bool:
        """Any other key names the person again."""
        del key
        self.tell()
        return True

    def choices(self) -> tuple[Item, ...]:
        """Whose hand it is, to uncover it, what else there is, and to leave."""
        covered = Message("hotseat.covered_line", blanks={"name": self._name})
        uncover = Message("hotseat.uncover", blanks={"name": self._name})
        return (
            Item("cover", covered, choose=self.tell),
            Item("uncover", uncover, choose=self._choices.uncover),
            *self._choices.others(),
            Item("leave", Message("menus.back_to_hall"), choose=self._choices.leave),
        )
