"""How long games are, and how much is luck.

usage: python tests/bench/bench_games.py [--write] [MATCHES [DEALS]]

It prints both; with --write it writes them to playroom/variants/measured/games.yaml, from which the list of
games takes them. At the first table of each game, casual bots play whole matches (200 if no number is given):
the medians of the rounds of a match, of the moves of one player and of those of all others count, without
forced passes. Then a steady bot meets a casual one on duplicate deals (300), with two sides: what counts is
how many whole matches of a hundred it wins.
"""

import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from statistics import median

from effort import trials

from playroom.bots.roster import BOTS
from playroom.rules.event import Drew, Passed, Played
from playroom.rules.match import Match
from playroom.rules.rulebook.variant import Rules, Variant
from playroom.simulation.executors import cores, processes, run_simulation
from playroom.simulation.plan import Plan, bots_by_seat, play_match
from playroom.table.setup import Setup, agreed, first_setup, nearest
from playroom.table.shelf import OURS, shelf

FILE = OURS / "measured" / "games.yaml"
WRITE = "--write"

PAIR = ("steady", "casual")
"""The stronger bot and the weaker one."""

HEAD = """\
# Measured by tests/bench/bench_games.py, which says how: {matches} matches, {deals} duplicate deals.
"""


def lengths(rules: Rules, seed: int) -> tuple[int, int, int]:
    """Of one match: its rounds, the moves of the first seat, and those of all others."""
    match = play_match(rules, [BOTS["casual"]] * rules.players, seed)
    own, others = moves(match)
    return len(match.rounds), own, others


def moves(match: Match) -> tuple[int, int]:
    """The moves of the first seat and those of all others, without forced passes."""
    made = [
        event.seat
        for each in match.rounds
        for event in each.log
        if isinstance(event, Played | Drew) or (isinstance(event, Passed) and not event.forced)
    ]
    return made.count(0), len(made) - made.count(0)


def two_sides(variant: Variant) -> Setup:
    """The table at which one meets one other, alone or in teams."""
    return nearest(variant, Setup(variant.name, 2, 0))


def measured(variant: Variant, matches: int, deals: int, executor: Executor) -> Iterator[str]:
    """The lines of one game."""
    rules = agreed(variant, first_setup(variant))
    jobs = [executor.submit(lengths, rules, seed) for seed in range(matches)]
    rounds, own, others = (round(median(each)) for each in zip(*(job.result() for job in jobs), strict=True))
    setup = two_sides(variant)
    plan = Plan(agreed(variant, setup), bots_by_seat(PAIR, setup.players), deals, 1, duplicate=True)
    rate = run_simulation(plan, executor).bots[PAIR[0]].matches.rate or 0.0
    yield f"{variant.name}:"
    yield f"  rounds: {rounds}"
    yield f"  own_moves: {own}"
    yield f"  other_moves: {others}"
    yield f"  stronger_wins: {round(100 * rate)}"


def main() -> None:
    given = [int(word) for word in sys.argv[1:] if word != WRITE]
    matches, deals = (*given, *(trials(200), trials(300))[len(given) :])
    with processes(cores()) as executor:
        lines = [
            line
            for variant in shelf([OURS]).variants.values()
            for line in measured(variant, matches, deals, executor)
        ]
    text = HEAD.format(matches=matches, deals=deals) + "\n".join(lines) + "\n"
    if WRITE in sys.argv[1:]:
        FILE.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
