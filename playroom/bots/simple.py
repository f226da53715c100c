"""Two bots that do not think ahead."""

from random import Random

from playroom.rules.legal import moves
from playroom.rules.move import Move, Play
from playroom.rules.view import View


def anything(view: View, chance: Random) -> Move:
    """Any move that is allowed."""
    return chance.choice(moves(view.position))


def heaviest(view: View, chance: Random) -> Move:
    """The tile with most pips, at either end; otherwise a draw before a pass."""
    allowed = moves(view.position)
    plays = [move for move in allowed if isinstance(move, Play)]
    if not plays:
        return allowed[0]
    most = max(play.tile.pips for play in plays)
    return chance.choice([play for play in plays if play.tile.pips == most])
