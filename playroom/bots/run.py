"""The longest run of tiles from a hand, one joined to the other, as a train takes them."""

from collections.abc import Collection

from playroom.rules.layout import Layout, Trains, train
from playroom.rules.seat import Seat
from playroom.rules.tile import Tile

MOST_STEPS = 300
"""How many tiles are tried for a run: enough for any hand but the largest."""


def longest_run(hand: Collection[Tile], number: int) -> tuple[Tile, ...]:
    """The longest run that *hand* can lay from *number* on; of a large hand, a long one."""
    steps = MOST_STEPS

    def run_from(rest: frozenset[Tile], number: int) -> tuple[Tile, ...]:
        nonlocal steps
        best: tuple[Tile, ...] = ()
        for tile in sorted(each for each in rest if each.has(number)):
            if steps <= 0:
                break
            steps -= 1
            best = max(best, (tile, *run_from(rest - {tile}, tile.other(number))), key=len)
        return best

    return run_from(frozenset(hand), number)


def own_run(layout: Layout, seat: Seat, hand: Collection[Tile]) -> tuple[Tile, ...]:
    """The longest run that *hand* can lay on the train of *seat*; none where no trains are laid."""
    if not isinstance(layout, Trains):
        return ()
    own = next(each for each in layout.open_ends if each.end == train(seat))
    return longest_run(hand, own.number)
