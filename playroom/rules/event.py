"""The events of a match. Each is self-contained, so that it can be narrated alone."""

from enum import StrEnum

from msgspec import Struct

from playroom.rules.layout import Arm, End, Laid, OpenEnd, on
from playroom.rules.seat import Seat, Side
from playroom.rules.tile import Tile


class Ending(StrEnum):
    """How a round ended."""

    OUT = "out"
    BLOCKED = "blocked"
    LAST_IN = "last_in"
    TARGET = "target"


class BonusKind(StrEnum):
    """What a bonus is for; the values are those of the game record (PA-4 to PA-8)."""

    CAPICUA = "capicua"
    CHUCHAZO = "chuchazo"
    OPENING_PASS = "opening_pass"  # noqa: S105 (not a password)
    ALL_PASS = "all_pass"  # noqa: S105 (not a password)
    ROUND = "round_bonus"


class EventBase(Struct, frozen=True, gc=False, tag_field="event", tag=True):
    """The base of all events; in JSON, the field *event* is the kind of event.

    A class that was renamed keeps its first name there, in logs that are stored.
    """


class StartDraw(EventBase, frozen=True, tag="Lots"):
    """A draw of tiles for the start: most pips start; repeated among ties (PO-2)."""

    drawn: tuple[tuple[Seat, Tile], ...]


class RedealReason(StrEnum):
    """Why a deal is repeated: nobody has a double, or a hand too many, or too many of one number."""

    NO_DOUBLE = "no_double"
    DOUBLES = "doubles"
    NUMBER = "number"


class Redealt(EventBase, frozen=True, omit_defaults=True):
    """A deal was discarded and will be repeated (D-4, DU-1, KZ-1)."""

    why: RedealReason = RedealReason.NO_DOUBLE


class Dealt(EventBase, frozen=True):
    """A round begins; *hands* by seat, empty for seats out of the match; None is a hidden tile.

    *engine* is the double in the middle of games with trains or feet (MT-3).
    """

    hands: tuple[tuple[Tile | None, ...], ...]
    boneyard: tuple[Tile | None, ...]
    starter: Seat
    engine: Tile | None = None


class Turn(EventBase, frozen=True):
    """It is this seat's turn."""

    seat: Seat


class Played(EventBase, frozen=True):
    """A tile was played: as it lies, with all ends after the play, and the number of tiles left in hand.

    *owed* are the ends with a double that must be covered, the oldest first (MT-8), or all open ends if they
    take doubles alone (CR-3), or the end of a foot, once for each toe that is missing (CF-2).
    """

    seat: Seat
    tile: Tile
    end: End | None
    laid: Laid
    ends: tuple[OpenEnd, ...]
    left: int
    owed: tuple[End, ...] = ()

    @property
    def new_end(self) -> End | None:
        """The end that the tile has made: that which it has joined, or those with its outer number (CF-4)."""
        joins_alike = self.end is not None and self.end.arm is Arm.ON
        return on(self.laid.right) if joins_alike else self.end


class FootDone(EventBase, frozen=True):
    """The foot of *number* is over: it has its toes, or *missing* of them have no tile left (CF-3).

    *ends* are all ends then.
    """

    number: int
    missing: int
    ends: tuple[OpenEnd, ...]


class ArmsFreed(EventBase, frozen=True):
    """These *arms* owe no double any more: none can be drawn, and nobody holds theirs (CR-3).

    *ends* are all ends then, *owed* those that still take doubles alone.
    """

    arms: tuple[OpenEnd, ...]
    ends: tuple[OpenEnd, ...]
    owed: tuple[End, ...]


class Drew(EventBase, frozen=True):
    """A tile was drawn, None if it is hidden; *left* tiles can still be drawn."""

    seat: Seat
    tile: Tile | None
    left: int


class Passed(EventBase, frozen=True):
    """A pass; *numbers* are those of all ends that the seat could have joined, none if with doubles alone.

    *forced*: made automatically (G-8), None if that is hidden; *drew*: after a draw; *stops*: to end a turn
    of several tiles (MT-11, KZ-4).
    """

    seat: Seat
    numbers: tuple[int, ...]
    forced: bool | None
    drew: bool
    stops: bool = False


class TrainOpened(EventBase, frozen=True):
    """The train of a player who is stuck is opened by its marker to the others (MT-7)."""

    seat: Seat


class TrainClosed(EventBase, frozen=True):
    """The train of a player who has played on it is closed: its marker is removed (MT-7)."""

    seat: Seat


class MustCover(EventBase, frozen=True):
    """The turn of a seat continues: it must cover the double with *number* at *end* (MT-8)."""

    seat: Seat
    end: End
    number: int


class MayExtend(EventBase, frozen=True):
    """The turn of a seat continues: it may play more tiles on its own train (MT-11), or a double (KZ-4)."""

    seat: Seat


class PlayerOut(EventBase, frozen=True, tag="StoodDown"):
    """A seat is out of the round, with *left* hidden tiles (PO-4); *still_in* are the remaining seats."""

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
    """The direction of play is reversed; *clockwise* is the new direction."""

    clockwise: bool


class Ended(EventBase, frozen=True, omit_defaults=True):
    """The round is over; *seat* went out, None if no player did.

    *winner* is the seat that has won the round (L-3), None if nobody has, or if the game names no winner;
    None is not written, so that logs of earlier versions are written as they were.
    """

    ending: Ending
    seat: Seat | None
    winner: Seat | None = None


class Bonus(EventBase, frozen=True):
    """A bonus that a seat earns for its side (PA-4 to PA-8); the points that follow contain it."""

    seat: Seat
    kind: BonusKind
    points: int


class Scored(EventBase, frozen=True):
    """Points of each side, during a round or at its end, and the new totals."""

    points: tuple[int, ...]
    totals: tuple[int, ...]


class CarryOver(Struct, frozen=True, gc=False):
    """What a match carries from round to round beside the totals.

    *waits* are the points by side that wait until it enters (KZ-7), *won* the rounds that it has won in the
    series under way (CO-4); *carried* is what the next round that is won adds (DU-3, KZ-6).
    """

    waits: tuple[int, ...]
    won: tuple[int, ...]
    carried: int = 0


class CarriedOver(EventBase, frozen=True):
    """What the match carries over has changed at the end of a round."""

    now: CarryOver


class SidesEliminated(EventBase, frozen=True, tag="Dropped"):
    """These sides are eliminated from the match (D-11)."""

    sides: tuple[Side, ...]


class Won(EventBase, frozen=True):
    """The match is over; several sides share a win (G-10)."""

    sides: tuple[Side, ...]


Event = (
    StartDraw
    | Redealt
    | Dealt
    | Turn
    | Played
    | FootDone
    | ArmsFreed
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
    | Bonus
    | Scored
    | CarriedOver
    | SidesEliminated
    | Won
)
"""An event of any kind."""

Chosen = Played | Drew | Passed
"""The events of moves."""
