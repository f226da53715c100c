"""Determinizations: hidden hands at random, in agreement with all that is public."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from playroom.bots.belief import Belief
from playroom.bots.sequential_deal import SequentialDealer
from playroom.bots.start import Start
from playroom.bots.uniform_deal import Chance, Heap, TooManyDeals, UniformDealer, mixed
from playroom.engine.masks import Masks, bits_of
from playroom.rules.seat import Seat
from playroom.rules.view import View


class Determinization(NamedTuple):
    """All hands by seat, as bit masks, and the boneyard in its order."""

    hands: list[int]
    boneyard: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Plan:
    """How determinizations are dealt for one start, and how likely it is beside the others.

    *fixed* holds for each heap the tile that decided the start, in bits, or 0; *higher* are the tiles that
    were not dealt. *density* is how likely the start makes each of its deals, beside all deals at random.
    """

    fixed: tuple[int, ...]
    higher: int
    dealer: UniformDealer | SequentialDealer
    weight: float
    density: float

    def allows(self, heaps: Sequence[int], dealt: int) -> bool:
        """Whether the start may have been this one if *heaps* hold these bits, and *dealt* were dealt."""
        return not self.higher & dealt and all(map(_holds, heaps, self.fixed))


class Determinizer:
    """The determinizations that agree with *known*, as the seat of *view* knows it.

    *tiles* are hidden in *heaps*, those of the groups and, at the end, the boneyard.
    """

    def __init__(self, masks: Masks, view: View, known: Belief) -> None:
        assert view.seat is not None  # somebody who only listens believes nothing
        hands = [0] * view.rules.players
        hands[view.seat] = masks.mask(view.hand)
        self._hands = hands
        self.tiles = [masks.bits[tile] for tile in known.unseen]
        self.heaps = _heaps(masks, view, known)
        self._seats = [seat for seat, groups in known.groups.items() for _ in groups]
        self.places: Mapping[Seat, slice] = _places(known)
        """Where the groups of each seat stand among the heaps."""
        every = [self._plan(masks, known, start) for start in known.starts]
        self._plans = [plan for plan in every if plan.weight] or every[:1]
        self._odds = tuple(accumulate(plan.weight for plan in self._plans))
        self.decisive = reduce(or_, [sum(plan.fixed) | plan.higher for plan in self._plans])
        """The tiles whose places decide who started, in bits."""

    @property
    def is_uniform(self) -> bool:
        """Whether each determinization is dealt as often as any other."""
        return all(isinstance(plan.dealer, UniformDealer) for plan in self._plans)

    def sample(self, chance: Chance) -> Determinization:
        """One determinization at random."""
        return self.made(self.deal(chance), chance)

    def deal(self, chance: Chance) -> list[int]:
        """The bits of each heap at random."""
        plan = self._some(chance)
        return [sum(heap, fixed) for heap, fixed in zip(plan.dealer.deal(chance), plan.fixed, strict=True)]

    def made(self, heaps: Sequence[int], chance: Chance) -> Determinization:
        """The determinization in which the heaps hold these bits."""
        *groups, boneyard = heaps
        hands = self._hands[:]
        for seat, tiles in zip(self._seats, groups, strict=True):
            hands[seat] |= tiles
        return Determinization(hands, tuple(mixed(bits_of(boneyard), chance)) if boneyard else ())

    def density(self, heaps: Sequence[int]) -> float:
        """How likely the same seat started if the heaps held these bits, beside other heaps."""
        dealt = reduce(or_, [heaps[place.start] for place in self.places.values()], 0)
        return sum(plan.density for plan in self._plans if plan.allows(heaps, dealt))

    def _some(self, chance: Chance) -> _Plan:
        """The plan of one of the starts."""
        if len(self._plans) == 1:
            return self._plans[0]
        at = chance() * self._odds[-1]
        return next(plan for plan, odds in zip(self._plans, self._odds, strict=True) if at < odds)

    def _plan(self, masks: Masks, known: Belief, start: Start) -> _Plan:
        decider, higher = masks.mask((start.tile,)), masks.mask(start.higher)
        holder = self._holder(known) if decider else None
        fixed = tuple(decider if at == holder else 0 for at in range(len(self.heaps)))
        dealer = _dealer(self._as_started(self.heaps, fixed, higher), self._besides(decider))
        if len(known.starts) == 1:
            return _Plan(fixed, higher, dealer, 1.0, 1.0)
        any_tile = [Heap(heap.size, sum(self.tiles)) for heap in self.heaps]
        anew = UniformDealer(self._as_started(any_tile, fixed, higher), self._besides(decider))
        if not anew.deals:  # so many higher tiles fit nowhere besides the hands that were dealt
            return _Plan(fixed, higher, dealer, 0.0, 0.0)
        density = start.likelihood * (UniformDealer(any_tile, self.tiles).deals / anew.deals)
        share = 1.0 if dealer.deals is None else dealer.deals / anew.deals
        return _Plan(fixed, higher, dealer, start.likelihood * share, density)

    def _besides(self, decider: int) -> list[int]:
        return [tile for tile in self.tiles if tile != decider]

    def _as_started(self, heaps: Sequence[Heap], fixed: Sequence[int], higher: int) -> list[Heap]:
        """The heaps without what is fixed; those that were dealt hold none of the higher tiles."""
        dealt = {place.start for place in self.places.values()}
        return [
            Heap(heap.size - bool(held), heap.may_be & ~higher if at in dealt else heap.may_be)
            for at, (heap, held) in enumerate(zip(heaps, fixed, strict=True))
        ]

    def _holder(self, known: Belief) -> int:
        """The heap that holds what the starter was dealt: the first that is not empty."""
        place = self.places[known.starter]
        return next((at for at in range(place.start, place.stop) if self.heaps[at].size), place.start)


def _holds(heap: int, tile: int) -> bool:
    return heap & tile == tile


def _dealer(heaps: Sequence[Heap], tiles: Sequence[int]) -> UniformDealer | SequentialDealer:
    try:
        return UniformDealer(heaps, tiles)
    except TooManyDeals:
        return SequentialDealer(heaps, tiles)


def _heaps(masks: Masks, view: View, known: Belief) -> list[Heap]:
    groups = (group for several in known.groups.values() for group in several)
    heaps = [Heap(group.count, masks.mask(group.may_be)) for group in groups]
    return [*heaps, Heap(view.boneyard, masks.mask(known.unseen))]


def _places(known: Belief) -> Mapping[Seat, slice]:
    """Where the groups of each seat stand among the heaps."""
    ends = accumulate(map(len, known.groups.values()))
    return {
        seat: slice(end - len(known.groups[seat]), end) for seat, end in zip(known.groups, ends, strict=True)
    }
