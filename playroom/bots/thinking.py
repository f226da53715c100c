"""Bots that think: they deal the hidden tiles by lot and try every move in every such world.

Perfect-information Monte Carlo (Ginsberg, GIB, 2001): the same worlds for all moves, one play-out by lot for
each, the best mean wins. `expert` also asks which worlds make the choices of the others likely.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic

from playroom.bots.belief import belief
from playroom.bots.goal import Goal, equity, winning
from playroom.bots.inference import likelihood
from playroom.bots.worlds import World, Worlds
from playroom.rules.engine import Engine, State, engine
from playroom.rules.legal import moves
from playroom.rules.move import Move
from playroom.rules.view import View

BEHIND = 1.3
"""How far behind the best a move is that is tried no more, in parts of all that could be won and over the
root of the worlds tried: chance makes the difference of two moves spread by half of that."""


@dataclass(frozen=True, slots=True)
class Thought:
    """How a bot thinks: in worlds each of which is the likeliest of some *candidates*, towards a *goal*.

    At most so many *worlds* are tried, fewer where *effort* is spent before, in steps: see `_steps`.
    A move is given up that is *behind* by so much: see `BEHIND`.
    """

    worlds: int
    effort: int
    candidates: int
    goal: Callable[[View], Goal]
    behind: float = BEHIND


HARD = Thought(worlds=800, effort=80_000, candidates=1, goal=winning)
EXPERT = Thought(worlds=2000, effort=400_000, candidates=5, goal=equity)

DEAL, ASK = 2, 6
"""What it takes to deal a tile, and to ask how likely a choice is, beside a tile that is played out."""

BATCH = 25
"""After so many worlds a thought is looked at: which moves are still worth a try, and whether time is up."""


def hard(view: View, chance: Random, seconds: float = math.inf) -> Move:
    """The move that wins most often in worlds that agree with all that is public."""
    return _best(view, chance, HARD, seconds)


def expert(view: View, chance: Random, seconds: float = math.inf) -> Move:
    """The same in the likelier of such worlds, with the match in mind."""
    return _best(view, chance, EXPERT, seconds)


def values(
    view: View, chance: Random, thought: Thought = HARD, seconds: float = math.inf
) -> Mapping[Move, float]:
    """Every legal move with its mean worth, from 0 to 1; what was found when *seconds* had passed.

    A move that fell behind keeps the mean of the worlds in which it was tried.
    """
    page, end = engine(view.rules, view.seats), monotonic() + seconds
    drawn, worth = _worlds(page, view, chance, thought), thought.goal(view)
    contenders = page.moves(_state(page, view, drawn()))
    means, tried, effort = dict.fromkeys(contenders, 0.0), 0, thought.effort
    least, most = 1.0, 0.0
    while tried < thought.worlds and effort > 0:
        states = [_state(page, view, drawn()) for _ in range(BATCH)]
        for move in contenders:
            found = [worth(_played_out(page, state, move, chance)) for state in states]
            means[move] = (tried * means[move] + sum(found)) / (tried + BATCH)
            least, most = min(least, *found), max(most, *found)
        effort -= BATCH * _steps(view, thought, len(contenders))
        tried += BATCH
        contenders = _contenders(means, contenders, thought.behind * (most - least) / math.sqrt(tried))
        if len(contenders) == 1 or monotonic() > end:
            break
    return {page.ways.moves[move]: mean for move, mean in means.items()}


def _played_out(page: Engine, state: State, move: int, chance: Random) -> tuple[int, ...]:
    """The points of the round that goes on with *move*, and then by lot."""
    after = page.copied(state)
    page.play(after, move)
    return page.playout(after, chance.random)


def _contenders(means: Mapping[int, float], among: Sequence[int], behind: float) -> tuple[int, ...]:
    """Those *among* the moves that are not so far *behind* the best."""
    best = max(means[move] for move in among)
    return tuple(move for move in among if means[move] >= best - behind)


def _steps(view: View, thought: Thought, moves: int) -> int:
    """About what it takes to deal a world and to try so many moves in it, in tiles that are played out."""
    hidden = sum(view.counts) - len(view.hand) + view.boneyard
    asked = len(view.chain.laid) if thought.candidates > 1 else 0
    return thought.candidates * (DEAL * hidden + ASK * asked) + moves * hidden


def _best(view: View, chance: Random, thought: Thought, seconds: float) -> Move:
    """The move that is worth most; the only one without a thought."""
    allowed = moves(view.position)
    if len(allowed) == 1:
        return allowed[0]
    worths = values(view, chance, thought, seconds)
    return max(worths, key=worths.__getitem__)


def _worlds(page: Engine, view: View, chance: Random, thought: Thought) -> Callable[[], World]:
    """Where the worlds of a thought come from."""
    known = belief(view)
    worlds, number = Worlds(page, view, known), chance.random
    if thought.candidates == 1 or not known.choices:
        return lambda: worlds.drawn(number)
    likely = likelihood(page, worlds, known.choices)
    return lambda: max((worlds.drawn(number) for _ in range(thought.candidates)), key=likely)


def _state(page: Engine, view: View, world: World) -> State:
    return page.standing(view, view.totals, list(world.hands), world.boneyard)
