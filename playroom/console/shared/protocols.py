"""What the console asks of shared tables, and what it hears of them."""

from collections.abc import Callable, Mapping
from typing import Protocol

from playroom.console.match.match_table import MatchTable
from playroom.rules.event import Event
from playroom.rules.seat import Seat
from playroom.table.record import Record
from playroom.table.setup import Setup
from playroom.table.shared_table import (
    ChatLine,
    DealProof,
    ListedLobby,
    NearbyTable,
    OutsideReach,
    Recipient,
    SharedTableState,
    TableNews,
    TableTerms,
)


class SeatedTable(MatchTable, Protocol):
    """A match at a shared table, as one seat may know it."""

    @property
    def seat(self) -> Seat | None:
        """The listener's seat; None if they watch."""

    @property
    def is_known(self) -> bool:
        """Whether nothing of the match is hidden any more."""


class TableDeeds(Protocol):
    """What one can do at a shared table besides a move; it has happened once the table tells it."""

    def configure(self, setup: Setup, terms: TableTerms) -> None:
        """Give the table another game or other terms; the host's, between matches."""

    def sit(self, seat: Seat) -> None:
        """Take a seat."""

    def stand(self) -> None:
        """Leave one's seat, to watch."""

    def seat_bot(self, seat: Seat, bot: str) -> None:
        """Put a bot of this strength on a seat, or nobody with ""."""

    def be_ready(self, *, ready: bool) -> None:
        """Say that one is ready, or not."""

    def start_match(self) -> None:
        """Start the match."""

    def rematch(self) -> None:
        """Start another match with the same seats."""

    def pause(self, *, paused: bool) -> None:
        """Ask for a pause or consent to one, or end it."""

    def extend(self) -> None:
        """Have the thinking time of one's turn once more."""

    def mute(self, person: int, *, muted: bool) -> None:
        """Let a person be unheard in the chat, or heard again."""

    def kick(self, person: int) -> None:
        """Remove a person, who may come back."""

    def ban(self, person: int) -> None:
        """Remove a person for good."""

    def hand_over(self, person: int) -> None:
        """Make another person the host."""


class SharedTableClient(Protocol):
    """The listener's end of a shared table."""

    @property
    def state(self) -> SharedTableState:
        """People, seats and settings."""

    @property
    def proof(self) -> DealProof | None:
        """What was found out about the deal of the last round that is over; None before there is one."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The strengths of bots, from the weakest to the strongest."""

    @property
    def is_own(self) -> bool:
        """Whether the table is on this machine, opened by the listener."""

    @property
    def is_connected(self) -> bool:
        """Whether the connection is not lost."""

    @property
    def deeds(self) -> TableDeeds:
        """What one can do."""

    def say(self, text: str = "", phrase: str = "", to: Recipient = "table") -> None:
        """Say something to the table, to one's team or to a person."""

    def heard(self) -> None:
        """Report that the listener has heard that it is their turn."""

    def sign_in(self, name: str, password: str, *, is_new: bool) -> None:
        """Sign in, or make an account, where the visitor was asked to."""

    def leave(self) -> None:
        """Leave the table and its seat."""


class TableVisitor(Protocol):
    """What hears of a shared table."""

    def arrived(self) -> None:
        """Hear that one is at the table."""

    def changed(self, told: TableNews) -> None:
        """Hear that people, seats or settings have changed."""

    def begin_match(self, table: SeatedTable) -> None:
        """Take a seat at a match, or watch it; it may be under way."""

    def came_back(self) -> None:
        """Hear that the connection is back; what was missed follows."""

    def catch_up(self, events: tuple[Event, ...]) -> None:
        """Hear what has happened in the match while the connection was lost."""

    def miss_end(self, record: Record) -> None:
        """Hear of a match of one's own that was over when one came, or was over before one was back."""

    def deal_judged(self) -> None:
        """Hear that the deal of the round which has just ended was checked."""

    def hear(self, line: ChatLine) -> None:
        """Hear what somebody says."""

    def refused(self, code: str, blanks: Mapping[str, object]) -> None:
        """Hear why the table does not do what was asked for."""

    def lost(self) -> None:
        """Hear that the connection is lost; the client comes back by itself."""

    def sign_in(self, code: str, blanks: Mapping[str, object]) -> None:
        """Be asked for a name and a password; *code* is why the last were refused, "" if none were."""

    def ended(self, code: str, blanks: Mapping[str, object]) -> None:
        """Hear that one is at the table no more, and why."""


class SharedLobby(Protocol):
    """The lobby of a server, which tells by itself what changes there."""

    def invite(self, code: str) -> str:
        """The whole invite of a table there."""

    def change_password(self, name: str, password: str, new: str) -> None:
        """Ask for another password for an account."""

    def administer(self, token: str) -> None:
        """Show the administrator's token."""

    def stop(self) -> None:
        """Hear of it no more."""


class LobbyVisitor(Protocol):
    """What hears of a lobby."""

    def listed(self, lobby: ListedLobby) -> None:
        """Hear which tables there are now, and what one may do."""

    def changed_password(self) -> None:
        """Hear that the account has another password."""

    def named_admin(self) -> None:
        """Hear that one is the administrator."""

    def refused(self, code: str, blanks: Mapping[str, object]) -> None:
        """Hear why the server does not do what was asked for."""

    def lobby_ended(self, code: str, blanks: Mapping[str, object]) -> None:
        """Hear why the server says no more."""


class SharedTables(Protocol):
    """The ways to shared tables."""

    def open(self, name: str, setup: Setup, visitor: TableVisitor, at: str = "") -> SharedTableClient:
        """Open a table on this machine, or *at* a server; a ValueError if that is not one."""

    def join(self, invite: str, name: str, visitor: TableVisitor) -> SharedTableClient:
        """Go to the table of an invite; a ValueError if it is not one."""

    def announce(self, code: str, host: str, game: str) -> None:
        """Let a table of this machine be found within its network, by the host's name."""

    def withdraw(self) -> None:
        """Let no table of this machine be found any more."""

    def search(self, found: Callable[[tuple[NearbyTable, ...]], None]) -> None:
        """Tell *found* the tables within the network, again with each change, until one of them is joined."""

    def lobby(self, server: str, visitor: LobbyVisitor) -> SharedLobby | None:
        """Go to the lobby of a server; None if the text does not name one."""

    def ask_outside(self, code: str, told: Callable[[OutsideReach], None]) -> None:
        """Have the router asked whether others outside the network can reach a table of this machine."""

    def invite(self, code: str) -> str:
        """The whole invite of a table that is open on this machine; of any other, what one came with."""

    @property
    def others(self) -> tuple[str, ...]:
        """The names of the people at the tables that are open on this machine, besides the listener."""

    def close(self) -> None:
        """Close the tables that are open on this machine."""
