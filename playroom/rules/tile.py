"""A domino, and the set it comes from."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

Hand = tuple["Tile", ...]
"""A player's tiles, in the order in which they came."""


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One domino. The lower half is named first, so that 5-3 and 3-5 are one tile."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high:
            raise ValueError(f"{self.low}-{self.high} is no tile: name the lower half first")

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"

    @property
    def pips(self) -> int:
        """The dots on both halves."""
        return self.low + self.high

    @property
    def is_double(self) -> bool:
        """Whether the halves are alike."""
        return self.low == self.high

    def has(self, number: int) -> bool:
        """Whether one of the halves is *number*."""
        return number in (self.low, self.high)

    def other(self, number: int) -> int:
        """The half that lies outside when the tile joins an end of *number* (G-2)."""
        return self.low + self.high - number


class Held(NamedTuple):
    """What may count in a hand: its tiles, its pips, and whether it is the 0-0 alone."""

    tiles: int
    pips: int
    is_double_blank: bool


def held(hand: Hand) -> Held:
    """What may count in *hand*."""
    return Held(len(hand), sum(tile.pips for tile in hand), hand == (Tile(0, 0),))


def tile(text: str) -> Tile:
    """The tile that is written ``4-3`` or ``3-4``; a ValueError if *text* is no tile."""
    halves = text.split("-")
    if len(halves) != 2 or not all(half.isascii() and half.isdigit() for half in halves):  # noqa: PLR2004 (two halves)
        raise ValueError(f"{text!r} is no tile")
    low, high = sorted(map(int, halves))
    return Tile(low, high)


def tiles(text: str) -> Hand:
    """The tiles that are written ``6-2 4-2 0-0``; a ValueError names the first that is none."""
    return tuple(tile(word) for word in text.split())


def written(several: Iterable[object]) -> str:
    """Tiles in the one notation, ``6-2 4-2 0-0``."""
    return " ".join(map(str, several))


@cache
def whole_set(highest: int) -> Hand:
    """Every pair of the numbers 0 to *highest* once: (n+1)(n+2)/2 tiles (G-1)."""
    return tuple(Tile(low, high) for high in range(highest + 1) for low in range(high + 1))
