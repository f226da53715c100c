"""Connections by WebSocket over TLS, to servers whose certificate is known by its fingerprint.

They live in a thread of their own, beside the console. An address without a fingerprint is checked by the
authorities that the system trusts. A certificate that none of them has signed is remembered at the first
connection, and no other is accepted then.
"""

import asyncio
import ssl
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from threading import Thread
from typing import Any, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from playroom.online.client.link import Link, LinkEnd, LinkUser
from playroom.online.wire.invite import fingerprint
from playroom.online.wire.protocol import SERVER_MESSAGE_BYTES

Result = TypeVar("Result")


class NetworkThread:
    """An event loop in a thread of its own, which begins when it is first used and ends with the program."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self, work: Coroutine[Any, Any, Result]) -> Future[Result]:
        """Run *work* there."""
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._loop.set_default_executor(DaemonExecutor())
            Thread(target=self._loop.run_forever, name="network", daemon=True).start()
        return asyncio.run_coroutine_threadsafe(work, self._loop)


class DaemonExecutor(ThreadPoolExecutor):
    """Makes blocking calls in daemon threads: the end of the program waits for no silent name server."""

    def submit(self, call: Callable[..., Result], /, *arguments: Any, **named: Any) -> Future[Result]:  # noqa: ANN401 (of any call)
        """Make a call in a thread of its own."""
        future: Future[Result] = Future()

        def make() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(call(*arguments, **named))
            except BaseException as error:  # noqa: BLE001 (whoever waits gets it)
                future.set_exception(error)

        Thread(target=make, name="network call", daemon=True).start()
        return future


def deliverer() -> Callable[[Callable[[], object]], None]:
    """An event loop that runs here and takes calls from any thread until it ends."""
    loop = asyncio.get_running_loop()

    def deliver(call: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # the console has closed
            loop.call_soon_threadsafe(call)

    return deliver


OPEN_SECONDS = 10.0
"""Seconds after which a server that does not answer is not waited for."""

PING_SECONDS = 2.0
"""Seconds between two questions whether the server is still there."""
PONG_SECONDS = 2.5
"""Seconds for its answer: within five, the listener hears that the connection is lost."""

Deliver = Callable[[Callable[[], object]], None]


AUTHORITY = "authority"
"""What is remembered of a server whose certificate an authority has signed, instead of its fingerprint."""


@dataclass(slots=True)
class ServerAddress:
    """A server; *fingerprint* is that of its certificate, "" until the first connection shows it.

    *known* is what was remembered of it at another connection, a fingerprint or AUTHORITY; *remember* keeps
    that, if there is something to keep it by.
    """

    host: str
    port: int
    fingerprint: str = ""
    known: str = ""
    remember: Callable[[str], None] | None = None

    @property
    def is_known(self) -> bool:
        """Whether another server that answers is recognised as such, so that secrets may be sent."""
        return bool(self.fingerprint or self.known)

    @property
    def is_pinned(self) -> bool:
        """Whether the fingerprint decides, and no authority."""
        return self.is_known and self.known != AUTHORITY

    def meet(self, shown: str, *, is_signed: bool = False) -> bool:
        """Take the certificate that the server shows, signed by an authority or not; whether it is new.

        CertificateChanged if it is another than is known.
        """
        if not is_signed and shown != (self.fingerprint or self.known or shown):
            raise CertificateChanged
        is_new = not is_signed and not self.is_known
        if self.remember and (self.known != shown or is_signed):
            self.known = AUTHORITY if is_signed else shown
            self.remember(self.known)
        self.fingerprint = shown
        return is_new and self.remember is not None

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
        address = self.address
        try:
            try:
                await self._talk(unsigned_context() if address.is_pinned else ssl.create_default_context())
            except ssl.SSLCertVerificationError as error:
                if address.is_known:
                    raise CertificateChanged from error
                await self._talk(unsigned_context())
            if self._is_closed:
                return
            why = LinkEnd.CLOSED
        except CertificateChanged:
            why = LinkEnd.SERVER_CHANGED if address.known else LinkEnd.CERTIFICATE
        except (OSError, WebSocketException, TimeoutError, ValueError):  # ValueError: no host has such a name
            why = LinkEnd.CLOSED if self._connection else LinkEnd.UNREACHABLE
        self.fail(why)

    def fail(self, why: LinkEnd) -> None:
        """Tell that there is no connection, or none any more."""
        self._tell(partial(self.user.ended, why))

    async def _talk(self, context: ssl.SSLContext) -> None:
        """Connect, and pass messages on; raises SSLCertVerificationError before anything is sent."""
        async with connect(
            self.address.url,
            ssl=context,
            compression=None,
            max_size=SERVER_MESSAGE_BYTES,
            open_timeout=OPEN_SECONDS,
            ping_interval=PING_SECONDS,
            ping_timeout=PONG_SECONDS,
            close_timeout=1,
            proxy=None,
        ) as connection:
            self._connection = connection
            if self._is_closed:
                return
            encrypted = connection.transport.get_extra_info("ssl_object")
            shown = fingerprint(encrypted.getpeercert(binary_form=True))
            if self.address.meet(shown, is_signed=context.verify_mode is ssl.CERT_REQUIRED):
                self._tell(partial(self.user.met, self.address.host, shown))
            self._tell(self.user.opened)
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

    def _put(self, frame: str | None) -> None:
        if self._loop:
            self._loop.call_soon_threadsafe(self._out.put_nowait, frame)

    def _tell(self, call: Callable[[], object]) -> None:
        def tell_if_open() -> None:
            if not self._is_closed:
                call()

        self.deliver(tell_if_open)


def unsigned_context() -> ssl.SSLContext:
    """TLS without authorities: the fingerprint says who the server is."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
