"""A visitor in the process of a test, in virtual time: no socket, no thread, and a page that keeps frames.

async with virtual_visit(home) as page:
    await page.press("n")
    assert page.said[-1].startswith("New match")
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from websockets.exceptions import ConnectionClosedOK

from playroom.commands.browser_consoles import SETTINGS_FILE, BrowserConsoles, browser_context
from playroom.commands.dispatch import read_command_line
from playroom.console.console import Console
from playroom.console.ui.background import CallQueue
from playroom.home.settings import Settings
from playroom.minds.thinkers import bots_by, think_here
from playroom.online.log.memory import MemoryLog
from playroom.online.process_server import process_server
from playroom.online.server.tables.fair_turns import FairTurns
from playroom.rules.move import Move
from playroom.web.console_factory import ConsoleFactory, ConsoleParts
from playroom.web.passes import BrowserPass, Rights
from playroom.web.visitor import BrowserVisitor
from support.console.hand_held import folders
from support.console.player import save_settings
from support.web.changed_consoles import changed
from support.web.web_room import QUIET_SETTINGS

if TYPE_CHECKING:
    from playroom.minds.minds import MindPool
    from playroom.web.shared_threads import SharedThreads

MOMENT = 0.03
"""Virtual seconds after each message, in which all that it causes at once is done."""


class AtOnce:
    """The threads and the bots' process of a server, in the event loop itself."""

    ask = staticmethod(think_here)

    def start(self, work: Callable[[], object]) -> None:
        """Do the work now."""
        work()

    def prepare(self, _bots: object) -> None:
        """Nothing has to be loaded."""


class VirtualPage:
    """The end of a connection at a page; *sent* are all frames that it got, as they came."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.said: list[str] = []
        self.board: dict[str, Any] | None = None
        self.over = self.told = ""
        self.closed = asyncio.Event()
        """Is set once the server has closed the connection."""
        self.on_frame: Callable[[str], object] = lambda _: None
        """Is called with each frame when it comes."""
        self._to_server: asyncio.Queue[str | bytes | None] = asyncio.Queue()

    async def give(self, frame: str | bytes) -> None:
        """Send a frame, and wait a moment."""
        self._to_server.put_nowait(frame)
        await asyncio.sleep(MOMENT)

    async def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            await self.give(json.dumps({"key": key}))

    def flood(self, frames: Iterable[str | bytes]) -> None:
        """Send frames without a pause."""
        for frame in frames:
            self._to_server.put_nowait(frame)

    @property
    def waiting(self) -> int:
        """How many frames the server has not taken yet."""
        return self._to_server.qsize()

    def hang_up(self) -> None:
        """End the connection."""
        self._to_server.put_nowait(None)

    async def send(self, message: str) -> None:
        """Take frames of the server."""
        for frame in message.split("\n"):
            self._take(frame)

    def _take(self, message: str) -> None:
        self.on_frame(message)
        self.sent.append(message)
        match json.loads(message):
            case {"say": str(text)}:
                self.said.append(text)
            case {"board": board}:
                self.board = cast("dict[str, Any] | None", board)
            case {"over": str(words)}:
                self.over = words
            case {"told": str(mark)}:
                self.told = mark

    async def recv(self) -> str | bytes:
        """The next frame for the server."""
        if (frame := await self._to_server.get()) is None:
            raise ConnectionClosedOK(None, None)
        return frame

    async def close(self, code: int = 1000) -> None:
        """End the connection from the server."""
        del code
        self.closed.set()
        self.hang_up()

    async def __aiter__(self) -> AsyncIterator[str | bytes]:
        while (frame := await self._to_server.get()) is not None:
            yield frame


@dataclass
class VirtualVisit:
    """A visitor with one page; *consoles* are those that were opened, *errors* those that ended one."""

    visitor: BrowserVisitor
    page: VirtualPage = field(default_factory=VirtualPage)
    consoles: list[Console] = field(default_factory=list)
    errors: list[BaseException] = field(default_factory=list)


@asynccontextmanager
async def another_page(visit: VirtualVisit, seen: int = 0) -> AsyncIterator[VirtualPage]:
    """One more page of a visitor, which has the texts up to a number."""
    page = VirtualPage()
    serving = asyncio.create_task(visit.visitor.serve(page))
    await page.give(json.dumps({"hello": seen}))
    try:
        yield page
    finally:
        page.hang_up()
        await serving


async def think_soon(thought: Callable[[], Move]) -> Move:
    await asyncio.sleep(MOMENT)
    return thought()


@asynccontextmanager
async def virtual_visit(
    home: Path,
    change: Callable[[ConsoleFactory], ConsoleFactory] = lambda factory: factory,
    hello: str = '{"hello":0}',
    **settings: object,
) -> AsyncIterator[VirtualVisit]:
    """A visitor of the player in *home* who hears the menu; the console is closed in the end.

    *hello* is the first message of the page.
    """
    save_settings(folders(home).settings.with_name(SETTINGS_FILE), {**QUIET_SETTINGS, **settings})
    context, _ = read_command_line(["--language", "en"], folders(home))
    now = AtOnce()
    threads = cast("SharedThreads", now)
    consoles: list[Console] = []
    errors: list[BaseException] = []
    bots, think = bots_by(think_here, 1), FairTurns(run=think_soon).think
    async with process_server(
        MemoryLog(), bots, context.shelf.variants, errors.append, think=think
    ) as tables:
        given = BrowserPass(Rights.HERE, "0" * 16)
        own = browser_context(context, given)
        parts = (cast("MindPool", now), threads, threads, CallQueue())
        factory = BrowserConsoles(own, *parts, tables.connections, given)

        def opened(settings: Settings, parts: ConsoleParts) -> Console:
            consoles.append(factory.opened(settings, parts))
            return consoles[-1]

        visitor = BrowserVisitor(change(changed(factory, opened=opened, report=errors.append)))
        visit = VirtualVisit(visitor, consoles=consoles, errors=errors)
        serving = asyncio.create_task(visitor.serve(visit.page))
        await visit.page.give(hello)
        try:
            yield visit
        finally:
            await visitor.end()
            visit.page.hang_up()
            await serving
