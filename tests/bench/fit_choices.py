"""Fits by which features players choose. usage: python tests/bench/fit_choices.py [ROUNDS [HELD_OUT]]

It writes playroom/bots/inference/choice_weights.yaml, by which bots infer from the choices of others what
these hold. At the first table of each game, hard bots play so many rounds (300 if no number is given), and
steady bots as many; a conditional logit is fitted to their moves by Newton's method. Printed is the mean log
loss of a choice in other rounds (100 and 100), by these weights and if all legal moves were equally likely.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from itertools import chain
from math import exp, log
from statistics import mean
from typing import NamedTuple

from duels import TABLES, Duel

from playroom.bots.inference.alternatives import FIXED, free_moves, ways
from playroom.bots.inference.choice_weights import COUNTED, FILE, FREE, QUESTIONS, answers_of
from playroom.bots.inference.lacks import Lacked, Lacks, lacked_around, lacks_after
from playroom.bots.inference.likelihoods import is_way
from playroom.bots.roster import BOTS
from playroom.engine.masks import Masks
from playroom.rules.event import Drew, Passed, Played
from playroom.rules.flow import event_of
from playroom.rules.legal import Position, legal_moves, position
from playroom.rules.match import Match, new_match
from playroom.rules.move import Draw, Move, Play
from playroom.rules.rulebook.questions import Opening
from playroom.simulation.executors import cores, processes
from playroom.simulation.match_outcome import play_match

FEATURES = (*FIXED, *COUNTED, *FREE)

WORDS = "hard", "steady"
"""Whose moves are fitted."""

STEPS, RIDGE, SMALLEST = 12, 2.0, 0.0005
"""The steps of Newton's method, what a square of a weight costs, and the smallest weight that is written."""

HEAD = """\
# Fitted by tests/bench/fit_choices.py, which says how, to {rounds} rounds of hard and of steady bots each.
"""

Vector = tuple[float, ...]


class Observed(NamedTuple):
    """The features of all that could be chosen, of which the one at *chosen* was."""

    options: tuple[Vector, ...]
    chosen: int


def observed(duel: Duel, seed: int) -> list[Observed]:
    """All choices in a round among bots of one strength."""
    match = play_match(duel.rules, [BOTS[duel.bots[0]]] * duel.players, seed)
    return list(choices(match))


def choices(match: Match) -> Iterator[Observed]:
    """The choices of a match of one round."""
    lacks: Lacks = {}
    masks, standing = Masks(match.rules), new_match(match.rules)
    for event in match.now.log:
        if isinstance(event, Played | Drew | Passed):
            faced, step = position(standing), standing.now.step
            if made := chosen(standing, faced, event):
                lacked = lacked_around(lacks, match.rules, event.seat, step)
                yield options(masks, faced, lacked, made)
            lacks = lacks_after(lacks, faced, event)
        standing = standing.after(event)


def chosen(standing: Match, faced: Position, event: Played | Drew | Passed) -> Move | None:
    """The move, if it was a choice that bots read."""
    allowed = legal_moves(faced)
    opens_alone = not faced.has_begun and faced.rules.opening is Opening.HIGHEST
    if len(allowed) == 1 or opens_alone or (faced.drew and not isinstance(event, Played)):
        return None
    return next(move for move in allowed if event_of(standing, move) == event)


def options(masks: Masks, faced: Position, lacked: Lacked, made: Move) -> Observed:
    """What could be chosen, and what was."""
    hand = masks.mask(faced.hand)
    every = [way for way in ways(masks, faced, lacked) if way.bit & hand]
    free = free_moves(masks, faced)
    vectors = [
        (
            *map(float, way.features),
            (hand & way.joined_by).bit_count(),
            (hand & masks.fits[way.covers]).bit_count(),
            0.0,
            0.0,
        )
        for way in every
    ]
    others = [(0.0,) * (len(FEATURES) - 2) + (float(move == Draw()), float(move != Draw())) for move in free]
    at = (
        next(at for at, way in enumerate(every) if is_way(masks, way, made))
        if isinstance(made, Play)
        else len(every) + free.index(made)
    )
    return Observed((*vectors, *others), at)


def fitted(several: Sequence[Observed]) -> Vector:
    """The weights by which the choices are likeliest, less what the weights cost."""
    size = len(FEATURES)
    weights = [0.0] * size
    for _ in range(STEPS):
        slope = [-RIDGE * weight for weight in weights]
        curve = [[RIDGE * (row == column) for column in range(size)] for row in range(size)]
        for each in several:
            add(each, shares(each, weights), slope, curve)
        weights = [weight + step for weight, step in zip(weights, solved(curve, slope), strict=True)]
    return tuple(weights)


def add(each: Observed, likely: Sequence[float], slope: list[float], curve: list[list[float]]) -> None:
    """Add what a choice adds to slope and curve of the likelihood."""
    usual = [
        sum(map(float.__mul__, likely, map(float, column))) for column in zip(*each.options, strict=True)
    ]
    used = [at for at, column in enumerate(zip(*each.options, strict=True)) if any(column)]
    for at in used:
        slope[at] += each.options[each.chosen][at] - usual[at]
    for share, option in zip(likely, each.options, strict=True):
        apart = [(at, option[at] - usual[at]) for at in used]
        for row, one in apart:
            for column, other in apart:
                curve[row][column] += share * one * other


def shares(each: Observed, weights: Sequence[float]) -> list[float]:
    """How likely each option is."""
    worths = [sum(map(float.__mul__, weights, map(float, option))) for option in each.options]
    factors = [exp(worth - max(worths)) for worth in worths]
    return [factor / sum(factors) for factor in factors]


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system of linear equations, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at, row in enumerate(rows):
        for other in rows[:at] + rows[at + 1 :]:
            times = other[at] / row[at]
            other[:] = [value - times * own for value, own in zip(other, row, strict=True)]
    return [row[-1] / row[at] for at, row in enumerate(rows)]


def loss(several: Sequence[Observed], weights: Sequence[float]) -> float:
    """The mean log loss of a choice."""
    return -mean(log(shares(each, weights)[each.chosen]) for each in several)


def played(table: tuple[str, int, int], seeds: range, executor: Executor) -> list[Observed]:
    """The choices of all rounds at a table."""
    duels = [Duel(*table, (word, word)) for word in WORDS for _ in seeds]
    return list(chain(*executor.map(observed, duels, [*seeds] * len(WORDS), chunksize=5)))


def lines(duel: Duel, numbers: Mapping[str, float]) -> Iterator[str]:
    """The lines of a table in the file."""
    yield f"{duel.table.replace(',', '')}:"
    yield "  answers:"
    for question, answer in zip(QUESTIONS, answers_of(duel.rules), strict=True):
        yield f'    {question}: "{answer}"'
    yield "  weights:"
    for name, number in numbers.items():
        yield f"    {name}: {number:.3f}"


def main(rounds: int = 300, held_out: int = 100) -> None:
    found: list[str] = []
    with processes(cores()) as executor:
        for table in TABLES:
            duel = Duel(*table, WORDS)
            weights = fitted(played(table, range(rounds), executor))
            others = played(table, range(rounds, rounds + held_out), executor)
            evenly = loss(others, [0.0] * len(weights))
            print(
                f"{duel.table}: log loss {loss(others, weights):.4f}, evenly {evenly:.4f}, of {len(others)}",
                flush=True,
            )
            named = dict(zip(FEATURES, weights, strict=True))
            found += lines(duel, {name: each for name, each in named.items() if abs(each) >= SMALLEST})
    FILE.write_text(HEAD.format(rounds=rounds) + "\n".join(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
