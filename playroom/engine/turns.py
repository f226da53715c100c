"""Who follows whom, and what the ends do to turns, as `rules.effect` has it."""

from playroom.rules.seat import Seat
from playroom.rules.variant import Rules

AGAIN, SKIP, TURN_ROUND = 1, 2, 4
"""What the sum of the ends may do to turns."""


def followers(seats: tuple[Seat, ...], step: int) -> list[Seat]:
    """By seat, the next one that plays, clockwise or the other way."""
    after = {seat: seats[(place + step) % len(seats)] for place, seat in enumerate(seats)}
    return [after.get(seat, seat) for seat in range(max(seats) + 1)]


def turn_effects(rules: Rules, ends: int) -> list[int]:
    """What each sum of so many ends does to turns; empty if no tile does anything."""
    if not (rules.again_on or rules.skip_on or rules.turn_round_on or rules.skip_on_equal_ends):
        return []
    return [
        AGAIN * (total in rules.again_on)
        | SKIP * (total in rules.skip_on)
        | TURN_ROUND * (total in rules.turn_round_on)
        for total in range(2 * rules.set * ends + 1)
    ]
