"""What bots and advice lose by a move, by how long they search: run it as a program.

A move loses what the best one is worth more, as `JUDGE` determinizations without a limit of effort see it.
All think about the same turns. Each is searched with a quarter of the effort that is set, with half of it, as
it is set, and with twice as much, from `SEEDS` seeds.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from random import Random
from statistics import median
from time import process_time

from bench_thinking import VARIANTS, views
from deals import estimate
from effort import trials
from verdict import Figure, verdict

from playroom.advice.hints import ADVICE
from playroom.bots.search import EXPERT, HARD, SearchSettings, values
from playroom.rules.move import Move
from playroom.rules.rulebook.variant import Rules, rules
from playroom.rules.view import View

TABLES = (
    rules(VARIANTS["dominos"], 4, 2),
    rules(VARIANTS["block"], 2),
    rules(VARIANTS["draw"], 2),
    rules(VARIANTS["pass-and-out"], 4),
    rules(VARIANTS["pass-pass"], 4, 2),
    rules(VARIANTS["all-fives"], 2),
    rules(VARIANTS["matador"], 2),
    rules(VARIANTS["mexican-train"], 2),
)
ROUNDS, EVERY, TURNS = 4, 3, trials(16)
"""At each table, every `EVERY`-th choice of `ROUNDS` rounds is searched, at most `TURNS` of them."""

SEARCHES = {"hard": HARD, "expert": EXPERT, "advice": ADVICE}
EFFORTS = (0.25, 0.5, 1.0, 2.0)
SEEDS = 6
JUDGE, WITHOUT_LIMIT, LATE = 20_000, 2_000_000, 2.5
"""How a judge searches: moves are given up later, too."""

MOST_GAIN = 0.01
"""What twice the effort may gain by a move at most, as a share of a round."""


def turns(made: Rules) -> Iterator[View]:
    """The turns that are searched at a table."""
    every = (seen for number in range(ROUNDS) for seen in views(made, number))
    return islice(every, 0, EVERY * TURNS, EVERY)


def with_effort(search: SearchSettings, times: float) -> SearchSettings:
    """The settings of *search* with its effort multiplied by *times*."""
    return replace(
        search,
        effort=round(times * search.effort),
        determinizations=round(max(1.0, times) * search.determinizations),
    )


def lost(search: SearchSettings, seen: View, worths: Mapping[Move, float], seed: int) -> tuple[float, float]:
    """What a search loses at one turn, and how many milliseconds of the processor it takes."""
    begun = process_time()
    found = values(seen, Random(seed), search)
    taken = 1000 * (process_time() - begun)
    return max(worths.values()) - worths[max(found, key=found.__getitem__)], taken


def measured(word: str, search: SearchSettings) -> Figure:
    """The losses of one search at each effort, and what twice the effort gains."""
    judge = replace(search, determinizations=JUDGE, effort=WITHOUT_LIMIT, max_gap=max(LATE, search.max_gap))
    losses: dict[float, list[float]] = defaultdict(list)
    times: dict[float, list[float]] = defaultdict(list)
    for seen in (seen for made in TABLES for seen in turns(made)):
        worths = values(seen, Random(99), judge)
        for effort in EFFORTS:
            every = [lost(with_effort(search, effort), seen, worths, seed) for seed in range(SEEDS)]
            losses[effort].append(sum(loss for loss, _ in every) / SEEDS)
            times[effort] += [taken for _, taken in every]
    for effort in EFFORTS:
        loss = estimate(losses[effort])
        print(
            f"{word}, {effort:g} of its effort: loses {loss.mean:.4f} ±{loss.reach:.4f} by a move, "
            f"median {median(times[effort]):.1f} ms",
            flush=True,
        )
    gain = estimate(losses[1.0]).mean - estimate(losses[2.0]).mean
    return Figure(f"{word}, gained by twice the effort", gain, MOST_GAIN)


def main() -> None:
    print(verdict([measured(word, search) for word, search in SEARCHES.items()]))


if __name__ == "__main__":
    main()
