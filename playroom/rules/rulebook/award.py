"""Awards, of which a page composes its scoring: when, for what, how rounded, and to whom."""

from enum import StrEnum

from msgspec import Struct

from playroom.rules.tile import Tile


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
    CARRIED = "carried"
    PIGS = "pigs"


HIDDEN_COUNTS = (Counted.OTHERS, Counted.ALL)
"""What depends on hidden hands during a round."""


class Only(StrEnum):
    """For which tiles is an award given?

    Last tiles of a player who goes out (DU-2): *both_ends* is one that fitted both ends, with a different
    half each; a double has fitted equal ends. Tiles as they are played (BE-4): the first one, or a later one
    that makes both ends equal, of which one may be a double.
    """

    ANY = "any"
    PLAIN = "plain"
    DOUBLE = "double"
    BOTH_ENDS = "both_ends"
    BOTH_ENDS_DOUBLE = "both_ends_double"
    OPENING_DOUBLE = "opening_double"
    EQUAL_ENDS = "equal_ends"
    EQUAL_ENDS_DOUBLE = "equal_ends_double"


FIVE = 5
"""The amount for one point, where points are fives (AF-10)."""

OF_PLAYS = frozenset({Only.ANY, Only.OPENING_DOUBLE, Only.EQUAL_ENDS, Only.EQUAL_ENDS_DOUBLE})
"""The tiles that an award may ask for as they are played; the others it may when a player goes out."""


class Receiver(StrEnum):
    """Who receives an award?

    The losers are all sides but the winner's, *most* the one of them that holds most (KZ-6).
    """

    PLAYER = "player"
    LAST_PLAYER = "last_player"
    WINNER = "winner"
    FEWEST = "fewest"
    EACH = "each"
    LOSERS = "losers"
    MOST = "most"


class Award(Struct, frozen=True):
    """A rule that awards points.

    *less_own* subtracts the receiver's own tiles. Only multiples of *multiple_of* score (AF-7); the
    amount is rounded to the nearest multiple of *nearest* (AF-8). *per* is the amount for one point (FT-3).
    *points* is the amount of a fixed award; *only* says which last tiles are worth it.
    """

    when: When
    counts: Counted
    to: Receiver
    less_own: bool = False
    multiple_of: int = 1
    nearest: int = 1
    points: int = 0
    per: int = 1
    only: Only = Only.ANY


OWN = (
    Award(When.OUT, Counted.OWN, Receiver.LOSERS),
    Award(When.BLOCKED, Counted.OWN, Receiver.EACH),
)
"""Each side scores its own tiles, the winner nothing (D-10, PP-9, MT-13)."""

OTHERS = (
    Award(When.OUT, Counted.OTHERS, Receiver.WINNER),
    Award(When.BLOCKED, Counted.OTHERS, Receiver.WINNER),
)
"""The winner of the round scores the tiles of the others (C-7)."""

DIFFERENCE = (
    Award(When.OUT, Counted.OTHERS, Receiver.FEWEST, less_own=True),
    Award(When.BLOCKED, Counted.OTHERS, Receiver.FEWEST, less_own=True),
)
"""The side with the fewest scores the tiles of the others, less its own (TP-6)."""

ALL = (
    Award(When.OUT, Counted.ALL, Receiver.WINNER),
    Award(When.BLOCKED, Counted.ALL, Receiver.WINNER),
)
"""The winner of the round scores the tiles of all hands, its own too (PA-3)."""

LOSERS = tuple(
    Award(when, counts, to)
    for when in (When.OUT, When.BLOCKED)
    for counts, to in ((Counted.OWN, Receiver.LOSERS), (Counted.CARRIED, Receiver.MOST))
)
"""Each side that has lost the round scores its own tiles, and one of them what is carried (KZ-5, KZ-6)."""

NAMED = {"own": OWN, "others": OTHERS, "difference": DIFFERENCE, "all": ALL, "losers": LOSERS}
"""The compositions of awards that have a name."""

OF_PASSES = (
    Award(When.PASS, Counted.OWN, Receiver.LAST_PLAYER),
    Award(When.LAST_IN, Counted.OWN, Receiver.PLAYER),
    Award(When.LAST_TILE, Counted.OTHERS, Receiver.PLAYER),
)
"""The awards where a pass puts a player out of the round (PO-4, PO-6, PO-11)."""


def at(awards: tuple[Award, ...], when: When) -> tuple[Award, ...]:
    """The awards given at that time."""
    return tuple([award for award in awards if award.when is when])


def kind_of_last_tile(tile: Tile, *, fits_both: bool) -> Only:
    """The kind of the last tile of a player who has gone out; *fits_both* is whether it fitted both ends."""
    if tile.is_double:
        return Only.BOTH_ENDS_DOUBLE if fits_both else Only.DOUBLE
    return Only.BOTH_ENDS if fits_both else Only.PLAIN


def kind_of_tile(tile: Tile, *, is_first: bool, has_equal_ends: bool, has_end_double: bool) -> Only:
    """The kind of a tile as it is played; *has_end_double* is whether one of the end tiles is a double."""
    if is_first:
        return Only.OPENING_DOUBLE if tile.is_double else Only.ANY
    if has_equal_ends:
        return Only.EQUAL_ENDS_DOUBLE if has_end_double else Only.EQUAL_ENDS
    return Only.ANY


def rounded(award: Award, amount: int) -> int:
    """The points for an amount: only multiples score (AF-7); 1 and 2 are rounded down, 3 and 4 up (AF-8)."""
    if amount % award.multiple_of:
        return 0
    return (amount + award.nearest // 2) // award.nearest * award.nearest // award.per
