"""The ways to shared tables, as the console uses them."""

from collections.abc import Callable
from typing import Protocol

from playroom.online.client.lobby_client import LobbyClient, LobbyListener
from playroom.online.client.table_client import TableClient
from playroom.online.client.table_listener import TableListener
from playroom.table.setup import Setup
from playroom.table.shared_table import NearbyTable, OutsideReach, VisitedServer


class SharedTables(Protocol):
    """The ways to shared tables: those on this machine, those of servers, and those found nearby."""

    @property
    def only_server(self) -> str:
        """The only server to which they lead; "" if they lead to any."""
        ...

    def open(self, name: str, setup: Setup, listener: TableListener, at: str = "") -> TableClient:
        """Open a table on this machine, or *at* a server; a ValueError if that is not one."""
        ...

    def join(self, invite: str, name: str, listener: TableListener) -> TableClient:
        """Go to the table of an invite; a ValueError if it is not one."""
        ...

    def announce(self, code: str, host: str, game: str) -> None:
        """Announce a table of this machine within its network, by the host's name."""

    def withdraw(self) -> None:
        """End the announcement."""

    def search(self, found: Callable[[tuple[NearbyTable, ...]], None]) -> None:
        """Call *found* with the tables within the network, at each change, until one of them is joined."""

    @property
    def visited(self) -> tuple[VisitedServer, ...]:
        """The servers to which the listener has gone by their addresses, the last one first."""
        ...

    def remember(self, server: str, club: str) -> None:
        """Remember a server that has answered, and the name of its club, "" without one."""

    def lobby(self, server: str, listener: LobbyListener) -> LobbyClient | None:
        """Go to the lobby of a server; None if the text does not name one."""
        ...

    def club(self, listener: LobbyListener) -> LobbyClient | None:
        """Go to the lobby of the server at whose table the listener is; None if that is not known."""
        ...

    def ask_outside(self, code: str, then: Callable[[OutsideReach], None]) -> None:
        """Call *then* with the router's answer on the reachability of a table of this machine."""

    def invite(self, code: str) -> str:
        """The whole invite of a table that is open on this machine; of any other, what one came with."""
        ...

    @property
    def others(self) -> tuple[str, ...]:
        """The names of the people at the tables that are open on this machine, besides the listener."""
        ...

    def close(self) -> None:
        """Close the tables that are open on this machine."""
