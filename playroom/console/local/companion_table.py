"""A table of wood, as one of its players follows it here: every move is typed."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from playroom.rules.event import Event
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.rewind import before_round
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile
from playroom.table.record import Record
from playroom.table.table import Listener
from playroom.table.watched_round import (
    Action,
    WatchedRound,
    followed,
    known_match,
    new_events,
    watched,
    with_action,
    with_points,
)


class CompanionTable:
    """The match as the player at seat *ear* knows it, and all its earlier states, to go back to.

    Nothing happens here by itself: no deal, no bot, no pass.
    """

    is_waiting = False
    is_connected = True

    def __init__(self, record: Record, ear: Seat) -> None:
        self.record, self.ear = record, ear
        self._listeners: list[Listener] = []
        self._states: list[WatchedRound] = [*followed(record.match, ear)] if record.match.round else []
        self._undone: list[WatchedRound] = []

    @property
    def match(self) -> Match:
        """The match as far as it is known."""
        return self.record.match

    @property
    def seen(self) -> WatchedRound | None:
        """The last round, as the player has followed it in this visit."""
        return self._states[-1] if self._states else None

    @property
    def to_show(self) -> tuple[Seat, ...]:
        """The seats that have tiles left at the end of the round; the result waits for them."""
        return self.seen.to_show if self.seen else ()

    @property
    def next_match(self) -> Match:
        """The match before the deal of the next round, or of one of which nothing was played."""
        return before_round(self.match, len(self.match.rounds) - 1) if self.match.round else self.match

    def listen(self, listener: Listener) -> None:
        """Call *listener* with all that happens from now on."""
        self._listeners.append(listener)

    def deal(self) -> None:
        """Nothing is dealt here: see `deal_hand`."""

    def make_forced_passes(self) -> None:
        """No pass goes by itself here."""

    def thought(self) -> Callable[[], Move] | None:
        """No bot plays here."""
        return None

    def deal_hand(self, hand: Hand, first: Seat) -> bool:
        """Begin a round with these tiles of the player; False if this seat cannot start then."""
        state = watched(self.next_match, self.ear, hand, first)
        return self._take(state, () if state is None else tuple(state.match.now.log))

    def play(self, seat: Seat, move: Move) -> None:
        """Make a legal move; an own draw, whose tile has to be named, goes to `act`."""
        self.act(seat, move)

    def act(self, seat: Seat, move: Move, drawn: Tile | None = None) -> bool:
        """Make a move, of the player's own draw with its tile; False if it disagrees with what is known."""
        assert self.seen  # a round is played
        return self._take(with_action(self.seen, Action(seat, move, drawn)))

    def show(self, hands: Mapping[Seat, Hand], points: Mapping[Seat, int]) -> bool:
        """End the round by what others have left, in tiles or points; False if that disagrees."""
        assert self.seen  # a round is played
        return self._take(with_points(self.seen, hands, points))

    def undo(self) -> tuple[Match, Match] | None:
        """Go back before the last change of this round; the match then and before, None if there is none."""
        if not self._states or not self._states[-1].actions:
            return None
        self._undone.append(self._states.pop())
        if self._states[-1].to_show:  # what was left is asked for after the last move
            self._states.pop()
        return self._go_to(self._states[-1])

    def redo(self) -> tuple[Match, Match] | None:
        """Make again what was taken back last; as `undo`."""
        if not self._undone:
            return None
        self._states.append(self._undone.pop())
        return self._go_to(self._states[-1])

    def _go_to(self, state: WatchedRound) -> tuple[Match, Match]:
        before = self.match
        self.record = replace(self.record, match=known_match(state))
        return self.match, before

    def _take(self, state: WatchedRound | None, events: tuple[Event, ...] | None = None) -> bool:
        """Go on with a state, and tell its *events*, or else its news; False if there is none."""
        if state is None:
            return False
        self._states.append(state)
        self._undone = []
        after, before = self._go_to(state)
        for listener in self._listeners:
            listener(self.record, new_events(before, after) if events is None else events)
        return True
