"""What a bot wins of duplicate deals, in matches and in points; one of the players may see all hands."""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from math import inf, sqrt
from random import Random
from statistics import mean, stdev

from duels import Duel

from playroom.bots.placement import gain
from playroom.engine.simulator import simulator
from playroom.rules.flow import played
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match, new_match
from playroom.rules.move import Move
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Side
from playroom.rules.view import view
from playroom.simulation.names import find_bot
from playroom.simulation.plan import Plan
from playroom.simulation.result import Z
from playroom.table.trial import played_out

SEED = 2
"""Of the deals that are measured; the rates of errors were chosen on those of seed 1."""

PLAYOUTS = 100
"""How often a player who sees all hands tries each move; a tenth where trains are laid."""

Player = Callable[[Match, Random], Move]
"""Who moves in a match; may look at all hands."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, and how far its 95 % interval reaches on either side."""

    mean: float
    reach: float

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.reach

    def of(self, whole: float) -> "Estimate":
        """The same as a share of *whole*."""
        return Estimate(self.mean / whole, self.reach / whole)


@dataclass(frozen=True, slots=True)
class Found:
    """What the first of two won over the other: the share of the matches, and the points more in a round."""

    wins: Estimate
    points: Estimate


def at_random(match: Match, chance: Random) -> Move:
    """Any legal move."""
    return chance.choice(legal_moves(position(match)))


def seeing_all(match: Match, chance: Random) -> Move:
    """The move that scores most points over the others in random play-outs with the true hands."""
    page = simulator(match.rules, match.now.seats)
    state, own = page.state(match), match.rules.side(match.turn or 0)
    moves = page.moves(state)
    if len(moves) == 1:
        return page.move(moves[0])
    tries = range(PLAYOUTS // 10 if match.rules.has_engine else PLAYOUTS)
    worths = {
        move: mean(ahead(match.rules, page.playout(state, move, chance.random), own) for _ in tries)
        for move in moves
    }
    return page.move(max(worths, key=worths.__getitem__))


PLAYERS = {"random": at_random, "seeing_all": seeing_all}


def ahead(rules: Rules, points: tuple[int, ...], side: Side) -> float:
    """By how much the points of *side* are better than the mean of the others."""
    good = [gain(rules, each) for each in points]
    return good[side] - (sum(good) - good[side]) / (len(good) - 1)


def player(word: str) -> Player:
    """The player of this name, or the bot."""
    if word in PLAYERS:
        return PLAYERS[word]
    bot = find_bot(word)
    return lambda match, chance: bot(view(match, match.turn), chance)


def deal(duel: Duel, seed: int) -> tuple[float, float]:
    """What the first wins of a deal with every rotation of the sides: matches, and points ahead in each."""
    rules, won = duel.rules, []
    for rotation in range(rules.sides):
        words = (*duel.seated[rotation:], *duel.seated[:rotation])
        side = rules.side(words.index(duel.bots[0]))
        match = played_out(new_match(rules), partial(_dealing, seed), partial(_moved, words, seed))
        share = (side in match.winners) / len(match.winners)
        won.append((share, ahead(rules, match.totals, side) / len(match.rounds)))
    return mean(wins for wins, _ in won), mean(points for _, points in won)


def _dealing(seed: int, match: Match) -> Random:
    return Random(f"{seed} {len(match.rounds)}")


def _moved(words: tuple[str, ...], seed: int, match: Match) -> Match:
    chance = Random(f"{seed} {len(match.rounds)} {len(match.now.log)}")
    return played(match, player(words[match.turn or 0])(match, chance))


def found(duel: Duel, deals: int, executor: Executor) -> Found:
    """What the first bot wins of so many deals."""
    plan = Plan(duel.rules, duel.seated, deals, SEED, duplicate=True)
    seeds = [plan.seed_of(number) for number in range(deals)]
    every = list(executor.map(deal, [duel] * deals, seeds, chunksize=5))
    return Found(*(estimate(each) for each in zip(*every, strict=True)))


def estimate(values: Iterable[float]) -> Estimate:
    """The mean of independent values; of a single one, nothing is known."""
    every = list(values)
    return Estimate(mean(every), Z * stdev(every) / sqrt(len(every)) if every[1:] else inf)
