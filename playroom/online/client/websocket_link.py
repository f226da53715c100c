"""Connections by WebSocket over TLS, to servers whose certificate is known by its fingerprint."""

import asyncio
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from playroom.online.client.link import Link, LinkEnd, LinkUser
from playroom.online.client.network_thread import NetworkThread, deliverer
from playroom.online.wire.invite import fingerprint
from playroom.online.wire.limits import SERVER_MESSAGE_BYTES

OPEN_SECONDS = 10.0
"""Seconds after which a server that does not answer is not waited for."""

PING_SECONDS = 10.0
"""Seconds between two questions whether the server is still there, and for its answer."""

Deliver = Callable[[Callable[[], object]], None]


@dataclass(slots=True)
class ServerAddress:
    """A server; *fingerprint* is that of its certificate, "" until the first connection shows it."""

    host: str
    port: int
    fingerprint: str = ""

    @property
    def url(self) -> str:
        """The address for a client."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"wss://{host}:{self.port}/"


class CertificateChanged(Exception):  # noqa: N818 (an end of the connection)
    """The server is not the one that the invite names."""


@dataclass(frozen=True, slots=True)
class WebsocketDoor:
    """Connects to one server; what it hears is delivered in the event loop that asked for the connection."""

    address: ServerAddress
    network: NetworkThread

    def __call__(self, user: LinkUser) -> Link:
        """Ask for a connection."""
        link = WebsocketLink(self.address, user, deliverer())
        self.network.run(link.live())
        return link


@dataclass(slots=True, eq=False)
class WebsocketLink:
    """A connection from its beginning to its end, most of which happens in the thread of the network."""

    address: ServerAddress
    user: LinkUser
    deliver: Deliver
    _is_closed: bool = False
    _connection: ClientConnection | None = None
    _loop: asyncio.AbstractEventLoop | None = None
    _out: "asyncio.Queue[str | None]" = field(default_factory=asyncio.Queue)

    def send(self, frame: str) -> None:
        """Send a message."""
        self._put(frame)

    def close(self) -> None:
        """End the connection once what was sent is on its way."""
        self._is_closed = True
        self._put(None)

    async def live(self) -> None:
        """Connect, and pass messages on until the connection ends."""
        self._loop = asyncio.get_running_loop()
        try:
            async with connect(
                self.address.url,
                ssl=_tls(),
                compression=None,
                max_size=SERVER_MESSAGE_BYTES,
                open_timeout=OPEN_SECONDS,
                ping_interval=PING_SECONDS,
                ping_timeout=PING_SECONDS,
                close_timeout=1,
                proxy=None,
            ) as connection:
                self._connection = connection
                if self._is_closed:
                    return
                self._check_certificate(connection)
                self._tell(self.user.opened)
                await self._pass_on(connection)
            why = LinkEnd.CLOSED
        except CertificateChanged:
            why = LinkEnd.CERTIFICATE
        except (OSError, WebSocketException, TimeoutError, ValueError):  # ValueError: no host has such a name
            why = LinkEnd.CLOSED if self._connection else LinkEnd.UNREACHABLE
        self.fail(why)

    def fail(self, why: LinkEnd) -> None:
        """Tell that there is no connection, or none any more."""
        self._tell(partial(self.user.ended, why))

    async def _pass_on(self, connection: ClientConnection) -> None:
        writer = asyncio.ensure_future(self._write(connection))
        try:
            async for frame in connection:
                if isinstance(frame, str):
                    self._tell(partial(self.user.received, frame))
        finally:
            writer.cancel()

    async def _write(self, connection: ClientConnection) -> None:
        try:
            while (frame := await self._out.get()) is not None:
                await connection.send(frame)
            await connection.close()
        except ConnectionClosed:
            pass

    def _check_certificate(self, connection: ClientConnection) -> None:
        """Remember the certificate of the first connection; CertificateChanged if it is another one."""
        encrypted = connection.transport.get_extra_info("ssl_object")
        shown = fingerprint(encrypted.getpeercert(binary_form=True))
        if shown != (self.address.fingerprint or shown):
            raise CertificateChanged
        self.address.fingerprint = shown

    def _put(self, frame: str | None) -> None:
        if self._loop:
            self._loop.call_soon_threadsafe(self._out.put_nowait, frame)

    def _tell(self, call: Callable[[], object]) -> None:
        self.deliver(partial(self._tell_if_open, call))

    def _tell_if_open(self, call: Callable[[], object]) -> None:
        if not self._is_closed:
            call()


def _tls() -> ssl.SSLContext:
    """TLS without authorities: the fingerprint says who the server is."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
