"""Determinizations: hidden hands at random, in agreement with all that is public."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from playroom.bots.belief import Belief
from playroom.bots.tile_dealers import Chance, Heap, SequentialDealer, TooManyDeals, UniformDealer, mixed
from playroom.engine.masks import Masks, bits_of
from playroom.rules.view import View

ATTEMPTS = 100
"""How often tiles are dealt anew to find a deal that agrees with each stop; most deals do at once."""


class Determinization(NamedTuple):
    """All hands by seat, as bit masks, and the boneyard in its order."""

    hands: list[int]
    boneyard: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Plan:
    """How determinizations are dealt for one start.

    *fixed* holds for each heap the tile that decided the start, in bits, or 0; *higher* are the tiles that
    were not dealt.
    """

    fixed: tuple[int, ...]
    higher: int
    dealer: UniformDealer | SequentialDealer

    def allows(self, heaps: Sequence[int], dealt: int) -> bool:
        """Whether the start may have been this one if *heaps* hold these bits, and *dealt* were dealt."""
        hold = all(heap & tile == tile for heap, tile in zip(heaps, self.fixed, strict=True))
        return hold and not self.higher & dealt


class Determinizer:
    """The determinizations that agree with *known*, as the seat of *view* knows it.

    *tiles* are dealt to *heaps*, those of the groups and, at the end, the boneyard. Among them are tiles on
    the table whose group is not known; no hand holds these.
    """

    def __init__(self, masks: Masks, view: View, known: Belief) -> None:
        assert view.seat is not None  # a spectator has no belief
        hands = [0] * view.rules.players
        hands[view.seat] = masks.mask(view.hand)
        self._hands = hands
        self.tiles = [masks.bits[tile] for tile in (*known.unseen, *sorted(known.played))]
        self._held = ~masks.mask(known.played)
        groups = [group for several in known.groups.values() for group in several]
        rest = masks.mask(tile for tile in known.unseen if tile not in known.held)
        self.heaps = [
            *(Heap(group.count, masks.mask(group.may_be)) for group in groups),
            Heap(view.boneyard, rest),
        ]
        self._seats = [seat for seat, groups in known.groups.items() for _ in groups]
        ends = accumulate(map(len, known.groups.values()))
        self.places = {
            seat: slice(end - len(several), end)
            for (seat, several), end in zip(known.groups.items(), ends, strict=True)
        }
        """Where the groups of each seat stand among the heaps."""
        self._plans = self._possible_plans(masks, known)
        self._odds = tuple(accumulate(self._weights()))
        firsts = [self.places[stop.seat].start for stop in known.stops]
        self._stops = [
            (slice(first, first + stop.groups), masks.mask(stop.tiles))
            for first, stop in zip(firsts, known.stops, strict=True)
        ]
        """For each stop, the heaps of which one held a tile, and the tiles that it may have been, in bits."""
        deciding = [sum(plan.fixed) | plan.higher for plan in self._plans]
        self.decisive = reduce(or_, deciding + [tiles for _, tiles in self._stops])
        """The tiles in bits whose places decide whether a deal agrees with the start and with each stop."""

    @property
    def is_uniform(self) -> bool:
        """Whether each determinization is dealt as often as any other."""
        return all(isinstance(plan.dealer, UniformDealer) for plan in self._plans)

    def sample(self, chance: Chance) -> Determinization:
        """One determinization at random."""
        return self.determinization(self.deal(chance), chance)

    def deal(self, chance: Chance) -> list[int]:
        """The bits of each heap at random."""
        for _ in range(ATTEMPTS):
            if len(self._plans) == 1:
                plan = self._plans[0]
            else:
                at = chance() * self._odds[-1]
                plan = next(plan for plan, odds in zip(self._plans, self._odds, strict=True) if at < odds)
            dealt = plan.dealer.deal(chance)
            heaps = [sum(heap, fixed) for heap, fixed in zip(dealt, plan.fixed, strict=True)]
            if self._agrees_with_stops(heaps):
                break
        return heaps

    def determinization(self, heaps: Sequence[int], chance: Chance) -> Determinization:
        """The determinization in which the heaps hold these bits."""
        *groups, boneyard = heaps
        hands = self._hands[:]
        for seat, tiles in zip(self._seats, groups, strict=True):
            hands[seat] |= tiles & self._held
        return Determinization(hands, tuple(mixed(bits_of(boneyard), chance)) if boneyard else ())

    def agrees(self, heaps: Sequence[int]) -> bool:
        """Whether these bits of the heaps agree with the start and with each stop."""
        if not self._agrees_with_stops(heaps):
            return False
        dealt = reduce(or_, [heaps[place.start] for place in self.places.values()], 0)
        return any(plan.allows(heaps, dealt) for plan in self._plans)

    def _agrees_with_stops(self, heaps: Sequence[int]) -> bool:
        return all(any(heap & tiles for heap in heaps[place]) for place, tiles in self._stops)

    def _weights(self) -> Iterator[float]:
        """The number of deals of each plan, relative to the largest.

        Where they cannot be counted, the deals count in which any heap may hold any tile.
        """
        loose = [Heap(heap.size, sum(self.tiles)) for heap in self.heaps]
        counts = [
            UniformDealer(*self._share(loose, plan.fixed, plan.higher)).deals
            if plan.dealer.deals is None
            else plan.dealer.deals
            for plan in self._plans
        ]
        most = max(counts) or 1
        return (count / most for count in counts)

    def _possible_plans(self, masks: Masks, known: Belief) -> list[_Plan]:
        """A plan for each start that some deal agrees with."""
        starts: list[tuple[tuple[int, ...], int]] = []
        for start in known.starts:
            decider = masks.mask([start.tile] if start.tile else [])
            holder = self.places[known.starter].start if decider else None
            fixed = tuple(decider if at == holder else 0 for at in range(len(self.heaps)))
            starts.append((fixed, masks.mask(start.higher)))
        dealers = _dealers([self._share(self.heaps, *each) for each in starts])
        plans = [_Plan(*each, dealer) for each, dealer in zip(starts, dealers, strict=True)]
        return [plan for plan in plans if plan.dealer.deals != 0] or plans[:1]

    def _share(
        self, heaps: Sequence[Heap], fixed: Sequence[int], higher: int
    ) -> tuple[list[Heap], list[int]]:
        """The remaining deal: the heaps without their fixed tiles, and the tiles.

        The heaps that were dealt at the start hold none of the higher tiles.
        """
        dealt = {place.start for place in self.places.values()}
        left = [
            Heap(heap.size - bool(held), heap.may_be & ~higher if at in dealt else heap.may_be)
            for at, (heap, held) in enumerate(zip(heaps, fixed, strict=True))
        ]
        return left, [tile for tile in self.tiles if tile not in fixed]


def _dealers(shares: Sequence[tuple[list[Heap], list[int]]]) -> Sequence[UniformDealer | SequentialDealer]:
    """A dealer for each share of heaps and tiles; all of one kind, so that their numbers of deals compare."""
    try:
        return [UniformDealer(*share) for share in shares]
    except TooManyDeals:
        return [SequentialDealer(*share) for share in shares]
