"""Which seat wins a blocked round, and which sides lose a round, by the worths of hands alone."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from playroom.rules.rulebook.questions import BlockedBy, BlockedTie
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat, Side

MORE_THAN_A_HAND = 10_000
"""More than all tiles of a set are worth."""

SIX = 6
"""The pips of a hand that wins no blocked round under six (CO-3)."""


def lightest(
    rules: Rules, seats: Sequence[Seat], worths: Sequence[int], opener: Seat, blocker: Seat, step: int
) -> Seat | None:
    """The winner of a blocked round, by the worth of the hand of each seat; None if nobody wins it.

    It is the lightest hand of the side that wins, of equals the first in turn from the *opener*.
    """
    if rules.blocked_by in (BlockedBy.NOBODY, BlockedBy.REPLAY):
        return None
    place = seats.index(blocker)
    compared = seats
    if rules.blocked_by is BlockedBy.NEIGHBOUR:
        compared = (blocker, seats[(place + step) % len(seats)])
    by_side: dict[Side, int] = {}
    for seat in compared:
        side, own = rules.side(seat), worths[seat]
        if side not in by_side:
            by_side[side] = own
        elif rules.blocked_by is BlockedBy.SIDE:
            by_side[side] += own
        else:
            by_side[side] = min(by_side[side], own)
    fewest = min(by_side.values())
    if rules.blocked_by is BlockedBy.UNDER_SIX and fewest >= SIX:
        return None
    best = [side for side, own in by_side.items() if own == fewest]
    if len(best) > 1:
        best = _best_of_tie(rules, best, opener, blocker)
    own_seats = [seat for seat in seats if rules.side(seat) in best]
    return min(own_seats, key=lambda seat: (worths[seat], rules.places(opener, seat)), default=None)


def _best_of_tie(rules: Rules, sides: list[Side], opener: Seat, blocker: Seat) -> list[Side]:
    """The side of those that are equal that wins a blocked round (PA-2, DU-3); none if nobody does (KZ-6)."""
    match rules.blocked_tie:
        case BlockedTie.NOBODY | BlockedTie.EGGS | BlockedTie.EACH:
            return []
        case BlockedTie.OPENER:
            return [rules.side(opener)]
        case BlockedTie.BLOCKER:
            return [rules.side(blocker)]
        case BlockedTie.OTHERS:
            others = [side for side in sides if side != rules.side(blocker)]
            return others if len(others) == 1 else []
    assert_never(rules.blocked_tie)


def blocked_worth(rules: Rules, own: int, has_double: bool) -> int:  # noqa: FBT001 (mapped over hands)
    """The worth of a hand in a blocked round: one with a double is worse than any without (BE-5)."""
    is_worse = has_double and rules.blocked_by is BlockedBy.NO_DOUBLES
    return own + MORE_THAN_A_HAND * is_worse


def losing_sides(rules: Rules, sides_in: Sequence[Side], winner: Side | None) -> tuple[Side, ...]:
    """The sides that have lost a round; if nobody has won it, none of them, unless all do (KZ-6)."""
    if winner is None and rules.blocked_tie is not BlockedTie.EACH:
        return ()
    return tuple(side for side in sides_in if side != winner)


def heaviest_side(rules: Rules, sides: Iterable[Side], left: Sequence[int], opener: Seat) -> tuple[Side, ...]:
    """The one of these sides that holds most, of equals the first in turn from the *opener* (KZ-6)."""

    def rank(side: Side) -> tuple[int, int]:
        return left[side], -min(rules.places(opener, seat) for seat in rules.seats(side))

    found = max(sides, key=rank, default=None)
    return () if found is None else (found,)
