"""The utility of the points of a round for a side: in the round, or in the match."""

import dataclasses
import math
from collections.abc import Callable, Sequence
from functools import cache
from operator import add, sub
from random import Random

from msgspec.structs import replace

from playroom.engine.simulator import simulator
from playroom.rules.deal import Deal, begin, dealable, redeal_reason, starter
from playroom.rules.event import CarryOver, Ending
from playroom.rules.flow import after
from playroom.rules.match import Match, Rounds, new_match
from playroom.rules.round import Round
from playroom.rules.rulebook.award import Award, Counted, Receiver, When
from playroom.rules.rulebook.questions import Best
from playroom.rules.rulebook.variant import Rules
from playroom.rules.score import eliminated_sides, winners
from playroom.rules.seat import Side
from playroom.rules.view import View

_Usual = tuple[float, float]
"""The mean of what a side scores in a round, and its deviation."""

Goal = Callable[[tuple[int, ...]], float]
"""The utility, from 0 to 1, that the points of all sides at the end of a round have for one side."""

SMALL = 0.02
"""The weight of points beside the round: they decide between moves that win it equally often."""

MOST_AHEAD = 3
"""The lead that is worth as much as any greater one, in deviations of what a side scores in a round."""

ROUNDS, FEWEST_ROUNDS = 60, 6
"""How many random rounds show what a page's rounds are worth; fewer where play-outs are slow."""


def without_series(view: View) -> View:
    """The view of a match whose series are matches of their own, where there are any: rounds score 1 (CO-4).

    Until a series ends, no round scores, so that points alone would not tell good moves from bad ones.
    """
    rules = view.rules
    if rules.series is None:
        return view
    of_rounds = tuple(
        Award(when, Counted.FIXED, Receiver.WINNER, points=1) for when in (When.OUT, When.BLOCKED)
    )
    made = dataclasses.replace(rules, series=None, scoring=of_rounds, target=rules.series)
    nothing = (0,) * rules.sides
    return replace(view, rules=made, totals=view.carry.won, scores=nothing, carry=CarryOver(nothing, nothing))


def without_entry(view: View) -> View:
    """The view of a match in which the points of a round count before a side enters (KZ-7).

    Else all hands below the entry would be worth the same, though it is better to hold less. What waits from
    earlier rounds stays: see `_with_waits`.
    """
    if view.rules.entry is None:
        return view
    return replace(view, rules=dataclasses.replace(view.rules, entry=None))


def _with_waits(view: View, points: tuple[int, ...]) -> tuple[int, ...]:
    """The points of a round with those that waited before it; who wins the round loses them (KZ-7).

    Only the winner scores nothing, as all others take their pips; where nobody scores, nobody has won.
    """
    waits = view.carry.waits
    if not any(waits):
        return points
    is_won = any(points)
    return tuple(
        scored + waiting * (bool(scored) or not is_won) for scored, waiting in zip(points, waits, strict=True)
    )


def winning(view: View) -> Goal:
    """How much of the round is won, and a little for the points; no sum of points is worked out twice."""
    side, sides, sign = _side(view), view.sides_in, _sign(view.rules)

    @cache
    def worth(points: tuple[int, ...]) -> float:
        points = _with_waits(view, points)
        good = [sign * points[each] for each in sides]
        own, best = sign * points[side], max(good)
        won = 1 / good.count(best) if own == best else 0.0
        return (1 - SMALL) * won + SMALL * (1 + math.tanh(_lead(own, good) / 50)) / 2

    return worth


def points_ahead(view: View) -> Goal:
    """By how many points the side is ahead of the others; in a match of one round, `winning`."""
    if view.rules.single_round:
        return winning(view)
    side, sides, sign = _side(view), view.sides_in, _sign(view.rules)
    _, deviation = _usual(view.rules)
    most = MOST_AHEAD * max(deviation, 1.0)

    @cache
    def worth(points: tuple[int, ...]) -> float:
        points = _with_waits(view, points)
        lead = _lead(sign * points[side], [sign * points[each] for each in sides])
        return max(0.0, min((1 + lead / most) / 2, 1.0))

    return worth


def equity(view: View) -> Goal:
    """How likely the side is to win the match with these points; in a match of one round, `winning`."""
    rules, side = view.rules, _side(view)
    if rules.single_round:
        return winning(view)
    round_goal, usual = winning(view), _usual(rules)
    # The match once the round is over, with the totals before it; what was played is left out.
    played = Round(
        view.starter, view.seats, (), (), view.scores, view.layout, step=view.step, ending=Ending.BLOCKED
    )
    count = 1 if rules.last_deal is None else view.round_number  # only a last deal counts the rounds
    before = tuple(map(sub, view.totals, view.scores))
    finished = Match(rules, before, view.sides_in, view.carry, Rounds((played,) * count))

    @cache
    def worth(points: tuple[int, ...]) -> float:
        totals = map(add, finished.totals, _with_waits(view, points))
        match = replace(finished, totals=tuple(totals))
        if out := eliminated_sides(match):
            match = replace(match, sides_in=tuple(each for each in match.sides_in if each not in out))
        won = winners(match)
        share = (side in won) / len(won) if won else _chance(match, side, usual)
        return (1 - SMALL) * share + SMALL * round_goal(points)

    return worth


def _lead(own: float, every: Sequence[float]) -> float:
    """By how much a side's points are above the mean of the others'; *every* has those of all sides."""
    return own - (sum(every) - own) / max(1, len(every) - 1)


def _side(view: View) -> Side:
    assert view.seat is not None  # a spectator has no goal
    return view.rules.side(view.seat)


def _sign(rules: Rules) -> int:
    return 1 if rules.best is Best.HIGHEST else -1


def _chance(match: Match, side: Side, usual: _Usual) -> float:
    """The probability that *side* wins a match that goes on.

    Points are modelled as a random walk, as in Stern, A Brownian Motion Model for the Progress of
    Sports Scores (1994); among several sides the chances to be before each of the others are multiplied.
    """
    if side not in match.sides_in:
        return 0.0
    rules, sign, (mean, deviation) = match.rules, _sign(match.rules), usual
    if rules.last_deal is not None:
        rounds_left = max(1.0, rules.last_deal - len(match.rounds))
    else:  # as many as it takes with *mean* points in each
        end = rules.limit if rules.limit is not None else rules.target
        rounds_left = max(1.0, ((end or 0) - max(match.totals)) / max(mean, 1.0))
    # The deviation of the difference between two sides at the end of the match, times the root of two.
    spread = 2 * max(deviation, 1.0) * math.sqrt(rounds_left)
    totals = [sign * match.totals[each] for each in match.sides_in]
    chances = [math.prod([1 + math.erf((own - other) / spread) for other in totals]) for own in totals]
    return chances[match.sides_in.index(side)] / sum(chances)


@cache
def _usual(rules: Rules) -> _Usual:
    """Mean and deviation of what a side scores in a round that is played at random."""
    page, chance = simulator(rules), Random(ROUNDS)  # noqa: S311 (a game)
    count = max(FEWEST_ROUNDS, ROUNDS // page.slowness)
    states = [page.state(_dealt(rules, chance)) for _ in range(count)]
    rounds = [page.playout(state, chance.choice(page.moves(state)), chance.random) for state in states]
    points = [scored for each in rounds for scored in each]
    mean = sum(points) / len(points)
    return mean, math.sqrt(sum((scored - mean) ** 2 for scored in points) / len(points))


def _dealt(rules: Rules, chance: Random) -> Match:
    """The first round of a match, dealt at random."""
    match, size = new_match(rules), rules.hand_size(rules.players) or 0
    while True:
        heap = [*chance.sample(dealable(match), len(dealable(match))), *rules.aside]
        hands = tuple(tuple(heap[size * seat : size * (seat + 1)]) for seat in range(rules.players))
        if redeal_reason(match, hands) is None:
            first = 0 if starter(match, hands) is None else None
            return after(match, begin(match, Deal(hands, tuple(heap[size * rules.players :]), first)))
