"""One visitor: their browser, whose page may come and go, and their console, which waits for it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Final, Protocol

from websockets.exceptions import ConnectionClosed

from playroom import __version__
from playroom.narration.message import Message
from playroom.web.browser_console import BrowserConsole, ConsoleEnding
from playroom.web.console_factory import ConsoleFactory, Wishes
from playroom.web.incoming import (
    Budget,
    Delay,
    LinkOpened,
    PageAlive,
    PageHello,
    PageIsBack,
    TextReport,
    TooLate,
    TooMuch,
    incoming,
)
from playroom.web.page_outbox import MOST_KEPT, Frame, PageOutbox

HELLO_SECONDS: Final = 10.0
"""Seconds in which a page must send its first message."""

REFUSAL_SECONDS: Final = 0.002
"""Seconds for which nothing is taken after a message was left out: a flood waits in its connection."""

WRONG_MESSAGE: Final = 1008
"""The code with which a connection is closed that begins with another message."""


class Connection(Protocol):
    """The WebSocket of a page."""

    async def send(self, message: str) -> None:
        """Send a frame of text."""

    async def recv(self) -> str | bytes:
        """The next frame."""

    async def close(self, code: int = 1000) -> None:
        """Close it."""

    def __aiter__(self) -> AsyncIterator[str | bytes]:
        """The frames until it is closed."""


class BrowserVisitor:
    """A browser that may come in; *left* hears that its console was closed."""

    def __init__(self, factory: ConsoleFactory, left: Callable[[], object] = lambda: None) -> None:
        self.factory, self._left = factory, left
        self._outbox: PageOutbox | None = None
        self.page: Connection | None = None
        """The connection of the page that is open."""
        self._console: BrowserConsole | None = None
        self._wishes = Wishes()
        self._living: asyncio.Task[None] | None = None
        self._left_at = 0
        """The number of the newest text when a page was cut off."""
        self._reason = ""
        """What the page says at the end of its console, unless that is the sentence for such an end."""

    @property
    def is_away(self) -> bool:
        """Whether neither a page nor a console is open."""
        return self._outbox is None and self._console is None

    @property
    def said(self) -> tuple[str, ...]:
        """The newest texts that were said in this console."""
        return self._console.log.after(0, MOST_KEPT) if self._console else ()

    async def transcript(self) -> str:
        """All that was said in this visit, a line for each text; "" without one."""
        return self._console.transcript if self._console else ""

    async def serve(self, connection: Connection, languages: str = "", address: str = "") -> None:
        """Connect a page with the console, which opens with the first one, until either is closed.

        *languages* are those that the browser asks for, as in the header Accept-Language; it comes from an
        *address*.
        """
        hello = await _hello(connection)
        if hello is None:
            await connection.close(WRONG_MESSAGE)
            return
        seen, self._wishes = hello.hello, Wishes(languages, is_for_touch=bool(hello.touch))
        if self._outbox:
            self._note_loss()
            self._end_page("elsewhere")
        self.page = connection
        outbox = self._outbox = PageOutbox()
        sending = asyncio.create_task(_send(outbox, connection))
        if hello.version not in {"", __version__}:
            outbox.put({"reload": __version__})
        if self._console is None:
            self._reason = ""
            self._console = BrowserConsole(self.factory, self._send, self._wishes, address, hello)
            self._living = asyncio.create_task(self._live(self._console))
        else:
            self._console.take(PageIsBack(seen or self._left_at, is_new=not seen))
            if hello.table:
                self._console.take(LinkOpened(hello.table))
        try:
            with suppress(ConnectionClosed):
                await self._receive(connection)
        finally:
            outbox.close()
            if self._outbox is outbox:
                self._note_loss()
                self._outbox = self.page = None
            await asyncio.wait([sending])

    async def end(self, why: ConsoleEnding = ConsoleEnding.SIGNED_OUT, reason: str = "") -> None:
        """Close the console; its match is saved. The page says why, or a *reason*.

        Where another server takes over, it comes back.
        """
        self._reason = reason
        if self._console and self._living:
            self._console.stop(why)
            await asyncio.wait([self._living])

    def _note_loss(self) -> None:
        """Remember which texts the page had that is lost, or given up for another."""
        self._left_at = self._console.log.newest if self._console else 0

    async def _live(self, console: BrowserConsole) -> None:
        ending = await console.live()
        self._console, self._left_at = None, 0
        self._end_page(ending)
        self._left()

    async def _receive(self, connection: Connection) -> None:
        """Take what the page sends, as far as a person could, until it is closed."""
        clock = asyncio.get_running_loop().time
        budget, delay, was_late = Budget(clock()), Delay(), False
        async for frame in connection:
            console = self._console
            if console is None:
                return
            if budget.takes(clock()):
                message, sent = incoming(frame)
                is_late = delay.is_late(sent, clock())
                if isinstance(message, PageAlive):
                    self._send({"alive": message.alive}, "alive")
                elif is_late and not isinstance(message, TextReport):
                    if not was_late:
                        console.take(TooLate())
                    was_late = True
                elif message and not isinstance(message, PageHello):
                    was_late = False
                    console.take(message, sent)
                continue
            if budget.is_new_refusal:
                console.take(TooMuch())
            await asyncio.sleep(REFUSAL_SECONDS)

    def _send(self, frame: Frame, replacing: str) -> None:
        if self._outbox:
            self._outbox.put(frame, replacing)

    def _end_page(self, why: str) -> None:
        """Have the page say why it is not used any more, and close it."""
        outbox, self._outbox, self.page = self._outbox, None, None
        if outbox and why != ConsoleEnding.HANDED_OVER:
            words = self.factory.book(self.factory.settings(self._wishes))
            outbox.put({"over": self._reason or words.say(Message(f"web.over.{why}"))})
        if outbox:
            outbox.close()


async def _hello(connection: Connection) -> PageHello | None:
    """The first message; None if it is another, or late."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            message, _ = incoming(await connection.recv())
    except (TimeoutError, ConnectionClosed):
        return None
    return message if isinstance(message, PageHello) else None


async def _send(outbox: PageOutbox, connection: Connection) -> None:
    """Send what there is until the last frame, then close the connection."""
    with suppress(ConnectionClosed):
        while (text := await outbox.next()) is not None:
            await connection.send(text)
    await connection.close()
