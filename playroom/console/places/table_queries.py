"""Queries about the table that are answered while a question is open above it."""

from typing import Final

from playroom.console.room import Room
from playroom.keys.commands import Command, PlaceName

TABLE_QUERIES: Final = frozenset(
    {
        *(Command.ENDS, Command.CHAIN, Command.HAND, Command.TURN, Command.SCORES, Command.INFORMATION),
        *(Command.FACTS, Command.HINT, Command.MISSED, Command.TABLE_LINE, Command.SWEEP),
    }
)
"""The commands of the table that ask, and change nothing."""


def answer_query(room: Room, key: str) -> bool:
    """Answer a query about the table below the open question; False if *key* is not one."""
    table = room.places.below
    command = room.keymap.command(PlaceName.HAND, key)
    if command not in TABLE_QUERIES or table is None or table.bindings is not PlaceName.HAND:
        return False
    table.obey(command)
    return True
