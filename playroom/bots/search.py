"""Bots that search: they deal the hidden tiles at random and try every move in every such determinization.

Perfect-information Monte Carlo (Ginsberg, GIB, 2001): the same determinizations for all moves, one random
play-out for each, the best mean wins.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter

from playroom.bots.belief import belief
from playroom.bots.determinize import Determinization, Determinizer
from playroom.bots.goal import Goal, equity, points_ahead, without_entry, without_series
from playroom.bots.placement import strays
from playroom.bots.swaps import chained, likelihoods, swaps_between
from playroom.engine.masks import Masks
from playroom.engine.simulator import AnySimulator, Standing, simulator
from playroom.rules.legal import distinct_moves
from playroom.rules.move import Move
from playroom.rules.rulebook.questions import Drawing
from playroom.rules.view import View, with_unknown

MAX_GAP = 1.8
"""Moves further than this behind the best are not tried again, in standard errors: see `contenders`."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """The settings of a search: *goal* is its utility.

    *determinizations* is the largest number tried, *effort* the number of tiles in its play-outs, with what
    dealing costs, after which the search ends earlier. *max_gap* is the gap at which a move is given up (see
    `MAX_GAP`), *stray* the cost of a tile outside the run (see `STRAY`).
    """

    determinizations: int
    effort: int
    goal: Callable[[View], Goal]
    max_gap: float = MAX_GAP
    stray: float = 0.0


STRAY = 0.15
"""The cost, as a share of the round, of keeping a tile outside the longest run for the own train.

Random play-outs break such runs up, so they hardly show their value.
"""

HARD = SearchSettings(determinizations=800, effort=24_000, goal=points_ahead, stray=STRAY)
EXPERT = SearchSettings(determinizations=2000, effort=42_000, goal=equity, stray=STRAY)

DEAL, SWAP, FEW = 25, 6, 21
"""The cost of a deal beside half of the hidden tiles, and the cost of a swap, in tiles played out.

A swap costs more where there are more than a *few* hidden tiles: fewer hands come again.
"""

BATCH = 25
"""The number of determinizations between two checks of the time and of the moves still in contention."""

SMALLEST_BATCH = 2
"""The number of determinizations where play-outs are slow, or little effort is left."""

AS_GOOD, SURELY = 0.005, 2.0
"""Moves closer than this count as equal, at two standard errors."""


def hard(view: View, chance: Random, seconds: float = math.inf) -> Move:
    """The move that is most points ahead in determinizations that agree with all that is public."""
    return _chosen(view, chance, HARD, seconds)


def expert(view: View, chance: Random, seconds: float = math.inf) -> Move:
    """Like `hard`, but in more determinizations, and for the match."""
    return _chosen(view, chance, EXPERT, seconds)


def values(
    view: View, chance: Random, thought: SearchSettings = HARD, seconds: float = math.inf
) -> Mapping[Move, float]:
    """Every distinct move with its mean worth, from 0 to 1; what was found when *seconds* had passed.

    Equivalent moves are one, such as a tile at either end of a chain whose ends are equal. A move that was
    given up keeps the mean of the determinizations in which it was tried, but is never worth more than the
    best of the others, which come first.
    """
    view = without_entry(without_series(view))
    page, end = simulator(view.rules, view.seats), perf_counter() + seconds
    (drawn, dealing), worth = _determinizations(page, view, chance), thought.goal(view)
    before, batch = page.state(with_unknown(view)), max(SMALLEST_BATCH, BATCH // page.slowness)
    distinct = distinct_moves(view.position)
    every = page.moves(_state(page, before, drawn()))
    tries = {move: SampleStats() for move in every if page.move(move) in distinct}
    kept = [strays(view, page.move(move)) if thought.stray else 0 for move in tries]
    # The cost of each move beside its play-outs, above that of the cheapest move: see `STRAY`.
    costs = {move: thought.stray * (count - min(kept)) for move, count in zip(tries, kept, strict=True)}
    # A play-out lays about all tiles in the hands, and the boneyard where tiles are drawn.
    drawable = view.boneyard if view.rules.drawing is not Drawing.NEVER else 0
    playing = page.slowness * (sum(view.counts) + drawable)
    left, tried, effort = tries, 0, thought.effort
    while tried < thought.determinizations and effort > 0:
        tiles_each = dealing + len(left) * playing
        count = max(SMALLEST_BATCH, min(batch, effort // tiles_each)) if tried else batch
        states = [_state(page, before, drawn()) for _ in range(count)]
        for move, found in left.items():
            cost = costs[move]
            found.add([worth(page.playout(state, move, chance.random)) - cost for state in states])
        effort -= count * tiles_each
        tried += count
        left = contenders(left, thought.max_gap)
        if is_decided(left) or perf_counter() > end:
            break
    best = max(found.mean for found in left.values())
    in_order = sorted(tries, key=lambda move: move not in left)
    return {page.move(move): max(0.0, min(tries[move].mean, best)) for move in in_order}


def _chosen(view: View, chance: Random, thought: SearchSettings, seconds: float) -> Move:
    """The move that is worth most; the only one without a thought."""
    allowed = distinct_moves(view.position)
    if len(allowed) == 1:
        return allowed[0]
    worths = values(view, chance, thought, seconds)
    return max(worths, key=worths.__getitem__)


def determinizations(view: View, chance: Random) -> tuple[Masks, Callable[[], Determinization]]:
    """The determinizations in which the bots search, and the masks that they are written in."""
    view = without_entry(without_series(view))
    page = simulator(view.rules, view.seats)
    return page.masks, _determinizations(page, view, chance)[0]


def _determinizations(
    page: AnySimulator, view: View, chance: Random
) -> tuple[Callable[[], Determinization], int]:
    """Where the determinizations of a thought come from, and about what one costs, in tiles played out."""
    known = belief(view)
    dealer, number = Determinizer(page.masks, view, known), chance.random
    tiles = len(dealer.tiles)
    dealing = DEAL + tiles // 2
    if dealer.is_uniform and not known.free_moves:
        return lambda: dealer.sample(number), dealing
    likely = likelihoods(page.masks, known.free_moves)
    swapping = swaps_between(dealer, likely) * SWAP * max(tiles, FEW) // FEW
    return chained(dealer, likely, number), dealing + swapping


def _state(page: AnySimulator, before: Standing, made: Determinization) -> Standing:
    state: Standing = page.with_hidden(before, *made)
    return state


class SampleStats:
    """The worths of one move in several play-outs, from 0 to 1."""

    def __init__(self) -> None:
        self.count, self._sum, self._squares = 0, 0.0, 0.0

    def add(self, worths: Sequence[float]) -> None:
        """Add more worths."""
        self.count += len(worths)
        self._sum += sum(worths)
        self._squares += sum([worth * worth for worth in worths])

    @property
    def mean(self) -> float:
        """Their mean; 0 if there is none."""
        return self._sum / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """The variance of the mean, which is never taken as none: the next worth may be another."""
        return max(0.0, self._squares / self.count - self.mean**2) / self.count + 0.5 / self.count**2


def contenders(tries: Mapping[int, SampleStats], max_gap: float) -> dict[int, SampleStats]:
    """The moves at most *max_gap* standard errors behind the best."""
    best = max(tries.values(), key=lambda found: found.mean)
    return {
        move: found
        for move, found in tries.items()
        if best.mean - found.mean <= max_gap * _gap_error(best, found)
    }


def is_decided(tries: Mapping[int, SampleStats]) -> bool:
    """Whether the moves count as equal."""
    best = max(tries.values(), key=lambda found: found.mean)
    others = (each for each in tries.values() if each is not best)
    return all(best.mean - each.mean + SURELY * _gap_error(best, each) <= AS_GOOD for each in others)


def _gap_error(best: SampleStats, other: SampleStats) -> float:
    """The standard error of the difference of the means."""
    return math.sqrt(best.variance + other.variance)
