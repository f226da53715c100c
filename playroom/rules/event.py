"""All that can happen, each event whole in itself: who hears it needs no other source."""

from dataclasses import dataclass
from enum import StrEnum

from playroom.rules.chain import End, Ends, Laid
from playroom.rules.tile import Tile

Seat = int
"""Where one player sits, numbered clockwise from 0."""

Side = int
"""Who scores together: a team, or a player who plays alone; numbered by their first seat (G-5)."""


class Ending(StrEnum):
    """How a round ended."""

    OUT = "out"
    BLOCKED = "blocked"
    LAST_IN = "last_in"
    TARGET = "target"


@dataclass(frozen=True, slots=True)
class Lots:
    """The players drew tiles for the first start, the heaviest starts; again where tied (PO-2)."""

    drawn: tuple[tuple[Seat, Tile], ...]


@dataclass(frozen=True, slots=True)
class Redealt:
    """Nobody held a double, so the tiles were shuffled and will be dealt again (D-4)."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round begins; a hand for every seat, empty where the seat is out of the match; None hides a tile."""

    hands: tuple[tuple[Tile | None, ...], ...]
    boneyard: tuple[Tile | None, ...]
    starter: Seat


@dataclass(frozen=True, slots=True)
class Turn:
    """It is this seat's turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Played:
    """A tile was played: how it lies, then the new ends, their sum (PP-4), and the tiles left in hand."""

    seat: Seat
    tile: Tile
    end: End | None
    laid: Laid
    ends: Ends
    total: int
    left: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A tile was drawn, None if one may not see it; *left* can still be drawn."""

    seat: Seat
    tile: Tile | None
    left: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A turn was given up at these ends: by itself (G-8), None if one may not know; after a draw."""

    seat: Seat
    ends: Ends
    forced: bool | None
    drew: bool


@dataclass(frozen=True, slots=True)
class StoodDown:
    """A seat is out of the round with this many tiles, which stay hidden (PO-4); then who is still in."""

    seat: Seat
    left: int
    still_in: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Again:
    """The seat has another turn (PP-4)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Skipped:
    """The seat's turn is skipped (PP-5)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ended:
    """The round is over, by *seat* where one player ended it."""

    ending: Ending
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Scored:
    """Points for every side, in mid-round or at its end, and the totals with them."""

    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dropped:
    """These sides are out of the match (D-11)."""

    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Won:
    """The match is over; more than one side where they share the win (G-10)."""

    sides: tuple[Side, ...]


Event = (
    Lots
    | Redealt
    | Dealt
    | Turn
    | Played
    | Drew
    | Passed
    | StoodDown
    | Again
    | Skipped
    | Ended
    | Scored
    | Dropped
    | Won
)
"""One thing that happened."""
