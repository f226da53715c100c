"""A move inside a sentence: "6-1 left", "draw", "keep the tile"."""

from typing import assert_never

from playroom.narration.message import Message
from playroom.rules.move import Draw, Move, Pass, Play


def move_told(entries: str, move: Move, *, drew: bool) -> Message:
    """*move* in the form that these *entries* give it; to pass after a draw is to keep the tile."""
    match move:
        case Play(tile, end):
            return Message(f"{entries}.play", blanks={"tile": tile, "end": end or "none"})
        case Draw():
            return Message(f"{entries}.draw")
        case Pass():
            return Message(f"{entries}.keep" if drew else f"{entries}.pass")
    assert_never(move)
