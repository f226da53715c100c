"""What a place is: whatever can have the keys."""

from typing import Protocol

from playroom.console.places.items import Item
from playroom.keys.commands import Command, PlaceName


class Place(Protocol):
    """Where the keys go: a list, a hand, a question."""

    @property
    def bindings(self) -> PlaceName | None:
        """Which keys hold here; None where a key is asked for, and every key is the answer."""

    def tell(self) -> None:
        """Say where one is."""

    def obey(self, command: Command) -> None:
        """Do what a key stands for."""

    def typed(self, key: str) -> bool:
        """Take a key that stands for no command; False if it means nothing here."""

    def choices(self) -> tuple[Item, ...]:
        """All that can be done here, for those who scan."""
