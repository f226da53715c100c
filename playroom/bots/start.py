"""What it tells of the hands that a seat came to start, where the hands decide that (D-4, C-2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cmp_to_key

from playroom.rules.deal import starter
from playroom.rules.match import new_match
from playroom.rules.questions import Starter
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile, whole_set
from playroom.rules.variant import Rules


@dataclass(frozen=True, slots=True)
class Start:
    """One way in which the starter came to start, and how likely it is beside the others.

    *tile* is what decided it, None where that one's holder is known; none of *higher* was dealt to anybody.
    """

    likelihood: float
    tile: Tile | None
    higher: frozenset[Tile]


NO_SECRET = Start(1.0, None, frozenset())
"""How a start tells nothing."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """The *tiles* of a deal that are not seen: *sealed* of them were dealt to nobody, some to the starter.

    *starters* is how many, *may_be* which they may be. *shown* are seen, and were dealt to it or drawn.
    """

    tiles: Hand
    sealed: int
    starters: int
    may_be: frozenset[Tile]
    shown: frozenset[Tile] = frozenset()


def starts(ranked: Hand, seat: Seat, dealt_to: Mapping[Tile, Seat], hidden: Hidden) -> tuple[Start, ...]:
    """The ways in which *seat* may have come to start: it was dealt the first of the *ranked* tiles dealt.

    The likelihoods take each tile as drawn at random; one that is shown was as likely dealt as not.
    """
    found: list[Start] = []
    higher: frozenset[Tile] = frozenset()
    likelihood, left = 1.0, len(hidden.tiles)
    for tile in ranked:
        if tile in dealt_to:
            found += [Start(likelihood, None, higher)] if dealt_to[tile] == seat else []
            break
        if tile in hidden.shown:
            likelihood /= 2
            found.append(Start(likelihood, None, higher))
        if tile not in hidden.tiles:
            continue
        if tile in hidden.may_be:
            found.append(Start(likelihood * hidden.starters / left, tile, higher))
        likelihood *= max(0, hidden.sealed - len(higher)) / left
        higher, left = higher | {tile}, left - 1
        if not likelihood:
            break
    return tuple(found) or (NO_SECRET,)


_RANKS: dict[tuple[Starter, int], Hand] = {}


def ranks(rules: Rules) -> Hand:
    """The tiles that make their holder start, the highest first; none where chance decides."""
    key = (rules.starter, rules.set)
    if key not in _RANKS:
        _RANKS[key] = _ranked(rules)
    return _RANKS[key]


def _ranked(rules: Rules) -> Hand:
    match = new_match(rules)

    def order(one: Tile, other: Tile) -> int:
        return -1 if starter(match, ((one,), (other,))) == 0 else 1

    deciding = [tile for tile in whole_set(rules.set) if starter(match, ((tile,), ())) is not None]
    return tuple(sorted(deciding, key=cmp_to_key(order)))
