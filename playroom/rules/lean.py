"""A round in bits: what the rules ask of a round, answered without tiles and without a log."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import NamedTuple, cast

from playroom.rules.chain import End, Ends
from playroom.rules.event import Drew, Ending, Event, Played, Scored, Seat, Side, StoodDown
from playroom.rules.match import InRound, Round, changed, drawable
from playroom.rules.names import Branch, Open
from playroom.rules.tile import Held
from playroom.rules.variant import Rules
from playroom.rules.ways import CHUNK, Ways


class Way(NamedTuple):
    """A tile as it is played: its bit, and what the ends add to their sum once it lies there."""

    bit: Open
    left_adds: Open
    right_adds: Open


@dataclass(frozen=True)
class Lean:
    """A match in mid-round, in the place of `Match`, `Round` and `legal.Position`; all of it open.

    *left* and *right* are the numbers at the ends, *at_left* and *at_right* the tiles that fit there,
    *left_adds* and *right_adds* what they add to the sum of the ends.
    """

    branch: Branch
    ways: Ways
    rules: Rules
    sides_in: tuple[Side, ...]
    hands: Open
    stock: Open
    undrawn: Open
    left: Open
    right: Open
    at_left: Open
    at_right: Open
    left_adds: Open
    right_adds: Open
    laid: Open
    turn: Open
    drew: Open
    passes: Open
    last_player: Open
    seats_in: Open
    scores: tuple[Open, ...]
    totals: tuple[Open, ...]
    ending: Ending | None = None
    ended_by: Open = None

    @property
    def now(self) -> "Lean":
        """The round."""
        return self

    def after(self, event: Event) -> "Lean":
        """The match once *event* has happened."""
        lean = cast("Lean", changed(cast("Round", self), cast("InRound", event)))
        return replace(lean, totals=event.totals) if isinstance(event, Scored) else lean

    @property
    def seats_holding(self) -> Open:
        """The seats still in that hold tiles."""
        text = f"{self.branch.constant(holding).text}({self.branch.text(self.seats_in)}, {self.hands.text})"
        return self.branch.let(self.branch.name(text, some(self.rules.players)))

    @property
    def ends(self) -> Ends:
        """The two open numbers."""
        return self.left, self.right

    @property
    def has_begun(self) -> bool:
        """Whether a tile lies on the table."""
        return bool(self.laid)

    @property
    def boneyard(self) -> Open:
        """How many tiles lie in the boneyard."""
        return self.undrawn

    @property
    def drawable(self) -> Open:
        """How many of them can be drawn."""
        return drawable(self.rules, self.undrawn)

    @property
    def top(self) -> Open:
        """The tile that will be drawn next, by its bit."""
        return self.branch.let(self.stock[-self.undrawn])

    @property
    def hand(self) -> Open:
        """The tiles of the seat to move."""
        return self._hand(self.turn)

    @property
    def to_left(self) -> Open:
        """The tiles of the seat to move that fit the left end."""
        return self.branch.let(self.hand & self.at_left)

    @property
    def to_right(self) -> Open:
        """The tiles of the seat to move that fit the right end."""
        return self.branch.let(self.hand & self.at_right)

    @property
    def is_stuck(self) -> bool:
        """Whether there are none."""
        return self.has_begun and not (self.to_left or self.to_right)

    def has_tiles(self, seat: Open) -> Open:
        """Whether *seat* holds any."""
        return self._hand(seat)

    def can_play(self, seat: Open) -> Open:
        """Whether a tile of *seat* fits an end."""
        return self._hand(seat) & self.branch.let(self.at_left | self.at_right)

    def held(self, seat: Open, *more: Way) -> Held:
        """What may count in the hand of *seat*, with *more* in it."""
        hand = self._hand(seat)
        for way in more:
            hand = hand | way.bit
        hand = self.branch.let(hand)
        chunks = (hand >> CHUNK * place & (1 << CHUNK) - 1 for place in range(len(self.ways.pips)))
        pips = sum(
            self.branch.constant(sums)[chunk] for sums, chunk in zip(self.ways.pips, chunks, strict=True)
        )
        return Held(hand.bit_count(), self.branch.let(pips), hand == 1)

    def laying(self, seat: Open, end: End | None, move: Open) -> Played:
        """What happens when *seat* makes the play of this number at *end*."""
        way: Open
        ways = self.ways
        bit, outer, outside = (self._of(each, move) for each in (ways.bit, ways.outer, ways.outside))
        if end is None:
            inner, inside = self._of(ways.inner, move), self._of(ways.inside, move)
            way, ends, total = Way(bit, outside, inside), (outer, inner), outer + inner
        elif end is End.LEFT:
            way, ends, total = (
                Way(bit, outside, self.right_adds),
                (outer, self.right),
                outside + self.right_adds,
            )
        else:
            way, ends, total = Way(bit, self.left_adds, outside), (self.left, outer), self.left_adds + outside
        left = self._hand(seat).bit_count() - 1
        return Played(seat, way, end, self._of(ways.laid, move), ends, self.branch.let(total), left)

    def with_played(self, event: Played) -> "Lean":
        """The round with this tile moved from the hand to the chain."""
        way: Open = event.tile
        self.branch.put(self.hands[event.seat], self._hand(event.seat) ^ way.bit)
        left, right = event.ends
        return replace(
            self,
            left=left,
            right=right,
            at_left=self.at_left if event.end is End.RIGHT else self._of(self.ways.fits, left),
            at_right=self.at_right if event.end is End.LEFT else self._of(self.ways.fits, right),
            left_adds=way.left_adds,
            right_adds=way.right_adds,
            laid=self.laid + 1,
        )

    def with_drawn(self, event: Drew) -> "Lean":
        """The round with the next tile of the boneyard in the hand."""
        self.branch.put(self.hands[event.seat], self._hand(event.seat) ^ event.tile)
        return replace(self, undrawn=self.undrawn - 1)

    def without(self, event: StoodDown) -> "Lean":
        """The round with this seat out of it."""
        return replace(self, seats_in=event.still_in)

    def told(self, event: Event) -> Event:
        """*event* as a log tells it, with tiles for bits."""
        tile = self.branch.constant(self.ways.tile)
        if isinstance(event, Played):
            way: Open = event.tile
            return replace(event, tile=tile[way.bit])
        return replace(event, tile=tile[event.tile]) if isinstance(event, Drew) else event

    def _hand(self, seat: Open) -> Open:
        """The hand of *seat*, which the seat to move has under a short name."""
        hand = self.hands[seat]
        return self.branch.let(hand) if seat is self.turn else self.branch.known(hand)

    def _of(self, table: Sequence[object], place: Open) -> Open:
        """What stands there in a table that is known already."""
        return self.branch.let(self.branch.constant(table)[place])


def some(players: int) -> Iterator[tuple[Seat, ...]]:
    """Every choice of seats, none and all among them."""
    return chain.from_iterable(combinations(range(players), size) for size in range(players + 1))


def holding(seats: tuple[Seat, ...], hands: list[int]) -> tuple[Seat, ...]:
    """Those of *seats* whose hands are not empty."""
    return tuple(seat for seat in seats if hands[seat])
