"""A bot that weighs what it sees: its own tiles, what the others cannot have, and its partner."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from playroom.bots.belief import Belief, belief
from playroom.bots.placement import PlayOutcome, expected_gain, own_run
from playroom.rules.layout import Trains, train
from playroom.rules.legal import legal_moves, playable_tiles
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.rulebook.award import FIVE
from playroom.rules.rulebook.questions import Points
from playroom.rules.seat import Seat
from playroom.rules.tile import DOUBLE_BLANK
from playroom.rules.view import View

NEXT = (1.0, 0.5, 0.3)
"""How much it matters for the next player, and for those after; beyond, the ends will be others."""


@dataclass(frozen=True, slots=True)
class Priorities:
    """The belief of a bot about the others, and the weights of the features of a move.

    *pip* and *double* are for being rid of a pip, and of a double, which fits but one number; *favourite* is
    for a tile with the number *of*. *playable* is for each kept tile that could be played next, *covered* for
    each end that one fits, *number* for each number they have, *wild* the cost of a tile that fits anywhere.

    *stuck* is for an opponent who can play nothing, *fed* the cost if it is a partner; *again* is for another
    turn, *skip* for a turn that an opponent loses. *draw* and *pass_* are for these where they are free
    choices: a pass is better than a poor play, and a tile more than that costs more. *point* is for a point
    that is scored at once, *match* for as many as win the match, where the last tile is worth some.

    Where doubles are covered, or get toes, *uncovered* is the cost of one that one cannot join, *covers* is
    for one that one can. Where trains are laid, *run* is for each kept tile of a run for the own train,
    *closed* for closing it to the others.
    """

    known: Callable[[View], Belief] = belief
    pip: float = 0.25
    double: float = 1.0
    favourite: float = 0.0
    of: int = 0
    playable: float = 0.3
    covered: float = 0.3
    number: float = 0.2
    wild: float = 2.0
    stuck: float = 4.0
    fed: float = 2.0
    again: float = 1.0
    skip: float = 0.5
    draw: float = -5.0
    pass_: float = -1.0
    point: float = 0.5
    match: float = 25.0
    uncovered: float = 3.0
    covers: float = 2.0
    run: float = 2.0
    closed: float = 2.0


STEADY = Priorities()
"""The priorities of `steady`."""


def steady(view: View, chance: Random) -> Move:
    """The move that is worth most by its looks."""
    return preferred(view, chance, STEADY)


def preferred(view: View, chance: Random, by: Priorities) -> Move:
    """One of the moves that are worth most by these priorities."""
    return chance.choice(best_moves(view, by))


def best_moves(view: View, by: Priorities) -> list[Move]:
    """The moves that are worth most by these priorities, as equals."""
    allowed = legal_moves(view.position)
    if len(allowed) == 1:
        return list(allowed)
    known = by.known(view)
    worths = {move: _worth(view, known, by, move) for move in allowed}
    best = max(worths.values())
    return [move for move in allowed if worths[move] == best]


def _worth(view: View, known: Belief, by: Priorities, move: Move) -> float:
    match move:
        case Draw():
            return by.draw
        case Pass():
            return by.pass_
        case Play():
            outcome = PlayOutcome(view, move)
            worth = _for_oneself(by, outcome) + sum(_against_others(known, by, outcome))
            worth += _of_points(known, by, outcome) + _of_last_tile(known, by, outcome)
            return worth + _of_trains(by, outcome) + _of_foot(by, outcome)


def _for_oneself(by: Priorities, outcome: PlayOutcome) -> float:
    tile, rules = outcome.tile, outcome.view.rules
    pips = tile.pips + (rules.double_blank if tile == DOUBLE_BLANK else 0)
    own = by.pip * pips + by.double * tile.is_double
    own += by.playable * outcome.mobility + by.covered * outcome.covered + by.number * outcome.numbers
    own -= by.wild * (tile in rules.wild)
    own += by.favourite * tile.has(by.of)
    return own + by.again * outcome.plays_again + by.skip * outcome.skips


def _against_others(known: Belief, by: Priorities, outcome: PlayOutcome) -> Iterator[float]:
    """The value of blocking each following player."""
    rules = outcome.view.rules
    partners = rules.seats(rules.side(outcome.event.seat))
    for matters, seat in zip(NEXT, outcome.followers, strict=False):
        if worth := -by.fed if seat in partners else by.stuck:
            yield matters * worth * _stuck(known, seat, outcome)


def _stuck(known: Belief, seat: Seat, outcome: PlayOutcome) -> float:
    """The estimated probability that *seat* is stuck; hidden tiles are taken as independent."""
    playable = playable_tiles(outcome.position_of(seat))
    groups = [group for group in known.groups.get(seat, ()) if group.count]
    return math.prod(
        [(1 - len(group.may_be & playable) / len(group.may_be)) ** group.count for group in groups]
    )


def _of_points(known: Belief, by: Priorities, outcome: PlayOutcome) -> float:
    """The value of the points that it scores at once, less those that it leaves to the next player."""
    if not (by.point and outcome.may_score):
        return 0.0
    rules = outcome.view.rules
    per = max((award.per for award in rules.awards), default=1)
    scale = by.point * (FIVE if rules.points is Points.FIVES else per)
    return scale * (outcome.gain - expected_gain(known, outcome))


def _of_last_tile(known: Belief, by: Priorities, outcome: PlayOutcome) -> float:
    """The value of the only tile that is kept, as the last one, if nobody can play before."""
    target = outcome.view.rules.target
    if not (target and outcome.last_worth):
        return 0.0
    unhindered = math.prod(_stuck(known, seat, outcome) for seat in outcome.followers)
    return by.match * unhindered * outcome.last_worth / target


def _of_trains(by: Priorities, outcome: PlayOutcome) -> float:
    """The value for the own train, where trains are laid."""
    layout, seat = outcome.layout, outcome.event.seat
    if not isinstance(layout, Trains):
        return 0.0
    closes = outcome.play.end == train(seat) and seat in layout.markers
    run = own_run(layout, seat, outcome.kept)
    double = by.covers * outcome.must_be_covered if outcome.is_covered else -by.uncovered
    return by.run * len(run) + by.closed * closes + double


def _of_foot(by: Priorities, outcome: PlayOutcome) -> float:
    """What a double is worth as a foot: one that one can give a toe, or cannot (CF-2)."""
    if not outcome.tile.is_double or not outcome.layout.toes_owed:
        return 0.0
    return by.covers if outcome.mobility else -by.uncovered
