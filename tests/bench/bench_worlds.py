"""How true the determinizations of the bots are: run it as a program.

At positions after passes and draws, the place of each hidden tile is held against exact counting. In
rounds among bots that search, its true place is scored by how often it is found there (mean logarithm),
with and without what the others chose.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from math import log
from pathlib import Path
from random import Random
from statistics import mean

from effort import trials
from verdict import Figure, verdict

from playroom.bots.belief import belief
from playroom.bots.determinize import Determinization, Determinizer
from playroom.bots.inference.likelihoods import likelihoods
from playroom.bots.search import HARD, values
from playroom.bots.swaps import chained
from playroom.engine.simulator import simulator
from playroom.rules.deal import begin
from playroom.rules.flow import after, forced, play
from playroom.rules.legal import legal_moves
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.variant import Rules
from playroom.rules.view import view
from playroom.table.shuffle import shuffled

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
from support.games.rounds import Table, table

TIMES, POSITIONS = 1000, trials(10)
"""How many determinizations of each position, and how many positions of each table."""

MOST_VARIATION = 1.3
"""How far from exact counting the places may be, in parts of what independent determinizations are."""

SCORED: list[tuple[Table, float]] = [
    (("dominos", 4, 2, {}), 0.005),
    (("block", 2, 0, {}), 0.003),
    (("draw", 2, 0, {}), 0.003),
]
"""Tables, and how much the logarithm is to be better by what the others chose."""

ROUNDS = trials(6)
"""How many rounds are scored at each table."""

QUICK = replace(HARD, determinizations=100)
"""How those think who play them."""


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
    """Determinizations that do not ask what others chose."""
    drawn = chained(dealer, {}, random.random)
    return [dealer.sample(random.random) if dealer.is_uniform else drawn() for _ in range(TIMES)]


def scores() -> Iterator[Figure]:
    """What it tells where tiles are that others chose as they did."""
    for at, wanted in SCORED:
        game, players, teams, options = at
        several = list(searched(table(game, players, teams, **options)))
        plain, informed = (mean(score(match, infers=infers) for match in several) for infers in (False, True))
        better = plain - informed
        print(f"{at}: {informed:.4f} a tile in {len(several)} positions, {better:.4f} better", flush=True)
        yield Figure(f"a tile at {at}, by what others chose", better, wanted, at_least=True)


def searched(made: Rules) -> Iterator[Match]:
    """All choices of rounds among bots that search."""
    for seed in range(ROUNDS):
        match, chance = new_match(made), Random(seed)
        _, deal = shuffled(match, chance)
        match = after(match, begin(match, deal))
        while match.round:
            if passed := forced(match):
                match = after(match, passed)
                continue
            seen = view(match, match.turn)
            if len(legal_moves(seen.position)) > 1:
                yield match
            worths = values(seen, chance, QUICK)
            match = after(match, play(match, max(worths, key=lambda move: worths[move])))


def score(match: Match, *, infers: bool) -> float:
    """The logarithm, less than nothing turned round, of the share of the true place of a hidden tile."""
    seen, random = view(match, match.turn), Random(1)
    masks, known = simulator(seen.rules, seen.seats).masks, belief(seen)
    dealer = Determinizer(masks, seen, known)
    drawn = chained(dealer, likelihoods(masks, known.choices) if infers else {}, random.random)
    shares = found_shares([drawn() for _ in range(TIMES)], dealer)
    owners = [*(masks.mask(match.now.hands[seat]) for seat in dealer.places), masks.mask(match.now.boneyard)]
    hidden = filter(dealer.is_hidden, dealer.tiles)
    held = [
        row[next(at for at, owner in enumerate(owners) if owner & tile)]
        for tile, row in zip(hidden, shares, strict=True)
    ]
    return -mean(log(max(share, 1 / TIMES)) for share in held)


def main() -> None:
    print(verdict([*places(), *scores()]))


if __name__ == "__main__":
    main()
