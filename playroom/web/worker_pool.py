"""The processes in which the consoles of visitors live, and the visitors as the server of pages knows them.

A visitor always goes to the same worker. One that dies, or does nothing for long, is replaced: the pages of
its visitors are cut off, and connect again by themselves.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager, suppress
from secrets import token_urlsafe
from time import monotonic
from typing import Final, Protocol
from weakref import WeakValueDictionary

import msgspec
from websockets.exceptions import ConnectionClosed

from playroom.web.console_worker import (
    HOST,
    AskTranscript,
    EndVisit,
    EndVisits,
    FilesSaved,
    OpenPage,
    ReachTables,
    VisitorLeft,
    WorkerEntrance,
    open_stream,
    subject_of,
)
from playroom.web.incoming import KEYS_A_SECOND, MOST_AT_ONCE
from playroom.web.passes import BrowserPass
from playroom.web.relay import GOING_AWAY, Relay, RelayStream
from playroom.web.visitor import Connection

BEAT_SECONDS: Final = 1.0
"""Seconds between two signs of life that a worker is asked for."""
MOST_UNANSWERED: Final = 8
"""The signs of life after which a worker counts as dead; it may be held up, but no visitor can use it."""

START_SECONDS: Final = 30.0
"""Seconds in which a new worker must be there."""
SPARE_SECONDS: Final = 5.0
"""Seconds until the worker without a place is started: who comes back at first needs the processors."""
LIFE_SECONDS: Final = 1.0
"""The least seconds between the starts of two workers in one place: something may end each at once."""

WAIT_SECONDS: Final = 15.0
"""Seconds for which a page waits for a worker; then it tries again by itself."""

END_SECONDS: Final = 5.0
"""Seconds in which all consoles are closed when the server ends."""

TRY_AGAIN: Final = 1013
"""The code with which a page is closed that has waited for a worker."""

LOOK_SECONDS: Final = 0.1
"""Seconds between two looks whether a process that has not come in is still there."""

MOST_ADDRESSES: Final = 10_000
"""The addresses that are kept; those that have sent nothing lately are forgotten first."""

UNPACED: Final = frozenset({"", "127.0.0.1", "::1"})
"""The addresses that have no pace: this machine, and a proxy on it that does not say who comes."""


class WorkerProcess(Protocol):
    """A running worker."""

    def poll(self) -> int | None:
        """Its exit code; None while it runs."""

    def kill(self) -> None:
        """End it at once."""

    async def ended(self) -> None:
        """Wait until it has ended."""


StartWorker = Callable[[int, str], Awaitable[WorkerProcess]]
"""Starts a worker that connects with a port of this machine, and says a secret."""


class ConsoleHost(Protocol):
    """What the process of the connections does for the consoles in workers."""

    def visit(self, given: BrowserPass, address: str) -> AbstractContextManager[bool]:
        """Count a console for an address while it is open; False if there are too many from there."""
        ...

    def plan(self, given: BrowserPass) -> str:
        """What a worker opens the consoles of a visitor by."""
        ...

    def saved(self, given: BrowserPass) -> object:
        """Take that the console of a member has saved files."""

    async def serve_tables(self, stream: RelayStream, given: BrowserPass, address: str) -> None:
        """Serve the connection of a visitor's console with the tables."""


class WorkerPool:
    """As many workers as are asked for, and the *host* of their consoles.

    One more is there to take the place of one that dies, as it takes seconds to start.
    """

    def __init__(self, count: int, start: StartWorker, host: ConsoleHost) -> None:
        self._places = [WorkerPlace() for _ in range(count)]
        self._start, self._host = start, host
        self._paces = AddressPaces()
        self._spares: list[Relay] = []
        """The connections with workers that have no place yet."""
        self._entering: dict[str, asyncio.Future[Relay]] = {}
        """The connections with workers that are to come, by their secrets."""
        self._processes: set[WorkerProcess] = set()
        self._visitors: WeakValueDictionary[BrowserPass, RemoteVisitor] = WeakValueDictionary()
        self._keeping: list[asyncio.Task[None]] = []
        self._listening: asyncio.Server | None = None

    @property
    def count(self) -> int:
        """How many places there are."""
        return len(self._places)

    def visitor(self, given: BrowserPass) -> "RemoteVisitor":
        """A visitor, whose console is in one of the workers."""
        visitor = self._visitors.get(given) or RemoteVisitor(
            self.place_of(given), given, self._host, self._paces
        )
        self._visitors[given] = visitor
        return visitor

    def place_of(self, given: BrowserPass) -> "WorkerPlace":
        """The place of the worker in which the console of a visitor lives."""
        return self._places[int(given.identifier, 16) % len(self._places)]

    async def listen(self) -> int:
        """Wait for workers at a port of this machine, the result; an OSError."""
        self._listening = await asyncio.get_running_loop().create_server(self.new_relay, HOST, 0)
        port: int = self._listening.sockets[0].getsockname()[1]
        return port

    def start(self, port: int) -> None:
        """Have the workers started that connect with a port; nobody waits for them."""
        loop = asyncio.get_running_loop()
        self._keeping = [loop.create_task(self._keep(port)) for _ in self._places]
        self._keeping.append(loop.create_task(self._keep_spare(port)))

    async def end_visits(self, *, hands_over: bool) -> None:
        """Have all consoles closed; where this server *hands over*, their pages are to come back."""
        relays = [place.relay for place in self._places if place.relay]
        ends = [asyncio.create_task(_ended(open_stream(each, EndVisits(hands_over)))) for each in relays]
        if ends:
            await asyncio.wait(ends, timeout=END_SECONDS)

    async def close(self) -> None:
        """End the workers."""
        for each in self._keeping:
            each.cancel()
        await asyncio.gather(*self._keeping, return_exceptions=True)
        if self._listening:
            self._listening.close()
        for process in self._processes:
            process.kill()
            await process.ended()

    def new_relay(self) -> Relay:
        """The end of a connection of which it is not known yet who has opened it."""
        relay = Relay(lambda stream: self._serve(stream, relay), begins=False)
        return relay

    async def _keep_spare(self, port: int) -> None:
        """Have one more worker once all places are taken, and those who come back at a start are here."""
        for place in self._places:
            await place.taken.wait()
        await asyncio.sleep(SPARE_SECONDS)
        await self._keep(port)

    async def _keep(self, port: int) -> None:
        """Have a worker, again and again."""
        while True:
            begun, token = monotonic(), token_urlsafe()
            coming = self._entering[token] = asyncio.get_running_loop().create_future()
            with suppress(OSError):  # the system refuses another process for now
                process = await self._start(port, token)
                self._processes.add(process)
                end = monotonic() + START_SECONDS
                while not coming.done() and process.poll() is None and monotonic() < end:
                    await asyncio.wait([coming], timeout=LOOK_SECONDS)  # a process sets no event
                relay = coming.result() if coming.done() else None
                if relay:
                    if free := next((place for place in self._places if place.relay is None), None):
                        free.take(relay)
                    else:
                        self._spares.append(relay)
                    await _has_died(relay)
                process.kill()
                if relay:
                    self._replace(relay)
                await process.ended()
                self._processes.discard(process)
            self._entering.pop(token, None)
            await asyncio.sleep(max(0.0, LIFE_SECONDS - (monotonic() - begun)))

    def _replace(self, relay: Relay) -> None:
        """Cut off the visitors of a worker that has died, and have another in its place, if there is one."""
        relay.cut_off()
        self._spares = [each for each in self._spares if each is not relay]
        for visitor in [*self._visitors.values()]:
            if visitor.relay is relay:
                visitor.left()
        for place in self._places:
            if place.relay is relay:
                place.take(self._spares.pop() if self._spares else None)

    async def _serve(self, stream: RelayStream, relay: Relay) -> None:
        """Serve what a worker has opened; who knows no secret is cut off."""
        is_known = any(place.relay is relay for place in self._places)
        try:
            match subject_of(stream):
                case WorkerEntrance(token) if coming := self._entering.pop(token, None):
                    coming.set_result(relay)
                case VisitorLeft(given) if is_known:
                    if visitor := self._visitors.get(given):
                        visitor.left()
                case FilesSaved(given) if is_known:
                    self._host.saved(given)
                case ReachTables(given, address) if is_known:
                    await self._host.serve_tables(stream, given, address)
                case _:
                    relay.cut_off()
        except msgspec.DecodeError:
            relay.cut_off()
        await stream.close()


class WorkerPlace:
    """The place of one worker after another."""

    def __init__(self) -> None:
        self.relay: Relay | None = None
        """The connection with the worker; None while there is none."""
        self.taken = asyncio.Event()
        """Is set while there is one."""

    def take(self, relay: Relay | None) -> None:
        """Have the place taken by a worker, or free."""
        self.relay = relay
        if relay:
            self.taken.set()
        else:
            self.taken.clear()


async def _has_died(relay: Relay) -> None:
    """Wait until a worker is lost, or gives no sign of life for long."""
    while relay.is_open and relay.unanswered < MOST_UNANSWERED:
        relay.beat()
        with suppress(TimeoutError):
            async with asyncio.timeout(BEAT_SECONDS):
                await relay.lost.wait()


class AddressPaces:
    """When pages of an address are read: all together as fast as one, so that a flood delays nobody else."""

    def __init__(self) -> None:
        self._due: dict[str, float] = {}

    def wait(self, address: str, now: float) -> float:
        """The seconds until one more message of an address may be read, at a time in seconds."""
        if address in UNPACED:
            return 0.0
        earliest = now - MOST_AT_ONCE / KEYS_A_SECOND
        due = max(self._due.pop(address, earliest), earliest) + 1 / KEYS_A_SECOND
        self._due[address] = due
        if len(self._due) > MOST_ADDRESSES:
            del self._due[next(iter(self._due))]
        return max(0.0, due - now)


class RemoteVisitor:
    """A visitor whose console is in a worker; see `BrowserVisitor`."""

    def __init__(
        self, place: WorkerPlace, given: BrowserPass, host: ConsoleHost, paces: AddressPaces
    ) -> None:
        self._place, self._given, self._host, self._paces = place, given, host, paces
        self.page: Connection | None = None
        """The connection of the page that is open."""
        self.relay: Relay | None = None
        """The connection with the worker in which the console is open; None without one."""
        self._counted = ExitStack()

    @property
    def is_away(self) -> bool:
        """Whether neither a page nor a console is open."""
        return self.page is None and self.relay is None

    async def end(self, *, reason: str = "") -> None:
        """Close the console; its match is saved, and the page says a *reason*."""
        if self.relay:
            await _ended(open_stream(self.relay, EndVisit(self._given, reason)))

    def left(self) -> None:
        """Take that the console was closed, or lost."""
        self.relay = None
        self._counted.close()

    async def transcript(self) -> str:
        """All that was said in this visit, a line for each text; "" without one."""
        if relay := self._place.relay:
            return "".join([str(part) async for part in open_stream(relay, AskTranscript(self._given))])
        return ""

    async def serve(self, connection: Connection, languages: str = "", address: str = "") -> None:
        """Connect a page with the console, which opens with the first one, until either is closed."""
        self.page = connection
        with suppress(TimeoutError):
            async with asyncio.timeout(WAIT_SECONDS):
                await self._place.taken.wait()
        if (relay := self._place.relay) is None:
            await connection.close(TRY_AGAIN)
            return
        given, host = self._given, self._host
        may_come = self.relay is not None or self._counted.enter_context(host.visit(given, address))
        self.relay = relay
        stream = open_stream(relay, OpenPage(given, languages, address, may_come, host.plan(given)))
        receiving = asyncio.create_task(self._pass_on(connection, stream, address))
        with suppress(ConnectionClosed):
            async for text in stream:
                await connection.send(str(text))
        await connection.close(stream.code or GOING_AWAY)
        await receiving
        if self.page is connection:
            self.page = None

    async def _pass_on(self, connection: Connection, stream: RelayStream, address: str) -> None:
        """Pass on what a page sends until it is closed, at the pace of its address."""
        clock = asyncio.get_running_loop().time
        with suppress(ConnectionClosed):
            async for frame in connection:
                if wait := self._paces.wait(address, clock()):
                    await asyncio.sleep(wait)
                await stream.send(frame if isinstance(frame, str) else frame.decode(errors="replace"))
        await stream.close()


async def _ended(stream: RelayStream) -> None:
    """Wait until a stream has ended."""
    async for _ in stream:
        pass


@asynccontextmanager
async def worker_pool(count: int, start: StartWorker, host: ConsoleHost) -> AsyncIterator[WorkerPool]:
    """So many workers, which are ended at the end."""
    pool = WorkerPool(count, start, host)
    pool.start(await pool.listen())
    try:
        yield pool
    finally:
        await pool.close()
