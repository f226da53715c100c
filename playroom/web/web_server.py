"""The server of the playroom in a browser: pages and WebSockets at one port of this machine."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from http import HTTPStatus
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, cast

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from playroom.narration.message import Message
from playroom.narration.phrases.phrasebook import Phrasebook
from playroom.web.browser_console import ConsoleFactory
from playroom.web.entrance import (
    WAIT_SECONDS,
    BrowserEntrance,
    CodeAnswer,
    NetworkAccess,
    security_headers,
    settings_cookie_header,
    settings_id,
)
from playroom.web.incoming import MOST_BYTES
from playroom.web.page_files import (
    CODE_FILES,
    MANIFEST_PATH,
    PageFile,
    code_page,
    manifest,
    page,
    page_file,
    sentence_page,
    text_file,
)
from playroom.web.visitor import BrowserVisitor

LOCAL_HOST: Final = "127.0.0.1"

SOCKET_PATH: Final = "/socket"

TRANSCRIPT_PATH: Final = "/transcript.txt"
"""All that was said in the visit; it does not go through the socket, whose outbox is bounded."""

CODE_PATH: Final = "/code"
CODE_HEADER: Final = "Playroom-Code"
"""The header with the code: unlike an address, it is kept in no history, and no other page can send it."""

MOST_VISITORS: Final = 256
"""The browsers that may be in at once; each console takes about a megabyte."""

MOST_CONNECTIONS: Final = MOST_VISITORS + 128
"""The connections that may be open at once, those included that load files, or have said nothing yet."""

END_SECONDS: Final = 5.0
"""Seconds in which all consoles are closed when the server ends."""

QUIET: Final = logging.getLogger("playroom.web")
QUIET.addHandler(logging.NullHandler())
QUIET.propagate = False  # every wrong request would be a line in the terminal


class WebServer:
    """Answers browsers on this machine, and those of its *network*: those that have a pass are visitors."""

    def __init__(self, factory: ConsoleFactory, port: int, network: NetworkAccess | None = None) -> None:
        self.entrance = BrowserEntrance(port, network.host if network else "")
        self._factory, self._network = factory, network
        self._visitors: dict[str, BrowserVisitor] = {}

    def pages(self) -> set[object]:
        """The connections of the pages that are open."""
        return {each.page for each in self._visitors.values()}

    @property
    def visitors(self) -> tuple[BrowserVisitor, ...]:
        """The browsers that have a pass."""
        return tuple(self._visitors.values())

    async def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """The answer to a request over HTTP; None where a WebSocket is opened."""
        host, path = _header(request, "Host"), request.path
        is_socket = path == SOCKET_PATH
        if not self.entrance.is_ours(host, _header(request, "Origin"), needs_origin=is_socket):
            return self._refusal(HTTPStatus.FORBIDDEN, "elsewhere_page")
        known = self._visitors.get(self.entrance.pass_of(_header(request, "Cookie")))
        if self.entrance.lets_in(path, host) or self.entrance.takes_ticket(path, host):
            return self._let_in_here(is_known=known is not None)
        if known is None and self._network and host == self.entrance.network_host:
            return self._answer_network(self._network, connection, request)
        if known is None:
            return self._refusal(HTTPStatus.FORBIDDEN, "no_pass")
        if is_socket:
            return None
        if path == TRANSCRIPT_PATH:
            return self._sent(text_file(known.transcript))
        made = {"/": page, MANIFEST_PATH: manifest}.get(path)
        found = made(self._book()) if made else page_file(path)
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
        return self._factory.book(self._factory.settings())

    def _answer_network(
        self, network: NetworkAccess, connection: ServerConnection, request: Request
    ) -> Response:
        """Ask a browser of the network for the code, and let it in if it is right."""
        if request.path == "/":
            return self._sent(code_page(self._book()))
        if request.path in CODE_FILES and (found := page_file(request.path)):
            return self._sent(found)
        code = _header(request, CODE_HEADER)
        if request.path != CODE_PATH or code is None:
            return self._refusal(HTTPStatus.FORBIDDEN, "no_code")
        said = network.code.judge(code, connection.remote_address[0])
        if said is not CodeAnswer.RIGHT:
            minutes = round(WAIT_SECONDS / 60)
            return self._sentence(
                HTTPStatus.FORBIDDEN, Message(f"web.code.{said}", blanks={"minutes": minutes})
            )
        if not self._has_room():
            return self._sentence(HTTPStatus.SERVICE_UNAVAILABLE, Message("web.refused.no_room"))
        own = settings_id(_header(request, "Cookie"))
        response = self._let_in(network.factory(own), text_file(""))
        response.headers["Set-Cookie"] = settings_cookie_header(own)
        return response

    def _let_in_here(self, *, is_known: bool) -> Response:
        """The page for a browser of this machine, with a pass for one that has none."""
        found = sentence_page(self._book(), "web.come_in", goes_on=True)
        if is_known:
            return self._sent(found)
        if not self._has_room():
            return self._refusal(HTTPStatus.SERVICE_UNAVAILABLE, "no_room")
        return self._let_in(self._factory, found)

    def _let_in(self, factory: ConsoleFactory, found: PageFile) -> Response:
        """Give a new browser its pass, with a page."""
        own, response = self.entrance.new_pass(), self._sent(found)
        self._visitors[own] = BrowserVisitor(factory)
        response.headers["Set-Cookie"] = self.entrance.cookie_header(own)
        return response

    def _has_room(self) -> bool:
        """Whether one more may come; where all have come, the first of those who have left loses its pass."""
        if len(self._visitors) >= MOST_VISITORS:
            gone = next((own for own, each in self._visitors.items() if each.is_away), None)
            if gone is None:
                return False
            del self._visitors[gone]
        return True

    def _refusal(self, status: HTTPStatus, why: str) -> Response:
        return self._sent(sentence_page(self._book(), f"web.refused.{why}"), status)

    def _sentence(self, status: HTTPStatus, message: Message) -> Response:
        """A sentence for the page that asks for the code."""
        return self._sent(text_file(self._book().say(message)), status)

    def _sent(self, file: PageFile, status: HTTPStatus = HTTPStatus.OK) -> Response:
        headers = Headers(security_headers(self.entrance.hosts))
        headers["Content-Type"] = file.kind
        headers["Content-Length"] = str(len(file.content))
        headers["Connection"] = "close"
        return Response(status.value, status.phrase, headers, file.content)


@asynccontextmanager
async def web_server(
    factory: ConsoleFactory, port: int = 0, network: NetworkAccess | None = None, most: int = MOST_CONNECTIONS
) -> AsyncIterator[WebServer]:
    """A server at a port of this machine, 0 for any, and of its *network*; an OSError if it is taken.

    At *most* this many connections are open at once.
    """
    # The name in its address is only known with the port.
    server: WebServer | None = None

    async def answer(connection: ServerConnection, request: Request) -> Response | None:
        assert server
        return await server.answer(connection, request)

    async def serve_page(connection: ServerConnection) -> None:
        assert server
        await server.serve(connection)

    connections = OpenConnections(most, lambda: server.pages() if server else ())
    listen = partial(
        serve,
        serve_page,
        process_request=answer,
        create_connection=cast("type[ServerConnection]", connections.new),  # a factory will do
        max_size=MOST_BYTES,
        compression=None,
        server_header=None,
        logger=QUIET,
        start_serving=False,
    )
    async with AsyncExitStack() as stack:
        listening = [await stack.enter_async_context(listen(LOCAL_HOST, port))]
        port = next(iter(listening[0].sockets)).getsockname()[1]
        if network:
            listening.append(await stack.enter_async_context(listen(network.host, port)))
        server = WebServer(factory, port, network)
        stack.push_async_callback(server.end)
        for each in listening:
            await each.start_serving()
        yield server


def _header(request: Request, name: str) -> str | None:
    """The header of a request; None where it is missing, or given more than once."""
    given = request.headers.get_all(name)
    return given[0] if len(given) == 1 else None


class OpenConnections:
    """At most *most* connections: beyond, the oldest that serves none of the pages *in_use* is cut off.

    So who opens connections and says nothing takes places from others like that, and leaves the system enough
    files to open.
    """

    def __init__(self, most: int, in_use: Callable[[], Collection[object]]) -> None:
        self._most, self._in_use = most, in_use
        self._open: dict[ServerConnection, None] = {}

    @property
    def count(self) -> int:
        """How many are open."""
        return len(self._open)

    def new(self, *given: Any, **settings: Any) -> "BoundedConnection":  # noqa: ANN401 (what websockets gives)
        """A connection that counts while it is open."""
        return BoundedConnection(self, *given, **settings)

    def add(self, connection: ServerConnection) -> None:
        """Count a connection, and cut off another if they are too many."""
        self._open[connection] = None
        if len(self._open) > self._most:
            pages = self._in_use()
            oldest = next(each for each in self._open if each not in pages)
            self.remove(oldest)
            oldest.transport.abort()

    def remove(self, connection: ServerConnection) -> None:
        """Remove a connection that has ended."""
        self._open.pop(connection, None)


class BoundedConnection(ServerConnection):
    """A connection that is counted from its opening to its loss."""

    def __init__(self, others: OpenConnections, *given: Any, **settings: Any) -> None:  # noqa: ANN401 (likewise)
        super().__init__(*given, **settings)
        self._others = others

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count it."""
        super().connection_made(transport)
        self._others.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove it from the count."""
        self._others.remove(self)
        super().connection_lost(exc)


_END: Final = None


class SharedThreads:
    """At most *most* threads, each started when it is first needed; they are daemons."""

    def __init__(self, most: int, name: str) -> None:
        self._most, self._name = most, name
        self._work: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._threads: list[Thread] = []

    def start(self, work: Callable[[], object]) -> None:
        """Call *work*, which raises nothing, in one of the threads."""
        self._work.put(work)
        if len(self._threads) < self._most:
            self._threads.append(Thread(target=self._run, name=self._name, daemon=True))
            self._threads[-1].start()

    def close(self) -> None:
        """End the threads once they have done what waits."""
        for _ in self._threads:
            self._work.put(_END)
        self._threads.clear()

    def _run(self) -> None:
        while (work := self._work.get()) is not _END:
            work()
