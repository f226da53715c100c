"""The match as it stands, and the one place where it changes."""

from dataclasses import dataclass, replace
from typing import assert_never

from playroom.rules.chain import Chain, Ends
from playroom.rules.event import (
    Again,
    Dealt,
    Drew,
    Dropped,
    Ended,
    Ending,
    Event,
    Lots,
    Passed,
    Played,
    Redealt,
    Scored,
    Seat,
    Side,
    Skipped,
    StoodDown,
    Turn,
    Won,
)
from playroom.rules.move import Play
from playroom.rules.question import Drawing
from playroom.rules.tile import Hand, Held, Tile, held
from playroom.rules.variant import Rules


@dataclass(frozen=True, slots=True)
class Round:
    """One shuffle until it is over.

    *seats* were dealt in; *out* of them stood down; *passes* in a row were made since the last play or draw;
    *drew* tells whether the seat to move has drawn in this turn; *ended_by* is who ended it by going out;
    *log* holds all that happened, in order.
    """

    starter: Seat
    seats: tuple[Seat, ...]
    hands: tuple[Hand, ...]
    boneyard: Hand
    scores: tuple[int, ...]
    chain: Chain = Chain()  # noqa: RUF009 (a value that never changes)
    turn: Seat | None = None
    drew: bool = False
    passes: int = 0
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
        """Those of them that hold tiles."""
        return tuple(seat for seat in self.seats_in if self.hands[seat])

    @property
    def laid(self) -> int:
        """How many tiles lie on the table."""
        return len(self.chain.laid)

    @property
    def ends(self) -> Ends:
        """The two open numbers, once a tile lies there."""
        assert self.chain.ends is not None  # callers have made sure
        return self.chain.ends

    @property
    def undrawn(self) -> int:
        """How many tiles lie in the boneyard."""
        return len(self.boneyard)

    @property
    def top(self) -> Tile:
        """The tile that will be drawn next."""
        return self.boneyard[0]

    def has_tiles(self, seat: Seat) -> bool:
        """Whether *seat* holds any."""
        return bool(self.hands[seat])

    def held(self, seat: Seat, *more: Tile) -> Held:
        """What may count in the hand of *seat*, with *more* in it."""
        return held((*self.hands[seat], *more))

    def can_play(self, seat: Seat) -> bool:
        """Whether a tile of *seat* fits an end."""
        return any(map(self.chain.fits, self.hands[seat]))

    def laying(self, seat: Seat, move: Play) -> Played:
        """What happens when *seat* makes this play."""
        end = move.end or (self.chain.fits(move.tile)[0] if self.chain else None)
        laid = self.chain.placed(move.tile, end)
        chain = self.chain.joined(laid, end)
        assert chain.ends is not None  # a tile has just been laid
        return Played(seat, move.tile, end, laid, chain.ends, chain.total, len(self.hands[seat]) - 1)

    def with_played(self, event: Played) -> "Round":
        """The round with this tile moved from the hand to the chain."""
        kept = tuple(tile for tile in self.hands[event.seat] if tile != event.tile)
        chain = self.chain.joined(event.laid, event.end)
        return replace(self, hands=_with_hand(self.hands, event.seat, kept), chain=chain)

    def with_drawn(self, event: Drew) -> "Round":
        """The round with the next tile of the boneyard in the hand."""
        drawn, *rest = self.boneyard
        hand = (*self.hands[event.seat], drawn)
        return replace(self, hands=_with_hand(self.hands, event.seat, hand), boneyard=tuple(rest))

    def without(self, event: StoodDown) -> "Round":
        """The round with this seat out of it."""
        return replace(self, out=self.out | {event.seat})

    @property
    def dealt(self) -> Dealt:
        """How the round began."""
        dealt = self.log[0]
        assert isinstance(dealt, Dealt)  # a round is made by nothing else
        return dealt


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
                return replace(self, rounds=(*self.rounds, _dealt(event, self.rules.sides)))
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
        return replace(self, rounds=(*before, replace(changed(now, event), log=(*now.log, event))))


def new_match(rules: Rules) -> Match:
    """A match in which nothing has happened yet."""
    return Match(rules, (0,) * rules.sides, tuple(range(rules.sides)))


def drawable(rules: Rules, boneyard: int) -> int:
    """How many tiles of a boneyard of so many can be drawn (TP-2)."""
    return 0 if rules.drawing is Drawing.NEVER else max(0, boneyard - rules.reserve)


def _dealt(event: Dealt, sides: int) -> Round:
    hands = tuple(_known(hand) for hand in event.hands)
    seats = tuple(seat for seat, hand in enumerate(hands) if hand)
    return Round(event.starter, seats, hands, _known(event.boneyard), (0,) * sides, log=(event,))


def _known(tiles: tuple[Tile | None, ...]) -> Hand:
    return tuple(tile for tile in tiles if tile is not None)


InRound = Turn | Again | Played | Drew | Passed | StoodDown | Skipped | Ended | Scored | Dropped | Won
"""What can happen in a round once it is dealt."""


def changed(now: Round, event: InRound) -> Round:
    """The round once *event* has happened."""
    match event:
        case Turn(seat) | Again(seat) | Skipped(seat):
            return replace(now, turn=seat, drew=False)
        case Played(seat):
            return replace(now.with_played(event), passes=0, last_player=seat)
        case Drew():
            return replace(now.with_drawn(event), passes=0, drew=True)
        case Passed():
            return replace(now, passes=now.passes + 1)
        case StoodDown():
            return now.without(event)
        case Scored(points):
            return replace(now, scores=added(now.scores, points))
        case Ended(ending, seat):
            return replace(now, ending=ending, ended_by=seat, turn=None)
        case Dropped() | Won():
            return now
    assert_never(event)


def added(points: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    """The points of every side together."""
    return tuple(map(sum, zip(points, more, strict=True)))


def _with_hand(hands: tuple[Hand, ...], seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])
