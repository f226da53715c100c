"""A connection that does not hold the others: it is counted from its first byte, and read in small parts.

Who connects is counted when the connection is accepted, before anything is kept for it (`Admission`). TLS
comes after that, then the head of the request, for which there are a time and a size. What follows is taken
apart a little in each turn of the event loop, with TLS as without, and not at all while the client does not
read what it was sent. Frames that are no whole message, pings among them, count as messages do.
"""

import asyncio
import ssl
from collections.abc import Sequence
from itertools import count
from typing import Any, Final

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from playroom.online.server.admission import Admission
from playroom.online.server.certificate import CurrentTls
from playroom.online.server.journal import note
from playroom.online.server.refused import Refused
from playroom.online.server.tables.outbox import ChannelClosed
from playroom.online.wire.protocol import HANDSHAKE_SECONDS

READ_BYTES: Final = 256
"""The most bytes of a connection that are taken apart before others have their turn.

asyncio would read 256 KiB, and a client can write some thousand small messages in them. Here it is forty
pings, which two hundred connections may write at once; a move is shorter.
"""
DISCARDED_BYTES: Final = 64 * 1024
"""The same for what follows a frame that is none, which nobody takes apart any more."""

HEAD_BYTES: Final = 8 * 1024
"""The longest head of a request; websockets would keep a megabyte."""

TLS_BUFFER_BYTES: Final = 16 * 1024
"""The most bytes that wait to be decrypted: asyncio would keep 256 KiB for each connection."""

BREAK_SECONDS: Final = 2.0
"""The seconds in which a client has to answer that the connection ends, and to read that it does."""


TWO_BYTES: Final = 126
"""The size from which on two bytes of a frame's head have it."""

_NUMBERS = count(1)


_ENDED: Final = asyncio.BufferedProtocol()
"""The protocol of connections that have ended."""


def _nothing() -> None:
    pass


class PacedConnection(ServerConnection, asyncio.BufferedProtocol):
    """A connection of a server with this admission, and with this TLS if there is any."""

    _part: memoryview

    def __init__(
        self,
        admission: Admission,
        tls: CurrentTls | None,
        *given: Any,  # noqa: ANN401 (of websockets)
        **settings: Any,  # noqa: ANN401 (likewise)
    ) -> None:
        super().__init__(*given, **settings)
        self._admission, self._tls = admission, tls
        self._part = memoryview(bytearray(READ_BYTES))
        self._early = b""
        """What has come with the end of the TLS handshake."""
        self._has_begun = False
        self._head = 0
        """How many bytes have come before the client was admitted."""
        self.number = next(_NUMBERS)
        self.own_address = ""
        self.address = ""
        """The address of the client: behind a proxy not that of the connection."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, and begin with TLS, if there is any, or with the head of the request."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.own_address = self.address = str(transport.get_extra_info("peername")[0])
        if not self._admission.begin(self):
            transport.abort()
        elif self._tls:
            transport.pause_reading()
            self._encrypting = self.loop.create_task(self._encrypt(self._tls()))
        else:
            self._begin(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no more."""
        self._admission.end(self)
        if self._has_begun:
            super().connection_lost(exc)
            # Freed at once, not at the next collection: connections may come and go by the thousand.
            self.recv_messages.resume = self.recv_messages.pause = _nothing
            self.transport.set_protocol(_ENDED)
            del self.protocol.parser
            if self.protocol.handshake_exc:
                # Its traceback holds the frame that called the parser, and this the connection.
                self.protocol.handshake_exc.__cause__ = None

    def eof_received(self) -> None:
        """Take the end of what the client sends; before the head of the request, that is all there is."""
        if self._has_begun:
            super().eof_received()

    async def _encrypt(self, tls: ssl.SSLContext) -> None:
        """Begin once the client may connect, and the handshake of TLS is done."""
        try:
            await self._admission.check_rate(self.address)
            if self.transport.is_closing():
                return
            encrypted = await self.loop.start_tls(
                self.transport, self, tls, server_side=True, ssl_handshake_timeout=HANDSHAKE_SECONDS
            )
        except Refused:
            note("connected too often", address=self.address)
        except (OSError, ssl.SSLError):  # TimeoutError among them
            pass
        else:
            if encrypted and not encrypted.is_closing():
                encrypted.set_read_buffer_limits(TLS_BUFFER_BYTES)  # type: ignore[attr-defined] # asyncio's TLS transport has it, its type does not
                self._begin(encrypted)
                early, self._early = self._early, b""
                if early:
                    self.data_received(early)
                return
        self._admission.end(self)
        self.transport.abort()

    def _begin(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self.recv_messages.resume = self._read_on
        self._has_begun = True

    def admitted(self) -> None:
        """Take the client in: the head of its request was read."""
        self._head = -1
        self._admission.admit(self)

    def get_buffer(self, sizehint: int) -> memoryview:
        """The place for the next part; slices of it, which TLS fills in turn, are the same place."""
        del sizehint
        if self.protocol.parser_exc and len(self._part) < DISCARDED_BYTES:
            self._part = memoryview(bytearray(DISCARDED_BYTES))
        return self._part

    def buffer_updated(self, nbytes: int) -> None:
        """Take the next part."""
        if self._head >= 0:
            self._head += nbytes
            if self._head > HEAD_BYTES:
                self.transport.abort()
                return
        if not self._has_begun:
            self._early += bytes(self._part[:nbytes])
            return
        if self._tls and nbytes == len(self._part):
            # More of it is decrypted already, and asyncio would go on for as long as there is more.
            self.transport.pause_reading()
            self.loop.call_soon(self._read_on)
        self.data_received(bytes(self._part[:nbytes]))

    def process_event(self, event: Any) -> None:  # noqa: ANN401 (of websockets)
        """Take a frame; too many that are no whole message end the connection."""
        if isinstance(event, Frame) and not (event.fin and event.opcode in (Opcode.TEXT, Opcode.BINARY)):
            if self.transport.is_closing():
                return  # the rest of a part whose frames were too many
            try:
                self._admission.count_frame(self)
            except Refused:
                note("too many frames", address=self.address)
                self.transport.abort()
                return
        super().process_event(event)

    def pause_writing(self) -> None:
        """Read nothing that would be answered into a full buffer."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Read again."""
        super().resume_writing()
        self._read_on()

    def _read_on(self) -> None:
        """Read, unless too much waits to be taken or to be sent."""
        if not (self.recv_messages.paused or self.paused):
            self.transport.resume_reading()


class WebSocketChannel:
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
        self._write(frames)
        try:
            await self._connection.drain()
        except OSError as error:
            raise ChannelClosed from error

    def send_now(self, *frames: str) -> bool:
        """Send frames if there is room in the buffer for them, and whether there is."""
        line = self._connection
        if line.paused or line.transport.is_closing():
            return False
        self._write(frames)
        return True

    def _write(self, frames: Sequence[str]) -> None:
        line = self._connection
        if line.state is not State.OPEN:
            raise ChannelClosed
        # websockets would ask the system to send each of them by itself.
        line.transport.write(b"".join(map(text_frame, frames)))

    async def close(self, code: int) -> None:
        """Close the connection, or break it if the client does not read: websockets would wait for ever."""
        try:
            async with asyncio.timeout(BREAK_SECONDS):
                await self._connection.close(code)
        except TimeoutError:
            self._connection.transport.abort()


def text_frame(text: str) -> bytes:
    """A whole text frame of a server (RFC 6455, 5.2); websockets makes several objects on the way."""
    content = text.encode()
    size = len(content)
    if size < TWO_BYTES:
        return b"\x81%c%b" % (size, content)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2), content)
    return b"\x81\x7f%b%b" % (size.to_bytes(8), content)
