"""How many rounds a match is likely to take whose totals go back to nothing (SL-4)."""

from functools import cache
from typing import Final

LARGEST_TARGET: Final = 9
"""To a larger target, a match takes more rounds than anybody plays."""

LEAD: Final = 0.09
"""How much likelier a side wins the round that it opens, as random matches of six-love show."""


@cache
def likely_rounds(sides: int, target: int) -> int:
    """The mean number of rounds between sides of equal strength, with resets, until one has the *target*.

    A larger target counts as the largest that is known.
    """
    rounds, again = _until_reset((0,) * sides, 1 / sides, min(target, LARGEST_TARGET))
    return round(rounds / (1 - again))


@cache
def _until_reset(totals: tuple[int, ...], leads: float, target: int) -> tuple[float, float]:
    """The mean number of rounds until a win or a reset, and the chance of a reset.

    The first of the *totals* is that of the side that opens, which wins the round with the chance *leads*.
    """
    rounds, again = 1.0, 0.0
    others = (1 - leads) / (len(totals) - 1)
    for side, total in enumerate(totals):
        if total + 1 >= target:
            continue
        chance = others if side else leads
        rest = (*totals[:side], *totals[side + 1 :])
        is_reset = min(rest) > 0
        won = (total + 1, *sorted(rest))
        more, then = (0.0, 1.0) if is_reset else _until_reset(won, 1 / len(totals) + LEAD, target)
        rounds += chance * more
        again += chance * then
    return rounds, again
