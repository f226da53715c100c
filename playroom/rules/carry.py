"""What a match carries from round to round beside the totals: waiting points, rounds won, eggs."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from playroom.rules.event import CarryOver, Ending
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Side


class RoundResult(NamedTuple):
    """What decides how a round changes totals and what is carried over.

    *winner* is the side that has won it; *left* is the worth of each side's hands, *points* are those awarded
    to each, *totals* those before the round.
    """

    winner: Side | None
    ending: Ending | None
    left: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


def carry_after(rules: Rules, carry: CarryOver, result: RoundResult) -> CarryOver:
    """What a match carries over after a round (DU-3, CO-4, KZ-6, KZ-7)."""
    carry, winner = replace(carry, waits=entered(rules, carry, result)[1]), result.winner
    if winner is None:
        more = 0
        if result.ending is Ending.BLOCKED:
            more = sum(result.left) if rules.carries_pips else int(rules.carries_rounds)
        return replace(carry, carried=carry.carried + more)
    won = carry.won
    if ends_series(rules, carry, winner):
        won = (0,) * rules.sides
    elif rules.series is not None:
        won = tuple(count + (side == winner) for side, count in enumerate(won))
    return replace(carry, won=won, carried=0)


def entered(rules: Rules, carry: CarryOver, result: RoundResult) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The points of each side at the end of a round, and those that wait then (KZ-7).

    A side with a total of 0 enters with hands worth the entry; with less, its points wait until it does,
    or are lost when it wins.
    """
    if rules.entry is None:
        return result.points, carry.waits
    points, waits = list(result.points), list(carry.waits)
    for side, scored in enumerate(result.points):
        if side == result.winner:
            waits[side] = 0
        elif scored and not result.totals[side]:
            both, enters = scored + waits[side], result.left[side] >= rules.entry
            points[side], waits[side] = (both, 0) if enters else (0, both)
    return tuple(points), tuple(waits)


def ends_series(rules: Rules, carry: CarryOver, winner: Side | None) -> bool:
    """Whether a round that this side has won ends a series (CO-4)."""
    return winner is not None and rules.series == carry.won[winner] + 1


def pigs(sides_in: Iterable[Side], carry: CarryOver, winner: Side) -> int:
    """The number of the other sides that have won no round of a series (CO-4)."""
    return sum(not carry.won[side] for side in sides_in if side != winner)
