"""A table that is elsewhere, for the console the same as one that is here."""

from typing import Protocol

from msgspec.structs import replace

from playroom.online.client.redacted_match import agrees, keeps_rules, with_deal, with_seen
from playroom.online.wire.table_commands import AnyDo, DealRound, MakeMove
from playroom.rules.event import Dealt, Event
from playroom.rules.flow import IllegalMove
from playroom.rules.legal import objection, position
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.rules.tile import UNKNOWN_TILE
from playroom.table.record import Record
from playroom.table.record_parser import NotTheirTurn
from playroom.table.table import Listener


class TableServer(Protocol):
    """The server of a shared table, as a match there uses it."""

    @property
    def is_connected(self) -> bool:
        """Whether the connection to the table is there."""
        ...

    @property
    def is_waiting(self) -> bool:
        """Whether a move or a deal was asked for that has neither happened nor been refused."""
        ...

    def do(self, do: AnyDo) -> None:
        """Send a command."""


class RemoteTable:
    """A match as *seat* may know it; None for a spectator.

    A move is asked for, and made once the table tells that it has happened.
    """

    def __init__(self, record: Record, seat: Seat | None, server: TableServer) -> None:
        self.record, self.seat = record, seat
        self._server = server
        self._listeners: list[Listener] = []
        self.before_round = record.match
        """The match as it stood when the current or last round was dealt."""

    @property
    def is_waiting(self) -> bool:
        """Whether something was asked for that the table has neither done nor refused yet."""
        return self._server.is_waiting

    @property
    def is_connected(self) -> bool:
        """Whether the connection to the table is there."""
        return self._server.is_connected

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.record.match

    @property
    def is_known(self) -> bool:
        """Whether nothing of the match is hidden any more."""
        deals = (each.log[0] for each in self.match.rounds)
        return not any(
            UNKNOWN_TILE in hand for deal in deals if isinstance(deal, Dealt) for hand in deal.hands
        )

    def listen(self, listener: Listener) -> None:
        """Call *listener* with all that happens from now on."""
        self._listeners.append(listener)

    def deal(self) -> None:
        """Ask for the next round."""
        self._server.do(DealRound())

    def play(self, seat: Seat, move: Move) -> None:
        """Ask for a move for *seat*; NotTheirTurn or IllegalMove if it is refused here already."""
        if seat != self.match.turn:
            raise NotTheirTurn(seat, self.match.turn)
        if why := objection(position(self.match), move):
            raise IllegalMove(move, why)
        self._server.do(MakeMove(move))

    def make_forced_passes(self) -> None:
        """Do nothing: the table makes the passes that go by themselves."""

    def thought(self) -> None:
        """Nothing: the bots of this table think where it is."""

    def apply(self, events: tuple[Event, ...]) -> None:
        """Apply events, as they are seen from this seat; a ValueError if its own tiles are hidden."""
        match = self.match
        for event in events:
            if isinstance(event, Dealt):
                self.before_round = match
            match = with_seen(match, event, self.seat)
        if self.seat is not None and match.rounds and UNKNOWN_TILE in match.now.hands[self.seat]:
            raise ValueError("the tiles of this seat are hidden from it")
        self.record = replace(self.record, match=match)

    def agrees_with(self, deal: Dealt) -> bool:
        """Whether the last round, as it was seen from this seat, can have been dealt so."""
        return agrees(self.before_round, deal, self.match.now.log, self.seat)

    def keeps_rules(self, deal: Dealt) -> bool:
        """Whether the last round, which was dealt so, was played and ended by the rules."""
        return keeps_rules(self.before_round, deal, self.match.now.log, self.seat)

    def open_hands(self, deal: Dealt) -> None:
        """Show the hands of the last round, which was dealt so; a deal that cannot be is left."""
        if self.agrees_with(deal):
            self.record = replace(self.record, match=with_deal(self.match, deal))

    def tell(self, events: tuple[Event, ...]) -> None:
        """Call the listeners with *events*, which have happened."""
        for listener in self._listeners:
            listener(self.record, events)
