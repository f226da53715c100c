"""Random matches and rounds a second, rules only: each game, then beside other packages on the same deals.

usage: python tests/bench/bench_rules.py [SECONDS]   (for each measurement; 0.3 if not given)

The packages beside which the rules are measured come with the extra "bench"; one that is not installed
is named, and the rest is measured. All are measured in turn, again and again; the median is told.
"""

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import cycle
from random import Random
from statistics import median
from types import ModuleType

from effort import trials
from verdict import Figure, verdict

from playroom.rules.deal import Deal, begin
from playroom.rules.flow import after, forced, play
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.variant import Rules, rules
from playroom.rules.tile import whole_set
from playroom.strict_yaml import load
from playroom.table.page import variant_on
from playroom.table.setup import agreed, first_setup
from playroom.table.shelf import OURS, shelf
from playroom.table.trial import random_match

REPETITIONS = trials(7)
OURS_TO_THEIRS = 1 / 40
"""The target: our rounds a second over those of `dominoes`, which keeps no events and names no objection."""
HAND = 7
THEIRS = "dominoes (PyPI)"
VARIANTS = shelf([OURS]).variants
ALONE = """
name: beside-others
like: block
players: [2, 4]
teams: [0, 2]
hand: 7
starter: chance
target: none
single_round: true
options: {}
"""
"""What the other packages play: seven tiles each, any tile opens, nobody draws."""

Hands = Sequence[Sequence[tuple[int, int]]]


@dataclass(frozen=True)
class Contender:
    """Who is measured; each call of *once* plays something whole, and gives how many rounds it had."""

    name: str
    once: Callable[[], int]


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 0.3
    print(f"Whole random matches, each game at its first table; medians of {REPETITIONS}")
    tell([Contender(game, matches(game)) for game in VARIANTS], seconds)
    print("One round of two teams of two, double-six, seven tiles each, on the same deals")
    rates = tell(list(rounds_of_teams()), seconds)
    print("One round of two players, double-six, seven tiles each, on the same deals")
    tell(list(rounds_of_two()), seconds)
    if THEIRS in rates:
        ratio = rates["playroom"] / rates[THEIRS]
        print(verdict([Figure("rounds of two teams", ratio, OURS_TO_THEIRS, " x dominoes", at_least=True)]))


def tell(contenders: Sequence[Contender], seconds: float) -> Mapping[str, float]:
    """Print what each plays in a second, and return its rounds."""
    rates: dict[str, list[tuple[float, float]]] = {each.name: [] for each in contenders}
    for _ in range(REPETITIONS):
        for each in contenders:
            rates[each.name].append(rate(each, seconds))
    for name, found in rates.items():
        wholes, rounds = (median(kind) for kind in zip(*found, strict=True))
        print(f"  {name:24} {wholes:9.1f} a second, {rounds:9.1f} rounds a second")
    return {name: median(rounds for _, rounds in found) for name, found in rates.items()}


def rate(contender: Contender, seconds: float) -> tuple[float, float]:
    """How many it plays in a second, and how many rounds."""
    wholes, rounds = 0, 0
    began = time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds:
        rounds += contender.once()
        wholes += 1
    return wholes / passed, rounds / passed


def matches(game: str) -> Callable[[], int]:
    """Random matches of one of our games."""
    chance, made = Random(1), agreed(VARIANTS[game], first_setup(VARIANTS[game]))
    return lambda: len(random_match(made, chance).rounds)


def rounds_of_teams() -> Iterator[Contender]:
    yield Contender("playroom", ours(4, 2))
    if package := installed("dominoes"):
        yield Contender(THEIRS, dominoes(package))
    if package := installed("pyspiel"):
        yield Contender("OpenSpiel team dominoes", open_spiel(package, "team_dominoes", 4))


def rounds_of_two() -> Iterator[Contender]:
    yield Contender("playroom", ours(2, 0))
    if package := installed("pyspiel"):
        yield Contender("OpenSpiel block dominoes", open_spiel(package, "block_dominoes", 2))


def installed(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except ImportError:
        print(f"  {name} is not installed: pip install 'playroom[bench]'")
        return None


def deals(players: int) -> Iterator[Hands]:
    """The same hands for everybody, without end."""
    chance, tiles = Random(1), [(tile.low, tile.high) for tile in whole_set(6)]
    shuffles = [chance.sample(tiles, len(tiles)) for _ in range(200)]
    hands = [[heap[HAND * seat : HAND * (seat + 1)] for seat in range(players)] for heap in shuffles]
    return cycle(hands)


def ours(players: int, teams: int) -> Callable[[], int]:
    made = rules(variant_on(load(ALONE, "bench"), VARIANTS), players, teams)
    dealt, chance = map(as_deal, deals(players)), Random(2)

    def once() -> int:
        return our_round(made, next(dealt), chance)

    return once


def as_deal(hands: Hands) -> Deal:
    held = tuple(tuple(TILES[tile] for tile in hand) for hand in hands)
    taken = {tile for hand in held for tile in hand}
    return Deal(held, tuple(tile for tile in whole_set(6) if tile not in taken), 0)


TILES = {(tile.low, tile.high): tile for tile in whole_set(6)}


def our_round(made: Rules, deal: Deal, chance: Random) -> int:
    match: Match = new_match(made)
    match = after(match, begin(match, deal))
    while match.round:
        match = after(match, forced(match) or play(match, chance.choice(legal_moves(position(match)))))
    return len(match.rounds)


def dominoes(package: ModuleType) -> Callable[[], int]:
    dealt, chance = deals(4), Random(2)

    def once() -> int:
        hands = [package.Hand([package.Domino(*tile) for tile in hand]) for hand in next(dealt)]
        opening = tuple((tile, True) for tile in hands[0])
        game = package.Game(package.Board(), hands, [], 0, opening, 0, None)
        while game.result is None:
            game.make_move(*chance.choice(game.valid_moves))
        return 1

    return once


def open_spiel(package: ModuleType, name: str, players: int) -> Callable[[], int]:
    import_module(f"open_spiel.python.games.{name}")
    game = package.load_game(f"python_{name}")
    dealt, chance, numbers = deals(players), Random(2), {tile: at for at, tile in enumerate(sorted(TILES))}

    def once() -> int:
        state = game.new_initial_state()
        for tile in order_of_dealing(next(dealt)):
            state.apply_action(numbers[tile])
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
        return 1

    return once


def order_of_dealing(hands: Hands) -> list[tuple[int, int]]:
    """One tile after the other to four players, one hand after the other to two."""
    if len(hands) == 2:
        return [tile for hand in hands for tile in hand]
    return [tile for trick in zip(*hands, strict=True) for tile in trick]


if __name__ == "__main__":
    main()
