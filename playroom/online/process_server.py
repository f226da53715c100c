"""The server of the tables that consoles of this program share, in the event loop of its connections.

Consoles of the network may come, where that is asked for.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from secrets import token_bytes, token_urlsafe
from typing import Final

from playroom.online.log.memory import MemoryLog
from playroom.online.log.sqlite import SqliteLog
from playroom.online.memory_connections import MemoryConnections
from playroom.online.own_server import port_of
from playroom.online.server.certificate import Certificate
from playroom.online.server.room_server import RoomServer
from playroom.online.server.rooms import RoomPolicy
from playroom.online.server.tables.fair_turns import ThinkInTurn
from playroom.online.server.tables.stored_history import SNAPSHOTS
from playroom.rules.rulebook.variant import Variant
from playroom.table.table import Bot

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
