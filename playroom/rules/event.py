"""All that can happen, each event whole in itself: who hears it needs no other source."""

from enum import StrEnum

from msgspec import Struct

from playroom.rules.layout import End, Laid, OpenEnd
from playroom.rules.seat import Seat, Side
from playroom.rules.tile import Tile


class Ending(StrEnum):
    """How a round ended."""

    OUT = "out"
    BLOCKED = "blocked"
    LAST_IN = "last_in"
    TARGET = "target"


class EventBase(Struct, frozen=True, tag_field="event", tag=True):
    """The base of all events; in JSON, the field *event* is the kind of event.

    A class that was renamed keeps its first name there, in logs that are stored.
    """


class StartDraw(EventBase, frozen=True, tag="Lots"):
    """The players drew tiles for the first start, the heaviest starts; again where tied (PO-2)."""

    drawn: tuple[tuple[Seat, Tile], ...]


class Redealt(EventBase, frozen=True):
    """Nobody held a double, so the tiles were shuffled and will be dealt again (D-4)."""


class Dealt(EventBase, frozen=True):
    """A round begins; a hand for every seat, empty where the seat is out of the match; None hides a tile.

    The engine lies on the table before the deal, where trains are played (MT-3).
    """

    hands: tuple[tuple[Tile | None, ...], ...]
    boneyard: tuple[Tile | None, ...]
    starter: Seat
    engine: Tile | None = None


class Turn(EventBase, frozen=True):
    """It is this seat's turn."""

    seat: Seat


class Played(EventBase, frozen=True):
    """A tile was played: how it lies, then all ends as they stand now, and the tiles left in hand.

    *owed* are the ends with a double that must be covered, the oldest first (MT-8).
    """

    seat: Seat
    tile: Tile
    end: End | None
    laid: Laid
    ends: tuple[OpenEnd, ...]
    left: int
    owed: tuple[End, ...] = ()


class Drew(EventBase, frozen=True):
    """A tile was drawn, None if one may not see it; *left* can still be drawn."""

    seat: Seat
    tile: Tile | None
    left: int


class Passed(EventBase, frozen=True):
    """A turn was given up at these numbers, those of all ends that the seat might have joined.

    *forced*: by itself (G-8), None if one may not know; *drew*: after a draw; *stops*: after tiles of the
    same turn, to lay no more (MT-11).
    """

    seat: Seat
    numbers: tuple[int, ...]
    forced: bool | None
    drew: bool
    stops: bool = False


class TrainOpened(EventBase, frozen=True):
    """The marker of a stuck player goes up: the others may play on that train (MT-7)."""

    seat: Seat


class TrainClosed(EventBase, frozen=True):
    """A player has played on the own train, and its marker comes down (MT-7)."""

    seat: Seat


class MustCover(EventBase, frozen=True):
    """The turn of a seat goes on: the double with *number* at *end* must be covered (MT-8)."""

    seat: Seat
    end: End
    number: int


class MayExtend(EventBase, frozen=True):
    """The first turn of a seat goes on: more tiles may go to the own train (MT-11)."""

    seat: Seat


class PlayerOut(EventBase, frozen=True, tag="StoodDown"):
    """A seat is out of the round with this many tiles, which stay hidden (PO-4); then who is still in."""

    seat: Seat
    left: int
    still_in: tuple[Seat, ...]


class Again(EventBase, frozen=True):
    """The seat has another turn (PP-4)."""

    seat: Seat


class Skipped(EventBase, frozen=True):
    """The seat's turn is skipped (PP-5)."""

    seat: Seat


class DirectionReversed(EventBase, frozen=True, tag="TurnedRound"):
    """Turns go the other way from now on; *clockwise* tells which way."""

    clockwise: bool


class Ended(EventBase, frozen=True):
    """The round is over, by *seat* where one player ended it."""

    ending: Ending
    seat: Seat | None


class Scored(EventBase, frozen=True):
    """Points for every side, in mid-round or at its end, and the totals with them."""

    points: tuple[int, ...]
    totals: tuple[int, ...]


class SidesEliminated(EventBase, frozen=True, tag="Dropped"):
    """These sides are out of the match (D-11)."""

    sides: tuple[Side, ...]


class Won(EventBase, frozen=True):
    """The match is over; more than one side where they share the win (G-10)."""

    sides: tuple[Side, ...]


Event = (
    StartDraw
    | Redealt
    | Dealt
    | Turn
    | Played
    | Drew
    | Passed
    | TrainOpened
    | TrainClosed
    | MustCover
    | MayExtend
    | PlayerOut
    | Again
    | Skipped
    | DirectionReversed
    | Ended
    | Scored
    | SidesEliminated
    | Won
)
"""One thing that happened."""
