"""Whether each strength is above the one below. usage: python tests/bench/bench_ladder.py [DEALS [WORD ...]]

Every strength meets the one below in matches of one round of every game, and expert meets hard in whole
matches, on so many duplicate deals (4 if no number is given). With words, only duels whose name contains one
of them are played. The results are printed as a table of the lower ends of the 95 % intervals. Without words,
experts are also compared with themselves at twenty times the thought.
"""

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from random import Random
from statistics import mean

from bench_thinking import views
from duels import FEW, TABLES, VARIANTS, Duel, failed, measured, strengths, told
from effort import trials
from verdict import Figure, verdict

from playroom.bots.roster import BOTS
from playroom.bots.search import EXPERT, values
from playroom.rules.rulebook.variant import rules
from playroom.simulation.executors import cores, processes
from playroom.simulation.result import Rate

WHOLE = (("dominos", 4, 2), ("block", 2, 0))
"""The tables at which whole matches are played: to a limit of 100 and to a target of 100."""

TIMES, ROUNDS, MOST_LOSS = 20, trials(2), 0.01
"""How much longer an expert thinks to judge its moves, in how many rounds, and what a move may lose."""

Measured = tuple[Duel, Rate | None]


def ladder() -> Iterator[Duel]:
    """Every strength against the one below, in each game."""
    for pair in strengths():
        for game, players, teams in TABLES:
            yield Duel(game, players, teams, pair)
    for game, players, teams in WHOLE:
        yield Duel(game, players, teams, ("expert", "hard"), whole=True)


def chosen(words: Sequence[str]) -> list[Duel]:
    """The duels in whose name one of the words stands, all if there are none."""
    return [each for each in ladder() if not words or any(word in str(each) for word in words)]


def figures(duels: Sequence[Duel], deals: int, executor: Executor) -> Iterator[Figure]:
    """What is measured of each duel, and then the table of all."""
    found: list[Measured] = []
    for each in duels:
        rate = measured(each, deals, executor)
        found.append((each, rate))
        yield told(str(each), rate, deals, each.fair) if rate else failed(str(each))
    print("\n".join(markdown(found)), flush=True)


def markdown(found: Sequence[Measured]) -> Iterator[str]:
    """The table of lower bounds; a bound that is not above the fair share stands in brackets."""
    pairs = [pair for pair in strengths() if any(each.bots == pair for each, _ in found)]
    rows = dict.fromkeys((each.table, each.fair) for each, _ in found)
    cells = {(each.table, each.bots): cell(each, rate) for each, rate in found}
    yield " | ".join(["| table, fair share", *(f"{one} over {other}" for one, other in pairs)]) + " |"
    yield "| --- " * (1 + len(pairs)) + "|"
    for table, fair in rows:
        bounds = (cells.get((table, pair), "") for pair in pairs)
        yield " | ".join([f"| {table}, {100 * fair:.0f}", *bounds]) + " |"


def cell(duel: Duel, rate: Rate | None) -> str:
    """The lower bound of a rate in percent."""
    if rate is None:
        return "failed"
    low = f"{100 * rate.interval.low:.1f}"
    return low if rate.interval.low > duel.fair else f"({low})"


def loss() -> Figure:
    """What an expert loses by a move, as it sees that itself with twenty times the thought."""
    thought = replace(EXPERT, determinizations=TIMES * EXPERT.determinizations, effort=TIMES * EXPERT.effort)
    lost = []
    for number in range(ROUNDS):
        for seen in views(rules(VARIANTS["dominos"], 4, 2), number):
            worths = values(seen, Random(2), thought)
            lost.append(max(worths.values()) - worths[BOTS["expert"](seen, Random(1))])
    print(
        f"By {TIMES} times the thought, an expert loses {mean(lost):.4f} of a round by a move "
        f"(mean of {len(lost)} moves)"
    )
    return Figure("lost by a move", mean(lost), MOST_LOSS)


def main(deals: int = FEW, *words: str) -> None:
    """Plays and prints all that was asked for."""
    with processes(cores()) as executor:
        found = list(figures(chosen(words), deals, executor))
    print(verdict(found if words else [*found, loss()]))


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else FEW, *sys.argv[2:])
