"""Moves as tests write them."""

from playroom.rules.chain import End
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.tile import tile


def move(words: str) -> Move:
    """The move that is written ``4-3 left``, ``draw`` or ``pass``."""
    match words.split():
        case ["draw"]:
            return Draw()
        case ["pass"]:
            return Pass()
        case [named, *end]:
            return Play(tile(named), End(end[0]) if end else None)
    raise ValueError(words)
