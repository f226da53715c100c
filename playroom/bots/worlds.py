"""Hidden hands by lot, in agreement with all that is public."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate

from playroom.bots.belief import Belief
from playroom.bots.start import Start
from playroom.rules.engine import Engine
from playroom.rules.event import Seat
from playroom.rules.view import View

Chance = Callable[[], float]
"""Numbers from 0 to 1."""

ATTEMPTS = 20
"""How often a world is dealt anew that left no room for a tile; after that tiles make room for each other."""


@dataclass(frozen=True, slots=True)
class World:
    """All hands by seat, in the bits of `Ways`, and the boneyard in its order.

    *groups* are the bits of every heap of `Worlds.heaps`: what each group of the belief holds.
    """

    hands: tuple[int, ...]
    boneyard: tuple[int, ...]
    groups: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Heap:
    """Places for tiles of one group, or of the boneyard, which is no seat's; *may_be* in bits."""

    seat: Seat | None
    size: int
    may_be: int


@dataclass(frozen=True, slots=True)
class _Lots:
    """How worlds are dealt: the heaps, the tiles that fit only some of them, and those that fit all.

    *bound* has the bit of a tile and the places of its heaps, those with least room first; *fixed* holds the
    tile of each heap that is settled already.
    """

    heaps: tuple[_Heap, ...]
    bound: tuple[tuple[int, tuple[int, ...]], ...]
    free: tuple[int, ...]
    fixed: tuple[int, ...]


class Worlds:
    """Where worlds come from that agree with *known*, as the seat of *view* knows it."""

    def __init__(self, page: Engine, view: View, known: Belief) -> None:
        assert view.seat is not None  # whoever only listens believes nothing
        hands = [0] * view.rules.players
        hands[view.seat] = page.ways.mask(view.hand)
        self._hands = hands
        self._lots = [_lots(page, view, known, start) for start in known.starts]
        self._odds = tuple(accumulate(start.likelihood for start in known.starts))
        self.heaps: Mapping[Seat, slice] = _places(known)

    def drawn(self, chance: Chance) -> World:
        """One world by lot."""
        for _ in range(ATTEMPTS):
            lots = self._some(chance)
            if heaps := _dealt(lots, chance):
                return self._world(lots, heaps, chance)
        return self._squeezed(chance)

    def _squeezed(self, chance: Chance) -> World:
        """A world of the first start that has one; which it is, is then less by lot."""
        for lots in self._lots:
            if heaps := _dealt(_with_room(lots, chance), chance):
                return self._world(lots, heaps, chance)
        raise ValueError("no hands agree with what is known")

    def _some(self, chance: Chance) -> _Lots:
        """The lots of one of the starts."""
        if len(self._lots) == 1:
            return self._lots[0]
        at = chance() * self._odds[-1]
        return next(lots for lots, odds in zip(self._lots, self._odds, strict=True) if at < odds)

    def _world(self, lots: _Lots, heaps: list[list[int]], chance: Chance) -> World:
        groups = tuple(sum(heap, fixed) for heap, fixed in zip(heaps, lots.fixed, strict=True))
        hands = self._hands[:]
        for heap, tiles in zip(lots.heaps[:-1], groups, strict=False):
            hands[heap.seat or 0] |= tiles
        boneyard = _mixed(heaps[-1], chance)
        return World(tuple(hands), tuple(boneyard), groups)


def _places(known: Belief) -> Mapping[Seat, slice]:
    """Where the groups of each seat stand among the heaps."""
    ends = accumulate(map(len, known.groups.values()))
    return {
        seat: slice(end - len(known.groups[seat]), end) for seat, end in zip(known.groups, ends, strict=True)
    }


def _lots(page: Engine, view: View, known: Belief, start: Start) -> _Lots:
    bits = page.ways.bits
    pairs = tuple(_heaps(page, view, known, start))
    heaps = tuple(heap for heap, _ in pairs)
    tiles = [bits[tile] for tile in known.unseen if tile != start.tile]
    some = [at for at, heap in enumerate(heaps) if heap.size]
    fitting = {bit: tuple(at for at in some if heaps[at].may_be & bit) for bit in tiles}
    bound = [(bit, places) for bit, places in fitting.items() if len(places) < len(some)]
    bound.sort(key=lambda each: sum(heaps[at].size for at in each[1]))
    free = tuple(bit for bit, places in fitting.items() if len(places) == len(some))
    return _Lots(heaps, tuple(bound), free, tuple(fixed for _, fixed in pairs))


def _heaps(page: Engine, view: View, known: Belief, start: Start) -> Iterator[tuple[_Heap, int]]:
    """Each heap, the boneyard last, with the tile that decided the start, in bits, where it must be."""
    mask = page.ways.mask
    for seat, groups in known.groups.items():
        first = next((place for place, group in enumerate(groups) if group.count), 0)
        for place, group in enumerate(groups):
            holds = start.tile and (seat, place) == (known.starter, first)
            fixed = page.ways.bits[start.tile] if start.tile and holds else 0
            may_be = group.may_be if place else group.may_be - start.higher
            yield _Heap(seat, group.count - bool(fixed), mask(may_be)), fixed
    yield _Heap(None, view.boneyard, mask(known.unseen)), 0


def _dealt(lots: _Lots, chance: Chance) -> list[list[int]]:
    """The tiles of every heap; no heap at all where the lots left no room for a tile."""
    room = [heap.size for heap in lots.heaps]
    heaps: list[list[int]] = [[] for _ in room]
    for bit, places in lots.bound:
        at = chance() * sum([room[place] for place in places])
        for place in places:
            at -= room[place]
            if at < 0:
                break
        else:
            return []
        room[place] -= 1
        heaps[place].append(bit)
    rest = _mixed(lots.free, chance)
    for heap, size in zip(heaps, room, strict=True):
        heap += [rest.pop() for _ in range(size)]
    return heaps


def _mixed(several: Iterable[int], chance: Chance) -> list[int]:
    """The same in an order by lot; each key comes from *chance* itself, with no function of ours between."""
    return sorted(several, key=partial(next, iter(chance, None)))


def _with_room(lots: _Lots, chance: Chance) -> _Lots:
    """The same with a heap for each tile, where all find one (Kuhn 1955); as it was where they do not."""
    heaps: list[list[int]] = [[] for _ in lots.heaps]
    places = dict(lots.bound)

    def finds_place(bit: int, tried: set[int]) -> bool:
        for at in _mixed({*places[bit]} - tried, chance):
            tried.add(at)
            if len(heaps[at]) < lots.heaps[at].size:
                heaps[at].append(bit)
                return True
            for other in heaps[at]:
                if finds_place(other, tried):
                    heaps[at][heaps[at].index(other)] = bit
                    return True
        return False

    found = all(finds_place(bit, set()) for bit in places)
    bound = tuple((bit, (at,)) for at, heap in enumerate(heaps) for bit in heap)
    return replace(lots, bound=bound) if found else lots
