"""A process with the consoles of some visitors, started by a server of pages; see `console_worker`."""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext, suppress
from functools import cache, partial
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from playroom.commands.assembly import SWITCH_INTERVAL
from playroom.commands.browser_consoles import BrowserConsoles, report_crash
from playroom.commands.context import Context
from playroom.console.ui.background import CallQueue
from playroom.home.folders import Folders
from playroom.home.settings import Settings
from playroom.minds.minds import MindPool, start_python
from playroom.minds.worker_protocol import CONSOLES
from playroom.online.client.link import Later, LinkUser
from playroom.online.memory_connections import MemoryConnections, ProcessLink
from playroom.online.server.machine import (
    RUSH_SECONDS,
    begin_rush,
    end_rush,
    raised_limit,
    short_collections,
)
from playroom.online.server.tables.outbox import ChannelClosed
from playroom.rules.rulebook.variant import Variant
from playroom.strict_yaml import PageError
from playroom.strict_yaml.files import PageCache, using
from playroom.table.shelf import OURS, shelf
from playroom.web.console_worker import ConsoleWorker, FilesSaved, OpenPage, ReachTables, open_stream
from playroom.web.passes import BrowserPass
from playroom.web.relay import Relay, RelayStream
from playroom.web.shared_threads import WRITING_THREADS, SharedThreads
from playroom.web.worker_pool import WorkerPool, worker_pool

PROGRAM: Final = "from playroom.commands.console_process import serve_parent; serve_parent()"


class WorkerOrder(Struct, frozen=True):
    """What a worker process reads at its start: how to reach its parent, and the player's files."""

    port: int
    token: str
    folders: Folders
    settings: Settings
    settings_errors: tuple[PageError, ...]
    given: dict[str, object]
    minds: int
    """The most processes that think for the bots of its visitors."""


@asynccontextmanager
async def console_processes(
    context: Context,
    count: int,
    minds: int,
    factory: Callable[[BrowserPass], BrowserConsoles],
    saved: Callable[[BrowserPass], object] = lambda _given: None,
) -> AsyncIterator[WorkerPool | None]:
    """A pool of *count* processes with the consoles of a factory, which share *minds*; None if *count* is 0.

    *saved* is called after a console of a member has saved files.
    """
    if not count:
        yield None
        return

    start = partial(start_console_process, context, max(1, minds // count))
    async with worker_pool(count, start, HostedConsoles(factory, saved)) as workers:
        yield workers


class HostedConsoles:
    """What this process does for the consoles of a factory that are in others."""

    def __init__(
        self,
        factory: Callable[[BrowserPass], BrowserConsoles],
        saved: Callable[[BrowserPass], object] = lambda _given: None,
    ) -> None:
        self._factory, self.saved = factory, saved

    def visit(self, given: BrowserPass, address: str) -> AbstractContextManager[bool]:
        """Count a console for an address while it is open; False if there are too many from there."""
        return self._factory(given).visit(address)

    def plan(self, given: BrowserPass) -> str:
        """What a process opens the consoles of a visitor by."""
        return msgspec.json.encode(plan_of(self._factory(given)), enc_hook=str).decode()

    async def serve_tables(self, stream: RelayStream, given: BrowserPass, address: str) -> None:
        """Serve the connection of a visitor's console with the tables."""
        connections = self._factory(given).connections
        assert isinstance(connections, MemoryConnections)  # the tables are in this process
        await connections.serve(RelayChannel(stream), address)


class ConsolePlan(Struct, frozen=True):
    """What a process opens the consoles of a visitor by: their files, and whether the tables are a club's.

    *link* is the address by which browsers come to it, *games* are those that it plays, *key* is that of a
    member's account; what a member's console saves *is_stored* by the server.
    """

    folders: Folders
    is_club: bool
    link: str
    games: tuple[str, ...]
    key: str = ""
    is_stored: bool = False


def plan_of(consoles: BrowserConsoles) -> ConsolePlan:
    """The plan of the consoles of one browser."""
    tables, is_stored = consoles.connections, consoles.saving is not None
    club = tables.is_club, tables.link, tables.games
    return ConsolePlan(consoles.context.folders, *club, consoles.key, is_stored)


class ConsoleProcess:
    """A process that was started with consoles."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.poll, self.kill, self._wait = process.poll, process.kill, process.wait

    async def ended(self) -> None:
        """Wait until it has ended."""
        await asyncio.to_thread(self._wait)


async def start_console_process(context: Context, minds: int, port: int, token: str) -> ConsoleProcess:
    """A new process, out of reach of Ctrl+C; an OSError."""
    order = WorkerOrder(
        port,
        token,
        context.folders,
        context.settings,
        context.settings_errors,
        dict(context.given),
        minds,
    )
    process = await asyncio.to_thread(start_python, CONSOLES, PROGRAM, subprocess.DEVNULL)
    assert process.stdin  # it was started with a pipe
    with suppress(OSError), process.stdin:  # its end is seen elsewhere
        process.stdin.write(pickle.dumps(order))
    return ConsoleProcess(process)


def serve_parent() -> None:
    """Serve the visitors of the server that has started this process, until that is gone."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # they are for the server, which has the consoles closed
    order: WorkerOrder = pickle.load(sys.stdin.buffer)  # noqa: S301 (from the program that started this one)
    sys.setswitchinterval(SWITCH_INTERVAL)
    raised_limit()
    folders = order.folders
    read_shelf = cache(partial(shelf, [OURS, folders.rulebooks]))
    context = Context(folders, read_shelf, order.settings, order.settings_errors, order.given)
    try:
        with using(PageCache(folders.cache)), short_collections():
            asyncio.run(_serve(context, order))
    except Exception as error:  # noqa: BLE001 (the server starts another one)
        report_crash(context, error)
    os._exit(0)  # nobody waits for what is still being done


async def _serve(context: Context, order: WorkerOrder) -> None:
    """Serve visitors until the server is gone; at first, all come back at once."""
    begin_rush()
    asyncio.get_running_loop().call_later(RUSH_SECONDS, end_rush)
    minds = MindPool(order.minds)
    writers, thinkers = SharedThreads(WRITING_THREADS, "files"), SharedThreads(2 * order.minds, "thoughts")
    factory = partial(planned_consoles, context, minds, writers, thinkers, CallQueue())
    await ConsoleWorker(factory).work(order.port, order.token)
    os._exit(0)  # what was said to be saved is


def planned_consoles(  # noqa: PLR0913, PLR0917 (the parts of a process)
    context: Context,
    minds: MindPool,
    writers: SharedThreads,
    thinkers: SharedThreads,
    calls: CallQueue,
    page: OpenPage,
    relay: Relay,
) -> BrowserConsoles:
    """The consoles of a visitor whose page has come, by its plan."""
    plan = msgspec.json.decode(page.plan, type=ConsolePlan, dec_hook=lambda kind, path: kind(path))
    tables = RelayedConnections(relay, page.visitor, context.shelf.variants, plan)
    own = replace(context, folders=plan.folders)
    return BrowserConsoles(
        *(own, minds, writers, thinkers, calls, tables, page.visitor),
        visit=lambda _: nullcontext(page.may_come),
        saving=ReportingThreads(writers, relay, page.visitor) if plan.is_stored else None,
        key=plan.key,
    )


class ReportingThreads:
    """The threads that write files, for a member: the server hears of what is saved."""

    def __init__(self, writers: SharedThreads, relay: Relay, given: BrowserPass) -> None:
        self._writers, self._relay, self._saved = writers, relay, FilesSaved(given)
        self._loop = asyncio.get_running_loop()

    def start(self, work: Callable[[], object]) -> None:
        """Do a *work* in one of the threads, then say so."""

        def done() -> None:
            try:
                work()
            finally:
                self._loop.call_soon_threadsafe(open_stream, self._relay, self._saved)

        self._writers.start(done)


class RelayedConnections:
    """Connects consoles with the server of tables, which is in another process."""

    def __init__(
        self, relay: Relay, given: BrowserPass, variants: Mapping[str, Variant], plan: ConsolePlan
    ) -> None:
        self._relay, self._given, self.variants = relay, given, variants
        self.is_club, self.link, self.games = plan.is_club, plan.link, plan.games
        self._carrying: set[asyncio.Task[None]] = set()

    def connect(self, user: LinkUser, later: Later, address: str = "") -> ProcessLink:
        """Connect a client at an *address*, in the event loop of its console; *later* makes its calls."""
        link = ProcessLink(user, later)
        stream = open_stream(self._relay, ReachTables(self._given, address))
        for work in (_carry_to_server(link, stream), _carry_to_client(link, stream)):
            carrying = asyncio.get_running_loop().create_task(work)
            self._carrying.add(carrying)
            carrying.add_done_callback(self._carrying.discard)
        later(0, user.opened)
        return link


async def _carry_to_server(link: ProcessLink, stream: RelayStream) -> None:
    with suppress(ChannelClosed, ConnectionClosed):
        while True:
            await stream.send(await link.channel.receive())
    await stream.close()


async def _carry_to_client(link: ProcessLink, stream: RelayStream) -> None:
    with suppress(ChannelClosed):
        async for frame in stream:
            await link.channel.send(str(frame))
    link.end_soon()


class RelayChannel:
    """A connection that a console in another process has opened, as the server of tables uses it."""

    def __init__(self, stream: RelayStream) -> None:
        self._stream = stream

    async def receive(self) -> str:
        """The next frame; ChannelClosed at the end of the connection."""
        try:
            return await self._stream.recv()
        except ConnectionClosed:
            raise ChannelClosed from None

    async def send(self, *frames: str) -> None:
        """Send frames to the console. Raises ChannelClosed if the connection is lost."""
        try:
            for frame in frames:
                await self._stream.send(frame)
        except ConnectionClosed:
            raise ChannelClosed from None

    def send_now(self, *frames: str) -> bool:
        """Nothing is sent so: the console may read slowly."""
        del frames
        return False

    async def close(self, code: int) -> None:
        """End the connection."""
        await self._stream.close(code)
