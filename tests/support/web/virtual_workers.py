"""A server with workers in the process of a test, in virtual time: each is a task, connected in memory.

async with virtual_workers(home) as workers:
    async with workers.page(ADA) as page:
        await page.press("n")
        workers.kill(ADA)
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

from playroom.commands.browser_consoles import BrowserConsoles, browser_context, uncounted
from playroom.commands.console_process import HostedConsoles, planned_consoles
from playroom.commands.dispatch import read_command_line
from playroom.console.console import Console
from playroom.console.ui.background import CallQueue
from playroom.home.settings import Settings
from playroom.minds.thinkers import bots_by, think_here
from playroom.online.log.memory import MemoryLog
from playroom.online.process_server import process_server
from playroom.online.server.tables.fair_turns import FairTurns
from playroom.web.console_factory import ConsoleFactory, ConsoleParts
from playroom.web.console_worker import ConsoleWorker, OpenPage, WorkerEntrance, open_stream
from playroom.web.passes import BrowserPass, Rights
from playroom.web.relay import Relay
from playroom.web.worker_pool import WorkerPool
from support.console.hand_held import folders
from support.console.player import save_settings
from support.web.changed_consoles import changed
from support.web.virtual_visit import AtOnce, VirtualPage, think_soon
from support.web.web_room import QUIET_SETTINGS

if TYPE_CHECKING:
    from playroom.minds.minds import MindPool
    from playroom.web.shared_threads import SharedThreads

ADA, BEN, CLEO = (BrowserPass(Rights.GUEST, f"{number:016x}") for number in range(3))
"""Guests; of two workers, Ben has one."""


class MemoryTransport(asyncio.Transport):
    """An end of a connection in memory; what is sent while the other end *is_stopped* waits."""

    def __init__(self) -> None:
        super().__init__()
        self.other: MemoryTransport
        self.protocol: asyncio.Protocol
        self.is_stopped = self.is_closed = False
        self.waiting: list[bytes] = []

    def write(self, data: object) -> None:
        """Have the other end take data soon."""
        if not self.is_closed:
            asyncio.get_running_loop().call_soon(self.other.receive, bytes(cast("bytes", data)))

    def receive(self, data: bytes) -> None:
        """Take data, unless this end is stopped or gone."""
        if self.is_stopped:
            self.waiting.append(data)
        elif not self.is_closed:
            self.protocol.data_received(data)

    def abort(self) -> None:
        """End the connection at once."""
        for each in (self, self.other):
            if not each.is_closed:
                each.is_closed = True
                asyncio.get_running_loop().call_soon(each.protocol.connection_lost, None)

    def close(self) -> None:
        """End the connection; what was sent is on its way."""
        asyncio.get_running_loop().call_soon(self.abort)


def connect(one: asyncio.Protocol, other: asyncio.Protocol) -> tuple[MemoryTransport, MemoryTransport]:
    """Connect two protocols in memory."""
    ends = MemoryTransport(), MemoryTransport()
    for end, opposite, protocol in zip(ends, reversed(ends), (one, other), strict=True):
        end.other, end.protocol = opposite, protocol
    for end in ends:
        end.protocol.connection_made(end)
    return ends


class VirtualWorker:
    """A worker in the event loop of its server, and the consoles that were opened in it."""

    def __init__(self, worker: ConsoleWorker, server: Relay) -> None:
        self.worker = worker
        self.consoles: list[Console] = []
        self.end, _ = connect(worker.relay, server)
        self.is_killed = False

    def poll(self) -> int | None:
        return -9 if self.is_killed else None

    def kill(self) -> None:
        """Have nothing of it do anything any more; the system releases its locks."""
        self.is_killed = True
        self.end.abort()
        living = [each._living for each in self.worker._visitors.values()]  # noqa: SLF001
        for task in (*filter(None, living), *self.worker.relay._tasks):  # noqa: SLF001
            task.cancel()
        for console in self.consoles:
            if match := console.menu.match._current:  # noqa: SLF001
                match.saver._saved._lock.release()  # noqa: SLF001

    def stop(self) -> None:
        """Have it take nothing more, as SIGSTOP does."""
        self.end.is_stopped = True

    async def ended(self) -> None:
        """It has ended when it is killed."""


@dataclass
class VirtualWorkers:
    """The pool of a server, and all workers that were started."""

    pool: WorkerPool
    started: list[VirtualWorker] = field(default_factory=list)
    errors: list[BaseException] = field(default_factory=list)

    def worker_of(self, given: BrowserPass) -> VirtualWorker:
        """The worker in which the console of a visitor lives."""
        relay = self.pool.place_of(given).relay
        return next(each for each in self.started if each.end.other.protocol is relay)

    @asynccontextmanager
    async def page(
        self, given: BrowserPass, seen: int = 0, address: str = "", told: str = ""
    ) -> AsyncIterator[VirtualPage]:
        """An open page of a visitor at an address, with the texts up to a number, and what it was told."""
        page = VirtualPage()
        serving = asyncio.create_task(self.pool.visitor(given).serve(page, "", address))
        await page.give(json.dumps({"hello": seen, "told": told}))
        try:
            yield page
        finally:
            page.hang_up()
            await serving


@asynccontextmanager
async def virtual_workers(
    home: Path,
    change: Callable[[ConsoleFactory], ConsoleFactory] = lambda factory: factory,
    count: int = 2,
    visit: Callable[[str], AbstractContextManager[bool]] = uncounted,
    **settings: object,
) -> AsyncIterator[VirtualWorkers]:
    """A server with so many workers; guests have the settings, and their homes in *home*."""
    context, _ = read_command_line(["--language", "en"], folders(home))
    for given in (ADA, BEN, CLEO):
        own = browser_context(context, given).folders
        save_settings(own.settings, {**QUIET_SETTINGS, **settings})
    now = AtOnce()
    threads = cast("SharedThreads", now)
    errors: list[BaseException] = []
    bots, think = bots_by(think_here, 1), FairTurns(run=think_soon).think
    async with process_server(
        MemoryLog(), bots, context.shelf.variants, errors.append, think=think
    ) as tables:
        parts = (cast("MindPool", now), threads, threads, CallQueue())

        def hosted(given: BrowserPass) -> BrowserConsoles:
            own = browser_context(context, given)
            return BrowserConsoles(own, *parts, tables.connections, given, visit)

        async def start(_port: int, token: str) -> VirtualWorker:
            def factory(page: OpenPage, relay: Relay) -> ConsoleFactory:
                found = planned_consoles(context, *parts, page, relay)

                def opened(settings: Settings, parts: ConsoleParts) -> Console:
                    process.consoles.append(found.opened(settings, parts))
                    return process.consoles[-1]

                return change(changed(found, opened=opened, report=errors.append))

            worker = ConsoleWorker(factory)
            process = VirtualWorker(worker, pool.new_relay())
            open_stream(worker.relay, WorkerEntrance(token))
            workers.started.append(process)
            return process

        pool = WorkerPool(count, start, HostedConsoles(hosted))
        workers = VirtualWorkers(pool, errors=errors)
        pool.start(0)
        await asyncio.sleep(1)
        try:
            yield workers
        finally:
            await pool.end_visits(hands_over=False)
            await pool.close()
