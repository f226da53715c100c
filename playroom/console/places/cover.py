"""The cover over a hand: whose turn at the keyboard it is, until they uncover it themselves."""

from collections.abc import Callable
from dataclasses import dataclass

from playroom.console.places.items import Item
from playroom.console.room import Room
from playroom.keys.commands import Command, PlaceName
from playroom.narration.message import Message, answer


@dataclass(frozen=True, slots=True)
class CoverChoices:
    """What can be done under a cover: uncover the hand, what else stands in the list, and leave the table."""

    uncover: Callable[[], None]
    others: Callable[[], tuple[Item, ...]]
    leave: Callable[[], None]


class Cover:
    """Nothing of the match is heard here until the key for yes uncovers the hand.

    Enter does only what was walked to: somebody may press it who still thinks that it is their turn.
    """

    bindings = PlaceName.QUESTION

    def __init__(self, room: Room, name: str, choices: CoverChoices, *, with_warning: bool) -> None:
        """The cover over the hand of *name*, which asks for headphones *with_warning*."""
        self._room, self._name, self._choices = room, name, choices
        self._warning: tuple[Message, ...] = (Message("hotseat.headphones"),) if with_warning else ()

    def tell(self) -> None:
        """Name the person whose hand is covered, and the key; once, ask for headphones."""
        warning, self._warning = self._warning, ()
        self._room.scanner.focus(self, "cover")
        self._room.speech.answer(*warning, self._covered)

    def obey(self, command: Command) -> None:
        """Uncover the hand, walk to another choice and take it, or ask whether to leave."""
        match command:
            case Command.NEXT:
                self._room.scanner.move(1)
            case Command.PREVIOUS:
                self._room.scanner.move(-1)
            case Command.CHOOSE:
                self._room.scanner.take()
            case Command.YES:
                self._choices.uncover()
            case _:
                self._choices.leave()

    def typed(self, key: str) -> bool:
        """Any other key names the person again."""
        del key
        self.tell()
        return True

    def choices(self) -> tuple[Item, ...]:
        """Whose hand it is, to uncover it, what else there is, and to leave."""
        uncover = Message("hotseat.uncover", blanks={"name": self._name})
        return (
            Item("cover", self._covered, choose=self.tell),
            Item("uncover", uncover, choose=self._choices.uncover),
            *self._choices.others(),
            Item("leave", Message("menus.back_to_hall"), choose=self._choices.leave),
        )

    @property
    def _covered(self) -> Message:
        key = self._room.speech.key_name(self._room.keymap.keys(PlaceName.QUESTION, Command.YES)[-1])
        return answer("hotseat.covered", name=self._name, key=key)
