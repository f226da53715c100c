"""Who plays whom in a round of an evening: by the circle method, or by the Swiss system.

Everybody against everybody goes by the circle: one person stays, the others move on by one place each round.
By the Swiss system, people of like results play each other: from the best on, each is seated with the next
ones whom they have not met, and a choice that leaves others without a table is taken back. Who is left over
sits out: those who have done so least often, and of them those with the least results.
"""

from collections.abc import Mapping, Sequence
from typing import Final

Pairs = Mapping[frozenset[int], int]
"""How often two people have met."""

MOST_STEPS: Final = 20_000
"""The steps after which the search for tables without people who have met is given up."""


def circle_round(people: Sequence[int], number: int) -> tuple[list[list[int]], list[int]]:
    """The pairs of a round, counted from 0, and who sits out; after all rounds everybody has met once."""
    ring: list[int | None] = [*people, *([None] if len(people) % 2 else [])]
    shift = number % max(1, len(ring) - 1)
    turned = [ring[0], *ring[1:][-shift:], *ring[1:][:-shift]] if shift else ring
    half = len(ring) // 2
    pairs, out = [], []
    for one, other in zip(turned[:half], reversed(turned[half:]), strict=True):
        if one is None or other is None:
            out += [each for each in (one, other) if each is not None]
        else:
            pairs.append([one, other] if number % 2 == 0 else [other, one])
    return pairs, out


def circle_length(people: int) -> int:
    """The number of rounds in which so many people meet each other once."""
    return people - 1 + people % 2


def swiss_round(
    ranked: Sequence[int], met: Pairs, sat_out: Mapping[int, int], size: int
) -> tuple[list[list[int]], list[int]]:
    """The tables of a round for *size* people each, and who sits out; *ranked* has the best first."""
    last_first = ranked[::-1]
    by_need = sorted(last_first, key=lambda person: sat_out.get(person, 0))
    out = by_need[: len(ranked) % size]
    playing = [person for person in ranked if person not in out]
    return _unmet(playing, met, size) or _least_met(playing, met, size), out


def _unmet(playing: list[int], met: Pairs, size: int) -> list[list[int]]:
    """Tables at which nobody has met anybody, in the order of the ranks; none if none were found."""
    seated: list[int] = []
    steps = 0

    def seat(left: list[int]) -> bool:
        nonlocal steps
        steps += 1
        if not left:
            return True
        here = seated[len(seated) - len(seated) % size :]
        for at, person in enumerate(left if here else left[:1]):
            if steps > MOST_STEPS:
                return False
            if not any(met.get(frozenset((person, each))) for each in here):
                seated.append(person)
                if seat([*left[:at], *left[at + 1 :]]):
                    return True
                seated.pop()
        return False

    return [seated[at : at + size] for at in range(0, len(seated), size)] if seat(playing) else []


def _least_met(playing: list[int], met: Pairs, size: int) -> list[list[int]]:
    """Tables of those who have met least often, the best first."""
    left, tables = [*playing], []
    while left:
        here = [left.pop(0)]
        while len(here) < size:
            here.append(min(left, key=lambda each: sum(met.get(frozenset((each, one)), 0) for one in here)))
            left.remove(here[-1])
        tables.append(here)
    return tables
