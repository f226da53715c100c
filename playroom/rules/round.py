"""The state of a round, and the changes by each event."""

from typing import Any, assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from playroom.rules import event as events
from playroom.rules.layout import Cross, End, Layout, Trains, train
from playroom.rules.log.growing import EventLog
from playroom.rules.rulebook.questions import Starter
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand


class ThisTurn(Struct, frozen=True):
    """The relevant actions of the seat to move in its turn so far.

    *drew*: since its last tile; *began_owing*: a double was to be covered when the turn began (MT-10);
    *is_first*: of this seat in the round (MT-11); *strayed*: a tile of the turn lies off the own
    train; *extends*: more tiles may go to the own train alone (MT-11), or another double to an end (KZ-4).
    """

    drew: bool = False
    began_owing: bool = False
    is_first: bool = False
    strayed: bool = False
    extends: bool = False


NEW_TURN = ThisTurn()
"""A turn without actions."""


class Round(Struct, frozen=True):
    """The state of a round.

    *seats* were dealt in; *out* of them are out of the round; *moved* have had a turn; *owed* are the ends
    with a double that must be covered, the oldest first; *passes* counts the passes since the last play or
    draw; *step* is 1 while turns go clockwise, else -1; *ended_by* is the seat that went out, *winner* the
    one that has won the round, if the game names it; *starting_rule* is the rule by which it started,
    None if the round before it decided that; *log* has all events in order.
    """

    starter: Seat
    seats: tuple[Seat, ...]
    hands: tuple[Hand, ...]
    boneyard: Hand
    scores: tuple[int, ...]
    layout: Layout
    turn: Seat | None = None
    this_turn: ThisTurn = NEW_TURN
    owed: tuple[End, ...] = ()
    moved: frozenset[Seat] = frozenset()
    passes: int = 0
    step: int = 1
    out: frozenset[Seat] = frozenset()
    last_player: Seat | None = None
    ending: events.Ending | None = None
    ended_by: Seat | None = None
    winner: Seat | None = None
    starting_rule: Starter | None = None
    log: EventLog = field(default_factory=EventLog)

    @property
    def seats_in(self) -> tuple[Seat, ...]:
        """The seats still in the round."""
        return tuple(seat for seat in self.seats if seat not in self.out)

    @property
    def seats_holding(self) -> tuple[Seat, ...]:
        """The seats still in the round that hold tiles."""
        return tuple(seat for seat in self.seats_in if self.hands[seat])

    @property
    def dealt(self) -> events.Dealt:
        """The deal of the round."""
        dealt = self.log[0]
        assert isinstance(dealt, events.Dealt)  # a round is made by nothing else
        return dealt

    def after(self, event: "InRound") -> "Round":
        """The round after *event*."""
        return replace(self, **_changes(self, event), log=self.log.after(event))


OfSeat = events.Turn | events.Again | events.Skipped | events.MustCover | events.MayExtend
"""Events of turn order."""

InRound = (
    OfSeat
    | events.Played
    | events.ArmsFreed
    | events.Drew
    | events.Passed
    | events.TrainOpened
    | events.TrainClosed
    | events.PlayerOut
    | events.DirectionReversed
    | events.Ended
    | events.Bonus
    | events.Scored
    | events.CarriedOver
    | events.SidesEliminated
    | events.Won
)
"""Events within a round."""


def _changes(now: Round, event: InRound) -> dict[str, Any]:
    """The fields of the round that *event* changes, with their new values."""
    match event:
        case events.Turn() | events.Again() | events.Skipped() | events.MustCover() | events.MayExtend():
            return _changes_of_turn(now, event)
        case events.Played():
            return _changes_of_play(now, event)
        case events.ArmsFreed(arms):
            assert isinstance(now.layout, Cross)  # nothing else owes doubles
            return {"layout": replace(now.layout, freed=(*now.layout.freed, *(arm.end for arm in arms)))}
        case events.Drew(seat):
            drawn, *rest = now.boneyard
            hands = _with_hand(now.hands, seat, (*now.hands[seat], drawn))
            this_turn = replace(now.this_turn, drew=True)
            return {"hands": hands, "boneyard": tuple(rest), "passes": 0, "this_turn": this_turn}
        case events.Passed():
            return {"passes": now.passes + 1}
        case events.TrainOpened(seat) | events.TrainClosed(seat):
            assert isinstance(now.layout, Trains)  # nothing else has markers
            return {"layout": now.layout.marked(seat, up=isinstance(event, events.TrainOpened))}
        case events.PlayerOut(seat):
            return {"out": now.out | {seat}}
        case events.DirectionReversed(clockwise):
            return {"step": 1 if clockwise else -1}
        case events.Scored(points):
            return {"scores": added(now.scores, points)}
        case events.Ended(ending, seat, winner):
            return {"ending": ending, "ended_by": seat, "winner": winner, "turn": None}
        case events.Bonus() | events.CarriedOver() | events.SidesEliminated() | events.Won():
            return {}
    assert_never(event)


def _changes_of_turn(now: Round, event: OfSeat) -> dict[str, Any]:
    """The fields that change when a turn starts or continues."""
    match event:
        case events.MustCover():
            return {"this_turn": replace(now.this_turn, drew=False)}
        case events.MayExtend():
            return {"this_turn": replace(now.this_turn, drew=False, extends=True)}
        case events.Skipped(seat):
            return {"turn": seat, "this_turn": NEW_TURN}
        case events.Turn(seat) | events.Again(seat):
            begun = ThisTurn(began_owing=bool(now.owed), is_first=seat not in now.moved)
            return {"turn": seat, "this_turn": begun, "moved": now.moved | {seat}}
    assert_never(event)


def _changes_of_play(now: Round, event: events.Played) -> dict[str, Any]:
    """The fields that change when a tile is played."""
    seat, hand = event.seat, now.hands[event.seat]
    strayed = now.this_turn.strayed or event.end != train(seat)
    return {
        "hands": _with_hand(now.hands, seat, tuple(tile for tile in hand if tile != event.tile)),
        "layout": now.layout.joined(event.laid, event.end),
        "owed": event.owed if isinstance(now.layout, Trains) else (),
        "this_turn": replace(now.this_turn, strayed=strayed, extends=False),
        "passes": 0,
        "last_player": seat,
    }


def added(points: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    """The sums of points, side by side."""
    return tuple(map(sum, zip(points, more, strict=True)))


def _with_hand(hands: tuple[Hand, ...], seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])
