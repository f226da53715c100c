"""Tiles as bits and hands as bit masks, for each number the tiles that join it, and moves as numbers."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from playroom.rules.legal import inner_halves, needs_orientation
from playroom.rules.match import possible_ends
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile, whole_set

LARGEST_MEMORY = 20_000
"""The most masks that one `OfBits` caches."""

MORE_THAN_ANY = 1 << 30
"""More tiles than a boneyard holds, and more passes than a round has."""

T = TypeVar("T")


class OfBits(dict[int, tuple[T, ...]]):
    """The values of the bits of a mask, the lowest first, cached by mask."""

    def __init__(self, of_bit: Mapping[int, tuple[T, ...]]) -> None:
        super().__init__()
        self.of_bit = of_bit

    def __missing__(self, mask: int) -> tuple[T, ...]:
        if len(self) >= LARGEST_MEMORY:
            self.clear()
        lowest = mask & -mask
        found = self[mask] = self.of_bit[lowest] + self[mask ^ lowest] if mask else ()
        return found


class Masks:
    """The tiles of one page as bits.

    A tile has two placings: number 2n for the nth tile of the set with its higher half inside, 2n + 1 with
    its lower half inside. *bit*, *outer* and *adds* are, by placing, the bit of the tile, the outer half, and
    its share of the sum of the ends; *inner* is the higher half by bit. *fits* has the tiles that join each
    number, then, where arms owe doubles, the doubles alone that do (number plus *owing*), and a last empty
    mask for an end that is not open (-1).
    """

    def __init__(self, rules: Rules) -> None:
        self.tiles = whole_set(rules.set)
        self.bits = {tile: 1 << place for place, tile in enumerate(self.tiles)}
        halves = [half for tile in self.tiles for half in ((tile.low, tile), (tile.high, tile))]
        self.outer = [outer for outer, _ in halves]
        self.bit = [self.bits[tile] for _, tile in halves]
        self.inner = {bit: tile.high for tile, bit in self.bits.items()}
        self.adds = [outer * (2 if tile.is_double else 1) for outer, tile in halves]
        self.doubles = self.mask(tile for tile in self.tiles if tile.is_double)
        self.placings = [
            {
                1 << place: tuple(2 * place + (half != tile.high) for half in inner)
                for place, tile in enumerate(self.tiles)
                if (inner := inner_halves(rules, tile, number))
            }
            for number in range(rules.set + 1)
        ]
        """The placings of each tile that joins a number, by number and by the bit of the tile."""
        self.owing = len(self.placings)
        if rules.owes_doubles:
            self.placings += [
                {bit: several for bit, several in placings.items() if bit & self.doubles}
                for placings in self.placings
            ]
        self.fits = [sum(placings) for placings in self.placings] + [0]
        self.wild = self.mask(rules.wild) & self.mask(self.tiles)

    def mask(self, hand: Iterable[Tile]) -> int:
        """The mask of these tiles."""
        return sum(self.bits.get(tile, 0) for tile in hand)

    def hand(self, mask: int) -> Hand:
        """The tiles of a mask."""
        return tuple(self.tiles[bit.bit_length() - 1] for bit in bits_of(mask))


def bits_of(mask: int) -> Iterable[int]:
    """Each bit of *mask* by itself, the lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


class Moves:
    """The moves of one page among *seats*.

    The number of a play is its slot times *width*, plus its placing (see `Masks`). Each end has a slot, in
    the order of `ends`, and the first tile of a round has the last slot, *opening*. Then follow *draw* and
    *stay*. *laying* has, for each play, its slot, the bit of its tile, the outer half, and its share of the
    sum.
    """

    def __init__(self, rules: Rules, seats: tuple[Seat, ...], masks: Masks) -> None:
        self.ends = possible_ends(rules, seats)
        self.slots = {end: slot for slot, end in enumerate(self.ends)}
        self.opening = len(self.ends)
        self.width = len(masks.outer)
        self.draw = (self.opening + 1) * self.width
        self.stay = self.draw + 1
        self.laying = [
            (slot, *placing)
            for slot in range(self.opening + 1)
            for placing in zip(masks.bit, masks.outer, masks.adds, strict=True)
        ]
        plays = (
            Play(tile, end, inner if end is not None and needs_orientation(rules, tile) else None)
            for end in (*self.ends, None)
            for tile in masks.tiles
            for inner in (tile.high, tile.low)
        )
        self.moves: tuple[Move, ...] = (*plays, Draw(), Pass())
        self.plays = [
            [
                OfBits(
                    {
                        bit: tuple(each + slot * self.width for each in several)
                        for bit, several in by_bit.items()
                    }
                )
                for by_bit in masks.placings
            ]
            for slot in range(self.opening)
        ]
