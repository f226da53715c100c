"""Shared tables within one program, as those who sit at them reach their server.

From here, no address leads to any other server.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from playroom.online.client.link import Later, LinkUser
from playroom.online.client.lobby_client import LobbyClient, LobbyKeys, LobbyListener
from playroom.online.client.table_client import TableClient
from playroom.online.client.table_listener import Entrance, TableListener, Witnesses
from playroom.online.memory_connections import Connections, ProcessLink
from playroom.online.seat_tokens import BrowserSeats
from playroom.online.wire.invite import InviteError, invite_of
from playroom.table.setup import Setup
from playroom.table.shared_table import NearbyTable, OutsideReach, Reach, VisitedServer

HERE: Final = "here"
"""The only server that those at these tables can name; no address is written like this."""


class ProcessTables:
    """The ways of one listener to the tables of this process; *seats* has the tokens of their seats.

    They are at an *address*, "" if that is this machine or not known. Up to what they were *told* before are
    the code of a table and the number of an event there, such as 7KQ2M9XD:57.
    """

    only_server = HERE
    others = ()
    """A table is not closed when the one who has opened it leaves."""

    def __init__(
        self, connections: Connections, seats: BrowserSeats, later: Later, address: str = "", told: str = ""
    ) -> None:
        self._connections, self._seats, self._later = connections, seats, later
        self._address, self._told = address, told
        self._witnesses: Witnesses = {}
        self._links: list[ProcessLink] = []

    def open(self, name: str, setup: Setup, listener: TableListener, at: str = "") -> TableClient:
        """Open a table here and join it; InviteError for another server."""
        if at != HERE:
            raise InviteError(at)
        return self._start(Entrance(name, setup=setup), listener)

    def join(self, invite: str, name: str, listener: TableListener) -> TableClient:
        """Go to the table of a code, or of a link to here; InviteError for what names another server."""
        found = invite_of(invite)
        if found.host and found != invite_of(f"{self._connections.link}/{found.code}"):
            raise InviteError(invite)
        token, (told, _, number) = self._seats.get(found.code), self._told.partition(":")
        known = int(number) if told == found.code else 0
        return self._start(Entrance(name, found.code, token=token, told=known), listener)

    @property
    def visited(self) -> tuple[VisitedServer, ...]:
        """None: there is only one server."""
        return ()

    def remember(self, server: str, club: str) -> None:
        """The only server needs no memory."""

    def lobby(self, server: str, listener: LobbyListener) -> LobbyClient | None:
        """The list of the tables here; None for another server."""
        if server != HERE:
            return None
        keys = LobbyKeys(keep_key=self._seats.keep_key, key=lambda: self._seats.key)
        client = LobbyClient(self._connect, self._later, listener, self.invite, keys)
        client.start()
        return client

    def club(self, listener: LobbyListener) -> LobbyClient | None:
        """Go to the list of the club's tables; elsewhere, nobody has an account."""
        return self.lobby(HERE, listener) if self._connections.is_club else None

    def invite(self, code: str) -> str:
        """The code alone, as it names no server."""
        return code

    def announce(self, code: str, host: str, game: str) -> None:
        """The list of tables has them all."""

    def withdraw(self) -> None:
        """A table is in the list as long as people are there."""

    def search(self, found: Callable[[tuple[NearbyTable, ...]], None]) -> None:
        """Nothing is searched for in the network."""

    def ask_outside(self, code: str, then: Callable[[OutsideReach], None]) -> None:
        """No router is asked."""
        del code
        self._later(0, partial(then, OutsideReach(Reach.OFFLINE, 0, "")))

    def close(self) -> None:
        """End the listener's connections; the others see that at their tables."""
        for link in self._links:
            link.close()
        self._links.clear()

    def _connect(self, user: LinkUser) -> "ProcessLink":
        self._links = [link for link in self._links if not link.is_closed]
        self._links.append(self._connections.connect(user, self._later, self._address))
        return self._links[-1]

    def _start(self, entrance: Entrance, listener: TableListener) -> TableClient:
        entrance = replace(
            entrance, witnesses=self._witnesses, key=self._seats.key, keep_key=self._seats.keep_key
        )
        client = TableClient(
            entrance, self._connect, self._later, self._connections.variants, listener, self._seats.keep
        )
        client.start()
        return client
