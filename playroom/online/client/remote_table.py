"""A match at a server's table, rebuilt from what one seat may know; for the console like one that is here.

Hidden tiles are all the same unknown one.
"""

from collections.abc import Sequence
from typing import Protocol

from msgspec.structs import replace

from playroom.online.wire.table_commands import AnyDo, DealRound, MakeMove
from playroom.rules.event import Chosen, Dealt, Drew, Event, Passed, Played
from playroom.rules.flow import IllegalMove, play, unfolded
from playroom.rules.legal import must_pass, objection, position
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.rewind import chosen_move
from playroom.rules.seat import Seat
from playroom.rules.tile import UNKNOWN_TILE
from playroom.rules.view import seen
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


def with_seen(match: Match, event: Event, seat: Seat | None) -> Match:
    """The match after an event, as *seat* sees it."""
    match event:
        case Dealt(hands, boneyard):
            known = tuple(tuple(tile or UNKNOWN_TILE for tile in hand) for hand in hands)
            return match.after(replace(event, hands=known, boneyard=(UNKNOWN_TILE,) * len(boneyard)))
        case Drew(_, tile):
            stock = (tile or UNKNOWN_TILE, *match.now.boneyard[1:])
            return match.with_last(replace(match.now, boneyard=stock)).after(event)
        case Played(player, left=left) if player != seat:
            played = match.after(event)
            held = played.now.hands
            others = (*held[:player], (UNKNOWN_TILE,) * left, *held[player + 1 :])
            return played.with_last(replace(played.now, hands=others))
        case _:
            return match.after(event)


def with_deal(match: Match, deal: Dealt) -> Match:
    """The match whose last round was dealt so, now that everybody may know it."""
    before, log = replace(match, rounds=match.rounds[:-1]), match.now.log
    return with_truth(before.after(deal), log[1:])


def agrees(before: Match, deal: Dealt, log: Sequence[Event], seat: Seat | None) -> bool:
    """Whether a round with this log, as *seat* saw it, can have been dealt so."""
    so_far = before.after(deal)
    if with_seen(before, seen(deal, seat), seat).now.log[0] != log[0]:
        return False
    for event in log[1:]:
        match event:  # whether the tile is where it comes from
            case Drew(tile=tile) if not so_far.now.boneyard or tile not in (None, so_far.now.boneyard[0]):
                return False
            case Played(player, tile) if tile not in so_far.now.hands[player]:
                return False
        so_far = so_far.after(_in_full(so_far, event))
    return True


def keeps_rules(before: Match, deal: Dealt, log: Sequence[Event], seat: Seat | None) -> bool:
    """Whether a round with this log, as *seat* saw it, was played and ended by the rules after this deal.

    A player who changed seats saw only part.
    """
    match, due = before, [*unfolded(before, deal)]
    for event in (deal, *log[1:]):
        if not due and isinstance(event, Chosen) and match.turn is not None:
            move = chosen_move(event, match.rules)
            due = [*play(match, move)] if objection(position(match), move) is None else []
        if not due or event not in (due[0], seen(due[0], seat), seen(due[0], None)):
            return False
        match = match.after(due.pop(0))
    return not due


def with_truth(match: Match, log: Sequence[Event]) -> Match:
    """The match after events of which some were hidden; what was hidden follows from the match."""
    for event in log:
        match = match.after(_in_full(match, event))
    return match


def _in_full(match: Match, event: Event) -> Event:
    match event:
        case Drew(tile=None):
            return replace(event, tile=match.now.boneyard[0])
        case Passed(forced=None):
            return replace(event, forced=must_pass(position(match)))
        case _:
            return event
