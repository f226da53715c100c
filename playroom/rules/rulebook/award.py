"""Awards, of which a page composes its scoring: when, for what, how rounded, and to whom."""

from enum import StrEnum

from msgspec import Struct


class When(StrEnum):
    """When is an award given?"""

    PLAY = "play"
    PASS = "pass"  # noqa: S105 (not a password)
    LAST_TILE = "last_tile"
    LAST_IN = "last_in"
    OUT = "out"
    BLOCKED = "blocked"


class Counted(StrEnum):
    """What does an award count?"""

    ENDS = "ends"
    OWN = "own"
    OTHERS = "others"
    ALL = "all"
    TILE = "tile"
    FIXED = "fixed"


class Receiver(StrEnum):
    """Who receives an award?"""

    PLAYER = "player"
    LAST_PLAYER = "last_player"
    WINNER = "winner"
    FEWEST = "fewest"
    EACH = "each"
    LOSERS = "losers"


class Award(Struct, frozen=True):
    """A rule that awards points.

    *less_own* subtracts the receiver's own tiles. Only multiples of *multiple_of* score (AF-7); the
    amount is rounded to the nearest multiple of *nearest* (AF-8). *points* is the amount of a fixed award.
    """

    when: When
    counts: Counted
    to: Receiver
    less_own: bool = False
    multiple_of: int = 1
    nearest: int = 1
    points: int = 0


OWN = (
    Award(When.OUT, Counted.OWN, Receiver.LOSERS),
    Award(When.BLOCKED, Counted.OWN, Receiver.EACH),
)
"""Each side scores its own tiles, the winner nothing (D-10, PP-9, MT-13)."""

OTHERS = (
    Award(When.OUT, Counted.OTHERS, Receiver.WINNER),
    Award(When.BLOCKED, Counted.OTHERS, Receiver.FEWEST),
)
"""The winner of the round scores the tiles of the others (C-7)."""

DIFFERENCE = (
    Award(When.OUT, Counted.OTHERS, Receiver.FEWEST, less_own=True),
    Award(When.BLOCKED, Counted.OTHERS, Receiver.FEWEST, less_own=True),
)
"""The side with the fewest scores the tiles of the others, less its own (TP-6)."""

NAMED = {"own": OWN, "others": OTHERS, "difference": DIFFERENCE}
"""The compositions of awards that have a name."""

OF_PASSES = (
    Award(When.PASS, Counted.OWN, Receiver.LAST_PLAYER),
    Award(When.LAST_IN, Counted.OWN, Receiver.PLAYER),
    Award(When.LAST_TILE, Counted.OTHERS, Receiver.PLAYER),
)
"""The awards where a pass puts a player out of the round (PO-4, PO-6, PO-11)."""


def at(awards: tuple[Award, ...], when: When) -> tuple[Award, ...]:
    """The awards given at that time."""
    return tuple(award for award in awards if award.when is when)


def rounded(award: Award, amount: int) -> int:
    """The points for an amount: only multiples score (AF-7); 1 and 2 are rounded down, 3 and 4 up (AF-8)."""
    if amount % award.multiple_of:
        return 0
    return (amount + award.nearest // 2) // award.nearest * award.nearest
