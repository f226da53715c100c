"""A server of one's own: its log, its certificate and its port, opened and closed together."""

import asyncio
import secrets
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from playroom.online.log.sqlite import SqliteLog
from playroom.online.server.certificate import Certificate, certificate_in
from playroom.online.server.room_server import RoomServer
from playroom.online.server.rooms import RoomPolicy
from playroom.online.server.truth import Variants
from playroom.online.wire.invite import DEFAULT_PORT, Invite
from playroom.table.table import Bot

LOG_FILE = "tables.sqlite"
ANY_PORT = 0
EVERY_IPV4_ADDRESS = "0.0.0.0"  # noqa: S104 (others are to reach it)
"""With any port, IPv6 would get another one."""


@dataclass(frozen=True, slots=True)
class OwnServer:
    """A running server; *admin_token* lets its owner open tables."""

    address: str
    port: int
    certificate: Certificate
    admin_token: str
    _server: RoomServer
    _log: SqliteLog

    def invite(self, code: str) -> Invite:
        """What others need for the table with this code."""
        return Invite(code, self.address, self.port, self.certificate.fingerprint)

    async def close(self) -> None:
        """Stop the server; its tables stay in the log."""
        await self._server.stop()
        await self._log.close()


async def opened_server(
    folder: Path, bots: Mapping[str, Bot], variants: Variants, port: int = DEFAULT_PORT
) -> OwnServer:
    """A server with its files in *folder*, on another port if this one is taken, or an OSError."""
    certificate, token = await asyncio.to_thread(certificate_in, folder), secrets.token_urlsafe()
    log = await SqliteLog.open(folder / LOG_FILE)
    server = RoomServer(log, bots, variants, RoomPolicy(token), certificate)
    try:
        found = await _started(server, port)
    except OSError:
        await log.close()
        raise
    return OwnServer(own_address(), found, certificate, token, server, log)


def own_address() -> str:
    """The address by which other computers of the network reach this one; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", DEFAULT_PORT))
        except OSError:
            return "127.0.0.1"
        found: str = probe.getsockname()[0]
        return found


async def _started(server: RoomServer, port: int) -> int:
    try:
        return await server.start(None, port)
    except OSError:
        return await server.start(EVERY_IPV4_ADDRESS, ANY_PORT)
