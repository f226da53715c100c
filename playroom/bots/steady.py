"""A bot that weighs what it sees: its own tiles, what the others cannot have, and its partner."""

import math
from collections.abc import Iterator
from random import Random

from playroom.bots.belief import Belief, belief
from playroom.bots.placement import PlayOutcome, playable_tiles
from playroom.bots.threat import expected_gain
from playroom.bots.train_runs import own_run
from playroom.rules.layout import Trains, train
from playroom.rules.legal import legal_moves
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.rulebook.questions import Points
from playroom.rules.score import FIVE
from playroom.rules.seat import Seat
from playroom.rules.tile import DOUBLE_BLANK
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

POINT = 0.5
"""What a point is worth that is scored at once."""

WILD = 2.0
"""What it costs to play a tile that would fit anywhere."""

UNCOVERED, COVERED_AT_ONCE, RUN, CLOSED = 3.0, 2.0, 2.0, 2.0
"""Where trains are laid: what a double costs that one cannot cover, what one is worth that one can, each kept
tile of a run for the own train, and that the own train is closed to the others."""


def steady(view: View, chance: Random) -> Move:
    """The move that is worth most by its looks."""
    allowed = legal_moves(view.position)
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
            outcome = PlayOutcome(view, move)
            worth = _for_oneself(outcome) + sum(_against_others(known, outcome))
            return worth + _of_points(known, outcome) + _of_trains(outcome)


def _for_oneself(outcome: PlayOutcome) -> float:
    own = PIP * _pips(outcome) + DOUBLE * outcome.tile.is_double
    own += PLAYABLE * outcome.mobility + COVERED * outcome.covered + NUMBER * outcome.numbers
    own -= WILD * (outcome.tile in outcome.view.rules.wild)
    return own + AGAIN * outcome.plays_again + SKIP * outcome.skips


def _pips(outcome: PlayOutcome) -> int:
    """The pips of the tile, with what a 0-0 counts besides."""
    return outcome.tile.pips + (outcome.view.rules.double_blank if outcome.tile == DOUBLE_BLANK else 0)


def _against_others(known: Belief, outcome: PlayOutcome) -> Iterator[float]:
    """What it is worth, player by player, that they may be stuck then."""
    rules = outcome.view.rules
    for matters, seat in zip(NEXT, outcome.followers, strict=False):
        is_partner = rules.side(seat) == rules.side(outcome.event.seat)
        yield matters * (-FED if is_partner else STUCK) * _stuck(known, seat, outcome)


def _stuck(known: Belief, seat: Seat, outcome: PlayOutcome) -> float:
    """About how likely *seat* holds nothing that fits: each hidden tile is taken by itself."""
    playable = playable_tiles(outcome.position_of(seat))
    groups = (group for group in known.groups.get(seat, ()) if group.count)
    return math.prod(
        (1 - len(group.may_be & playable) / len(group.may_be)) ** group.count for group in groups
    )


def _of_points(known: Belief, outcome: PlayOutcome) -> float:
    """What the points are worth that it scores at once, less those that it leaves to the next player."""
    if not outcome.may_score:
        return 0.0
    scale = POINT * (FIVE if outcome.view.rules.points is Points.FIVES else 1)
    return scale * (outcome.gain - expected_gain(known, outcome))


def _of_trains(outcome: PlayOutcome) -> float:
    """What it is worth for the own train, where trains are laid."""
    layout, seat = outcome.layout, outcome.event.seat
    if not isinstance(layout, Trains):
        return 0.0
    closes = outcome.play.end == train(seat) and seat in layout.markers
    run = own_run(layout, seat, outcome.kept)
    double = COVERED_AT_ONCE * outcome.must_be_covered if outcome.is_covered else -UNCOVERED
    return RUN * len(run) + CLOSED * closes + double
