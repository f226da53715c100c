"""The two lowest strengths by simple rules: stories and tests of certain moves stay when strengths change."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from unittest.mock import patch

from playroom.bots import human_errors
from playroom.bots.placement import PlayOutcome, play_outcomes
from playroom.rules.legal import legal_moves
from playroom.rules.move import Draw, Move
from playroom.rules.view import View

NOW_AND_THEN = 0.1
"""How often the novice makes the move of the casual one."""


@contextmanager
def plain_bots() -> Iterator[None]:
    """Meanwhile the two lowest strengths play by these rules."""
    with patch.object(human_errors, "novice", novice), patch.object(human_errors, "casual", casual):
        yield


def novice(view: View, chance: Random) -> Move:
    """A random legal move, now and then that of the casual one."""
    return (
        casual(view, chance) if chance.random() < NOW_AND_THEN else chance.choice(legal_moves(view.position))
    )


def casual(view: View, chance: Random) -> Move:
    """The heaviest tile, of equals a double, at the end that leaves most to play."""
    plays = play_outcomes(view)
    if not plays:
        allowed = legal_moves(view.position)
        return Draw() if Draw() in allowed else allowed[0]
    best = max(map(_order, plays))
    return chance.choice([outcome.play for outcome in plays if _order(outcome) == best])


def _order(outcome: PlayOutcome) -> tuple[bool, int, int, bool, int]:
    return outcome.plays_again, outcome.gain, outcome.weight, outcome.tile.is_double, outcome.mobility
