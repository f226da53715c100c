"""The tiles on the table and their two ends."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from playroom.rules.tile import Tile


class End(StrEnum):
    """One of the two open ends of the chain."""

    LEFT = "left"
    RIGHT = "right"


class Laid(NamedTuple):
    """A tile as it lies, its left half first."""

    left: int
    right: int

    def __str__(self) -> str:
        return f"{self.left}-{self.right}"


Ends = tuple[int, int]
"""The numbers at the left and at the right end."""


@dataclass(frozen=True, slots=True)
class Chain:
    """The tiles on the table from left to right; none before the first tile."""

    laid: tuple[Laid, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.laid)

    def __str__(self) -> str:
        return " ".join(map(str, self.laid))

    @property
    def ends(self) -> Ends | None:
        """The two open numbers; None before the first tile."""
        return (self.laid[0].left, self.laid[-1].right) if self.laid else None

    @property
    def total(self) -> int:
        """The sum of the ends: a double counts both halves (PP-4), a lone tile each half once (PP-7)."""
        if not self.laid:
            return 0
        first, last = self.laid[0], self.laid[-1]
        if len(self.laid) == 1:
            return first.left + first.right
        return weight(first, first.left) + weight(last, last.right)

    def fits(self, tile: Tile) -> tuple[End, ...]:
        """The ends that *tile* fits (G-2); none before the first tile, which has no end to join (G-6)."""
        if not self.laid:
            return ()
        left, right = self.laid[0].left, self.laid[-1].right
        fits_left, fits_right = tile.has(left), tile.has(right)
        if fits_left and fits_right:
            return (End.LEFT, End.RIGHT)
        if fits_left:
            return (End.LEFT,)
        return (End.RIGHT,) if fits_right else ()

    def placed(self, tile: Tile, end: End | None) -> Laid:
        """*tile* as it will lie at *end*; the first tile lies with its higher half left."""
        if not self.laid:
            return Laid(tile.high, tile.low)
        if end is End.LEFT:
            inner = self.laid[0].left
            return Laid(tile.other(inner), inner)
        inner = self.laid[-1].right
        return Laid(inner, tile.other(inner))

    def joined(self, laid: Laid, end: End | None) -> "Chain":
        """The chain with one more tile at *end* (G-2)."""
        return Chain((laid, *self.laid) if end is End.LEFT else (*self.laid, laid))


def weight(laid: Laid, outer: int) -> int:
    """What the outer half of an end tile adds to the sum of the ends (PP-4)."""
    return 2 * outer if laid.left == laid.right else outer
