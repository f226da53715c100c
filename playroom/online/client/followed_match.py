"""The match at a shared table, followed as its entries come, and the check of its deals."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from playroom.online.client.deal_witness import DealWitness
from playroom.online.client.guest_ear import GuestEar
from playroom.online.client.outside_data import malformed_if_impossible
from playroom.online.client.remote_table import Asked, RemoteTable
from playroom.online.client.table_facts import record_begun
from playroom.online.wire.entries import MatchStarted, MatchWent
from playroom.online.wire.event_codec import event_of_plain
from playroom.online.wire.table_state import TableState
from playroom.rules.event import Dealt, Ended, Event
from playroom.rules.seat import Seat
from playroom.rules.variant import Variant

if TYPE_CHECKING:
    from playroom.table.record import Record


class FollowedMatch:
    """The current or last match; *ask* asks the server for a move or a deal."""

    def __init__(self, ear: GuestEar, variants: Mapping[str, Variant], ask: Asked) -> None:
        self._ear, self._variants, self._ask = ear, variants, ask
        self._is_told = False
        """Whether the listener knows of the match."""
        self._missed: tuple[Event, ...] = ()
        self._ended: list[Record] = []
        """What the listener does not know yet: events of the match, and matches that are over."""
        self.witness = DealWitness()
        self.me = 0
        """The listener's number at the table."""
        self.table: RemoteTable | None = None

    def forget(self) -> None:
        """Take in that all of the match comes again."""
        self.table, self._is_told = None, False

    def begin(self, state: TableState, started: MatchStarted, seat: Seat | None) -> None:
        """Begin a match, as *seat* may know it."""
        record = record_begun(state.settings, tuple(started.players), self._variants)
        self.table, self._is_told = RemoteTable(record, seat, self._ask), False

    def go_on(self, before: TableState, went: MatchWent, by: int, *, is_live: bool) -> None:
        """Take in what *by* did at a table that stood like *before*; tell it if it *is_live*."""
        table = self.table
        if table is None:
            return
        if is_live and not self._is_told:
            self._tell(table)
        with malformed_if_impossible():
            events = tuple(map(event_of_plain, went.events))
            table.take_in(events)
            is_over = any(isinstance(event, Ended) for event in events)
            if is_over:
                self.witness.judge(before, table, went, self.me)
        # A deal that one has asked for happens when the last number for it is given, by anybody.
        if by == self.me or any(isinstance(event, Dealt) for event in events):
            table.answered()
        if not is_live:
            self._missed += events
            self._note_end(table)
            return
        table.tell(events)
        if is_over:
            self._ear.deal_judged()

    def catch_up(self, *, was_here: bool) -> None:
        """Tell a match under way that the listener does not know of yet, or else what they have missed."""
        missed, self._missed = self._missed, ()
        if self.table and not self._is_told and self.table.match.rounds:
            self._tell(self.table)
        elif was_here:
            self._ear.catch_up(missed)
        ended, self._ended = self._ended, []
        for record in ended:
            self._ear.miss_end(record)

    def _note_end(self, table: RemoteTable) -> None:
        """Note a match that is over now, if the listener has played in it or followed it."""
        if table.match.winners and table.is_known and (table.seat is not None or self._is_told):
            self._ended.append(table.record)

    def _tell(self, table: RemoteTable) -> None:
        self._is_told = True
        self._ear.begin_match(table)
