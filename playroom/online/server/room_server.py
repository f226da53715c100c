"""The server: WebSockets on the network, with TLS if there is a certificate, and connections in memory."""

import asyncio
from asyncio import sslproto
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from playroom.online.log.table_log import Damaged, TableLog, Unknown
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.server.admission import Admission
from playroom.online.server.certificate import Certificate
from playroom.online.server.journal import LOGGER, note
from playroom.online.server.machine_limits import has_room
from playroom.online.server.refused import Refused
from playroom.online.server.rooms import SWEEP_SECONDS, RoomPolicy, Rooms
from playroom.online.server.session import Session
from playroom.online.server.tables.fair_turns import FairTurns, ThinkInTurn
from playroom.online.server.tables.outbox import Channel, ChannelClosed
from playroom.online.server.tables.table_history import in_parts
from playroom.online.server.tables.truth import Variants
from playroom.online.wire.codes import CloseCode, RefusalCode
from playroom.online.wire.limits import CLIENT_MESSAGE_BYTES, HANDSHAKE_SECONDS
from playroom.table.table import Bot

TLS_BUFFER_BYTES = 16 * 1024
"""asyncio would keep 256 KiB for each connection."""

WRITE_LIMIT_BYTES = 16 * 1024
READ_QUEUE = 8
"""The most bytes of a connection that wait in memory outside of our own queue."""

EVERY_IPV4_ADDRESS = "0.0.0.0"  # noqa: S104 (others are to reach it)
"""For any free port: IPv6 would get another one."""

MOST_WAITING = 4096
"""The connections that wait to be accepted, as far as the system allows.

asyncio would have 100 wait, and accept as many at a time. All others try again after a second, then two, then
four: thousands who come back after a kill would be lost for half a minute.
"""

CLOSE_SECONDS = 1.0
BREAK_SECONDS = 2.0
"""The seconds in which a client has to answer that the connection ends, and to read that it does."""

READ_BYTES = 512
"""The most bytes of a connection that are taken apart before others have their turn.

asyncio would read 256 KiB, and a client can write some thousand small messages in them.
"""
DISCARDED_BYTES = 64 * 1024
"""The same for what follows a frame that is none, which nobody takes apart any more."""

PING_SECONDS = 20.0
STOP_SECONDS = 3.0

NOT_COUNTED = "Nothing is counted without prometheus_client, of the extra `server` of playroom.\n"


class RoomServer:
    """A server of shared tables, in the event loop in which it is started."""

    def __init__(
        self,
        log: TableLog,
        bots: Mapping[str, Bot],
        variants: Variants,
        policy: RoomPolicy,
        certificate: Certificate | None = None,
        think: ThinkInTurn | None = None,
    ) -> None:
        self._rooms = Rooms(log, bots, variants, policy, think or FairTurns().think)
        self._certificate = certificate
        self._server: Server | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._is_stopping = False
        self._sessions: dict[Session, asyncio.Task[Any]] = {}
        self._admission = Admission(self._rooms.limits)

    async def start(self, host: str | None, port: int) -> int:
        """Listen on a port, 0 for any, of one address or of all; the port. An OSError if that cannot be."""
        if self._certificate:
            sslproto.SSLProtocol.max_size = TLS_BUFFER_BYTES
        self._server = await serve(
            self._handle,
            host or (None if port else EVERY_IPV4_ADDRESS),
            port,
            ssl=self._certificate.context() if self._certificate else None,
            process_request=self._refusal,
            compression=None,
            max_size=CLIENT_MESSAGE_BYTES,
            max_queue=READ_QUEUE,
            write_limit=WRITE_LIMIT_BYTES,
            open_timeout=HANDSHAKE_SECONDS,
            close_timeout=CLOSE_SECONDS,
            ping_interval=PING_SECONDS,
            ping_timeout=PING_SECONDS,
            server_header=None,
            logger=LOGGER,
            create_connection=_PacedConnection,
            ssl_handshake_timeout=HANDSHAKE_SECONDS if self._certificate else None,
        )
        for listening in self._server.sockets:
            with listening.dup() as same:
                same.listen(MOST_WAITING)
        self.begin()
        port_of: int = next(iter(self._server.sockets)).getsockname()[1]
        note("server started", port=port_of)
        return port_of

    def begin(self) -> None:
        """Keep the tables and their list up to date; all that is needed for connections in memory."""
        self._tasks = [
            asyncio.ensure_future(self._rooms.refresh()),
            asyncio.ensure_future(self._rooms.watch_lobby()),
        ]
        if self._rooms.policy.shares_log:
            self._tasks.append(asyncio.ensure_future(self._rooms.sweep()))
        if accounts := self._rooms.policy.accounts:
            self._tasks.append(asyncio.ensure_future(self._watch_bans(accounts)))

    @property
    def others(self) -> tuple[str, ...]:
        """The names of the people who are connected to tables of others; asked in any thread."""
        return self._rooms.others

    async def stop(self) -> None:
        """Take no more clients, say goodbye to those that are here, and stop; the log is left to its owner.

        Where several servers share a log, the clients are at another one before this has ended.
        """
        self._is_stopping = True
        note("server stopping", connections=len(self._sessions))
        if self._server:
            self._server.close(close_connections=False)
        for session in self._sessions:
            session.end()
        if self._sessions:
            await asyncio.wait(self._sessions.values(), timeout=STOP_SECONDS)
        if self._server:
            self._server.close()
            await self._server.wait_closed()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._rooms.close()

    async def metrics_page(self) -> tuple[HTTPStatus, str]:
        """The counts of the server."""
        now = {"connections": len(self._sessions), "tables": self._rooms.table_count}
        page = self._rooms.metrics.page(now)
        return (HTTPStatus.OK, page) if page is not None else (HTTPStatus.NOT_IMPLEMENTED, NOT_COUNTED)

    async def health_page(self) -> tuple[HTTPStatus, str]:
        """Whether the server can serve: it is not stopping, and its log answers."""
        if self._is_stopping:
            return HTTPStatus.SERVICE_UNAVAILABLE, "stopping\n"
        if not await self._rooms.can_read():
            return HTTPStatus.SERVICE_UNAVAILABLE, "the log of the tables does not answer\n"
        folder = self._rooms.policy.folder
        if folder and not await asyncio.to_thread(has_room, folder):
            return HTTPStatus.SERVICE_UNAVAILABLE, "the disk is full, or cannot be written\n"
        return HTTPStatus.OK, "ok\n"

    async def _refusal(self, connection: ServerConnection, _request: Request) -> Response | None:
        """The answer to a connection that may not begin, as too many have from there; None if it may."""
        address = self._address_of(connection)
        try:
            await self._admission.check_rate(address)
        except Refused:
            note("connected too often", address=address)
            return connection.respond(HTTPStatus.TOO_MANY_REQUESTS, "Try again later.\n")
        return None

    async def _handle(self, connection: ServerConnection) -> None:
        address = self._address_of(connection)
        try:
            self._check_room()
            with self._admission.counted(address):
                await self._serve_noted(connection, address)
        except Refused:
            note("too many connections", address=address)
            await connection.close(CloseCode.TRY_AGAIN)

    def _check_room(self) -> None:
        """Refused if the server is full."""
        most = self._rooms.policy.most_connections
        if most is not None and len(self._sessions) >= most:
            raise Refused(RefusalCode.TOO_MANY_CONNECTIONS)

    async def _serve_noted(self, connection: ServerConnection, address: str) -> None:
        note("connected", address=address)
        try:
            await self.serve(_WebSocketChannel(connection), address)
        finally:
            note("disconnected", address=address)

    async def serve(self, channel: Channel, address: str = "") -> None:
        """Serve one connection until it ends, in a task of its own; "" is the address of one in memory."""
        session, serving = Session(self._rooms, channel, address), asyncio.current_task()
        assert serving  # a coroutine runs in a task
        self._sessions[session] = serving
        try:
            await session.run()
        finally:
            del self._sessions[session]

    def _address_of(self, connection: ServerConnection) -> str:
        """The address of a client; without TLS a proxy on this machine gives it."""
        own = str(connection.remote_address[0])
        if self._certificate or not connection.request:
            return own
        forwarded = ",".join(connection.request.headers.get_all("X-Forwarded-For")).rpartition(",")[2].strip()
        return forwarded if _is_address(forwarded) else own

    async def _watch_bans(self, accounts: Accounts) -> None:
        """Look for bans again and again, since other programs may append them."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            with suppress(Damaged, Unknown):
                await accounts.catch_up()
            async for session in in_parts([*self._sessions]):
                session.end_if_shut_out()


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


class _PacedConnection(ServerConnection, asyncio.BufferedProtocol):
    """A connection that is read in small parts, with TLS and without."""

    _part: memoryview

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to read."""
        self._part = memoryview(bytearray(READ_BYTES))
        super().connection_made(transport)

    def get_buffer(self, sizehint: int) -> memoryview:
        """The place for the next part; slices of it, which TLS fills in turn, are the same place."""
        del sizehint
        if self.protocol.parser_exc and len(self._part) < DISCARDED_BYTES:
            self._part = memoryview(bytearray(DISCARDED_BYTES))
        return self._part

    def buffer_updated(self, nbytes: int) -> None:
        """Take the next part."""
        self.data_received(bytes(self._part[:nbytes]))


class _WebSocketChannel:
    """A connection of websockets."""

    __slots__ = ("_connection",)

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection

    async def receive(self) -> str | bytes:
        """The next frame."""
        try:
            return await self._connection.recv()
        except ConnectionClosed as error:
            raise ChannelClosed from error

    async def send(self, *frames: str) -> None:
        """Send frames, and wait until there is room in the buffer again."""
        line = self._connection
        try:
            async with line.send_context():
                for frame in frames:
                    line.protocol.send_text(frame.encode())
                # websockets would ask the system to send each of them by itself.
                line.transport.write(b"".join(line.protocol.data_to_send()))
        except ConnectionClosed as error:
            raise ChannelClosed from error

    async def close(self, code: int) -> None:
        """Close the connection, or break it if the client does not read: websockets would wait for ever."""
        try:
            async with asyncio.timeout(BREAK_SECONDS):
                await self._connection.close(code)
        except TimeoutError:
            self._connection.transport.abort()
