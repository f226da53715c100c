"""What many tables cost a server. usage: python tests/bench/bench_server.py [TABLES [SECONDS]]

It starts `playroom serve --plain`, connects four clients for each table (1000 if none is given), and prints
the memory of an idle connection; then all sit down, and people become ready or not, 500 commands a second for
so many seconds (10). It prints the time from a command to its acknowledgement, beside that of a sync of the
disk, and the memory of the server. Clients and server share the machine.
"""

import asyncio
import os
import resource
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

import psutil
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parents[1]))

from verdict import Figure, verdict

from playroom.online.wire.messages import (
    ClientMessage,
    Hello,
    Join,
    Joined,
    OpenTable,
    TableCommand,
    encoded,
    server_message,
)
from playroom.online.wire.table_commands import (
    AskedSettings,
    Ready,
    Sit,
)

TABLES, SEATS, RATE, SECONDS = 1000, 4, 500, 10.0
AT_ONCE = 50
"""How many clients connect at the same time."""

MEMORY_MB, IDLE_KIB = 200, 20
ACK = '{"type":"ack","id":"'


@dataclass
class Person:
    """A client that only keeps when its commands were acknowledged."""

    line: ClientConnection
    code: str = ""
    sent: dict[str, float] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)
    naks: int = 0

    async def say(self, message: ClientMessage) -> None:
        await self.line.send(encoded(message))

    async def joined(self) -> None:
        while not self.code:
            message = server_message(await self.line.recv())
            if isinstance(message, Joined):
                self.code = message.code

    async def command(self, name: str, ready: bool) -> None:  # noqa: FBT001 (what is said)
        self.sent[name] = perf_counter()
        await self.say(TableCommand(name, Ready(ready=ready)))

    async def listen(self) -> None:
        """Take the time of each acknowledgement."""
        async for frame in self.line:
            text = str(frame)
            if text.startswith(ACK):
                name = text[len(ACK) :].partition('"')[0]
                if name in self.sent:
                    self.waits.append(perf_counter() - self.sent.pop(name))
            elif text.startswith('{"type":"nak"'):
                self.naks += 1


async def served(folder: str) -> tuple[Process, int]:
    """The server, and its port."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "playroom", "serve", folder, "--port", "0", "--plain"),
        *("--mode", "text", "--language", "en"),
        stdin=DEVNULL,
        stdout=PIPE,
    )
    assert process.stdout
    return process, int((await process.stdout.readline()).split()[1])


async def connected(port: int, count: int) -> list[Person]:
    """So many clients that have said hello."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one() -> Person:
        async with gate:
            line = await connect(f"ws://127.0.0.1:{port}", compression=None, ping_interval=None)
            person = Person(line)
            await person.say(Hello(1, "bench"))
            await line.recv()
            return person

    return await asyncio.gather(*(one() for _ in range(count)))


async def seat(people: list[Person]) -> None:
    """The people of one table opened, joined and seated."""
    host, *guests = people
    await host.say(OpenTable("open", "Host", AskedSettings(game="draw", players=SEATS)))
    await host.joined()
    for number, guest in enumerate(guests):
        await guest.say(Join(host.code, f"Guest {'abc'[number]}"))
        await guest.joined()
    for place, person in enumerate(people):
        await person.say(TableCommand("sit", Sit(place)))


def syncs(folder: str, count: int = 200) -> float:
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


async def load(people: list[Person], seconds: float) -> float:
    """Commands at the rate, one person after the other; how many were sent a second."""
    begun, sent = perf_counter(), 0
    while (passed := perf_counter() - begun) < seconds:
        while sent < passed * RATE:
            await people[sent % len(people)].command(f"r{sent}", ready=sent // len(people) % 2 == 0)
            sent += 1
        await asyncio.sleep(0.001)
    return sent / (perf_counter() - begun)


async def bench(tables: int, seconds: float, folder: str) -> list[Figure]:
    process, port = await served(folder)
    memory = psutil.Process(process.pid).memory_info
    before = memory().rss
    people = await connected(port, tables * SEATS)
    idle = (memory().rss - before) / len(people) / 1024
    print(f"{len(people)} idle connections: {idle:.1f} KiB each")
    groups = [people[at : at + SEATS] for at in range(0, len(people), SEATS)]
    for at in range(0, len(groups), AT_ONCE):
        await asyncio.gather(*map(seat, groups[at : at + AT_ONCE]))
    listening = [asyncio.ensure_future(person.listen()) for person in people]
    await asyncio.sleep(2)
    rate = await load(people, seconds)
    await asyncio.sleep(2)
    waits = sorted(wait * 1000 for person in people for wait in person.waits)
    centiles, sync = quantiles(waits, n=100), syncs(folder) * 1000
    megabytes, naks = memory().rss / 2**20, sum(person.naks for person in people)
    print(f"{tables} tables, {rate:.0f} commands a second, {len(waits)} acknowledged, {naks} refused")
    p50, p99 = centiles[49], centiles[98]
    print(f"acknowledged after {p50:.1f} ms (p50), {p99:.1f} ms (p99); a sync takes {sync:.1f} ms")
    print(f"the server has {megabytes:.0f} MB")
    for each in listening:
        each.cancel()
    process.kill()
    await process.wait()
    return [
        Figure("memory of an idle connection", idle, IDLE_KIB, " KiB"),
        Figure("memory of the server", megabytes, MEMORY_MB, " MB"),
        Figure("commands", len(waits) / seconds, RATE * 0.98, " a second", at_least=True),
    ]


def main() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    given = sys.argv[1:]
    tables = int(given[0]) if given else TABLES
    seconds = float(given[1]) if given[1:] else SECONDS
    with TemporaryDirectory() as folder:
        print(verdict(asyncio.run(bench(tables, seconds, folder))))


if __name__ == "__main__":
    main()
