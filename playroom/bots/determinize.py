"""Determinizations: hidden hands at random, in agreement with all that is public."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from typing import NamedTuple

from playroom.bots.belief import Belief
from playroom.bots.start import Start
from playroom.engine.masks import Masks
from playroom.rules.seat import Seat
from playroom.rules.view import View

Chance = Callable[[], float]
"""Numbers from 0 to 1."""

ATTEMPTS = 20
"""How often a determinization is dealt anew that left no room for a tile; then tiles change places."""


Groups = tuple[int, ...]
"""The bits of every heap of `Determinizer.heaps`: what each group of the belief holds."""

Likelihood = Callable[[Groups], float]
"""How likely the choices of the others would be, as a logarithm, if their groups were these."""


class Determinization(NamedTuple):
    """All hands by seat, as bit masks, and the boneyard in its order."""

    hands: list[int]
    boneyard: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Heap:
    """Places for tiles of one group, or of the boneyard; *may_be* in bits."""

    size: int
    may_be: int


@dataclass(frozen=True, slots=True)
class _Plan:
    """How determinizations are dealt: the heaps, the tiles that fit some of them, and those that fit all.

    *bound* has the bit of a tile and the places of its heaps, those with least room first; *fixed* holds the
    tile of each group that is settled already.
    """

    sizes: tuple[int, ...]
    bound: tuple[tuple[int, tuple[int, ...]], ...]
    free: tuple[int, ...]
    fixed: tuple[int, ...]


class Determinizer:
    """The determinizations that agree with *known*, as the seat of *view* knows it."""

    def __init__(self, masks: Masks, view: View, known: Belief) -> None:
        assert view.seat is not None  # somebody who only listens believes nothing
        hands = [0] * view.rules.players
        hands[view.seat] = masks.mask(view.hand)
        self._hands = hands
        self._plans = [_plan(masks, view, known, start) for start in known.starts]
        self._odds = tuple(accumulate(start.likelihood for start in known.starts))
        self._seats = [seat for seat, groups in known.groups.items() for _ in groups]
        self.heaps: Mapping[Seat, slice] = _places(known)

    def sample(self, chance: Chance) -> Determinization:
        """One determinization at random."""
        return self._made(*self.dealt(chance), chance)

    def likeliest(self, chance: Chance, candidates: int, likely: Likelihood) -> Determinization:
        """The likeliest of so many determinizations at random."""
        several = [self.dealt(chance) for _ in range(candidates)]
        likelihoods = [likely(groups) for groups, _ in several]
        return self._made(*several[likelihoods.index(max(likelihoods))], chance)

    def dealt(self, chance: Chance) -> tuple[Groups, list[int]]:
        """What each group holds, and the boneyard in no order."""
        for _ in range(ATTEMPTS):
            plan = self._some(chance)
            if heaps := _dealt(plan, chance):
                return _grouped(plan, heaps)
        return self._squeezed(chance)

    def _squeezed(self, chance: Chance) -> tuple[Groups, list[int]]:
        """The same of the first start that has a determinization; it is then less random."""
        for plan in self._plans:
            if heaps := _dealt(_with_room(plan, chance), chance):
                return _grouped(plan, heaps)
        raise ValueError("no hands agree with what is known")

    def _some(self, chance: Chance) -> _Plan:
        """The plan of one of the starts."""
        if len(self._plans) == 1:
            return self._plans[0]
        at = chance() * self._odds[-1]
        return next(plan for plan, odds in zip(self._plans, self._odds, strict=True) if at < odds)

    def _made(self, groups: Groups, boneyard: list[int], chance: Chance) -> Determinization:
        hands = self._hands[:]
        for seat, tiles in zip(self._seats, groups, strict=True):
            hands[seat] |= tiles
        return Determinization(hands, tuple(_mixed(boneyard, chance)) if boneyard else ())


def _grouped(plan: _Plan, heaps: list[list[int]]) -> tuple[Groups, list[int]]:
    return tuple([sum(heap, fixed) for heap, fixed in zip(heaps, plan.fixed, strict=False)]), heaps[-1]


def _places(known: Belief) -> Mapping[Seat, slice]:
    """Where the groups of each seat stand among the heaps."""
    ends = accumulate(map(len, known.groups.values()))
    return {
        seat: slice(end - len(known.groups[seat]), end) for seat, end in zip(known.groups, ends, strict=True)
    }


def _plan(masks: Masks, view: View, known: Belief, start: Start) -> _Plan:
    pairs = tuple(_heaps(masks, view, known, start))
    heaps = tuple(heap for heap, _ in pairs)
    tiles = [masks.bits[tile] for tile in known.unseen if tile != start.tile]
    some = [at for at, heap in enumerate(heaps) if heap.size]
    fitting = {bit: tuple(at for at in some if heaps[at].may_be & bit) for bit in tiles}
    bound = [(bit, places) for bit, places in fitting.items() if len(places) < len(some)]
    bound.sort(key=lambda each: sum(heaps[at].size for at in each[1]))
    free = tuple(bit for bit, places in fitting.items() if len(places) == len(some))
    return _Plan(
        tuple(heap.size for heap in heaps),
        tuple(bound),
        free,
        tuple(fixed for _, fixed in pairs if fixed is not None),
    )


def _heaps(masks: Masks, view: View, known: Belief, start: Start) -> Iterator[tuple[_Heap, int | None]]:
    """Each heap, the boneyard last, with the tile that decided the start, in bits, where it must be."""
    for seat, groups in known.groups.items():
        first = next((place for place, group in enumerate(groups) if group.count), 0)
        for place, group in enumerate(groups):
            holds = start.tile and (seat, place) == (known.starter, first)
            fixed = masks.bits[start.tile] if start.tile and holds else 0
            may_be = group.may_be if place else group.may_be - start.higher
            yield _Heap(group.count - bool(fixed), masks.mask(may_be)), fixed
    yield _Heap(view.boneyard, masks.mask(known.unseen)), None


def _dealt(plan: _Plan, chance: Chance) -> list[list[int]]:
    """The tiles of every heap; no heap at all where there was no room left for a tile."""
    room = list(plan.sizes)
    heaps: list[list[int]] = [[] for _ in room]
    for bit, places in plan.bound:
        free = 0
        for place in places:
            free += room[place]
        at = chance() * free
        for place in places:
            at -= room[place]
            if at < 0:
                break
        else:
            return []
        room[place] -= 1
        heaps[place].append(bit)
    rest = _mixed(plan.free, chance)
    for heap, size in zip(heaps, room, strict=True):
        if size:
            heap.extend(rest[: -size - 1 : -1])
            del rest[-size:]
    return heaps


def _mixed(several: Iterable[int], chance: Chance) -> list[int]:
    """The same in random order; each key comes from *chance* itself, with no function of ours between."""
    return sorted(several, key=partial(next, iter(chance, None)))


def _with_room(plan: _Plan, chance: Chance) -> _Plan:
    """The same with a heap for each tile, where all find one (Kuhn 1955); as it was where they do not."""
    heaps: list[list[int]] = [[] for _ in plan.sizes]
    places = dict(plan.bound)

    def finds_place(bit: int, tried: set[int]) -> bool:
        for at in _mixed({*places[bit]} - tried, chance):
            tried.add(at)
            if len(heaps[at]) < plan.sizes[at]:
                heaps[at].append(bit)
                return True
            for other in heaps[at]:
                if finds_place(other, tried):
                    heaps[at][heaps[at].index(other)] = bit
                    return True
        return False

    found = all(finds_place(bit, set()) for bit in places)
    bound = tuple((bit, (at,)) for at, heap in enumerate(heaps) for bit in heap)
    return replace(plan, bound=bound) if found else plan
