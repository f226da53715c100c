"""Determinizations by swaps of tiles, as often as the free draws and passes of the others make them likely.

Some deals are drawn by their likelihood from many random ones. Each of them changes then by swaps of two
tiles, which are accepted by how much likelier they make these moves (Metropolis et al. 1953).
"""

from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import accumulate, cycle
from math import exp, log

from playroom.bots.belief import FreeMove
from playroom.bots.determinize import Determinization, Determinizer
from playroom.bots.tile_dealers import Chance
from playroom.engine.masks import Masks
from playroom.rules.seat import Seat

FREELY = log(0.1)
"""The log likelihood that a player who could play draws or passes, beside that of one who could not."""

Likelihood = Callable[[Sequence[int]], float]
"""How likely the free moves of a seat would be, as a logarithm, if its groups were these."""

CHAINS, FIRST_DEALS = 16, 64
"""How many deals change side by side, and from how many they are drawn."""

FEWEST_SWAPS, TILES_A_SWAP = 2, 8
"""The number of swaps between two determinizations of a chain, and the number of tiles for one more swap; as
many as there are tiles where swaps alone make the deals uniform."""

BEFORE = 4
"""The number of swaps before the first determinization, as a multiple of those between two."""

MIXING = 16
"""`BEFORE` where swaps make the deals uniform: tiles then lie where exact counting has them, within noise."""

_OfHeaps = Callable[[Sequence[int]], float]


def likelihoods(masks: Masks, moves: Iterable[FreeMove]) -> Mapping[Seat, Likelihood]:
    """The log-likelihood of the free moves of each other seat, as a function of its groups."""
    probably_lacked = defaultdict(list)
    for each in moves:
        probably_lacked[each.seat].append((each.groups, masks.mask(each.tiles)))
    return {seat: partial(_likelihood, several) for seat, several in probably_lacked.items()}


def _likelihood(several: Sequence[tuple[int, int]], held: Sequence[int]) -> float:
    could_play = [any(heap & tiles for heap in held[:groups]) for groups, tiles in several]
    return FREELY * sum(could_play)


class Chain:
    """A deal that changes by swaps; *likely* says how likely the free moves of a seat are by its groups."""

    def __init__(self, dealer: Determinizer, likely: Mapping[Seat, Likelihood], heaps: Sequence[int]) -> None:
        self.heaps = list(heaps)
        self._dealer, self._tiles = dealer, dealer.tiles
        self._may_be = [heap.may_be for heap in dealer.heaps]
        self._place = [next(at for at, heap in enumerate(heaps) if heap & tile) for tile in dealer.tiles]
        self._holder = [len(likely)] * len(heaps)
        for holder, seat in enumerate(likely):
            place = dealer.places[seat]
            self._holder[place] = [holder] * (place.stop - place.start)
        of_seats = [_of_heaps(of_groups, dealer.places[seat]) for seat, of_groups in likely.items()]
        self._of_holder: list[_OfHeaps] = [*of_seats, lambda _heaps: 0.0]
        self._logs = [of_heaps(heaps) for of_heaps in self._of_holder]

    def swap(self, times: int, chance: Chance) -> None:
        """Try to swap two tiles, *times* times."""
        tiles, place, may_be, count = self._tiles, self._place, self._may_be, len(self._tiles)
        for _ in range(times if count else 0):
            one, other = int(chance() * count), int(chance() * count)
            at, to = place[one], place[other]
            if at == to or not (may_be[to] & tiles[one] and may_be[at] & tiles[other]):
                continue
            if self._is_accepted(at, to, tiles[one] | tiles[other], chance):
                place[one], place[other] = to, at

    def _is_accepted(self, at: int, to: int, both: int, chance: Chance) -> bool:
        """Whether two heaps exchange these bits, which they do then."""
        self._exchange(at, to, both)
        if both & self._dealer.decisive and not self._dealer.agrees(self.heaps):
            self._exchange(at, to, both)
            return False
        logs = {
            holder: self._of_holder[holder](self.heaps) for holder in (self._holder[at], self._holder[to])
        }
        gain = sum(found - self._logs[holder] for holder, found in logs.items())
        if gain >= 0 or chance() < exp(gain):
            for holder, found in logs.items():
                self._logs[holder] = found
            return True
        self._exchange(at, to, both)
        return False

    def _exchange(self, at: int, to: int, both: int) -> None:
        self.heaps[at] ^= both
        self.heaps[to] ^= both


def chained(
    dealer: Determinizer, likely: Mapping[Seat, Likelihood], chance: Chance
) -> Callable[[], Determinization]:
    """A source that gives each determinization as often as it makes the free moves of the others likely."""
    swaps = swaps_between(dealer, likely)
    chains = [Chain(dealer, likely, heaps) for heaps in _first(dealer, likely, chance)]
    for chain in chains:
        chain.swap((BEFORE if _is_short(dealer, likely) else MIXING) * swaps, chance)
    around = cycle(chains)

    def drawn() -> Determinization:
        chain = next(around)
        chain.swap(swaps, chance)
        return dealer.determinization(chain.heaps, chance)

    return drawn


def swaps_between(dealer: Determinizer, likely: Mapping[Seat, Likelihood]) -> int:
    """The number of swaps between two determinizations of a chain."""
    tiles = len(dealer.tiles)
    return FEWEST_SWAPS + tiles // TILES_A_SWAP if _is_short(dealer, likely) else tiles


def _is_short(dealer: Determinizer, likely: Mapping[Seat, Likelihood]) -> bool:
    """Whether a few swaps do: to ask for likelihoods takes long in large tables."""
    return dealer.is_uniform or bool(likely)


def _first(dealer: Determinizer, likely: Mapping[Seat, Likelihood], chance: Chance) -> list[list[int]]:
    """A deal for each chain, drawn by likelihood, with equal steps between them."""
    deals = [dealer.deal(chance) for _ in range(FIRST_DEALS if likely else CHAINS)]
    of_heaps = [_of_heaps(of_groups, dealer.places[seat]) for seat, of_groups in likely.items()]
    logs = [sum(of(heaps) for of in of_heaps) for heaps in deals]
    weights = list(accumulate(exp(log - max(logs)) for log in logs))
    step, start = weights[-1] / CHAINS, chance()
    return [deals[bisect(weights, (start + at) * step, hi=len(deals) - 1)] for at in range(CHAINS)]


def _of_heaps(of_groups: Likelihood, place: slice) -> _OfHeaps:
    return lambda heaps: of_groups(heaps[place])
