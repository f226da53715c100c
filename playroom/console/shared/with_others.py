"""What the keys do that concern the others at a shared table."""

from collections.abc import Callable, Mapping
from typing import Final

from playroom.console.room import Room
from playroom.console.shared.deal_proof import tell_proof
from playroom.console.shared.protocols import SharedTableClient
from playroom.console.shared.talk import list_phrases, list_recipients, write_line
from playroom.console.shared.turn_clock import extend
from playroom.keys.commands import Command, PlaceName
from playroom.keys.keymap import Keymap

WITH_OTHERS: Final[Mapping[Command, Callable[[Room, SharedTableClient], None]]] = {
    Command.CHAT: write_line,
    Command.CHAT_TO: list_recipients,
    Command.PHRASES: list_phrases,
    Command.EXTEND: extend,
    Command.PROOF: tell_proof,
}
"""The commands that lead to a shared table, or to its people."""


def signs_with_others(keymap: Keymap) -> Mapping[Command, tuple[str, ...]]:
    """The keys of these commands that are neither letters nor digits, as far as they have some."""
    keys = {each: keymap.keys(PlaceName.HAND, each) for each in WITH_OTHERS}
    signs = {each: tuple(key for key in several if not key.isalnum()) for each, several in keys.items()}
    return {each: several for each, several in signs.items() if several}
