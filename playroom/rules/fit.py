"""The matching of tiles and ends, for all other modules."""

from playroom.rules.layout import Layout, OpenEnd, owing_arms
from playroom.rules.rulebook.questions import Joining
from playroom.rules.rulebook.variant import Rules
from playroom.rules.tile import Hand, Tile

SEVEN = 7
"""The sum of touching halves in Matador (MA-3)."""


def inner_halves(rules: Rules, tile: Tile, number: int) -> tuple[int, ...]:
    """The halves of *tile* that may touch *number*, the higher first; empty if it does not join."""
    if tile in rules.wild:
        return (tile.high,) if tile.is_double else (tile.high, tile.low)
    wanted = number if rules.joining is Joining.EQUAL else SEVEN - number
    return (wanted,) if tile.has(wanted) else ()


def joins(rules: Rules, tile: Tile, number: int) -> bool:
    """Whether *tile* joins an end with *number*."""
    return bool(inner_halves(rules, tile, number))


def fitting_ends(rules: Rules, layout: Layout, tile: Tile) -> tuple[OpenEnd, ...]:
    """The ends that *tile* joins, of any owner; a tile that is no double joins none that owes one (CR-3)."""
    if not tile.is_double and owing_arms(layout):
        return ()
    return tuple(end for end in layout.open_ends if joins(rules, tile, end.number))


def can_go_on(rules: Rules, layout: Layout, hand: Hand) -> bool:
    """Whether a tile of *hand* joins any end, including closed trains (G-7, MT-12)."""
    numbers = {end.number for end in layout.open_ends}
    if owing_arms(layout):
        hand = tuple(tile for tile in hand if tile.is_double)
    return any(joins(rules, tile, number) for tile in hand for number in numbers)


def needs_orientation(rules: Rules, tile: Tile) -> bool:
    """Whether *tile* fits either way round, so that a play must name its inner half (MA-4)."""
    return tile in rules.wild and not tile.is_double
