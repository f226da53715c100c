"""The match as it stands, and the one place where it changes."""

from dataclasses import dataclass, replace
from typing import Any, assert_never

from playroom.rules.event import (
    Again,
    Dealt,
    Drew,
    Dropped,
    Ended,
    Ending,
    Event,
    Lots,
    MayExtend,
    MustCover,
    Passed,
    Played,
    Redealt,
    Scored,
    Skipped,
    StoodDown,
    TrainClosed,
    TrainOpened,
    Turn,
    TurnedRound,
    Won,
)
from playroom.rules.layout import Cross, End, Layout, Line, Trains, train
from playroom.rules.questions import Drawing
from playroom.rules.seat import Seat, Side
from playroom.rules.tile import Hand, Tile
from playroom.rules.variant import Rules


@dataclass(frozen=True, slots=True)
class ThisTurn:
    """What the seat to move has done in its turn so far, as far as it decides what it may do next.

    *drew*: since its last tile; *began_owing*: a double was to be covered when the turn began (MT-10);
    *is_first*: of this seat in the round (MT-11); *strayed*: a tile of the turn lies off the own
    train; *extends*: more tiles may go to the own train alone (MT-11).
    """

    drew: bool = False
    began_owing: bool = False
    is_first: bool = False
    strayed: bool = False
    extends: bool = False


NEW_TURN = ThisTurn()
"""A turn in which nothing has been done."""


@dataclass(frozen=True, slots=True)
class Round:
    """One shuffle until it is over.

    *seats* were dealt in; *out* of them stood down; *moved* have had a turn; *owed* are the ends with a
    double that must be covered, the oldest first; *passes* in a row were made since the last play or draw;
    *step* is 1 while turns go clockwise, else -1; *ended_by* is who ended the round by going out; *log* holds
    all that happened, in order.
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
    ending: Ending | None = None
    ended_by: Seat | None = None
    log: tuple[Event, ...] = ()

    @property
    def seats_in(self) -> tuple[Seat, ...]:
        """The seats that have not stood down."""
        return tuple(seat for seat in self.seats if seat not in self.out)

    @property
    def seats_holding(self) -> tuple[Seat, ...]:
        """The seats that have not stood down and hold tiles."""
        return tuple(seat for seat in self.seats_in if self.hands[seat])

    @property
    def dealt(self) -> Dealt:
        """How the round began."""
        dealt = self.log[0]
        assert isinstance(dealt, Dealt)  # a round is made by nothing else
        return dealt

    def after(self, event: "InRound") -> "Round":
        """The round once *event* has happened."""
        return replace(self, **_changes(self, event), log=(*self.log, event))


@dataclass(frozen=True, slots=True)
class Match:
    """All rounds of one table so far; a total for every side, the sides still in, the winners at its end."""

    rules: Rules
    totals: tuple[int, ...]
    sides_in: tuple[Side, ...]
    rounds: tuple[Round, ...] = ()
    winners: tuple[Side, ...] = ()

    @property
    def round(self) -> Round | None:
        """The round being played; None between rounds and when the match is over."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].ending else None

    @property
    def now(self) -> Round:
        """The current or the last round."""
        return self.rounds[-1]

    @property
    def seats_in(self) -> tuple[Seat, ...]:
        """The seats still in the match (G-4)."""
        return tuple(seat for seat in range(self.rules.players) if self.rules.side(seat) in self.sides_in)

    @property
    def turn(self) -> Seat | None:
        """The seat to move; None between rounds."""
        return self.round.turn if self.round else None

    def after(self, event: Event) -> "Match":
        """The match once *event* has happened: the only place where it changes."""
        match event:
            case Lots() | Redealt():
                return self
            case Dealt():
                return replace(self, rounds=(*self.rounds, _dealt(event, self.rules)))
            case Scored(totals=totals):
                return replace(self._with_round(event), totals=totals)
            case Dropped(sides):
                left = tuple(side for side in self.sides_in if side not in sides)
                return replace(self._with_round(event), sides_in=left)
            case Won(sides):
                return replace(self._with_round(event), winners=sides)
            case _:
                return self._with_round(event)

    def _with_round(self, event: "InRound") -> "Match":
        *before, now = self.rounds
        return replace(self, rounds=(*before, now.after(event)))


def new_match(rules: Rules) -> Match:
    """A match in which nothing has happened yet."""
    return Match(rules, (0,) * rules.sides, tuple(range(rules.sides)))


def drawable(rules: Rules, boneyard: int) -> int:
    """How many tiles of a boneyard of so many can be drawn (TP-2)."""
    return 0 if rules.drawing is Drawing.NEVER else max(0, boneyard - rules.reserve)


def empty_layout(rules: Rules, seats: tuple[Seat, ...], engine: Tile | None) -> Layout:
    """The table before the first tile; with an engine, a train for each of *seats* (MT-5)."""
    if engine is not None:
        return Trains(engine, seats, ((),) * len(seats))
    return Cross() if rules.spinner else Line()


def _dealt(event: Dealt, rules: Rules) -> Round:
    hands = tuple(_known(hand) for hand in event.hands)
    seats = tuple(seat for seat, hand in enumerate(hands) if hand)
    layout = empty_layout(rules, seats, event.engine)
    return Round(
        event.starter, seats, hands, _known(event.boneyard), (0,) * rules.sides, layout, log=(event,)
    )


def _known(tiles: tuple[Tile | None, ...]) -> Hand:
    return tuple(tile for tile in tiles if tile is not None)


OfSeat = Turn | Again | Skipped | MustCover | MayExtend
"""What decides whose turn it is, and how it goes on."""

InRound = (
    OfSeat
    | Played
    | Drew
    | Passed
    | TrainOpened
    | TrainClosed
    | StoodDown
    | TurnedRound
    | Ended
    | Scored
    | Dropped
    | Won
)
"""What can happen in a round once it is dealt."""


def _changes(now: Round, event: InRound) -> dict[str, Any]:
    """The fields of the round that *event* changes, with their new values."""
    match event:
        case Turn() | Again() | Skipped() | MustCover() | MayExtend():
            return _changes_of_turn(now, event)
        case Played():
            return _changes_of_play(now, event)
        case Drew(seat):
            drawn, *rest = now.boneyard
            hands = _with_hand(now.hands, seat, (*now.hands[seat], drawn))
            this_turn = replace(now.this_turn, drew=True)
            return {"hands": hands, "boneyard": tuple(rest), "passes": 0, "this_turn": this_turn}
        case Passed():
            return {"passes": now.passes + 1}
        case TrainOpened(seat) | TrainClosed(seat):
            assert isinstance(now.layout, Trains)  # nothing else has markers
            return {"layout": now.layout.marked(seat, up=isinstance(event, TrainOpened))}
        case StoodDown(seat):
            return {"out": now.out | {seat}}
        case TurnedRound(clockwise):
            return {"step": 1 if clockwise else -1}
        case Scored(points):
            return {"scores": added(now.scores, points)}
        case Ended(ending, seat):
            return {"ending": ending, "ended_by": seat, "turn": None}
        case Dropped() | Won():
            return {}
    assert_never(event)


def _changes_of_turn(now: Round, event: OfSeat) -> dict[str, Any]:
    """What changes when a turn begins, or goes on."""
    match event:
        case MustCover():
            return {"this_turn": replace(now.this_turn, drew=False)}
        case MayExtend():
            return {"this_turn": replace(now.this_turn, drew=False, extends=True)}
        case Skipped(seat):
            return {"turn": seat, "this_turn": NEW_TURN}
        case Turn(seat) | Again(seat):
            begun = ThisTurn(began_owing=bool(now.owed), is_first=seat not in now.moved)
            return {"turn": seat, "this_turn": begun, "moved": now.moved | {seat}}
    assert_never(event)


def _changes_of_play(now: Round, event: Played) -> dict[str, Any]:
    """What changes when a tile moves from a hand to the layout."""
    seat, hand = event.seat, now.hands[event.seat]
    strayed = now.this_turn.strayed or event.end != train(seat)
    return {
        "hands": _with_hand(now.hands, seat, tuple(tile for tile in hand if tile != event.tile)),
        "layout": now.layout.joined(event.laid, event.end),
        "owed": event.owed,
        "this_turn": replace(now.this_turn, strayed=strayed, extends=False),
        "passes": 0,
        "last_player": seat,
    }


def added(points: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    """The points of every side together."""
    return tuple(map(sum, zip(points, more, strict=True)))


def _with_hand(hands: tuple[Hand, ...], seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])
