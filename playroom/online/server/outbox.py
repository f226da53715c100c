"""The messages that wait to be sent to one client, and the end of its connection."""

import asyncio
from contextlib import suppress
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
    """A queue of frames. A client that does not read is cut off once the queue is full."""

    def __init__(self) -> None:
        self._batches: asyncio.Queue[list[str] | None] = asyncio.Queue(QUEUE_MESSAGES)
        self.overflow: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done once the client has to be cut off."""
        self.close_code = CloseCode.TRY_AGAIN
        """Why the connection ends, once it does."""

    def send(self, *messages: ServerMessage) -> None:
        """Send messages, which count as one in the queue."""
        self._put([encoded(message) for message in messages])

    def end(self, code: int, *messages: Gone) -> None:
        """End the connection once all is sent."""
        self.close_code = code
        self.send(*messages)
        self._put(None)

    async def drain(self, channel: Channel) -> None:
        """Send all that comes, until the end."""
        with suppress(ChannelClosed):
            while (batch := await self._batches.get()) is not None:
                for frame in batch:
                    await channel.send(frame)

    def _put(self, batch: list[str] | None) -> None:
        try:
            self._batches.put_nowait(batch)
        except asyncio.QueueFull:
            if not self.overflow.done():
                self.overflow.set_result(None)
