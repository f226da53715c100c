"""A bot that weighs what it sees: its own tiles, what the others cannot have, and its partner."""

import math
from collections.abc import Iterator
from random import Random

from playroom.bots.belief import Belief, belief
from playroom.bots.laying import Laying
from playroom.rules.event import Seat
from playroom.rules.legal import moves
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.view import View

PIP, DOUBLE = 0.25, 1.0
"""What it is worth to be rid of a pip, and of a double, which fits but one number."""

PLAYABLE, COVERED, NUMBER = 0.3, 0.3, 0.2
"""What each kept tile is worth that could be played next, each end that one fits, each number they have."""

STUCK, FED = 4.0, 2.0
"""What it is worth if the next opponent is stuck, and what it costs if a partner is."""

NEXT = (1.0, 0.5, 0.3)
"""How much it matters for the next player, and for those after; beyond, the ends will be others."""

AGAIN, SKIP = 1.0, 0.5
"""What another turn is worth, and a turn that an opponent loses."""

PASS, DRAW = -1.0, -5.0
"""Where both are free choices: a pass is better than a poor play, and a tile more than that costs more."""


def steady(view: View, chance: Random) -> Move:
    """The move that is worth most by its looks."""
    allowed = moves(view.position)
    if len(allowed) == 1:
        return allowed[0]
    known = belief(view)
    worths = {move: _worth(view, known, move) for move in allowed}
    best = max(worths.values())
    return chance.choice([move for move in allowed if worths[move] == best])


def _worth(view: View, known: Belief, move: Move) -> float:
    match move:
        case Draw():
            return DRAW
        case Pass():
            return PASS
        case Play():
            laying = Laying(view, move)
            return _for_oneself(laying) + sum(_against_others(view, known, laying))


def _for_oneself(laying: Laying) -> float:
    own = PIP * laying.tile.pips + DOUBLE * laying.tile.is_double
    own += PLAYABLE * laying.mobility + COVERED * laying.covered + NUMBER * laying.numbers
    return own + AGAIN * laying.plays_again + SKIP * laying.skips


def _against_others(view: View, known: Belief, laying: Laying) -> Iterator[float]:
    """What it is worth, player by player, that they may be stuck then."""
    for matters, seat in zip(NEXT, _followers(view), strict=False):
        is_partner = view.rules.side(seat) == view.rules.side(view.seat or 0)
        yield matters * (-FED if is_partner else STUCK) * _stuck(known, seat, laying)


def _followers(view: View) -> Iterator[Seat]:
    """The other seats still in, clockwise."""
    own = view.seat or 0
    others = (each % view.rules.players for each in range(own + 1, own + view.rules.players))
    return (seat for seat in others if seat in view.seats and seat not in view.out)


def _stuck(known: Belief, seat: Seat, laying: Laying) -> float:
    """About how likely *seat* holds nothing that fits: each hidden tile is taken by itself."""
    groups = (group for group in known.groups.get(seat, ()) if group.count)
    return math.prod(
        (1 - sum(bool(laying.chain.fits(tile)) for tile in group.may_be) / len(group.may_be)) ** group.count
        for group in groups
    )
