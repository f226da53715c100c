"""What a player could choose among who held every tile, with the features by which players choose."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from playroom.bots.inference.lacks import Lacked
from playroom.engine.masks import Masks
from playroom.rules.layout import End, OpenEnd, laid_tiles, total
from playroom.rules.legal import Position, objection
from playroom.rules.move import Draw, Pass
from playroom.rules.rulebook.award import Counted, When, at, rounded
from playroom.rules.rulebook.variant import Rules

NO_NUMBER: Final = -1
"""The number that the first tile of the line covers."""

Features = tuple[float, ...]
"""The features of a play that do not depend on the rest of the hand: see `FIXED`."""

FIXED: Final = (
    "pips",
    "double",
    "laid",
    "next_lacks",
    "partner_lacks",
    "points",
    "again",
    "skips",
    "own_train",
)
"""The pips of the tile; whether it is a double; how many tiles on the table join what it leaves; whether the
next player and the partner are taken to lack that number; tens of points that it scores at once; whether it
gives another turn, skips the next player, or lies on the own train."""


class Way(NamedTuple):
    """A way to play a tile: the tile in bits, the number that it covers, and the tiles that join it then."""

    end: End | None
    bit: int
    outer: int
    covers: int
    joined_by: int
    features: Features


def ways(masks: Masks, position: Position, lacked: Lacked) -> Iterator[Way]:
    """All ways in which a player could play a tile."""
    if not position.has_begun:
        return _ways_to_open(masks, position)
    return _ways_to_join(masks, position, lacked)


def free_moves(masks: Masks, position: Position) -> tuple[Draw | Pass, ...]:
    """The draw and the pass, where they are legal with any hand."""
    faced = replace(position, hand=masks.tiles)
    return tuple(move for move in (Draw(), Pass()) if objection(faced, move) is None)


def _ways_to_open(masks: Masks, position: Position) -> Iterator[Way]:
    for tile in masks.tiles:
        if replace(position, hand=(tile,)).is_playable(tile):
            bit = masks.bits[tile]
            joined_by = (masks.fits[tile.low] | masks.fits[tile.high]) & ~bit
            effects = _effects(position.rules, tile.pips, is_equal=tile.is_double)
            features = (tile.pips, tile.is_double, 0, 0, 0, *effects, 0)
            yield Way(None, bit, tile.low, NO_NUMBER, joined_by, features)


def _ways_to_join(masks: Masks, position: Position, lacked: Lacked) -> Iterator[Way]:
    laid = masks.mask(each.tile for each in laid_tiles(position.layout))
    plain, of_doubles = set(position.reach), set(position.reach_of_doubles)
    for end in position.layout.open_ends:
        may_join = (end in of_doubles) * masks.doubles | (end in plain) * ~masks.doubles
        for bit, placings in masks.placings[end.number].items() if may_join else ():
            for placing in placings if bit & may_join & ~laid else ():
                outer = masks.outer[placing]
                features = (
                    masks.tiles[placing // 2].pips,
                    bool(bit & masks.doubles),
                    (masks.fits[outer] & laid).bit_count(),
                    outer in lacked.next,
                    outer in lacked.partner,
                    *_effects_of_joining(position, end, outer, masks.adds[placing]),
                    end.end.owner == position.seat,
                )
                yield Way(end.end, bit, outer, end.number, masks.fits[outer] & ~bit, features)


def _effects_of_joining(position: Position, end: OpenEnd, outer: int, adds: int) -> Features:
    """The effects of a tile that leaves *outer* at an end, and *adds* so much to the sum."""
    ends = position.layout.open_ends
    is_equal = all(each.number == outer for each in ends if each != end)
    return _effects(position.rules, total(ends) - end.adds + adds, is_equal=is_equal)


def _effects(rules: Rules, ends: int, *, is_equal: bool) -> Features:
    """Tens of points, another turn, and a skip, by the sum of the ends."""
    again = ends in rules.again_on
    skips = not again and (ends in rules.skip_on or (is_equal and rules.skip_on_equal_ends))
    return _points(rules, ends) / 10, again, skips


def _points(rules: Rules, ends: int) -> int:
    awards = at(rules.awards, When.PLAY) if rules.has_sum else ()
    return sum(rounded(award, ends) for award in awards if award.counts is Counted.ENDS)
