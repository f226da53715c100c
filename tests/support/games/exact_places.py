"""Where hidden tiles lie, counted exactly: the share of all deals in which a tile is in a heap.

The deals are counted tile by tile, by the room that is left in each heap, forwards and backwards.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from math import pi, prod, sqrt
from random import Random

from playroom.bots.belief import Belief, belief
from playroom.bots.determinize import Determinization, Determinizer
from playroom.bots.tile_dealers import Heap
from playroom.engine.simulator import simulator
from playroom.rules.view import View, view
from support.games.rounds import Table, standings, table

Room = tuple[int, ...]
Shares = list[list[float]]
"""For each tile its share in each heap."""

MOST_ROOMS = 5_000
"""Positions with more ways to leave room are left out: they take too long to count."""

PLACES: list[Table] = [
    ("dominos", 3, 0, {}),
    ("dominos", 4, 2, {}),
    ("dominos", 3, 0, {"set": 9}),
    ("dominos", 6, 3, {}),
    ("mexican-train", 3, 0, {"doubles": "several", "first_turn": "many"}),
    ("pass-pass", 4, 2, {}),
    ("pass-and-out", 4, 0, {}),
    ("matador", 3, 0, {}),
    ("all-fives", 3, 0, {}),
    ("mexican-train", 4, 0, {}),
]
"""Tables where passes and draws tell much, and hands do not always decide who starts."""


def positions(at: Table, count: int) -> Iterator[tuple[View, Belief, Determinizer]]:
    """A number of positions of random rounds in which a player lacks tiles, and the start reveals nothing."""
    game, players, teams, options = at
    made = table(game, players, teams, **options)
    found = 0
    for seed in range(100):
        for match in standings(made, Random(seed)):
            seen = view(match, match.turn)
            known = belief(seen)
            dealer = Determinizer(simulator(seen.rules, seen.seats).masks, seen, known)
            rooms = prod(heap.size + 1 for heap in dealer.heaps)
            if is_bound(dealer) and not dealer.decisive and len(known.starts) == 1 and rooms <= MOST_ROOMS:
                yield seen, known, dealer
                found += 1
                if found == count:
                    return


def is_bound(dealer: Determinizer) -> bool:
    """Whether some heap that takes tiles cannot hold all of them."""
    return any(heap.size and heap.may_be != sum(dealer.tiles) for heap in dealer.heaps)


def exact_shares(heaps: Sequence[Heap], tiles: Sequence[int]) -> Shares:
    """The shares of all deals."""
    forwards = [{tuple(heap.size for heap in heaps): 1}]
    for tile in tiles:
        forwards.append(_laid(forwards[-1], heaps, tile))
    ways: dict[Room, int] = {(0,) * len(heaps): 1}
    shares: Shares = []
    for tile, before in zip(reversed(tiles), reversed(forwards[:-1]), strict=True):
        counts = [0] * len(heaps)
        earlier: dict[Room, int] = {}
        for room, came in before.items():
            going = [(at, ways.get(left, 0)) for at, left in _after(heaps, room, tile)]
            for at, on in going:
                counts[at] += came * on
            earlier[room] = sum(on for _, on in going)
        ways = earlier
        shares.append([count / sum(counts) for count in counts])
    return shares[::-1]


def _laid(rooms: dict[Room, int], heaps: Sequence[Heap], tile: int) -> dict[Room, int]:
    """How many ways lead to each room once a tile is laid."""
    found: dict[Room, int] = {}
    for room, ways in rooms.items():
        for _, left in _after(heaps, room, tile):
            found[left] = found.get(left, 0) + ways
    return found


def _after(heaps: Sequence[Heap], room: Room, tile: int) -> Iterator[tuple[int, Room]]:
    """The heaps that take the tile, and the room left then."""
    for at, heap in enumerate(heaps):
        if room[at] and heap.may_be & tile:
            yield at, (*room[:at], room[at] - 1, *room[at + 1 :])


def by_owner(shares: Shares, dealer: Determinizer) -> Shares:
    """The shares of each other seat, all its heaps together, and of the boneyard; of hidden tiles alone."""
    rows = [row for row, tile in zip(shares, dealer.tiles, strict=True) if tile in hidden(dealer)]
    return [[*(sum(row[place]) for place in dealer.places.values()), row[-1]] for row in rows]


def found_shares(several: Sequence[Determinization], dealer: Determinizer) -> Shares:
    """The shares of some determinizations, by owner."""
    masks = [[*(made.hands[seat] for seat in dealer.places), sum(made.boneyard)] for made in several]
    return [
        [sum(bool(held & tile) for held in of_owner) / len(masks) for of_owner in zip(*masks, strict=True)]
        for tile in hidden(dealer)
    ]


def hidden(dealer: Determinizer) -> list[int]:
    """The tiles that do not lie on the table."""
    made = dealer.sample(Random(1).random)
    held = sum(made.hands[seat] for seat in dealer.places) | sum(made.boneyard)
    return [tile for tile in dealer.tiles if tile & held]


def variation(one: Shares, other: Shares) -> float:
    """The total variation of the place of a tile, in the mean of all tiles."""
    pairs = zip(chain.from_iterable(one), chain.from_iterable(other), strict=True)
    return sum(abs(share - beside) for share, beside in pairs) / 2 / len(one)


def noise(exact: Shares, count: int) -> float:
    """The same, expected between the exact shares and those of a number of independent determinizations."""
    spread = sum(sqrt(2 * share * (1 - share) / pi / count) for share in chain.from_iterable(exact))
    return spread / 2 / len(exact)
