"""The deals are counted right, each comes about, and none more often than chance has it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt
from random import Random

import pytest

from playroom.bots import tile_dealers
from playroom.bots.tile_dealers import Heap, SequentialDealer, TooManyDeals, UniformDealer

Deal = tuple[int, ...]
"""What each heap holds, in bits."""


def every_deal(heaps: Sequence[Heap], tiles: frozenset[int]) -> Iterator[Deal]:
    """All deals, tried one by one."""
    if not heaps:
        yield ()
        return
    first, *others = heaps
    fitting = sorted(tile for tile in tiles if tile & first.may_be)
    for some in combinations(fitting, first.size):
        for rest in every_deal(others, tiles - {*some}):
            yield (sum(some), *rest)


def problem(seed: int, most: int = 8) -> tuple[list[Heap], list[int]]:
    """Heaps that may hold some of a few tiles, and those tiles; often all places are forced."""
    chance = Random(seed)
    tiles = [1 << at for at in chance.sample(range(20), chance.randint(1, most))]
    ends = sorted(chance.randint(0, len(tiles)) for _ in range(chance.randint(0, 3)))
    sizes = [end - start for start, end in zip([0, *ends], [*ends, len(tiles)], strict=True)]
    share = chance.choice([0.5, 0.7, 1.0])
    return [Heap(size, sum(tile for tile in tiles if chance.random() < share)) for size in sizes], tiles


@pytest.mark.parametrize("seeds", [range(at, at + 50) for at in range(0, 300, 50)], ids=str)
def test_there_are_as_many_deals_as_are_counted(seeds: range) -> None:
    for seed in seeds:
        heaps, tiles = problem(seed)
        deals = sum(1 for _ in every_deal(heaps, frozenset(tiles)))

        assert UniformDealer(heaps, tiles).deals == deals, seed
        assert SequentialDealer(heaps, tiles).deals == (None if deals else 0), seed


def test_the_largest_set_is_dealt() -> None:
    tiles = [1 << at for at in range(190)]

    dealt = UniformDealer([Heap(19, sum(tiles))] * 10, tiles).deal(Random(1).random)

    assert sorted(tile for heap in dealt for tile in heap) == tiles


def test_every_deal_comes_about_as_often() -> None:
    for seed in range(40):
        heaps, tiles = problem(seed, most=6)
        deals, dealer, chance = (
            {*every_deal(heaps, frozenset(tiles))},
            UniformDealer(heaps, tiles),
            Random(seed),
        )
        times = 20 * len(deals)

        found = Counter(tuple(map(sum, dealer.deal(chance.random))) for _ in range(times))

        assert found.keys() <= deals
        assert far(found, len(deals)) <= noise(len(deals), times), seed


def far(found: Counter[Deal], deals: int) -> float:
    """The total variation between the deals found and all deals as often."""
    times = found.total()
    return sum(max(0.0, count / times - 1 / deals) for count in found.values())


def noise(deals: int, times: int) -> float:
    """About the total variation that chance leaves, and three deviations of it more."""
    return sqrt(deals / times / 6.3) + 1.0 / sqrt(times) if deals > 1 else 0.0


def test_deals_that_would_take_too_long_to_count_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    heaps, tiles = [Heap(2, 0b0111), Heap(2, 0b1111)], [1, 2, 4, 8]
    monkeypatch.setattr(tile_dealers, "MOST_SPLITS", 1)
    UniformDealer(heaps, tiles)
    monkeypatch.setattr(tile_dealers, "MOST_SPLITS", 0)

    with pytest.raises(TooManyDeals):
        UniformDealer(heaps, tiles)
