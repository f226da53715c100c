"""Connections in memory: a server, and those who sit at its tables, are in one event loop."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Protocol

from playroom.online.client.link import Later, LinkEnd, LinkUser
from playroom.online.server.tables.outbox import Channel, ChannelClosed
from playroom.rules.rulebook.variant import Variant

if TYPE_CHECKING:  # a process with consoles alone needs no server
    from playroom.online.server.room_server import RoomServer


class Connections(Protocol):
    """Connects clients with a server, whose games are *variants*.

    *is_club*: there may be accounts. *link* is the address by which browsers come, if they do. *games* are
    those that are played, none are all.
    """

    variants: Mapping[str, Variant]
    is_club: bool
    link: str
    games: tuple[str, ...]

    def connect(self, user: LinkUser, later: Later, address: str = "") -> "ProcessLink":
        """Connect a client at an *address*, in the event loop of its console; *later* makes its calls."""
        ...


class MemoryConnections:
    """Connects clients with a server in the event loop of both, whose games are *variants*.

    *report* takes an error that has ended a connection.
    """

    def __init__(
        self,
        server: "RoomServer",
        variants: Mapping[str, Variant],
        report: Callable[[BaseException], object],
        *,
        is_club: bool = False,
        link: str = "",
    ) -> None:
        self._server, self.variants, self.is_club, self.link = server, variants, is_club, link
        self.games = server.games
        self._report = report
        self._serving: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def connect(self, user: LinkUser, later: Later, address: str = "") -> "ProcessLink":
        """Connect a client at an *address*, in the event loop of its console; *later* makes its calls."""
        link = ProcessLink(user, later)
        if self._is_closed:
            later(0, partial(link.end, LinkEnd.UNREACHABLE))
        else:
            served = self._server.serve(link.channel, address, is_of_page=True)
            serving = asyncio.get_running_loop().create_task(served)
            self._serving.add(serving)
            serving.add_done_callback(self._forget)
            later(0, user.opened)
        return link

    async def serve(self, channel: Channel, address: str) -> None:
        """Serve a client at an address whose console is in another process."""
        try:
            await self._server.serve(channel, address, is_of_page=True)
        except Exception as error:  # noqa: BLE001 (the others stay)
            self._report(error)

    def close(self) -> None:
        """Connect nobody any more."""
        self._is_closed = True

    def _forget(self, serving: asyncio.Task[None]) -> None:
        self._serving.discard(serving)
        if not serving.cancelled() and (error := serving.exception()):
            self._report(error)


class ProcessLink:
    """A client's end of a connection; what the server sends is heard in a later turn of the event loop."""

    def __init__(self, user: LinkUser, later: Later) -> None:
        self._user, self._later = user, later
        self.channel = ProcessChannel(self)
        self.is_closed = False

    def send(self, frame: str) -> None:
        """Send a message."""
        if not self.is_closed:
            self.channel.frames.put_nowait(frame)

    def close(self) -> None:
        """End the connection once the server has read what was sent."""
        if not self.is_closed:
            self.is_closed = True
            self.channel.frames.put_nowait(None)

    def deliver(self, frame: str) -> None:
        """Have a message of the server heard."""
        self._later(0, partial(self._hear, frame))

    def end_soon(self) -> None:
        """Have the end of the connection heard, after what was sent before."""
        self._later(0, partial(self.end, LinkEnd.CLOSED))

    def end(self, why: LinkEnd) -> None:
        """Tell the client that the connection has ended, unless it has ended it itself."""
        if not self.is_closed:
            self.is_closed = True
            self._user.ended(why)

    def _hear(self, frame: str) -> None:
        if not self.is_closed:
            self._user.received(frame)


class ProcessChannel:
    """The server's end of a connection."""

    def __init__(self, link: ProcessLink) -> None:
        self._link = link
        self.frames: asyncio.Queue[str | None] = asyncio.Queue()

    async def receive(self) -> str:
        """The next message of the client; ChannelClosed after the last."""
        frame = await self.frames.get()
        if frame is None:
            raise ChannelClosed
        return frame

    async def send(self, *frames: str) -> None:
        """Send messages; ChannelClosed once the client has ended the connection."""
        self.send_now(*frames)

    def send_now(self, *frames: str) -> bool:
        """Send messages, which never wait; ChannelClosed once the client has ended the connection."""
        if self._link.is_closed:
            raise ChannelClosed
        for frame in frames:
            self._link.deliver(frame)
        return True

    async def close(self, code: int) -> None:
        """End the connection."""
        del code
        self._link.end_soon()
