"""What the choice of the starter reveals about hands, where the hands decide it (D-4, C-2)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cmp_to_key

from playroom.rules.deal import starter
from playroom.rules.match import new_match
from playroom.rules.rulebook.questions import Starter
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile, whole_set


@dataclass(frozen=True, slots=True)
class Start:
    """One way in which the starter came to start.

    *tile* is what decided it, None where its holder is known; none of *higher* was dealt to anybody.
    """

    tile: Tile | None
    higher: frozenset[Tile]


NO_SECRET = Start(None, frozenset())
"""A start that says nothing about hidden tiles."""


def starts(
    ranked: Hand,
    seat: Seat,
    dealt_to: Mapping[Tile, Seat],
    hidden: frozenset[Tile],
    may_be: frozenset[Tile],
) -> tuple[Start, ...]:
    """The ways in which *seat* may have come to start: it was dealt the first of the *ranked* tiles dealt.

    *hidden* are the tiles whose origin is not known, *may_be* those that the seat may have been dealt. The
    ways exclude each other; every deal that agrees with one of them is equally likely.
    """
    found: list[Start] = []
    higher: frozenset[Tile] = frozenset()
    for tile in ranked:
        if tile in dealt_to:
            found += [Start(None, higher)] if dealt_to[tile] == seat else []
            break
        if tile in hidden:
            found += [Start(tile, higher)] if tile in may_be else []
            higher |= {tile}
    return tuple(found) or (NO_SECRET,)


_RANKS: dict[tuple[Starter, int], Hand] = {}


def ranks(rules: Rules, starting_rule: Starter | None) -> Hand:
    """The tiles that make their holder start by this rule, the highest first; none where others decide."""
    if starting_rule is None:
        return ()
    key = (starting_rule, rules.set)
    if key not in _RANKS:
        match = new_match(replace(rules, starter=starting_rule))

        def order(one: Tile, other: Tile) -> int:
            return -1 if starter(match, ((one,), (other,))) == 0 else 1

        deciding = [tile for tile in whole_set(rules.set) if starter(match, ((tile,), ())) is not None]
        _RANKS[key] = tuple(sorted(deciding, key=cmp_to_key(order)))
    return _RANKS[key]
