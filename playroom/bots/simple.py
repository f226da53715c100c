"""Bots that look at their own tiles alone: one plays at random, the other gets rid of what weighs most."""

from random import Random

from playroom.bots.placement import PlayOutcome, play_outcomes
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
    plays = play_outcomes(view)
    if not plays:
        allowed = legal_moves(view.position)
        return Draw() if Draw() in allowed else allowed[0]
    best = max(map(_casual_order, plays))
    return chance.choice([outcome.play for outcome in plays if _casual_order(outcome) == best])


def heaviest(view: View, chance: Random) -> Move:
    """The tile with most pips, at either end; a draw before a pass: what most other domino programs play."""
    plays = play_outcomes(view)
    if not plays:
        return casual(view, chance)
    most = max(outcome.tile.pips for outcome in plays)
    return chance.choice([outcome.play for outcome in plays if outcome.tile.pips == most])


def _casual_order(outcome: PlayOutcome) -> tuple[bool, int, int, bool, int]:
    return outcome.plays_again, outcome.gain, outcome.weight, outcome.tile.is_double, outcome.mobility
