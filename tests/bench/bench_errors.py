"""How often those who err like people do so. usage: python tests/bench/bench_errors.py [ROUNDS]

Novice and casual bots play so many rounds of each game (4 if no number is given) among themselves. Of the
moves that leave a choice, the table has in percent how often each error happened, and how often it changed
the move: without that error, the others staying, the move would not have been among the best.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

from duels import FEW, TABLES, Duel

from playroom.bots.human_errors import ERRORS, RATES, drawn_errors, priorities
from playroom.bots.steady import best_moves, preferred
from playroom.rules.legal import legal_moves
from playroom.rules.move import Move
from playroom.rules.view import View
from playroom.simulation.plan import play_match
from playroom.table.table import Bot

CHOICES = "choices"
"""Under this the moves are counted that leave a choice."""

Counts = Counter[tuple[str, str]]
"""How often each error happened and changed the move, by its name and one of these words."""


def watched(word: str, counts: Counts) -> Bot:
    """The bot of this strength, whose errors are counted."""

    def bot(view: View, chance: Random) -> Move:
        allowed = legal_moves(view.position)
        if len(allowed) == 1:
            return allowed[0]
        errors = drawn_errors(word, chance)
        move = preferred(view, chance, priorities(view, errors))
        counts[CHOICES, ""] += 1
        for error in errors:
            others = tuple(each for each in errors if each != error)
            counts[error, "happened"] += 1
            counts[error, "changed"] += move not in best_moves(view, priorities(view, others))
        return move

    return bot


def counted(word: str, rounds: int) -> Counts:
    """What is counted in so many rounds of each game."""
    counts: Counts = Counter()
    for game, players, teams in TABLES:
        rules = Duel(game, players, teams, (word, word)).rules
        for seed in range(rounds):
            play_match(rules, [watched(word, counts)] * players, seed)
    return counts


def table(found: dict[str, Counts]) -> Iterator[str]:
    """The lines of the table."""
    heads = (f"{word}: rate | happened | changed the move" for word in found)
    yield " | ".join(["| error", *heads]) + " |"
    yield "| --- " * (1 + 3 * len(found)) + "|"
    for error in ERRORS:
        cells = [
            f"{100 * RATES[word][error]:.0f} | {_shares(counts, error)}" for word, counts in found.items()
        ]
        yield " | ".join([f"| {error.replace('_', ' ')}", *cells]) + " |"


def _shares(counts: Counts, error: str) -> str:
    every = counts[CHOICES, ""] / 100
    return f"{counts[error, 'happened'] / every:.1f} | {counts[error, 'changed'] / every:.1f}"


def main(rounds: int = FEW) -> None:
    found = {word: counted(word, rounds) for word in RATES}
    print("\n".join(table(found)))
    print(*(f"{word}: {counts[CHOICES, '']} choices" for word, counts in found.items()), sep="; ")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
