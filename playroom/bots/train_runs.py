"""Runs of tiles for one's own train: the longest run in a hand, and the tiles that are not part of it."""

from collections.abc import Collection

from playroom.bots.placement import PlayOutcome
from playroom.rules.layout import Layout, Trains, train
from playroom.rules.move import Move, Play
from playroom.rules.seat import Seat
from playroom.rules.tile import Tile
from playroom.rules.view import View

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


def strays(view: View, move: Move) -> int:
    """How many of the tiles kept after *move* are not in that run; 0 where no trains are laid."""
    assert view.seat is not None  # a spectator does not move
    if not isinstance(view.layout, Trains):
        return 0
    outcome = PlayOutcome(view, move) if isinstance(move, Play) else None
    layout, kept = (outcome.layout, outcome.kept) if outcome else (view.layout, view.hand)
    return len(kept) - len(own_run(layout, view.seat, kept))
