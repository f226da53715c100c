"""The server of the playroom in a browser: pages and WebSockets at one port of this machine."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Final

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from playroom.narration.phrases.phrasebook import Phrasebook
from playroom.web.entrance import BrowserEntrance, security_headers
from playroom.web.incoming import MOST_BYTES
from playroom.web.page_files import PageFile, page, page_file, sentence_page
from playroom.web.stay import VisitPlan
from playroom.web.visitor import BrowserVisitor

LOCAL_HOST: Final = "127.0.0.1"

SOCKET_PATH: Final = "/socket"

MOST_VISITORS: Final = 256
"""The browsers that may be in at once; each console takes about a megabyte."""

END_SECONDS: Final = 5.0
"""Seconds in which all consoles are closed when the server ends."""

QUIET: Final = logging.getLogger("playroom.web")
QUIET.addHandler(logging.NullHandler())
QUIET.propagate = False  # every wrong request would be a line in the terminal


class WebServer:
    """Answers browsers on this machine: those that have a pass are visitors."""

    def __init__(self, plan: VisitPlan, port: int) -> None:
        self.entrance = BrowserEntrance(port)
        self._plan = plan
        self._visitors: dict[str, BrowserVisitor] = {}

    @property
    def visitors(self) -> tuple[BrowserVisitor, ...]:
        """The browsers that have a pass."""
        return tuple(self._visitors.values())

    async def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """The answer to a request over HTTP; None where a WebSocket is opened."""
        del connection
        host, path = _header(request, "Host"), request.path
        is_socket = path == SOCKET_PATH
        if not self.entrance.is_ours(host, _header(request, "Origin"), needs_origin=is_socket):
            return self._refusal(HTTPStatus.FORBIDDEN, "elsewhere_page")
        known = self._visitors.get(self.entrance.pass_of(_header(request, "Cookie")))
        if self.entrance.lets_in(path):
            return self._let_in(is_known=known is not None)
        if known is None:
            return self._refusal(HTTPStatus.FORBIDDEN, "no_pass")
        if is_socket:
            return None
        found = page(self._book()) if path == "/" else page_file(path)
        return self._sent(found) if found else self._refusal(HTTPStatus.NOT_FOUND, "no_page")

    async def serve(self, connection: ServerConnection) -> None:
        """Serve the page of a visitor."""
        assert connection.request  # its pass was checked when the connection was opened
        visitor = self._visitors.get(self.entrance.pass_of(_header(connection.request, "Cookie")))
        if visitor:
            await visitor.serve(connection)

    async def end(self) -> None:
        """Close all consoles; their matches are saved."""
        ends = [asyncio.create_task(each.end()) for each in self._visitors.values()]
        if ends:
            await asyncio.wait(ends, timeout=END_SECONDS)

    def _book(self) -> Phrasebook:
        return self._plan.book(self._plan.settings())

    def _let_in(self, *, is_known: bool) -> Response:
        """Give a new browser its pass; one that has a pass keeps it, and with it its console."""
        response = self._sent(sentence_page(self._book(), "web.come_in", goes_on=True))
        if is_known:
            return response
        self._forget_one()
        if len(self._visitors) >= MOST_VISITORS:
            return self._refusal(HTTPStatus.SERVICE_UNAVAILABLE, "no_room")
        own = self.entrance.new_pass()
        self._visitors[own] = BrowserVisitor(self._plan)
        response.headers["Set-Cookie"] = self.entrance.cookie_header(own)
        return response

    def _forget_one(self) -> None:
        """Take the pass of the browser that came first of those that have left, if all places are taken."""
        if len(self._visitors) >= MOST_VISITORS:
            gone = next((own for own, each in self._visitors.items() if each.is_away), None)
            if gone:
                del self._visitors[gone]

    def _refusal(self, status: HTTPStatus, why: str) -> Response:
        return self._sent(sentence_page(self._book(), f"web.refused.{why}"), status)

    def _sent(self, file: PageFile, status: HTTPStatus = HTTPStatus.OK) -> Response:
        headers = Headers(security_headers(self.entrance.host))
        headers["Content-Type"] = file.kind
        headers["Content-Length"] = str(len(file.content))
        headers["Connection"] = "close"
        return Response(status.value, status.phrase, headers, file.content)


@asynccontextmanager
async def web_server(plan: VisitPlan, port: int = 0) -> AsyncIterator[WebServer]:
    """A server at a port of this machine, 0 for any; an OSError if it is taken."""
    # The name in its address is only known with the port.
    server: WebServer | None = None

    async def answer(connection: ServerConnection, request: Request) -> Response | None:
        assert server
        return await server.answer(connection, request)

    async def serve_page(connection: ServerConnection) -> None:
        assert server
        await server.serve(connection)

    async with serve(
        serve_page,
        LOCAL_HOST,
        port,
        process_request=answer,
        max_size=MOST_BYTES,
        compression=None,
        server_header=None,
        logger=QUIET,
    ) as listening:
        server = WebServer(plan, next(iter(listening.sockets)).getsockname()[1])
        try:
            yield server
        finally:
            await server.end()


def _header(request: Request, name: str) -> str | None:
    """The header of a request; None where it is missing, or given more than once."""
    given = request.headers.get_all(name)
    return given[0] if len(given) == 1 else None
