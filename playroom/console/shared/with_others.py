"""What the keys do that concern the others at a shared table."""

from collections.abc import Callable, Mapping
from typing import Final

from playroom.console.room import Room
from playroom.console.shared.deal_proof import tell_proof
from playroom.console.shared.protocols import SharedTableClient
from playroom.console.shared.talk import list_phrases, list_recipients, write_line
from playroom.console.shared.turn_clock import extend
from playroom.keys.commands import Command

WITH_OTHERS: Final[Mapping[Command, Callable[[Room, SharedTableClient], None]]] = {
    Command.CHAT: write_line,
    Command.CHAT_TO: list_recipients,
    Command.PHRASES: list_phrases,
    Command.EXTEND: extend,
    Command.PROOF: tell_proof,
}
"""The commands that lead to a shared table, or to its people."""
