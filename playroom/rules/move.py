"""What a player can choose."""

from dataclasses import dataclass
from functools import cache

from playroom.rules.chain import End
from playroom.rules.tile import Tile


@dataclass(frozen=True, slots=True)
class Play:
    """A tile goes to an end; no end is named for the first tile, or where only one fits (G-6)."""

    tile: Tile
    end: End | None = None

    def __str__(self) -> str:
        return f"{self.tile} {self.end}" if self.end else str(self.tile)


@dataclass(frozen=True, slots=True)
class Draw:
    """A tile is taken from the boneyard."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Pass:
    """The turn is given up; after a draw, the drawn tile is kept."""

    def __str__(self) -> str:
        return "pass"


Move = Play | Draw | Pass
"""One choice of the player to move."""


@cache
def plays(tile: Tile) -> tuple[Play, ...]:
    """The ways in which *tile* might be played: opening, left, right."""
    return Play(tile), Play(tile, End.LEFT), Play(tile, End.RIGHT)
