"""The bot of most other domino programs, against which ours can be measured."""

from random import Random

from playroom.bots.placement import play_outcomes
from playroom.rules.legal import legal_moves
from playroom.rules.move import Draw, Move
from playroom.rules.view import View


def heaviest(view: View, chance: Random) -> Move:
    """The tile with most pips, at either end; a draw before a pass."""
    plays = play_outcomes(view)
    if not plays:
        allowed = legal_moves(view.position)
        return Draw() if Draw() in allowed else allowed[0]
    most = max(outcome.tile.pips for outcome in plays)
    return chance.choice([outcome.play for outcome in plays if outcome.tile.pips == most])
