"""A table that is elsewhere, for the console the same as one that is here."""

from collections.abc import Callable
from dataclasses import replace

from playroom.online.client.redacted_match import UNKNOWN, agrees, with_deal, with_seen
from playroom.rules.event import Dealt, Event
from playroom.rules.flow import IllegalMove
from playroom.rules.legal import objection
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.rules.view import view
from playroom.table.record import Record
from playroom.table.record_parser import NotTheirTurn
from playroom.table.table import Listener

Asked = Callable[[Move | None], None]
"""What asks the table for a move, or for the next deal with None."""


class RemoteTable:
    """A match as *seat* may know it: None for somebody who watches.

    A move is asked for, and made once the table tells that it has happened.
    """

    def __init__(self, record: Record, seat: Seat | None, ask: Asked) -> None:
        self.record, self.seat = record, seat
        self._ask = ask
        self._listeners: list[Listener] = []
        self.before_round = record.match
        """The match as it stood when the current or last round was dealt."""
        self.is_waiting = False
        """Whether something was asked for that the table has neither done nor refused yet."""
        self.is_connected = True
        """Whether the connection to the table is there."""

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.record.match

    @property
    def is_known(self) -> bool:
        """Whether nothing of the match is hidden any more."""
        deals = (each.log[0] for each in self.match.rounds)
        return not any(UNKNOWN in hand for deal in deals if isinstance(deal, Dealt) for hand in deal.hands)

    def listen(self, listener: Listener) -> None:
        """Call *listener* with all that happens from now on."""
        self._listeners.append(listener)

    def deal(self) -> None:
        """Ask for the next round."""
        self._send(None)

    def play(self, seat: Seat, move: Move) -> None:
        """Ask for a move for *seat*; NotTheirTurn or IllegalMove if it is refused here already."""
        if seat != self.match.turn:
            raise NotTheirTurn(seat, self.match.turn)
        if why := objection(view(self.match, seat).position, move):
            raise IllegalMove(move, why)
        self._send(move)

    def settle(self) -> None:
        """Do nothing: the table makes the passes that go by themselves."""

    def thought(self) -> None:
        """Nothing: the bots of this table think where it is."""

    def take_in(self, events: tuple[Event, ...]) -> None:
        """Have *events* happen, as they are seen from this seat."""
        match = self.match
        for event in events:
            if isinstance(event, Dealt):
                self.before_round = match
            match = with_seen(match, event, self.seat)
        self.record = replace(self.record, match=match)

    def agrees_with(self, deal: Dealt) -> bool:
        """Whether the last round, as it was seen from this seat, can have been dealt so."""
        return agrees(self.before_round, deal, self.match.now.log, self.seat)

    def open_hands(self, deal: Dealt) -> None:
        """Show the hands of the last round, which was dealt so; a deal that cannot be is left."""
        if self.agrees_with(deal):
            self.record = replace(self.record, match=with_deal(self.match, deal))

    def tell(self, events: tuple[Event, ...]) -> None:
        """Call the listeners with *events*, which have happened."""
        for listener in self._listeners:
            listener(self.record, events)

    def answered(self) -> None:
        """Note that the table has done or refused what it was asked for."""
        self.is_waiting = False

    def _send(self, move: Move | None) -> None:
        self.is_waiting = True
        self._ask(move)
