"""Bots that search: they deal the hidden tiles at random and try every move in every such determinization.

Perfect-information Monte Carlo (Ginsberg, GIB, 2001): the same determinizations for all moves, one random
play-out for each, the best mean wins. `expert` also asks which of them make the choices of the others likely.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter

from playroom.bots.belief import belief
from playroom.bots.determinize import Determinization, Determinizer
from playroom.bots.goal import Goal, equity, winning
from playroom.bots.inference import likelihood
from playroom.bots.stand_in import with_unknown
from playroom.engine.simulator import AnySimulator, Standing, simulator
from playroom.rules.layout import laid_tiles
from playroom.rules.legal import legal_moves
from playroom.rules.move import Move
from playroom.rules.view import View

BEHIND = 1.3
"""How far behind the best a move is that is tried no more, in parts of all that could be won and over the
root of the determinizations tried: chance makes the difference of two moves spread by half of that."""


@dataclass(frozen=True, slots=True)
class Thought:
    """How a bot thinks: each determinization is the likeliest of some *candidates*; *goal* is what it wants.

    At most so many *determinizations* are tried, fewer where *effort* is spent before, in steps: see
    `_steps`. A move is given up that is *behind* by so much: see `BEHIND`.
    """

    determinizations: int
    effort: int
    candidates: int
    goal: Callable[[View], Goal]
    behind: float = BEHIND


HARD = Thought(determinizations=800, effort=80_000, candidates=1, goal=winning)
EXPERT = Thought(determinizations=2000, effort=400_000, candidates=5, goal=equity)

DEAL, ASK = 2, 6
"""What it takes to deal a tile, and to ask how likely a choice is, beside a tile that is played out."""

BATCH = 25
"""After so many determinizations a thought is looked at: which moves are still worth a try, and the time."""

SMALLEST_BATCH = 2
"""The same on a page where play-outs are slow."""


def hard(view: View, chance: Random, seconds: float = math.inf) -> Move:
    """The move that wins most often in determinizations that agree with all that is public."""
    return _best(view, chance, HARD, seconds)


def expert(view: View, chance: Random, seconds: float = math.inf) -> Move:
    """The same in the likelier of them, with the match in mind."""
    return _best(view, chance, EXPERT, seconds)


def values(
    view: View, chance: Random, thought: Thought = HARD, seconds: float = math.inf
) -> Mapping[Move, float]:
    """Every legal move with its mean worth, from 0 to 1; what was found when *seconds* had passed.

    A move that was given up keeps the mean of the determinizations in which it was tried, but is never worth
    more than the best of the others, which come first.
    """
    page, end = simulator(view.rules, view.seats), perf_counter() + seconds
    drawn, worth = _determinizations(page, view, chance, thought), thought.goal(view)
    before, batch = page.state(with_unknown(view)), max(SMALLEST_BATCH, BATCH // page.slowness)
    contenders = page.moves(_state(page, before, drawn()))
    means, tried, effort = dict.fromkeys(contenders, 0.0), 0, thought.effort
    least, most = 1.0, 0.0
    while tried < thought.determinizations and effort > 0:
        states = [_state(page, before, drawn()) for _ in range(batch)]
        for move in contenders:
            found = [worth(page.playout(state, move, chance.random)) for state in states]
            means[move] = (tried * means[move] + sum(found)) / (tried + batch)
            least, most = min(least, *found), max(most, *found)
        effort -= batch * _steps(page, view, thought, len(contenders))
        tried += batch
        contenders = _contenders(means, contenders, thought.behind * (most - least) / math.sqrt(tried))
        if len(contenders) == 1 or perf_counter() > end:
            break
    best = max(means[move] for move in contenders)
    in_order = sorted(means, key=lambda move: move not in contenders)
    return {page.move(move): min(means[move], best) for move in in_order}


def _contenders(means: Mapping[int, float], among: Sequence[int], behind: float) -> tuple[int, ...]:
    """Those *among* the moves that are not so far *behind* the best."""
    best = max(means[move] for move in among)
    return tuple(move for move in among if means[move] >= best - behind)


def _steps(page: AnySimulator, view: View, thought: Thought, moves: int) -> int:
    """About what a determinization takes, and to try so many moves in it, in tiles that are played out."""
    hidden = sum(view.counts) - len(view.hand) + view.boneyard
    asked = len(laid_tiles(view.layout)) if thought.candidates > 1 else 0
    return thought.candidates * (DEAL * hidden + ASK * asked) + moves * hidden * page.slowness


def _best(view: View, chance: Random, thought: Thought, seconds: float) -> Move:
    """The move that is worth most; the only one without a thought."""
    allowed = legal_moves(view.position)
    if len(allowed) == 1:
        return allowed[0]
    worths = values(view, chance, thought, seconds)
    return max(worths, key=worths.__getitem__)


def _determinizations(
    page: AnySimulator, view: View, chance: Random, thought: Thought
) -> Callable[[], Determinization]:
    """Where the determinizations of a thought come from."""
    known = belief(view)
    dealer, number = Determinizer(page.masks, view, known), chance.random
    if thought.candidates == 1 or not known.choices:
        return lambda: dealer.sample(number)
    likely = likelihood(page.masks, dealer, known.choices)
    return lambda: dealer.likeliest(number, thought.candidates, likely)


def _state(page: AnySimulator, before: Standing, made: Determinization) -> Standing:
    state: Standing = page.with_hidden(before, *made)
    return state
