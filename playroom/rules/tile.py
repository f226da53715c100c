"""Dominoes, and sets of them."""

from collections.abc import Iterable
from functools import cache
from typing import Final


class Tile:
    """One domino. The lower half is named first, so that 5-3 and 3-5 are one tile.

    It is not a Struct, so that JSON writes it in the notation of the game record.
    """

    __match_args__ = ("low", "high")
    __slots__ = ("high", "is_double", "low", "pips")

    low: Final[int]
    high: Final[int]
    pips: Final[int]
    """The sum of both halves."""
    is_double: Final[bool]
    """Whether the halves are alike."""

    def __init__(self, low: int, high: int) -> None:
        if not 0 <= low <= high:
            raise ValueError(f"{low}-{high} is not a tile: name the lower half first")
        self.low = low
        self.high = high
        self.pips = low + high
        self.is_double = low == high

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tile) and self.low == other.low and self.high == other.high

    def __hash__(self) -> int:
        return hash((self.low, self.high))

    def __lt__(self, other: "Tile") -> bool:
        return (self.low, self.high) < (other.low, other.high)

    def __repr__(self) -> str:
        return f"Tile(low={self.low}, high={self.high})"

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"

    def has(self, number: int) -> bool:
        """Whether one of the halves is *number*."""
        return number in (self.low, self.high)

    def other(self, number: int) -> int:
        """The half opposite the half with *number*."""
        return self.low + self.high - number


Hand = tuple[Tile, ...]
"""A player's tiles in the order dealt and drawn."""

DOUBLE_BLANK = Tile(0, 0)


def known_tiles(tiles: tuple[Tile | None, ...]) -> Hand:
    """The tiles that are not hidden."""
    return tuple([tile for tile in tiles if tile is not None])


def without(hand: Hand, tile: Tile) -> Hand:
    """The hand without *tile*; unchanged if it is not there, as among hidden tiles."""
    try:
        at = hand.index(tile)
    except ValueError:
        return hand
    return hand[:at] + hand[at + 1 :]


class UnknownTile(Tile):
    """A hidden tile, without halves; all such tiles are equal."""

    __slots__ = ()

    def __init__(self) -> None:
        """Leave the halves unset, so that reading them raises an AttributeError."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UnknownTile)

    def __hash__(self) -> int:
        return -1

    def __repr__(self) -> str:
        return "UnknownTile()"

    def __str__(self) -> str:
        return "?"


UNKNOWN_TILE = UnknownTile()


def tile(text: str) -> Tile:
    """The tile of the notation ``4-3`` or ``3-4``; a ValueError if *text* is not a tile."""
    low, high = sorted(halves(text))
    return Tile(low, high)


def halves(text: str) -> tuple[int, int]:
    """The two numbers of ``4-3`` in the written order; a ValueError if *text* is not a tile."""
    words = text.split("-")
    if len(words) != 2 or not all(word.isascii() and word.isdigit() for word in words):  # noqa: PLR2004 (two halves)
        raise ValueError(f"{text!r} is not a tile")
    return int(words[0]), int(words[1])


def tiles(text: str) -> Hand:
    """The tiles of the notation ``6-2 4-2 0-0``; a ValueError names the first word that is not a tile."""
    return tuple(tile(word) for word in text.split())


def written(several: Iterable[object]) -> str:
    """Tiles in the notation of the game record, ``6-2 4-2 0-0``."""
    return " ".join(map(str, several))


def lead_rank(tile: Tile) -> tuple[bool, int, int]:
    """The rank of a tile for the start: a double, then most pips, then the higher half (C-2)."""
    return tile.is_double, tile.pips, tile.high


def lowest_double_rank(tile: Tile) -> tuple[bool, int, int]:
    """The rank of a tile for the start where the lowest double starts; without doubles as in `lead_rank`."""
    return (True, -tile.high, 0) if tile.is_double else lead_rank(tile)


LAST_DOUBLE = 1000
"""More than the number of any double: the 0-0 comes after all others (KZ-2)."""


def one_one_rank(tile: Tile) -> tuple[bool, int, int]:
    """The rank of a tile for the start where 1-1 starts, else 2-2 and so on, then 0-0.

    Without doubles it is as in `lead_rank`.
    """
    return (True, -(tile.high or LAST_DOUBLE), 0) if tile.is_double else lead_rank(tile)


@cache
def whole_set(highest: int) -> Hand:
    """Every pair of the numbers 0 to *highest* once: (n+1)(n+2)/2 tiles (G-1)."""
    return tuple(Tile(low, high) for high in range(highest + 1) for low in range(high + 1))
