"""Many streams of texts over one connection between two processes of the program.

Each side opens streams with a subject, which the other side serves. What was sent and not taken is bounded
for each stream, so that one that is not read holds neither the others nor memory.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from enum import IntEnum
from struct import Struct
from typing import Any, Final, cast

from websockets.exceptions import ConnectionClosedOK

MOST_BYTES: Final = 4_000_000
"""The bytes of the longest frame; who sends a longer one is cut off, as nothing of ours is so long."""

WINDOW: Final = 64 * 1024
"""The bytes of a stream that may be under way: who sends waits beyond that, until some were taken."""

TEXT_BYTES: Final = 256
"""The bytes that a text costs besides its own."""

GOING_AWAY: Final = 1001
"""The code with which the streams of a lost connection end."""

_HEADER: Final = Struct("<IIB")
"""The bytes of what follows, the number of the stream, and the kind of the frame."""
_COUNT: Final = Struct("<I")


class _Kind(IntEnum):
    """What a frame does."""

    OPEN = 0
    TEXT = 1
    TAKEN = 2
    """So many bytes of a stream were taken."""
    CLOSE = 3
    BEAT = 4
    """A sign of life is asked for."""
    ALIVE = 5


Serve = Callable[["RelayStream"], Coroutine[Any, Any, None]]
"""Serves a stream that the other side has opened."""


class Relay(asyncio.Protocol):
    """One end of a connection; *serve* serves the streams of the other end, each in a task.

    The end that *begins* the connection numbers its streams by odd numbers.
    """

    def __init__(self, serve: Serve, *, begins: bool) -> None:
        self._serve, self._next = serve, 1 if begins else 2
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._streams: dict[int, RelayStream] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.lost = asyncio.Event()
        """Is set once the connection is lost."""
        self.unanswered = 0
        """The signs of life that were asked for since the last one."""

    @property
    def is_open(self) -> bool:
        """Whether the other side can be reached."""
        return self._transport is not None

    def open(self, subject: str) -> "RelayStream":
        """A new stream; it ends at once where the connection is lost."""
        stream = RelayStream(self, self._next, subject)
        self._next += 2
        if self._transport is None:
            stream.end(GOING_AWAY)
        else:
            self._streams[stream.number] = stream
            self.write(_Kind.OPEN, stream.number, subject.encode())
        return stream

    def beat(self) -> None:
        """Ask for a sign of life."""
        self.unanswered += 1
        self.write(_Kind.BEAT, 0)

    def close(self) -> None:
        """End the connection once all is sent."""
        if self._transport:
            self._transport.close()

    def cut_off(self) -> None:
        """End the connection at once."""
        self._buffer.clear()
        if self._transport:
            self._transport.abort()

    def write(self, kind: _Kind, number: int, content: bytes = b"") -> None:
        """Send a frame, if the connection is there."""
        if self._transport:
            self._transport.write(_HEADER.pack(len(content), number, kind) + content)

    def forget(self, stream: "RelayStream") -> None:
        """Take no more for a stream that has ended."""
        self._streams.pop(stream.number, None)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send by this connection."""
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Take whole frames; who sends others is cut off."""
        self._buffer += data
        at = 0
        while len(self._buffer) - at >= _HEADER.size:
            size, number, kind = _HEADER.unpack_from(self._buffer, at)
            if size > MOST_BYTES:
                return self.cut_off()
            if len(self._buffer) < (end := at + _HEADER.size + size):
                break
            try:
                self._take(_Kind(kind), number, bytes(self._buffer[at + _HEADER.size : end]))
            except ValueError:
                return self.cut_off()
            at = end
        del self._buffer[:at]
        return None

    def connection_lost(self, exc: Exception | None) -> None:
        """End all streams."""
        del exc
        self._transport = None
        for stream in [*self._streams.values()]:
            stream.end(GOING_AWAY)
        self.lost.set()

    def _take(self, kind: _Kind, number: int, content: bytes) -> None:
        """Take a frame; a ValueError if it is none."""
        stream = self._streams.get(number)
        match kind:
            case _Kind.BEAT:
                self.write(_Kind.ALIVE, 0)
            case _Kind.ALIVE:
                self.unanswered = 0
            case _Kind.OPEN:
                if stream or number % 2 == self._next % 2:
                    raise ValueError(number)
                stream = self._streams[number] = RelayStream(self, number, content.decode())
                serving = asyncio.get_running_loop().create_task(self._serve(stream))
                self._tasks.add(serving)
                serving.add_done_callback(self._tasks.discard)
            case _ if stream is None:
                pass  # it has ended here, which the other side does not know yet
            case _Kind.TEXT:
                stream.take(content.decode(), len(content) + TEXT_BYTES)
            case _Kind.TAKEN:
                stream.widen(_count(content))
            case _Kind.CLOSE:
                stream.end(_count(content))


class RelayStream:
    """One end of a stream of texts about its *subject*: a connection as the page of a visitor has one."""

    def __init__(self, relay: Relay, number: int, subject: str) -> None:
        self._relay, self.number, self.subject = relay, number, subject
        self._texts: deque[tuple[str, int]] = deque()
        """What was received and not taken, with the room that each needs."""
        self._room, self._taken = WINDOW, 0
        self._news = asyncio.Event()
        self.code: int | None = None
        """The code with which the stream has ended; None while it is open."""

    def post(self, text: str) -> None:
        """Send a text at once; it is lost where the stream has ended."""
        if self.code is None:
            content = text.encode()
            self._room -= len(content) + TEXT_BYTES
            self._relay.write(_Kind.TEXT, self.number, content)

    async def send(self, message: str) -> None:
        """Send a text once there is room; a ConnectionClosed where the stream has ended."""
        while self._room <= 0 and self.code is None:
            await self._wait()
        if self.code is not None:
            raise ConnectionClosedOK(None, None)
        self.post(message)

    async def recv(self) -> str:
        """The next text; a ConnectionClosed after the last."""
        while not self._texts:
            if self.code is not None:
                raise ConnectionClosedOK(None, None)
            await self._wait()
        text, room = self._texts.popleft()
        self._taken += room
        if self._taken >= WINDOW // 2:
            self._relay.write(_Kind.TAKEN, self.number, _COUNT.pack(self._taken))
            self._taken = 0
        return text

    async def __aiter__(self) -> AsyncIterator[str | bytes]:
        while self._texts or self.code is None:
            try:
                text = await self.recv()
            except ConnectionClosedOK:
                return
            yield text

    async def close(self, code: int = 1000) -> None:
        """End the stream; what was sent is read."""
        if self.code is None:
            self._relay.write(_Kind.CLOSE, self.number, _COUNT.pack(code))
            self.end(code)

    def take(self, text: str, room: int) -> None:
        """Have a text of the other side read, which needs so much *room* until then."""
        self._texts.append((text, room))
        self._news.set()

    def widen(self, taken: int) -> None:
        """Have room for as many bytes as were taken."""
        self._room += taken
        self._news.set()

    def end(self, code: int) -> None:
        """Have the end heard, after what was sent before."""
        self.code = code
        self._relay.forget(self)
        self._news.set()

    async def _wait(self) -> None:
        """Wait for whatever changes; several may wait."""
        self._news.clear()
        await self._news.wait()


def _count(content: bytes) -> int:
    """The number in a frame; a ValueError without one."""
    if len(content) != _COUNT.size:
        raise ValueError(content)
    return int.from_bytes(content, "little")
