"""The server: WebSockets on the network, with TLS if there is a certificate, and connections in memory."""

import asyncio
from asyncio import sslproto
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from functools import partial
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any, Protocol

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from playroom.online.log.table_log import Damaged, TableLog, Unknown
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.server.admission import ACCEPTED_AT_ONCE, Admission
from playroom.online.server.certificate import RenewedCertificate, Tls
from playroom.online.server.journal import LOGGER, note
from playroom.online.server.machine import has_room
from playroom.online.server.names import checked_name
from playroom.online.server.paced_connection import TLS_BUFFER_BYTES, PacedConnection, WebSocketChannel
from playroom.online.server.rate_limits import Deed, address_keys
from playroom.online.server.refused import Refused
from playroom.online.server.rooms import SWEEP_SECONDS, RoomPolicy, Rooms
from playroom.online.server.session import Session
from playroom.online.server.tables.fair_turns import FairTurns, ThinkInTurn
from playroom.online.server.tables.outbox import Channel
from playroom.online.server.tables.server_state import Variants
from playroom.online.server.tables.table_history import in_parts
from playroom.online.wire.protocol import CLIENT_MESSAGE_BYTES, HANDSHAKE_SECONDS, CloseCode
from playroom.table.table import Bot

WRITE_LIMIT_BYTES = 16 * 1024
READ_QUEUE = 8
"""The most bytes of a connection that wait in memory outside of our own queue."""

EVERY_IPV4_ADDRESS = "0.0.0.0"  # noqa: S104 (others are to reach it)
"""For any free port: IPv6 would get another one."""

MOST_WAITING = 4096
"""The connections that wait to be accepted, as far as the system allows.

asyncio would have as many wait as it accepts at a time. All others try again after a second, then two, then
four: thousands who come back after a kill would be lost for half a minute.
"""

CLOSE_SECONDS = 1.0

PING_SECONDS = 20.0
STOP_SECONDS = 3.0

NOT_COUNTED = "Nothing is counted without prometheus_client, of the extra `server` of playroom.\n"


class Door(Protocol):
    """Receives browsers at the port of a server; addresses are those of the visitors, behind a proxy too."""

    def is_page(self, request: Request) -> bool:
        """Whether a WebSocket is that of a page; all others are those of programs."""
        ...

    async def answer(self, connection: ServerConnection, request: Request, address: str) -> Response | None:
        """The answer to a request over HTTP; None where a page may open its WebSocket."""
        ...

    async def serve(self, connection: ServerConnection, address: str) -> None:
        """Serve the WebSocket of a page until it ends."""

    async def end(self) -> None:
        """Close the consoles of all pages; their matches are saved."""


OpenDoor = Callable[["RoomServer", int], Door]
"""Opens the door of a server that is about to listen on a port."""

Counted = Callable[[str], AbstractContextManager[bool]]
"""Counts a visit from an address while it lasts; False if there are too many from there."""


def is_socket(request: Request) -> bool:
    """Whether a request asks for a WebSocket, and not for a page."""
    return "websocket" in request.headers.get("Upgrade", "").lower()


class RoomServer:
    """A server of shared tables, in the event loop in which it is started."""

    def __init__(  # noqa: PLR0913, PLR0917 (the parts of a server)
        self,
        log: TableLog,
        bots: Mapping[str, Bot],
        variants: Variants,
        policy: RoomPolicy,
        certificate: Tls | None = None,
        think: ThinkInTurn | None = None,
        open_door: OpenDoor | None = None,
    ) -> None:
        """*open_door* opens the door for browsers; without it, programs alone come."""
        self._rooms = Rooms(log, bots, variants, policy, think or FairTurns().think)
        self._open_door = open_door
        self._door: Door | None = None
        self._certificate = certificate
        self._server: Server | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._is_stopping = False
        self._sessions: dict[Session, asyncio.Task[Any]] = {}
        self._admission = Admission(
            self._rooms.limits, policy.most_connections, for_pages=open_door is not None
        )

    async def start(self, host: str | None, port: int) -> int:
        """Listen on a port, 0 for any, of one address or of all; the port. An OSError if that cannot be."""
        tls = self._certificate.tls() if self._certificate else None
        if tls:
            sslproto.SSLProtocol.max_size = TLS_BUFFER_BYTES
        self._server = await serve(
            self._handle,
            host or (None if port else EVERY_IPV4_ADDRESS),
            port,
            process_request=self._answer,
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
            create_connection=partial(PacedConnection, self._admission, tls),  # type: ignore[arg-type] # websockets takes a wrapper too, its type a class
            backlog=ACCEPTED_AT_ONCE,
            start_serving=False,
        )
        port_of: int = next(iter(self._server.sockets)).getsockname()[1]
        if self._open_door:
            self._door = self._open_door(self, port_of)
        await self._server.start_serving()
        for listening in self._server.sockets:
            with listening.dup() as same:
                same.listen(MOST_WAITING)
        self.begin()
        note("server started", port=port_of)
        return port_of

    def begin(self) -> None:
        """Keep the tables and their list up to date; all that is needed for connections in memory."""
        self._tasks = [
            asyncio.ensure_future(self._rooms.refresh()),
            asyncio.ensure_future(self._rooms.watch_lobby()),
        ]
        if isinstance(self._certificate, RenewedCertificate):
            self._tasks.append(asyncio.ensure_future(self._certificate.watch()))
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
        if self._door:
            await self._door.end()
        for session in self._sessions:
            session.end()
        if self._sessions:
            await asyncio.wait(self._sessions.values(), timeout=STOP_SECONDS)
        self._admission.end_all_half_open()
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

    @property
    def games(self) -> tuple[str, ...]:
        """The games of the tables; none are all."""
        return self._rooms.policy.games

    @property
    def accounts(self) -> Accounts | None:
        """The accounts of the members, where people sign in."""
        policy = self._rooms.policy
        return policy.accounts if policy.needs_account else None

    @property
    def count_visit(self) -> Counted:
        """Counts the visits of pages by their addresses."""
        return self._admission.visit

    def check_new_guest(self, name: str, address: str) -> None:
        """Count a new guest in a browser; Refused if no table takes the name, or too many came from there."""
        self._rooms.check_guest_name(checked_name(name))
        self._rooms.limits.check(Deed.GUEST, address_keys(address))

    async def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """The answer to a request for a page, or to a connection that may not begin; None if it may."""
        assert isinstance(connection, PacedConnection)
        connection.address = self._address_of(connection)
        is_program = self._door is None or (is_socket(request) and not self._door.is_page(request))
        try:
            if not self._certificate:  # else that was checked before TLS began
                await self._admission.check_rate(connection.address)
            if self._door and is_socket(request):
                await self._admission.check_rate(connection.address, Deed.CONNECTION)
        except Refused:
            note("connected too often", address=connection.address)
            return connection.respond(HTTPStatus.TOO_MANY_REQUESTS, "Try again later.\n")
        if self._door and not is_program:
            answer = await self._door.answer(connection, request, connection.address)
        elif self._door and "Origin" in request.headers:  # a page of another site
            answer = connection.respond(HTTPStatus.FORBIDDEN, "This is for programs.\n")
        else:
            answer = None
        connection.admitted()
        return answer

    async def _handle(self, connection: ServerConnection) -> None:
        assert isinstance(connection, PacedConnection)
        address, request = connection.address, connection.request
        try:
            self._admission.check_room(address, len(self._sessions))
            with self._admission.counted(connection):
                note("connected", address=address)
                try:
                    if self._door and request and self._door.is_page(request):
                        await self._door.serve(connection, address)
                    else:
                        await self.serve(WebSocketChannel(connection), address)
                finally:
                    note("disconnected", address=address)
        except Refused:
            note("too many connections", address=address)
            await connection.close(CloseCode.TRY_AGAIN)

    async def serve(self, channel: Channel, address: str = "", *, is_of_page: bool = False) -> None:
        """Serve one connection until it ends, in a task of its own; "" is the address of one in memory.

        *is_of_page*: it is that of a console at this server, whose player has a page alone.
        """
        session = Session(self._rooms, channel, address, is_of_page=is_of_page)
        serving = asyncio.current_task()
        assert serving  # a coroutine runs in a task
        self._sessions[session] = serving
        try:
            await session.run()
        finally:
            del self._sessions[session]
            if session.was_at_table:
                self._admission.remember(address)

    def _address_of(self, connection: PacedConnection) -> str:
        """The address of a client; without TLS a proxy on this machine, and nobody else, gives it."""
        own = connection.own_address
        if self._certificate or not connection.request or not ip_address(own).is_loopback:
            return own
        forwarded = ",".join(connection.request.headers.get_all("X-Forwarded-For")).rpartition(",")[2].strip()
        try:
            ip_address(forwarded)
        except ValueError:
            return own
        return forwarded

    async def _watch_bans(self, accounts: Accounts) -> None:
        """Look for bans again and again, since other programs may append them."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            with suppress(Damaged, Unknown):
                await accounts.catch_up()
            async for session in in_parts([*self._sessions]):
                session.end_if_shut_out()
