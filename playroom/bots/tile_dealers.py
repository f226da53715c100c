"""Dealers of hidden tiles: one makes every possible deal equally likely, one is for deals too many to count.

Tiles that may lie in the same heaps are one class, heaps that may hold the same classes are one kind. The
deals are counted class by class, by dynamic programming over the room that is left in each kind. A deal draws
from these counts how many tiles of each class lie in each kind, and then which ones.
"""

from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from math import factorial, prod

Chance = Callable[[], float]
"""Numbers from 0 to 1."""

MOST_SPLITS = 500
"""How many ways to split a class are counted at most: some 10 ms; tables of up to four players need 200."""

Room = tuple[int, ...]
"""How many more tiles each kind takes."""


class TooManyDeals(Exception):  # noqa: N818 (no error: the tiles are then dealt in another way)
    """The deals would take too long to count."""


@dataclass(frozen=True, slots=True)
class Heap:
    """Places for tiles of one group, or of the boneyard; *may_be* in bits."""

    size: int
    may_be: int


@dataclass(frozen=True, slots=True)
class _Splits:
    """The ways to split a class: how many tiles go to which kinds, and the room left.

    *deals* is how many deals go on from them, *odds* are the cumulative shares of the ways in these.
    """

    deals: int
    odds: list[float]
    splits: list[tuple[tuple[tuple[int, int], ...], Room]]


class UniformDealer:
    """Deals *tiles*, which are bits, to *heaps*; TooManyDeals if they cannot be counted in time."""

    def __init__(self, heaps: Sequence[Heap], tiles: Iterable[int]) -> None:
        self._sizes = [heap.size for heap in heaps]
        kinds = _kinds(heaps, tiles)
        self._kinds = list(kinds.values())
        self._room = tuple(sum(self._sizes[at] for at in kind) for kind in self._kinds)
        classes = _classes(list(kinds), tiles)
        self._free = classes.pop(tuple(range(len(kinds))), [])
        self._classes = _in_order(classes)
        self._splits: dict[tuple[int, Room], _Splits] = {}
        self._left = MOST_SPLITS
        within_kinds = prod(map(factorial, self._room)) // prod(map(factorial, self._sizes))
        self.deals = self._count(0, self._room) * within_kinds
        """How many deals there are; more than a float can hold in the largest sets."""

    def deal(self, chance: Chance) -> list[list[int]]:
        """The tiles of each heap, unordered; an IndexError if no deal is possible."""
        dealt: list[list[int]] = [[] for _ in self._kinds]
        room = self._room
        for at, (_, tiles) in enumerate(self._classes):
            ways = self._splits[at, room]
            split, room = ways.splits[bisect(ways.odds, chance())]
            _share(tiles, split, dealt, chance)
        _share(self._free, tuple(enumerate(room)), dealt, chance)
        heaps: list[list[int]] = [[] for _ in self._sizes]
        for kind, tiles in zip(self._kinds, dealt, strict=True):
            _share(tiles, tuple((at, self._sizes[at]) for at in kind), heaps, chance)
        return heaps

    def _count(self, at: int, room: Room) -> int:
        """How many deals to the kinds go on from the class *at* with this *room* left."""
        if at == len(self._classes):
            return _ways_to_share(len(self._free), room)
        if (at, room) not in self._splits:
            kinds, tiles = self._classes[at]
            found = []
            for split, left in _ways(kinds, len(tiles), room):
                self._left -= 1
                if self._left < 0:
                    raise TooManyDeals
                if count := self._count(at + 1, left):
                    shared = _ways_to_share(len(tiles), [number for _, number in split])
                    found.append((count * shared, (split, left)))
            deals = sum(count for count, _ in found)
            odds = [count / deals for count in accumulate(count for count, _ in found)]
            self._splits[at, room] = _Splits(deals, odds, [each for _, each in found])
        return self._splits[at, room].deals


def _ways_to_share(tiles: int, numbers: Iterable[int]) -> int:
    """The number of ways to share *tiles* tiles into groups of these sizes."""
    return factorial(tiles) // prod([factorial(number) for number in numbers if number > 1])


def mixed(several: Iterable[int], chance: Chance) -> list[int]:
    """The items in random order; each sort key comes from *chance* directly, which is fast."""
    return sorted(several, key=partial(next, iter(chance, None)))


def _kinds(heaps: Sequence[Heap], tiles: Iterable[int]) -> Mapping[int, list[int]]:
    """The heaps with room, by which of the *tiles* they may hold."""
    every, kinds = sum(tiles), defaultdict(list)
    for at, heap in enumerate(heaps):
        if heap.size:
            kinds[heap.may_be & every].append(at)
    return kinds


def _classes(kinds: Sequence[int], tiles: Iterable[int]) -> dict[tuple[int, ...], list[int]]:
    """The tiles by the kinds that may hold them."""
    classes = defaultdict(list)
    for tile in tiles:
        classes[tuple(at for at, may_be in enumerate(kinds) if may_be & tile)].append(tile)
    return classes


def _in_order(classes: Mapping[tuple[int, ...], list[int]]) -> list[tuple[tuple[int, ...], list[int]]]:
    """The classes in an order in which few counts differ: kinds with few classes are done with early."""
    left, ordered = dict(classes), []
    while left:
        kinds = [kind for each in left for kind in each]
        fewest = min(kinds, key=kinds.count, default=None)
        of_kind = sorted((each for each in left if fewest is None or fewest in each), key=len)
        ordered += [(each, left.pop(each)) for each in of_kind]
    return ordered


def _ways(kinds: Sequence[int], tiles: int, room: Room) -> Iterator[tuple[tuple[tuple[int, int], ...], Room]]:
    """All ways to distribute *tiles* tiles over these kinds, with the room left."""
    if not kinds:
        if not tiles:
            yield (), room
        return
    first, *others = kinds
    fewest = 0 if others else tiles
    for number in range(fewest, min(tiles, room[first]) + 1):
        left = (*room[:first], room[first] - number, *room[first + 1 :])
        for split, after in _ways(others, tiles - number, left):
            yield ((first, number), *split) if number else split, after


def _share(
    tiles: list[int], split: tuple[tuple[int, int], ...], heaps: list[list[int]], chance: Chance
) -> None:
    """Add to each heap the number of tiles that the *split* gives it."""
    if len(split) > 1:
        tiles = mixed(tiles, chance)
    start = 0
    for at, number in split:
        heaps[at] += tiles[start : start + number]
        start += number


ATTEMPTS = 20
"""How often tiles are dealt anew that left no room for one of them; then tiles change places."""


class SequentialDealer:
    """Deals *tiles*, which are bits, to *heaps*: those with least room first, to any heap with room.

    Every deal may come about, but not each as often as the others.
    """

    def __init__(self, heaps: Sequence[Heap], tiles: Iterable[int]) -> None:
        self._sizes = [heap.size for heap in heaps]
        some = [at for at, heap in enumerate(heaps) if heap.size]
        places = [(tile, tuple(at for at in some if heaps[at].may_be & tile)) for tile in tiles]
        places.sort(key=lambda each: sum(self._sizes[at] for at in each[1]))
        self._bound = [each for each in places if len(each[1]) < len(some)]
        self._free = [tile for tile, several in places if len(several) == len(some)]
        self.deals = None if self._matched(lambda: 0.5) else 0
        """How many deals there are: None, which is not known, or 0."""

    def deal(self, chance: Chance) -> list[list[int]]:
        """The tiles of each heap, unordered; a ValueError if no deal is possible."""
        for _ in range(ATTEMPTS):
            if heaps := self._dealt(chance):
                return self._filled(heaps, chance)
        matched = self._matched(chance)
        if matched is None:
            raise ValueError("no hands agree with what is known")
        return self._filled(matched, chance)

    def _dealt(self, chance: Chance) -> list[list[int]] | None:
        """The heaps without the tiles that fit all; None where no room was left for a tile."""
        room = self._sizes[:]
        heaps: list[list[int]] = [[] for _ in room]
        for tile, places in self._bound:
            at = chance() * sum([room[place] for place in places])
            for place in places:
                at -= room[place]
                if at < 0:
                    break
            else:
                return None
            room[place] -= 1
            heaps[place].append(tile)
        return heaps

    def _filled(self, heaps: list[list[int]], chance: Chance) -> list[list[int]]:
        """These heaps, with the tiles that fit all of them."""
        rest = mixed(self._free, chance)
        for heap, size in zip(heaps, self._sizes, strict=True):
            while len(heap) < size:
                heap.append(rest.pop())
        return heaps

    def _matched(self, chance: Chance) -> list[list[int]] | None:
        """Like `_dealt`, but by augmenting paths (Kuhn 1955), which find a deal if there is one."""
        heaps: list[list[int]] = [[] for _ in self._sizes]
        places = dict(self._bound)

        def finds_place(tile: int, tried: set[int]) -> bool:
            for at in mixed({*places[tile]} - tried, chance):
                tried.add(at)
                if len(heaps[at]) < self._sizes[at]:
                    heaps[at].append(tile)
                    return True
                for other in heaps[at]:
                    if finds_place(other, tried):
                        heaps[at][heaps[at].index(other)] = tile
                        return True
            return False

        return heaps if all(finds_place(tile, set()) for tile in places) else None
