"""The server of a player's own tables, within the program."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from secrets import token_urlsafe

from playroom.online.client.websocket_link import ServerAddress
from playroom.online.log.sqlite import SqliteLog
from playroom.online.reachability import own_host
from playroom.online.server.certificate import certificate_in
from playroom.online.server.room_server import RoomServer
from playroom.online.server.rooms import RoomPolicy
from playroom.online.wire.invite import DEFAULT_PORT, LOCAL_HOST, Invite
from playroom.rules.rulebook.variant import Variant
from playroom.table.table import Bot


class OwnServer:
    """A server that is started when the first table opens; its tables are kept in *folder*."""

    def __init__(self, folder: Path, bots: Mapping[str, Bot], variants: Mapping[str, Variant]) -> None:
        self._folder, self._bots, self._variants = folder, bots, variants
        self._log: SqliteLog | None = None
        self._server: RoomServer | None = None
        self._starting = asyncio.Lock()
        self.admin_token = token_urlsafe()
        self.address = ServerAddress(LOCAL_HOST, DEFAULT_PORT)

    async def start(self) -> None:
        """Listen on the usual port, or on any if that is taken; raises OSError, sqlite3.Error and Damaged."""
        async with self._starting:
            if self._server:
                return
            certificate = await asyncio.to_thread(certificate_in, self._folder)
            log = await SqliteLog.open(self._folder / "tables.sqlite")
            policy = RoomPolicy(self.admin_token, is_players=True, ban_key=certificate.ban_key)
            server = RoomServer(log, self._bots, self._variants, policy, certificate)
            try:
                port = await port_of(server)
            except BaseException:
                await log.close()
                raise
            self._log, self._server = log, server
            self.address.port, self.address.fingerprint = port, certificate.fingerprint

    @property
    def others(self) -> tuple[str, ...]:
        """The names of the people at the tables besides the player."""
        return self._server.others if self._server else ()

    async def stop(self) -> None:
        """Say goodbye to all who are connected, and store what is not stored yet."""
        if self._server and self._log:
            await self._server.stop()
            await self._log.close()
        self._server = self._log = None

    def invite(self, code: str) -> Invite:
        """The invite of a table, for the network of this machine."""
        return Invite(code, own_host(), self.address.port, self.address.fingerprint)


async def port_of(server: RoomServer, host: str | None = None) -> int:
    """The port on which a server has started to listen, at one address or all: the usual one if free."""
    try:
        return await server.start(host, DEFAULT_PORT)
    except OSError:
        return await server.start(host, 0)
