"""Shared tables within one process: their server and those who sit at them are in one event loop.

From here, no address leads to any other server. Consoles of the network may come, where that is asked for.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from secrets import token_bytes, token_urlsafe
from typing import Final

from playroom.online.client.link import Later, LinkUser
from playroom.online.client.lobby_client import LobbyClient, LobbyKeys, LobbyListener
from playroom.online.client.table_client import TableClient
from playroom.online.client.table_listener import Entrance, TableListener, Witnesses
from playroom.online.log.memory import MemoryLog
from playroom.online.log.sqlite import SqliteLog
from playroom.online.memory_connections import Connections, MemoryConnections, ProcessLink
from playroom.online.own_server import port_of
from playroom.online.seat_tokens import BrowserSeats
from playroom.online.server.certificate import Certificate
from playroom.online.server.room_server import RoomServer
from playroom.online.server.rooms import RoomPolicy
from playroom.online.server.tables.fair_turns import ThinkInTurn
from playroom.online.server.tables.stored_history import SNAPSHOTS
from playroom.online.wire.invite import InviteError, invite_of
from playroom.rules.rulebook.variant import Variant
from playroom.table.setup import Setup
from playroom.table.shared_table import NearbyTable, OutsideReach, Reach
from playroom.table.table import Bot

HERE: Final = "here"
"""The only server that those at these tables can name; no address is written like this."""

MOST_TABLES: Final = 100
"""The tables at which people may sit at the same time."""

LEFT_SECONDS: Final = 24 * 3600.0
"""Seconds for which a table that everybody has left can be joined by its code."""
LOOK_SECONDS: Final = 600.0
"""Seconds after which such tables are looked for again."""


class ProcessServer:
    """The server of the tables of this process, which last as long as their log, and a day without people.

    Of a table that is dropped, the matches that were played to their end are with those who played them.
    """

    def __init__(
        self,
        log: MemoryLog | SqliteLog,
        bots: Mapping[str, Bot],
        variants: Mapping[str, Variant],
        report: Callable[[BaseException], object],
        certificate: Certificate | None = None,
        think: ThinkInTurn | None = None,
    ) -> None:
        """*report* takes an error that has ended a connection, *think* makes the moves of bots, in turn."""
        ban_key = certificate.ban_key if certificate else token_bytes()
        policy = RoomPolicy(token_urlsafe(), anyone_opens=True, most_tables=MOST_TABLES, ban_key=ban_key)
        self._log = log
        self._server = RoomServer(self._log, bots, variants, policy, certificate, think)
        self.connections = MemoryConnections(self._server, variants, report)
        self._certificate = certificate
        self._dropping: asyncio.Task[None] | None = None
        self.address = ""
        """The address for consoles of the network, with the fingerprint of the certificate; "" for none."""

    async def start(self, host: str) -> None:
        """Take connections in memory, and with a certificate those to *host* of this machine; an OSError."""
        if self._certificate:
            port = await port_of(self._server, host)
            self.address = f"{host}:{port}/{self._certificate.fingerprint}"
        else:
            self._server.begin()
        self._dropping = asyncio.create_task(self._drop_left())

    async def close(self) -> None:
        """Say goodbye to all who are connected."""
        self.connections.close()
        if self._dropping:
            self._dropping.cancel()
        await self._server.stop()
        await self._log.close()

    async def _drop_left(self) -> None:
        """Drop the tables at which nobody was for long, again and again."""
        since: dict[tuple[str, int], float] = {}
        while True:
            now = asyncio.get_running_loop().time()
            codes = [name for name in await self._log.tables() if not name.endswith(SNAPSHOTS)]
            left = [(code, await self._log.number(code)) for code in codes if not self._log.is_followed(code)]
            since = {table: since.get(table, now) for table in left}
            for (code, _), left_at in since.items():
                if now - left_at >= LEFT_SECONDS:
                    await self._log.remove(code)
                    await self._log.remove(f"{code}{SNAPSHOTS}")
            await asyncio.sleep(LOOK_SECONDS)


@asynccontextmanager
async def process_server(  # noqa: PLR0913, PLR0917 (the parts of a server)
    log: MemoryLog | SqliteLog,
    bots: Mapping[str, Bot],
    variants: Mapping[str, Variant],
    report: Callable[[BaseException], object],
    host: str = "",
    certificate: Certificate | None = None,
    think: ThinkInTurn | None = None,
) -> AsyncIterator[ProcessServer]:
    """A server of tables in this event loop, with a certificate also for consoles that come to *host*.

    It closes the log at its end.
    """
    server = ProcessServer(log, bots, variants, report, certificate, think)
    await server.start(host)
    try:
        yield server
    finally:
        await server.close()


class ProcessTables:
    """The ways of one listener to the tables of this process; *seats* has the tokens of their seats.

    They are at an *address*, "" if that is this machine or not known.
    """

    only_server = HERE
    others = ()
    """A table is not closed when the one who has opened it leaves."""

    def __init__(
        self, connections: Connections, seats: BrowserSeats, later: Later, address: str = ""
    ) -> None:
        self._connections, self._seats, self._later = connections, seats, later
        self._address = address
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
        return self._start(Entrance(name, found.code, token=self._seats.get(found.code)), listener)

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
