"""The moves that a player can choose."""

from msgspec import Struct

from playroom.rules.layout import End
from playroom.rules.tile import Tile


class MoveBase(Struct, frozen=True, gc=False, tag_field="move", tag=True):
    """The base of all moves; in JSON, the field *move* names the kind of move."""


class Play(MoveBase, frozen=True):
    """A tile played at an end; None for the first tile, or where only one end fits (G-6).

    *inner* is the half that touches the end, for a tile that fits either way (MA-4).
    """

    tile: Tile
    end: End | None = None
    inner: int | None = None

    def __str__(self) -> str:
        tile = str(self.tile) if self.inner is None else f"{self.inner}-{self.tile.other(self.inner)}"
        return f"{tile} {self.end}" if self.end else tile


class Draw(MoveBase, frozen=True):
    """A tile drawn from the boneyard."""

    def __str__(self) -> str:
        return "draw"


class Pass(MoveBase, frozen=True):
    """A pass; after a draw, the drawn tile is kept."""

    def __str__(self) -> str:
        return "pass"


Move = Play | Draw | Pass
"""A move of any kind."""
