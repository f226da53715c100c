"""The state of a round with its log, and the changes by each event."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import assert_never, overload

from msgspec import Struct, field
from msgspec.structs import replace

from playroom.rules import event as events
from playroom.rules.layout import Cross, End, Layout, Trains, train
from playroom.rules.rulebook.questions import Starter
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, without


class ThisTurn(Struct, frozen=True, gc=False):
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


class EventLog(Sequence[events.Event]):
    """Events in the order in which they happened: an immutable value, although its storage is shared.

    A log and its continuations share one list, of which each sees its own length. The first continuation of
    a log appends to the list; another one, and one that lost a race between threads, copies.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, events: Iterable[events.Event] = ()) -> None:
        self._items = list(events)
        self._length = len(self._items)

    def after(self, event: events.Event) -> "EventLog":
        """The log with one more event."""
        if len(self._items) == self._length:
            self._items.append(event)
            if self._items[self._length] is event:  # not of another thread that was faster
                grown = EventLog.__new__(EventLog)
                grown._items, grown._length = self._items, self._length + 1  # noqa: SLF001 (a constructor)
                return grown
        return EventLog((*self, event))

    @overload
    def __getitem__(self, index: int) -> events.Event: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[events.Event, ...]: ...
    def __getitem__(self, index: int | slice) -> events.Event | tuple[events.Event, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        return self._items[range(self._length)[index]]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[events.Event]:
        return islice(self._items, self._length)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, EventLog):
            return NotImplemented
        is_same = self._items is other._items or tuple(self) == tuple(other)
        return self._length == other._length and is_same

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"EventLog({tuple(self)!r})"

    def __reduce__(self) -> tuple[type["EventLog"], tuple[tuple[events.Event, ...]]]:
        return EventLog, (tuple(self),)


class Round(Struct, frozen=True, gc=False):
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
        return tuple([seat for seat in self.seats if seat not in self.out]) if self.out else self.seats

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
        log = self.log.after(event)
        match event:
            case events.Turn(seat) | events.Again(seat):
                begun = ThisTurn(began_owing=bool(self.owed), is_first=seat not in self.moved)
                return replace(self, turn=seat, this_turn=begun, moved=self.moved | {seat}, log=log)
            case events.Played(seat, tile, end, laid):
                strayed = self.this_turn.strayed or end != train(seat)
                return replace(
                    self,
                    hands=self._with_hand(seat, without(self.hands[seat], tile)),
                    layout=self.layout.joined(laid, end),
                    owed=event.owed if isinstance(self.layout, Trains) else (),
                    this_turn=replace(self.this_turn, strayed=strayed, extends=False),
                    passes=0,
                    last_player=seat,
                    log=log,
                )
            case events.Drew(seat):
                drawn, *rest = self.boneyard
                hands = self._with_hand(seat, (*self.hands[seat], drawn))
                this_turn = replace(self.this_turn, drew=True)
                return replace(
                    self, hands=hands, boneyard=tuple(rest), passes=0, this_turn=this_turn, log=log
                )
            case events.Passed():
                return replace(self, passes=self.passes + 1, log=log)
            case events.Skipped(seat):
                return replace(self, turn=seat, this_turn=NEW_TURN, log=log)
            case events.MustCover():
                return replace(self, this_turn=replace(self.this_turn, drew=False), log=log)
            case events.MayExtend():
                this_turn = replace(self.this_turn, drew=False, extends=True)
                return replace(self, this_turn=this_turn, log=log)
            case events.ArmsFreed(arms):
                assert isinstance(self.layout, Cross)  # nothing else owes doubles
                freed = (*self.layout.freed, *(arm.end for arm in arms))
                return replace(self, layout=replace(self.layout, freed=freed), log=log)
            case events.TrainOpened(seat) | events.TrainClosed(seat):
                assert isinstance(self.layout, Trains)  # nothing else has markers
                layout = self.layout.marked(seat, up=isinstance(event, events.TrainOpened))
                return replace(self, layout=layout, log=log)
            case events.PlayerOut(seat):
                return replace(self, out=self.out | {seat}, log=log)
            case events.DirectionReversed(clockwise):
                return replace(self, step=1 if clockwise else -1, log=log)
            case events.Scored(points):
                return replace(self, scores=added(self.scores, points), log=log)
            case events.Ended(ending, seat, winner):
                return replace(self, ending=ending, ended_by=seat, winner=winner, turn=None, log=log)
            case (
                events.FootDone()
                | events.Bonus()
                | events.CarriedOver()
                | events.SidesEliminated()
                | events.Won()
            ):
                return replace(self, log=log)
        assert_never(event)

    def _with_hand(self, seat: Seat, hand: Hand) -> tuple[Hand, ...]:
        """The hands, with another one at *seat*."""
        return (*self.hands[:seat], hand, *self.hands[seat + 1 :])


InRound = (
    events.Turn
    | events.Again
    | events.Skipped
    | events.MustCover
    | events.MayExtend
    | events.Played
    | events.FootDone
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


def added(points: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    """The sums of points, side by side."""
    return tuple(map(sum, zip(points, more, strict=True)))
