"""How one comes to a shared table, and what hears of it."""

from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from playroom.online.client.deal_witness import DealWitness
from playroom.online.client.remote_table import RemoteTable
from playroom.online.wire.entries import AnyEntry
from playroom.online.wire.messages import Join, OpenTable
from playroom.online.wire.moderation import News
from playroom.online.wire.table_commands import asked_table
from playroom.online.wire.table_state import TableState
from playroom.rules.event import Event
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand
from playroom.table.record import Record
from playroom.table.setup import Setup
from playroom.table.shared_table import ChatLine

Blanks = Mapping[str, Any]
Witnesses = MutableMapping[str, DealWitness]
"""Those who have seen the deals at tables, by the codes of these."""


class TableListener(Protocol):
    """The listener to a shared table, on the thread of the keys."""

    def arrived(self) -> None:
        """Hear that one is at the table."""

    def changed(self, before: TableState, entry: AnyEntry) -> None:
        """Hear an entry besides the match, at a table that stood like *before*."""

    def presence_changed(self, person: int, *, is_connected: bool) -> None:
        """Hear that the connection of another person is lost, or back."""

    def time_left(self, seat: Seat, seconds: int) -> None:
        """Hear how much thinking time the player to move had left when one came."""

    def begin_match(self, table: RemoteTable, events: tuple[Event, ...], played_for: Hand) -> None:
        """Take a seat at a match, or watch it; it may be under way.

        One who was at it before hears of these *events* since then, and what a bot has played for them.
        """

    def came_back(self) -> None:
        """Hear that the connection is back; what was missed follows."""

    def catch_up(self, events: tuple[Event, ...], played_for: Hand) -> None:
        """Hear what has happened in the match while the connection was lost, and what a bot has played."""

    def miss_end(self, record: Record) -> None:
        """Hear of a match of one's own that was over when one came, or was over before one was back."""

    def deal_judged(self) -> None:
        """Hear that the deal of the round which has just ended was checked."""

    def hear(self, line: ChatLine) -> None:
        """Receive a chat message."""

    def reported(self) -> None:
        """Hear that a report was taken."""

    def hear_news(self, news: News) -> None:
        """Hear news of the club."""

    def refused(self, code: str, blanks: Blanks) -> None:
        """Hear why the table does not do what was asked for."""

    def lost(self) -> None:
        """Hear that the connection is lost; the client comes back by itself."""

    def sign_in(self, code: str, blanks: Blanks) -> None:
        """Be asked for a name and a password; *code* is why the last were refused, "" if none were."""

    def met(self, host: str, fingerprint: str) -> None:
        """Hear that the server was met for the first time, and is remembered by its certificate."""

    def ended(self, code: str, blanks: Blanks) -> None:
        """Called when this player has left the table, with the reason."""


@dataclass(frozen=True, slots=True)
class Entrance:
    """How one comes to a table: by its code, or with no code by opening one of this *setup*.

    *admin* is the administrator's token, *token* that of one's seat. *is_own*: the server is the player's.
    *key* signs in where there are accounts; *keep_key* remembers another one. *witnesses* have seen the deals
    at the tables where this program has been, by their codes. Up to the event of the number *told*, another
    program has told the listener what has happened.
    """

    name: str
    code: str = ""
    setup: Setup | None = None
    admin: str = ""
    is_own: bool = False
    token: str = ""
    told: int = 0
    key: str = ""
    keep_key: Callable[[str], None] = lambda _key: None
    witnesses: Witnesses = field(default_factory=dict)

    def request(self, command: str, token: str) -> Join | OpenTable:
        """The request to the server: the table by its code, as the person of *token* if there is one."""
        if self.setup:
            return OpenTable(command, self.name, asked_table(self.setup))
        return Join(self.code, "" if token else self.name, token)
