"""The tiles that a move leaves in the hand beside the longest run for the own train."""

from playroom.bots.placement import Laying
from playroom.bots.run import own_run
from playroom.rules.layout import Trains
from playroom.rules.move import Move, Play
from playroom.rules.view import View


def strays(view: View, move: Move) -> int:
    """How many of the tiles kept after *move* are not in that run; 0 where no trains are laid."""
    assert view.seat is not None  # somebody who only listens does not move
    if not isinstance(view.layout, Trains):
        return 0
    laying = Laying(view, move) if isinstance(move, Play) else None
    layout, kept = (laying.layout, laying.kept) if laying else (view.layout, view.hand)
    return len(kept) - len(own_run(layout, view.seat, kept))
