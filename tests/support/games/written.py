"""Moves as tests write them."""

from playroom.rules.layout import DOWN, LEFT, MEXICAN, RIGHT, UP, End, train
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.tile import halves, tile

ENDS = {str(end): end for end in (LEFT, RIGHT, UP, DOWN, MEXICAN)}


def move(words: str) -> Move:
    """The move written ``4-3 left``, ``4-3 train 0``, ``draw`` or ``pass``; ``4-3!`` has the 4 inside."""
    match words.split():
        case ["draw"]:
            return Draw()
        case ["pass"]:
            return Pass()
        case [named, *end]:
            inner = halves(named.rstrip("!"))[0] if named.endswith("!") else None
            return Play(tile(named.rstrip("!")), _end(end), inner)
    raise ValueError(words)


def _end(words: list[str]) -> End | None:
    match words:
        case []:
            return None
        case ["train", seat]:
            return train(int(seat))
        case [word]:
            return ENDS[word]
    raise ValueError(words)
