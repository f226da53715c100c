"""Deals tiles to heaps one by one, where there are too many deals to count."""

from collections.abc import Iterable, Sequence

from playroom.bots.uniform_deal import Chance, Heap, mixed

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
        """The tiles of each heap, in no order; a ValueError if there is no deal."""
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
        """The same heaps with the tiles that fit all."""
        rest = mixed(self._free, chance)
        for heap, size in zip(heaps, self._sizes, strict=True):
            while len(heap) < size:
                heap.append(rest.pop())
        return heaps

    def _matched(self, chance: Chance) -> list[list[int]] | None:
        """The same as `_dealt` by augmenting paths (Kuhn 1955), which finds a deal if there is one."""
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
