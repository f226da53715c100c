"""The pages /metrics and /healthz of a server, for this machine alone."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from playroom.online.server.journal import LOGGER
from playroom.online.wire.invite import LOCAL_HOST

MonitorPage = Callable[[], Awaitable[tuple[HTTPStatus, str]]]

QUIET = LOGGER.getChild("monitor")
QUIET.setLevel("WARNING")  # every request would be a line


class Monitor:
    """Answers requests over HTTP with pages, by their paths."""

    def __init__(self, pages: dict[str, MonitorPage]) -> None:
        self._pages = pages
        self._server: Server | None = None

    async def start(self, port: int) -> int:
        """Listen on a port, 0 for any; the port. An OSError if that cannot be."""
        self._server = await serve(
            _refuse, LOCAL_HOST, port, process_request=self._answer, server_header=None, logger=QUIET
        )
        port_of: int = next(iter(self._server.sockets)).getsockname()[1]
        return port_of

    async def stop(self) -> None:
        """Answer no more."""
        if self._server:
            self._server.close()
            await self._server.wait_closed()

    async def _answer(self, connection: ServerConnection, request: Request) -> Response:
        page = self._pages.get(request.path)
        if page is None:
            return connection.respond(HTTPStatus.NOT_FOUND, "There are /metrics and /healthz.\n")
        return connection.respond(*await page())


async def _refuse(connection: ServerConnection) -> None:
    """No request becomes a WebSocket."""
    await connection.close()
