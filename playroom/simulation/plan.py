"""Which matches are to be played: their table, seeds and seats, and in what portions they are handed out."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from playroom.rules.event import Side
from playroom.rules.variant import Rules

PORTIONS = 200
"""Into about so many portions the work is cut, so that every worker has some and progress is smooth."""

LARGEST_PORTION = 20
"""Seeds in a portion at most: what is under way when somebody stops is lost."""

SEED_BITS = 48
"""Enough that a million matches hardly ever have a seed twice, and few enough to be told."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Matches at one table, one for each of so many seeds; *bots* has a word for each seat.

    With *duplicate* deals there is one for each seed and side: the same deals, and the bots moved on to
    the next side each time, so that no bot has better tiles or a better seat than another.
    """

    rules: Rules
    bots: tuple[str, ...]
    seeds: int
    seed: int
    duplicate: bool = False

    @property
    def rotations(self) -> range:
        """How often each seed is played, counted from 0."""
        return range(self.rules.sides if self.duplicate else 1)

    @property
    def matches(self) -> int:
        """How many matches there are in all."""
        return self.seeds * len(self.rotations)

    def seed_of(self, number: int) -> int:
        """The seed of one match, counted from 0; the first is the plan's own, so that it can be had alone."""
        return Random(f"{self.seed} {number}").getrandbits(SEED_BITS) if number else self.seed  # noqa: S311 (a game)

    def seated(self, rotation: int) -> tuple[str, ...]:
        """The words of the bots by seat; team-mates stay together."""
        return (*self.bots[rotation:], *self.bots[:rotation])

    def who(self, rotation: int, side: Side) -> str:
        """The words of the bots that make up a side, each named once."""
        seated = self.seated(rotation)
        return ", ".join(sorted({seated[seat] for seat in self.rules.seats(side)}))

    def portions(self) -> Iterator[range]:
        """The numbers of all matches, cut into portions."""
        size = max(1, min(self.seeds // PORTIONS, LARGEST_PORTION))
        return (range(at, min(at + size, self.seeds)) for at in range(0, self.seeds, size))


def seats_of(words: tuple[str, ...], players: int) -> tuple[str, ...]:
    """A word for each seat: one for each, or fewer, which are dealt round; a ValueError for too many."""
    if not 0 < len(words) <= players:
        raise ValueError(f"{len(words)} bots for {players} seats")
    return tuple(words[seat % len(words)] for seat in range(players))
