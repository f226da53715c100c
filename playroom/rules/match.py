"""The match as it stands, and the one place where it changes."""

from dataclasses import dataclass, replace
from typing import assert_never

from playroom.rules.chain import Chain
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
from playroom.rules.question import Drawing
from playroom.rules.tile import Hand, Tile
from playroom.rules.variant import Rules


@dataclass(frozen=True, slots=True)
class Round:
    """One shuffle until it is over.

    *seats* were dealt in; *out* of them stood down; *passes* in a row were made since the last play or draw;
    *drew* tells whether the seat to move has drawn in this turn; *log* holds all that happened, in order.
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
    log: tuple[Event, ...] = ()

    @property
    def seats_in(self) -> tuple[Seat, ...]:
        """The seats that have not stood down."""
        return tuple(seat for seat in self.seats if seat not in self.out)

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

    def _with_round(self, event: "_InRound") -> "Match":
        *before, now = self.rounds
        changed = _changed(now, event)
        return replace(self, rounds=(*before, replace(changed, log=(*now.log, event))))


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


_InRound = Turn | Again | Played | Drew | Passed | StoodDown | Skipped | Ended | Scored | Dropped | Won


def _changed(now: Round, event: _InRound) -> Round:
    match event:
        case Turn(seat) | Again(seat) | Skipped(seat):
            return replace(now, turn=seat, drew=False)
        case Played():
            return _played(now, event)
        case Drew():
            return _drew(now, event)
        case Passed():
            return replace(now, passes=now.passes + 1)
        case StoodDown(seat):
            return replace(now, out=now.out | {seat})
        case Scored(points):
            return replace(now, scores=tuple(map(sum, zip(now.scores, points, strict=True))))
        case Ended(ending):
            return replace(now, ending=ending, turn=None)
        case Dropped() | Won():
            return now
    assert_never(event)


def _played(now: Round, event: Played) -> Round:
    kept = tuple(tile for tile in now.hands[event.seat] if tile != event.tile)
    chain = now.chain.joined(event.laid, event.end)
    hands = _with_hand(now.hands, event.seat, kept)
    return replace(now, hands=hands, chain=chain, passes=0, last_player=event.seat)


def _drew(now: Round, event: Drew) -> Round:
    drawn, *rest = now.boneyard
    hands = _with_hand(now.hands, event.seat, (*now.hands[event.seat], drawn))
    return replace(now, hands=hands, boneyard=tuple(rest), passes=0, drew=True)


def _with_hand(hands: tuple[Hand, ...], seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])
