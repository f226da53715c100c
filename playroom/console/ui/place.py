"""The protocol of a place."""

from typing import Protocol, runtime_checkable

from playroom.console.ui.items import Item
from playroom.keys.commands import Command, PlaceName
from playroom.narration.message import Message


class Place(Protocol):
    """A list, a table, a question: what key presses go to while it is on top."""

    @property
    def bindings(self) -> PlaceName | None:
        """The section of the keymap; None where every key is an answer."""

    def tell(self) -> None:
        """Say the place and its focus."""

    def obey(self, command: Command) -> None:
        """Run a command."""

    def typed(self, key: str) -> bool:
        """Take a key without a command; False if it has no meaning here."""

    def choices(self) -> tuple[Item, ...]:
        """The choices for the scanner."""


@runtime_checkable
class PlayingPlace(Protocol):
    """The table of a match."""

    def tell_focus(self) -> None:
        """Say the state of the table, then the tile or the choice in focus."""

    def applies(self, command: Command) -> bool:
        """Whether a command means anything at this table, so that lists have it; its key says why not."""


@runtime_checkable
class AskingPlace(Protocol):
    """A place that waits for the answer to a question."""

    @property
    def question(self) -> Message:
        """The question."""
