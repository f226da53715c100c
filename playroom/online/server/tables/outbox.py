"""The messages that wait to be sent to one client, and the end of its connection."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Final, Protocol

from playroom.online.wire.messages import Gone, ServerMessage, encoded
from playroom.online.wire.protocol import QUEUE_BYTES, CloseCode


class Latest(Enum):
    """The place of a frame that is replaced by each that follows until it is sent."""

    FRAME = "frame"


Item = str | Iterator[str] | Latest | None
"""A frame, a replay, whose frames are made while it is sent, the latest frame of its kind, or the end."""

ITEM_BYTES: Final = 256
"""The bytes that a frame or a replay costs in the queue besides its text."""

PART: Final = 64
PART_BYTES: Final = 16 * 1024
PART_SECONDS: Final = 0.001
"""The most frames of a replay that are made and sent together before others have their turn.

There are fewer if they are longer, so that little waits for a slow reader, or if they were not encoded yet:
that takes a hundred times as long as to send them.
"""


class ChannelClosed(Exception):  # noqa: N818 (an end, not an error)
    """The connection has ended."""


class Channel(Protocol):
    """A connection that carries frames."""

    async def receive(self) -> str | bytes:
        """The next frame; ChannelClosed at the end of the connection."""
        ...

    async def send(self, *frames: str) -> None:
        """Send frames, which wait as long as the client reads nothing; ChannelClosed if there is none."""
        ...

    def send_now(self, *frames: str) -> bool:
        """Send frames if that is done without waiting, and whether it is; ChannelClosed if there is none."""
        ...

    async def close(self, code: int) -> None:
        """End the connection, at once if the client does not answer."""
        ...


class Outbox:
    """A queue of frames. A client that does not read is cut off once too many bytes wait for it.

    What is put into it in a turn of the event loop is sent together in the next. It has a task only while it
    has to wait for the client, and no asyncio.Queue, which would take 3 KiB.
    """

    __slots__ = (
        *("_bytes", "_channel", "_latest", "_loop", "_network", "_queue", "_replays", "_sending"),
        *("close_code", "over", "watches"),
    )

    def __init__(self, channel: Channel, network: str = "", replays: Counter[str] | None = None) -> None:
        """*replays* counts those that are under way by network, "" for one that is not known."""
        self._channel = channel
        self._network, self._replays = network, Counter[str]() if replays is None else replays
        self._queue: deque[tuple[Item, int]] = deque()
        """The frames that wait, each with its size in bytes."""
        self._bytes = 0
        self._latest = ""
        """The frame in the place for the latest; "" if there is none in the queue."""
        self._sending: asyncio.Handle | asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()
        self.over: asyncio.Future[None] = self._loop.create_future()
        """Done once nothing more can be sent: the end was sent, or the client has gone or does not read."""
        self.close_code = CloseCode.TRY_AGAIN
        """Why the connection ends, once it does."""
        self.watches = False
        """Whether the client has come to its table by a link with which it can only watch."""

    def send(self, *messages: ServerMessage) -> None:
        """Send messages."""
        for message in messages:
            self.send_frame(encoded(message))

    def send_frame(self, frame: str) -> None:
        """Send a message that was encoded already, for several people."""
        self._put(frame, ITEM_BYTES + len(frame))

    def send_latest(self, frame: str) -> None:
        """Send a frame that makes those sent in this way before needless, if they still wait."""
        is_waiting, self._latest = bool(self._latest), frame
        if not is_waiting:
            self._put(Latest.FRAME, ITEM_BYTES + len(frame))

    def send_replay(self, frames: Iterator[str], held: int = 0) -> None:
        """Send frames, each of which is made when the client has read those before it.

        *held* is how many bytes of them were made before; a long replay has a place, but not for many more.
        """
        self._put(frames, ITEM_BYTES + min(held, QUEUE_BYTES // 2))

    def end(self, code: int, *messages: Gone) -> None:
        """End the connection once all is sent."""
        self.close_code = code
        self.send(*messages)
        self._put(None, 0)

    def stop(self) -> None:
        """Send nothing more."""
        self._finish()
        if self._sending:
            self._sending.cancel()

    def _put(self, item: Item, size: int) -> None:
        if self.over.done():
            return
        if self._bytes + size > QUEUE_BYTES:
            self._finish()
            return
        self._bytes += size
        self._queue.append((item, size))
        if self._sending is None:
            self._sending = self._loop.call_soon(self._send_waiting)

    def _send_waiting(self) -> None:
        """Send what waits at once, as is nearly always possible, or else in a task."""
        frames = [item for item, _ in self._queue if isinstance(item, str)]
        is_short = len(frames) == len(self._queue) <= PART and self._bytes <= PART_BYTES
        try:
            if is_short and self._channel.send_now(*frames):
                self._queue.clear()
                self._bytes, self._sending = 0, None
                return
        except ChannelClosed:
            self._finish()
        self._sending = self._loop.create_task(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._queue and not self.over.done():
                item = self._queue[0][0]
                if item is None:
                    self._finish()
                elif isinstance(item, (str, Latest)):
                    for part in _parts(self._next_frames(), self._loop.time):
                        await self._channel.send(*part)
                else:
                    self._take()
                    await self._send_replay(item)
        except ChannelClosed:
            self._finish()
        self._sending = None

    def _next_frames(self) -> Iterator[str]:
        """The frames with which the queue begins, each of which is taken from it."""
        while self._queue and isinstance(frame := self._queue[0][0], (str, Latest)):
            self._take()
            if isinstance(frame, Latest):
                frame, self._latest = self._latest, ""
            yield frame

    def _take(self) -> None:
        """Take what comes next from the queue."""
        self._bytes -= self._queue.popleft()[1]

    async def _send_replay(self, frames: Iterator[str]) -> None:
        self._replays[self._network] += 1
        try:
            for part in _parts(frames, self._loop.time):
                await self._channel.send(*part)
                # The replays of a network together are sent as fast as one of another network.
                for _ in range(self._replays[self._network] if self._network else 1):
                    await asyncio.sleep(0)
        finally:
            self._replays[self._network] -= 1
            if not self._replays[self._network]:
                del self._replays[self._network]

    def _finish(self) -> None:
        self._queue.clear()
        if not self.over.done():
            self.over.set_result(None)


def _parts(frames: Iterator[str], clock: Callable[[], float]) -> Iterator[list[str]]:
    """The frames in lists of those that are sent together."""
    part, size, until = list[str](), 0, clock() + PART_SECONDS
    for frame in frames:
        part.append(frame)
        size += len(frame)
        if len(part) == PART or size >= PART_BYTES or clock() >= until:
            yield part
            part, size, until = [], 0, clock() + PART_SECONDS
    if part:
        yield part
