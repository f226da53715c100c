"""Bots that look at their own tiles alone: one plays at random, the other gets rid of what weighs most."""

from random import Random

from playroom.bots.placement import Laying, layings
from playroom.rules.legal import legal_moves
from playroom.rules.move import Draw, Move
from playroom.rules.view import View

NOW_AND_THEN = 0.1
"""How often the novice makes the better move."""


def novice(view: View, chance: Random) -> Move:
    """A random legal move, now and then the better one."""
    return (
        casual(view, chance) if chance.random() < NOW_AND_THEN else chance.choice(legal_moves(view.position))
    )


def casual(view: View, chance: Random) -> Move:
    """The heaviest tile, of equals a double, at the end that leaves most to play.

    Another turn goes before all, then points that are scored at once. Stuck, it draws before it passes.
    """
    plays = layings(view)
    if not plays:
        allowed = legal_moves(view.position)
        return Draw() if Draw() in allowed else allowed[0]
    best = max(map(_casual_order, plays))
    return chance.choice([laying.play for laying in plays if _casual_order(laying) == best])


def heaviest(view: View, chance: Random) -> Move:
    """The tile with most pips, at either end; a draw before a pass: what most other domino programs play."""
    plays = layings(view)
    if not plays:
        return casual(view, chance)
    most = max(laying.tile.pips for laying in plays)
    return chance.choice([laying.play for laying in plays if laying.tile.pips == most])


def _casual_order(laying: Laying) -> tuple[bool, int, int, bool, int]:
    return laying.plays_again, laying.gain, laying.weight, laying.tile.is_double, laying.mobility
