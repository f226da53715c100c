"""The door for browsers: the pages and their WebSockets, at the port of a server of tables."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

if TYPE_CHECKING:
    from playroom.online.server.room_server import RoomServer


class Door(Protocol):
    """Receives browsers; all addresses are those of the visitors, behind a proxy too."""

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
