"""A server of the playroom in a browser within a test, and pages that visit it."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from playroom.commands.browser_consoles import SETTINGS_FILE, BrowserConsoles, browser_context
from playroom.commands.dispatch import read_command_line
from playroom.commands.subcommands.web import KEY_FILE, TABLES_FILE, tables_log
from playroom.console.ui.background import CallQueue
from playroom.minds.minds import MindPool
from playroom.minds.thinkers import bots_by
from playroom.narration.preferences import FirstTime
from playroom.online.process_server import process_server
from playroom.online.server.certificate import certificate_in
from playroom.web.console_factory import ConsoleFactory
from playroom.web.entrance import EntranceCodes
from playroom.web.passes import BrowserPass, pass_key_in
from playroom.web.shared_threads import SharedThreads
from playroom.web.web_server import (
    SOCKET_PATH,
    Reception,
    WebAccess,
    WebServer,
    web_server,
)
from support.console.hand_held import folders
from support.console.player import save_settings
from support.time.patience import PATIENCE, WEB_LIMITS, extend_limits
from support.web.changed_consoles import changed

QUIET_SETTINGS = {
    "language": "en",
    "explained": [str(each) for each in FirstTime],
    "tips": False,
    "pace": 0.0,
    "waits": False,
}
"""Settings with which a match goes on at once."""


@dataclass
class WebRoom:
    """A server, the errors that have ended visits, and the address of its tables for consoles."""

    server: WebServer
    errors: list[BaseException] = field(default_factory=list)
    tables: str = ""

    @property
    def host(self) -> str:
        return self.server.entrance.host

    async def get(self, path: str, *, at: str = "", **headers: str) -> tuple[HTTPResponse, bytes]:
        """The answer to a request at a host, and its content."""

        def ask() -> tuple[HTTPResponse, bytes]:
            connection = HTTPConnection(at or self.host, timeout=PATIENCE)
            connection.putrequest("GET", path, skip_host="Host" in headers)
            for name, value in headers.items():
                connection.putheader(name, value)
            connection.endheaders()
            response = connection.getresponse()
            return response, response.read()

        return await asyncio.to_thread(ask)

    async def cookie(self) -> str:
        """The cookie of a new browser that opens the address."""
        response, _ = await self.get(self.server.entrance.path)
        return response.headers["Set-Cookie"].partition(";")[0]

    @asynccontextmanager
    async def page(
        self,
        cookie: str,
        seen: int = 0,
        at: str = "",
        *,
        headers: Mapping[str, str] | None = None,
        **hello: str,
    ) -> AsyncIterator["Page"]:
        """An open page of a browser that has asked a host, with these *headers* and this *hello*."""
        host = at or self.host
        async with connect(
            f"ws://{host}{SOCKET_PATH}",
            origin=Origin(f"http://{host}"),
            additional_headers={"Cookie": cookie, **(headers or {})},
            open_timeout=PATIENCE,
        ) as socket:
            page = Page(socket)
            await page.send(hello=seen, **hello)
            yield page


@dataclass
class Page:
    """A page, and all frames that it has got."""

    socket: ClientConnection
    frames: list[dict[str, Any]] = field(default_factory=list)
    _unread: deque[str] = field(default_factory=deque)

    async def send(self, **message: object) -> None:
        await self.socket.send(json.dumps(message))

    async def until(self, found: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The next frame of which this is true."""
        async with asyncio.timeout(PATIENCE):
            while True:
                if not self._unread:
                    self._unread.extend(str(await self.socket.recv()).split("\n"))
                frame = json.loads(self._unread.popleft())
                self.frames.append(frame)
                if found(frame):
                    return dict(frame)

    async def heard(self, words: str) -> str:
        """The next text that is said and has these words."""
        frame = await self.until(lambda frame: "say" in frame and words in frame["say"])
        return str(frame["say"])

    async def answer(self, key: str, words: str = "") -> str:
        """The first text after a key that has these words: moves of bots may be said between."""
        await self.send(key=key)
        return await self.heard(words)

    async def begin_match(self) -> None:
        """Start a new match from the menu."""
        await self.heard("The playroom")
        await self.answer("n", "New match")
        await self.answer("enter", "New match. Left and Right")
        await self.send(key="enter")
        await self.heard("New round")


@asynccontextmanager
async def web_room(  # noqa: PLR0913 (the parts of a server)
    home: Path,
    change: Callable[[ConsoleFactory], ConsoleFactory] = lambda factory: factory,
    network: tuple[str, EntranceCodes] | None = None,
    most: int | None = None,
    consoles: str = "",
    reception: Reception | None = None,
    *,
    public: str = "",
    **settings: object,
) -> AsyncIterator[WebRoom]:
    """A server for the player in *home*, whose factory is changed by *change*.

    It listens at the address of a *network* too, where it asks for a code, and at that of *consoles*.
    At *most* this many connections are open at once; *reception* hears when a browser asks for a code. A
    proxy leads from the *public* host to it.
    """
    save_settings(folders(home).settings.with_name(SETTINGS_FILE), {**QUIET_SETTINGS, **settings})
    language = str(settings.get("language", "en"))
    context, _ = read_command_line(["--language", language] if language else [], folders(home))
    minds, writers, thinkers = MindPool(1), SharedThreads(1, "files"), SharedThreads(1, "thoughts")
    calls, errors = CallQueue(), list[BaseException]()
    bots, certificate = bots_by(minds.ask, 1), certificate_in(home) if consoles else None

    try:
        with pytest.MonkeyPatch.context() as patched:
            extend_limits(patched.setattr, WEB_LIMITS)
            folder = context.folders.online
            key, log = pass_key_in(folder / KEY_FILE), await tables_log(folder / TABLES_FILE)
            async with process_server(
                log, bots, context.shelf.variants, errors.append, consoles, certificate
            ) as tables:

                def factory(given: BrowserPass) -> ConsoleFactory:
                    own = browser_context(context, given)
                    found = BrowserConsoles(own, minds, writers, thinkers, calls, tables.connections, given)
                    return change(changed(found, report=errors.append))

                host, codes = network or ("", EntranceCodes(lambda: 0.0, lambda: None))
                access = WebAccess(key, codes, factory, host, public, reception=reception or Reception())
                async with web_server(access, most=most) as server:
                    yield WebRoom(server, errors, tables.address)
    finally:
        minds.close()
        writers.close()
        thinkers.close()
