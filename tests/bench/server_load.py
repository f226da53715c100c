"""A server of shared tables in a process of its own, and people who only measure its acknowledgements."""

import asyncio
import os
import resource
import ssl
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import psutil
from own_network import connected_from, free_port
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from playroom.online.wire.messages import (
    ClientMessage,
    Hello,
    Join,
    Joined,
    Nak,
    OpenTable,
    TableCommand,
    encoded,
    server_message,
)
from playroom.online.wire.protocol import VERSION
from playroom.online.wire.table_commands import AskedSettings, Ready, Sit

SEATS = 4
AT_ONCE = 50
"""How many clients connect at the same time."""

ACK, NAK = '{"type":"ack","id":"', '{"type":"nak"'


@dataclass
class Person:
    """A client that only keeps when its commands were acknowledged."""

    line: ClientConnection
    code: str = ""
    token: str = ""
    commands: int = 0
    sent: dict[str, float] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)
    naks: int = 0

    async def say(self, message: ClientMessage) -> None:
        await self.line.send(encoded(message))

    async def come(self, message: OpenTable | Join) -> None:
        """Open a table or join one."""
        await self.say(message)
        while not isinstance(joined := server_message(await self.line.recv()), Joined):
            assert not isinstance(joined, Nak), joined
        self.code, self.token = joined.code, joined.token

    async def change_readiness(self) -> None:
        """Become ready, or no longer."""
        self.commands += 1
        name = f"r{self.commands}"
        self.sent[name] = perf_counter()
        await self.say(TableCommand(name, Ready(ready=self.commands % 2 == 1)))

    async def listen(self) -> None:
        """Take the time of each acknowledgement until the connection ends."""
        with suppress(ConnectionClosed):
            async for frame in self.line:
                self._apply(str(frame))

    def _apply(self, frame: str) -> None:
        if frame.startswith(ACK):
            name = frame[len(ACK) :].partition('"')[0]
            if name in self.sent:
                self.waits.append(perf_counter() - self.sent.pop(name))
        elif frame.startswith(NAK):
            self.naks += 1


async def connected_person(port: int, tls: ssl.SSLContext | None = None) -> Person:
    """A client that has said hello, with TLS or without."""
    scheme = "wss" if tls else "ws"
    address = f"{scheme}://127.0.0.1:{port}"
    person = Person(await connect(address, ssl=tls, compression=None, ping_interval=None, proxy=None))
    await person.say(Hello(VERSION, "bench"))
    await person.line.recv()
    return person


@dataclass(frozen=True)
class BenchServer:
    """`playroom serve` on a port of this machine, with TLS or without."""

    process: Process
    port: int
    tls: ssl.SSLContext | None

    @property
    def memory(self) -> int:
        """Its memory in bytes."""
        return int(psutil.Process(self.process.pid).memory_info().rss)

    @property
    def processor_seconds(self) -> float:
        """How long it has kept a core busy."""
        used = psutil.Process(self.process.pid).cpu_times()
        return float(used.user + used.system)

    async def line(self, headers: Mapping[str, str] | None = None) -> ClientConnection:
        """A connection, with more headers; with TLS, an address that they forward is that of the client."""
        scheme = "wss" if self.tls else "ws"
        address = (headers or {}).get("X-Forwarded-For") if self.tls else None
        return await connect(
            f"{scheme}://127.0.0.1:{self.port}",
            ssl=self.tls,
            sock=await connected_from(address, self.port) if address else None,
            compression=None,
            ping_interval=None,
            proxy=None,
            additional_headers=headers,
        )

    async def person(self, headers: Mapping[str, str] | None = None) -> Person:
        """A client that has said hello, with more headers."""
        person = Person(await self.line(headers))
        await person.say(Hello(VERSION, "bench"))
        await person.line.recv()
        return person

    async def people(self, count: int) -> list[Person]:
        """So many clients that have said hello."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one() -> Person:
            async with gate:
                return await connected_person(self.port, self.tls)

        return await asyncio.gather(*(one() for _ in range(count)))


@asynccontextmanager
async def bench_server(*, is_plain: bool) -> AsyncIterator[BenchServer]:
    """A server that is killed in the end."""
    with TemporaryDirectory() as folder:
        async with started_server(["-m", "playroom", "serve", folder], is_plain=is_plain) as server:
            yield server


@asynccontextmanager
async def started_server(program: Sequence[str], *, is_plain: bool) -> AsyncIterator[BenchServer]:
    """The server that these arguments of Python start, killed in the end."""
    plain = ["--plain"] if is_plain else []
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *program, "--port", free_port(), *plain, "--mode", "text", "--language", "en"),
        stdin=DEVNULL,
        stdout=PIPE,
    )
    assert process.stdout
    try:
        port = int((await process.stdout.readline()).split()[1])
        yield BenchServer(process, port, None if is_plain else trusting())
    finally:
        process.kill()
        await process.wait()


def trusting() -> ssl.SSLContext:
    """TLS with any certificate."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


async def seat_all(people: Sequence[Person]) -> None:
    """Let the people sit down, so many at a table as it has seats."""
    groups = [people[at : at + SEATS] for at in range(0, len(people), SEATS)]
    for at in range(0, len(groups), AT_ONCE):
        await asyncio.gather(*map(_seat, groups[at : at + AT_ONCE]))


async def _seat(people: Sequence[Person]) -> None:
    """The people of one table opened, joined and seated."""
    host, *guests = people
    await host.come(OpenTable("open", "Host", AskedSettings(game="draw", players=SEATS)))
    for number, guest in enumerate(guests):
        await guest.come(Join(host.code, f"Guest {'abc'[number]}"))
    for place, person in enumerate(people):
        await person.say(TableCommand("sit", Sit(place)))


async def load(people: Sequence[Person], rate: int, seconds: float) -> float:
    """Commands at the rate, one person after the other; how many were sent a second."""
    begun, sent = perf_counter(), 0
    while (passed := perf_counter() - begun) < seconds:
        while sent < passed * rate:
            await people[sent % len(people)].change_readiness()
            sent += 1
        await asyncio.sleep(0.001)
    return sent / (perf_counter() - begun)


def sync_seconds(folder: str, count: int = 200) -> float:
    """The median of the seconds of a sync."""
    took = []
    with (Path(folder) / "syncs").open("wb") as file:
        for _ in range(count):
            file.write(bytes(4096))
            file.flush()
            begun = perf_counter()
            os.fdatasync(file.fileno())
            took.append(perf_counter() - begun)
    return median(took)


def allow_many_connections() -> None:
    """Let this process open as many files as the system lets it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
