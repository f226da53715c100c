"""The matches to play: their table, seeds and seats, and the portions in which they are submitted."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Side

PORTIONS = 200
"""The approximate number of portions: every worker gets some, and progress is smooth."""

LARGEST_PORTION = 20
"""The most seeds in a portion: unfinished portions are lost when the simulation is stopped."""

SEED_BITS = 48
"""Enough that a million matches hardly ever repeat a seed, and few enough to be read out."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Matches at one table, one for each seed; *bots* has the name of a bot for each seat.

    With *duplicate* deals there is one match for each seed and side: the deals are the same, and the bots
    rotate by one side each time, so that every bot has the same tiles and seats.
    """

    rules: Rules
    bots: tuple[str, ...]
    seeds: int
    seed: int
    duplicate: bool = False

    @property
    def rotations(self) -> range:
        """The rotations of the bots for each seed."""
        return range(self.rules.sides if self.duplicate else 1)

    @property
    def matches(self) -> int:
        """The number of matches in all."""
        return self.seeds * len(self.rotations)

    def seed_of(self, number: int) -> int:
        """The seed of a match by its number; match 0 has the seed of the plan, so that it can be repeated."""
        return Random(f"{self.seed} {number}").getrandbits(SEED_BITS) if number else self.seed  # noqa: S311 (a game)

    def seated(self, rotation: int) -> tuple[str, ...]:
        """The names of the bots by seat; team-mates stay together."""
        return (*self.bots[rotation:], *self.bots[:rotation])

    def who(self, rotation: int, side: Side) -> str:
        """The names of the bots of a side, each once."""
        seated = self.seated(rotation)
        return ", ".join(sorted({seated[seat] for seat in self.rules.seats(side)}))

    def portions(self) -> Iterator[range]:
        """The numbers of all matches, in portions."""
        size = max(1, min(self.seeds // PORTIONS, LARGEST_PORTION))
        return (range(at, min(at + size, self.seeds)) for at in range(0, self.seeds, size))


def bots_by_seat(words: tuple[str, ...], players: int) -> tuple[str, ...]:
    """A bot for each seat: one each, or fewer in turn; a ValueError if there are too many."""
    if not 0 < len(words) <= players:
        raise ValueError(f"{len(words)} bots for {players} seats")
    return tuple(words[seat % len(words)] for seat in range(players))
