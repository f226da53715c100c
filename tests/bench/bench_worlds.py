"""How true the determinizations of the bots are: run it as a program.

At positions after passes and draws, the place of each hidden tile is held against exact counting.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean

from effort import trials
from verdict import Figure, verdict

from playroom.bots.determinize import Determinization, Determinizer
from playroom.bots.swaps import chained

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.games.exact_places import (
    PLACES,
    by_owner,
    exact_shares,
    found_shares,
    noise,
    positions,
    variation,
)

TIMES, POSITIONS = 1000, trials(10)
"""How many determinizations of each position, and how many positions of each table."""

MOST_VARIATION = 1.3
"""How far from exact counting the places may be, in parts of what independent determinizations are."""


def places() -> Iterator[Figure]:
    """How far the places of tiles are from exact counting."""
    for at in PLACES:
        parts = []
        for number, (_, _, dealer) in enumerate(positions(at, POSITIONS)):
            exact = by_owner(exact_shares(dealer.heaps, dealer.tiles), dealer)
            found = found_shares(uninformed(dealer, Random(number)), dealer)
            parts.append((variation(found, exact), noise(exact, TIMES)))
        far, by_chance = (mean(each) for each in zip(*parts, strict=True))
        print(
            f"{at}: total variation {far:.4f} of {len(parts)} positions, by chance {by_chance:.4f}",
            flush=True,
        )
        yield Figure(f"total variation at {at}, parts of chance", far / by_chance, MOST_VARIATION)


def uninformed(dealer: Determinizer, random: Random) -> list[Determinization]:
    """Determinizations of a search."""
    drawn = chained(dealer, {}, random.random)
    return [dealer.sample(random.random) if dealer.is_uniform else drawn() for _ in range(TIMES)]


def main() -> None:
    print(verdict(list(places())))


if __name__ == "__main__":
    main()
