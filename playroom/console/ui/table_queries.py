"""Which commands ask about the table; they are answered too while a question is open above it."""

from typing import Final

from playroom.console.ui.room import Room
from playroom.keys.commands import Command, PlaceName

TABLE_QUERIES: Final = frozenset(
    {
        *(Command.ENDS, Command.CHAIN, Command.HAND, Command.TURN, Command.SCORES, Command.INFORMATION),
        *(Command.FACTS, Command.HINT, Command.WHAT_IF, Command.MISSED, Command.TABLE_LINE, Command.SWEEP),
        Command.STEP,
    }
)
"""The commands of the table that ask, and change nothing."""

SHOWING_TURN: Final = frozenset(
    {
        Command.PLAY,
        Command.PLAY_LEFT,
        Command.PLAY_RIGHT,
        Command.DRAW,
        Command.PASS,
        Command.NEXT_PLAYABLE,
        Command.PREVIOUS_PLAYABLE,
        Command.TURN,
        Command.HINT,
    }
)
"""The keys that show that the player knows that it is their turn, or whose answer tells that."""


def answer_query(room: Room, key: str) -> bool:
    """Answer a query about the table below the open question; False if *key* is not one."""
    table = room.places.below
    if table is None or table.bindings not in (PlaceName.HAND, PlaceName.REPLAY):
        return False
    command = room.keymap.command(table.bindings, key)
    if command not in TABLE_QUERIES:
        return False
    table.obey(command)
    return True
