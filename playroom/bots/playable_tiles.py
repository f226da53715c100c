"""The tiles that a seat could play, if it held them."""

from functools import cache

from playroom.rules.fit import joins
from playroom.rules.legal import Position
from playroom.rules.tile import Tile, whole_set
from playroom.rules.variant import Rules


@cache
def joining_tiles(rules: Rules, number: int) -> frozenset[Tile]:
    """The tiles of the set that join *number*."""
    return frozenset(tile for tile in whole_set(rules.set) if joins(rules, tile, number))


def playable_tiles(position: Position) -> frozenset[Tile]:
    """The tiles of the set that the seat could play at an end, if it held them."""
    fitting = _joining_any(position, double=False)
    if not position.owed:
        return fitting
    doubles = (tile for tile in _joining_any(position, double=True) if tile.is_double)
    return frozenset(tile for tile in fitting if not tile.is_double).union(doubles)


def _joining_any(position: Position, *, double: bool) -> frozenset[Tile]:
    numbers = {each.number for each in (position.reach_of_doubles if double else position.reach)}
    return frozenset().union(*(joining_tiles(position.rules, number) for number in numbers))
