"""What the points of a round are worth to a side: for the round, or for the match."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

from playroom.rules.deal import must_deal_again, starter
from playroom.rules.engine import Engine, State, engine
from playroom.rules.event import Ending, Side
from playroom.rules.match import Match, Round, new_match
from playroom.rules.question import Best
from playroom.rules.score import dropped, winners
from playroom.rules.variant import Rules
from playroom.rules.view import View

Goal = Callable[[tuple[int, ...]], float]
"""What the points of all sides at the end of a round are worth to one, from 0 to 1."""

SMALL = 0.02
"""What points weigh beside the round: they decide between ways that win it equally often."""

ROUNDS = 60
"""How many random rounds show what a page's rounds are worth."""


def winning(view: View) -> Goal:
    """How much of the round is won, and a little for the points; no sum of points is worked out twice."""
    side, sides, sign = _side(view), view.sides_in, _sign(view.rules)

    @cache
    def worth(points: tuple[int, ...]) -> float:
        good = [sign * points[each] for each in sides]
        own, best = sign * points[side], max(good)
        won = 1 / good.count(best) if own == best else 0.0
        ahead = own - (sum(good) - own) / max(1, len(good) - 1)
        return (1 - SMALL) * won + SMALL * (1 + math.tanh(ahead / 50)) / 2

    return worth


def equity(view: View) -> Goal:
    """How likely the side is to win the match with these points; in a match of one round, `winning`."""
    rules, side = view.rules, _side(view)
    if rules.single_round:
        return winning(view)
    before = tuple(total - scored for total, scored in zip(view.totals, view.scores, strict=True))
    round_goal = winning(view)

    @cache
    def worth(points: tuple[int, ...]) -> float:
        totals = tuple(total + scored for total, scored in zip(before, points, strict=True))
        match = _counted(view, totals)
        match = replace(match, sides_in=tuple(each for each in match.sides_in if each not in dropped(match)))
        won = winners(match)
        share = (side in won) / len(won) if won else _chance(match, side)
        return (1 - SMALL) * share + SMALL * round_goal(points)

    return worth


def _side(view: View) -> Side:
    assert view.seat is not None  # whoever only listens has no goal
    return view.rules.side(view.seat)


def _sign(rules: Rules) -> int:
    return 1 if rules.best is Best.HIGHEST else -1


def _counted(view: View, totals: tuple[int, ...]) -> Match:
    """The match once the round is over and has brought everybody to *totals*; what was played is left out."""
    played = Round(view.starter, view.seats, (), (), view.scores, ending=Ending.BLOCKED)
    return Match(view.rules, totals, view.sides_in, (played,) * view.round_number)


def _chance(match: Match, side: Side) -> float:
    """How likely *side* is to win a match that goes on: each lead is held against what chance may yet do.

    Points are taken to come as a random walk, as in Stern, A Brownian Motion Model for the Progress of
    Sports Scores (1994); among several sides the chances to be before each of the others are multiplied.
    """
    if side not in match.sides_in:
        return 0.0
    spread = _spread(match)
    chances = {each: _before_all(match, each, spread) for each in match.sides_in}
    return chances[side] / sum(chances.values())


def _before_all(match: Match, side: Side, spread: float) -> float:
    sign, own = _sign(match.rules), match.totals[side]
    leads = [sign * (own - match.totals[each]) for each in match.sides_in if each != side]
    return math.prod((1 + math.erf(lead / spread)) / 2 for lead in leads)


def _spread(match: Match) -> float:
    """How far two sides may drift apart until the match is over: their deviation, times the root of two."""
    mean, deviation = _usual(engine(match.rules))
    return 2 * max(deviation, 1.0) * math.sqrt(_rounds_left(match, mean))


def _rounds_left(match: Match, mean: float) -> float:
    """About how many rounds are still to come, where a side scores *mean* points in each."""
    rules = match.rules
    if rules.deals is not None:
        return max(1, rules.deals - len(match.rounds))
    end = rules.limit if rules.limit is not None else rules.target
    return max(1.0, ((end or 0) - max(match.totals)) / max(mean, 1.0))


@cache
def _usual(page: Engine) -> tuple[float, float]:
    """Mean and deviation of what a side scores in a round that is played by lot."""
    chance = Random(ROUNDS).random  # noqa: S311 (a game)
    dealt = (page.dealt(chance, page.seats[0]) for _ in range(ROUNDS))
    rounds = (page.playout(state, chance) for state in dealt if _is_begun(page, state))
    points = [scored for each in rounds for scored in each]
    mean = sum(points) / len(points)
    return mean, math.sqrt(sum((scored - mean) ** 2 for scored in points) / len(points))


def _is_begun(page: Engine, state: State) -> bool:
    """Whether the round can be played, once whoever the hands make start is to move."""
    match, hands = new_match(page.rules), tuple(map(page.ways.hand, state.hands))
    decided = starter(match, hands)
    state.turn = state.turn if decided is None else decided
    return not must_deal_again(match, hands)
