"""Moves as numbers, and back."""

from playroom.engine.masks import Masks, OfBits
from playroom.rules.legal import needs_orientation
from playroom.rules.match import possible_ends
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat


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
