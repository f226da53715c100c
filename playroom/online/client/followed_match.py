"""The match at a shared table, followed as its entries come, and the check of its deals."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from playroom.online.client.deal_witness import DealWitness
from playroom.online.client.guest_ear import GuestEar
from playroom.online.client.remote_table import RemoteTable, TableServer
from playroom.online.wire.entries import MatchStarted, MatchWent, TableSettings
from playroom.online.wire.messages import Malformed
from playroom.online.wire.table_state import TableState
from playroom.rules.event import Ended, Event, Played
from playroom.rules.rulebook.variant import InvalidTable, Variant
from playroom.rules.seat import Seat
from playroom.table.record import Record
from playroom.table.setup import new_record

if TYPE_CHECKING:
    from playroom.rules.tile import Hand


class UnknownGame(Exception):  # noqa: N818 (a refusal, not a mistake)
    """A game is not known here, or with other rules."""


class FollowedMatch:
    """The current or last match at a table of *server*."""

    def __init__(
        self,
        ear: GuestEar,
        variants: Mapping[str, Variant],
        server: TableServer,
        witness: DealWitness | None = None,
    ) -> None:
        """*witness* has seen the deals when the listener was at the table before."""
        self._ear, self._variants, self._server = ear, variants, server
        self._is_announced = False
        """Whether the listener knows of the match."""
        self._missed: tuple[Event, ...] = ()
        self._played_for: Hand = ()
        self._ended: list[Record] = []
        """The news for the listener: events of the match, the tiles that a bot has played for them, and
        matches that are over."""
        self.witness = DealWitness() if witness is None else witness
        self.table: RemoteTable | None = None

    def forget(self, *, is_gap: bool) -> None:
        """Forget the match, all of which comes again; *is_gap*: not all that happened since is told."""
        self.table, self._is_announced = None, False
        self.witness.begin_anew(is_gap=is_gap)

    def begin(self, state: TableState, started: MatchStarted, seat: Seat | None) -> None:
        """Begin a match, as *seat* may know it."""
        record = _record_begun(state.settings, tuple(started.players), self._variants)
        self.table, self._is_announced = RemoteTable(record, seat, self._server), False

    def go_on(self, before: TableState, went: MatchWent, me: int, *, by: int, is_live: bool) -> None:
        """Apply what the person *by* has caused at a table like *before*; tell it if it *is_live*."""
        table = self.table
        if table is None:
            return
        if is_live and not self._is_announced:
            self._tell(table)
        events = tuple(went.events)
        with malformed_if_impossible():
            table.apply(events)
            is_over = any(isinstance(event, Ended) for event in events)
            if is_over:
                self.witness.judge(before, table, went, me, is_live=is_live)
        if not is_live:
            self._missed += events
            if by != me:
                own = (each for each in events if isinstance(each, Played) and each.seat == table.seat)
                self._played_for += tuple(each.tile for each in own)
            self._note_end(table)
            return
        table.tell(events)
        if is_over:
            self._ear.deal_judged()

    def catch_up(self, *, was_here: bool) -> None:
        """Tell a match under way that the listener does not know of yet, or else what they have missed."""
        (missed, played_for), self._missed, self._played_for = (self._missed, self._played_for), (), ()
        if self.table and not self._is_announced and self.table.match.rounds:
            self._tell(self.table)
        elif was_here:
            self._ear.catch_up(missed, played_for)
        ended, self._ended = self._ended, []
        for record in ended:
            self._ear.miss_end(record)

    def _note_end(self, table: RemoteTable) -> None:
        """Note a match that is over now, if the listener has played in it or followed it."""
        if table.match.winners and table.is_known and (table.seat is not None or self._is_announced):
            self._ended.append(table.record)

    def _tell(self, table: RemoteTable) -> None:
        self._is_announced = True
        self._ear.begin_match(table)


@contextmanager
def malformed_if_impossible() -> Iterator[None]:
    """Raises Malformed if what is done with a message raises: what it tells cannot have happened."""
    try:
        yield
    except Exception as error:
        raise Malformed(str(error)) from error


def _record_begun(
    settings: TableSettings, players: tuple[str, ...], variants: Mapping[str, Variant]
) -> Record:
    """The record of a match that begins with these players. Raises UnknownGame."""
    try:
        return new_record(variants[settings.game], settings.setup, players)
    except (KeyError, InvalidTable, TypeError, ValueError) as error:
        raise UnknownGame(settings.game) from error
