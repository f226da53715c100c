"""The messages that wait to be sent to one client, and the end of its connection."""

import asyncio
from typing import Protocol

from playroom.online.wire.codes import CloseCode
from playroom.online.wire.limits import QUEUE_MESSAGES
from playroom.online.wire.messages import Gone, ServerMessage, encoded


class ChannelClosed(Exception):  # noqa: N818 (an end, not an error)
    """The connection has ended."""


class Channel(Protocol):
    """A connection that carries frames."""

    async def receive(self) -> str | bytes:
        """The next frame; ChannelClosed at the end of the connection."""
        ...

    async def send(self, frame: str) -> None:
        """Send a frame, which waits as long as the client reads nothing; ChannelClosed if there is none."""
        ...

    async def close(self, code: int) -> None:
        """End the connection, at once if the client does not answer."""
        ...


class Outbox:
    """A queue of frames. A client that does not read is cut off once the queue is full.

    It has a task only while there is something to send, and no asyncio.Queue, which would take 3 KiB.
    """

    __slots__ = ("_batches", "_channel", "_sending", "close_code", "over")

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._batches: list[list[str] | None] = []
        self._sending: asyncio.Task[None] | None = None
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done once nothing more can be sent: the end was sent, or the client has gone or does not read."""
        self.close_code = CloseCode.TRY_AGAIN
        """Why the connection ends, once it does."""

    def send(self, *messages: ServerMessage) -> None:
        """Send messages, which count as one in the queue."""
        self._put([encoded(message) for message in messages])

    def send_frame(self, frame: str) -> None:
        """Send a message that was encoded already, for several people."""
        self._put([frame])

    def end(self, code: int, *messages: Gone) -> None:
        """End the connection once all is sent."""
        self.close_code = code
        self.send(*messages)
        self._put(None)

    def stop(self) -> None:
        """Send nothing more."""
        self._finish()
        if self._sending:
            self._sending.cancel()

    def _put(self, batch: list[str] | None) -> None:
        if self.over.done():
            return
        if len(self._batches) == QUEUE_MESSAGES:
            self._finish()
            return
        self._batches.append(batch)
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._batches:
                await self._send_batch(self._batches.pop(0))
        except ChannelClosed:
            self._finish()
        self._sending = None

    async def _send_batch(self, batch: list[str] | None) -> None:
        if batch is None:
            self._finish()
        for frame in batch or ():
            await self._channel.send(frame)

    def _finish(self) -> None:
        if not self.over.done():
            self.over.set_result(None)
