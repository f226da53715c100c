"""Programs that append to the same tables while they are killed and stopped, and what came of it.

usage: log_soak.py sqlite|nats FAULTS ACKNOWLEDGEMENTS SEED [blind|early]

It prints how many events were acknowledged, and of these how many were lost, forked (decided without knowing
the log before) or stored twice. The faults come after numbers of acknowledgements, not after times.
"""

import asyncio
import signal
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[2]))

from playroom.online.log.nats import NatsLog
from playroom.online.log.table_log import LogEvent, TableLog, Unknown
from support.online.log_engines import caught_up
from support.online.log_writer import PAUSE, TABLES, opened
from support.online.nats_cluster import NODES, NatsCluster

WRITER = Path(__file__).with_name("log_writer.py")
PROGRAMS = 2
SERVER_FAULTS = ("server killed", "server stopped", "all servers killed")
GROWTH = 100
"""Acknowledgements without the server that was killed or stopped."""


@dataclass
class Count:
    """What came of a soak."""

    faults: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    lost: int = 0
    forked: int = 0
    doubled: int = 0


class Soak:
    """Two programs at a time, each of which is killed in the end, and may be stopped before."""

    def __init__(self, log: TableLog, cluster: NatsCluster | None, *arguments: str) -> None:
        self._log, self._cluster, self._arguments = log, cluster, arguments
        self._news = asyncio.Event()
        self._acknowledged: list[str] = []
        self._faults: Counter[str] = Counter()
        self._are_over = False
        self._started, self._start = 0, asyncio.Barrier(PROGRAMS)

    async def run(self, faults: int, acknowledgements: int, seed: int) -> Count:
        """Inject a number of faults, with about a number of acknowledgements between them."""
        chance = Random(seed)
        between = acknowledgements // faults
        programs = asyncio.Semaphore(PROGRAMS)

        async def life(fault: str, lines: int) -> None:
            async with programs:
                await self._life(fault, lines)

        lives = ((chance.choice(("kill", "stop")), chance.randint(1, 2 * between)) for _ in range(faults))
        servers = asyncio.create_task(self._server_faults(chance, between))
        await asyncio.gather(*(life(*each) for each in lives))
        self._are_over = True
        self._news.set()
        await servers  # its last fault is healed
        return await self._count()

    async def _server_faults(self, chance: Random, between: int) -> None:
        """Let NATS servers die and hang, one at a time or all at once, until the programs are over."""
        while self._cluster and not self._are_over:
            node, fault = chance.randrange(NODES), chance.choice(SERVER_FAULTS)
            await self._grown(between)
            try:
                await self._server_fault(self._cluster, node, fault)
            finally:
                await asyncio.to_thread(self._cluster.heal)

    async def _server_fault(self, cluster: NatsCluster, node: int, fault: str) -> None:
        self._faults[fault] += 1
        if fault == "all servers killed":
            for each in range(NODES):
                cluster.kill(each)
            return
        cluster.kill(node) if fault == "server killed" else cluster.stop(node)
        await self._grown(GROWTH)

    async def _grown(self, lines: int) -> None:
        """Wait for a number of acknowledgements, or until the programs end."""
        goal = len(self._acknowledged) + lines
        while len(self._acknowledged) < goal and not self._are_over:
            self._news.clear()
            await self._news.wait()

    async def _life(self, fault: str, lines: int) -> None:
        program = await asyncio.create_subprocess_exec(
            sys.executable,
            str(WRITER),
            *self._arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert program.stdin
        assert program.stdout
        assert await program.stdout.readline() == b"ready\n"
        await self._first_are_ready()
        program.stdin.write(b"\n")
        await self._take(program.stdout, lines)
        if fault == "stop":
            program.send_signal(signal.SIGSTOP)
            await self._events()
            program.send_signal(signal.SIGCONT)
            await self._take(program.stdout, lines)
        program.kill()
        self._note(await program.stdout.read())
        assert await program.wait() == -signal.SIGKILL
        self._faults[fault] += 1

    async def _first_are_ready(self) -> None:
        """Wait until as many programs as run at a time have started, so that they append at the same time."""
        if self._started < PROGRAMS:
            self._started += 1
            await self._start.wait()

    async def _take(self, output: asyncio.StreamReader, lines: int) -> None:
        """Wait for a number of acknowledgements."""
        for _ in range(lines):
            line = await output.readline()
            assert line, "the program has ended by itself"
            self._note(line)

    def _note(self, printed: bytes) -> None:
        """Take the lines that were printed to their end."""
        lines = printed.decode().splitlines(keepends=True)
        self._acknowledged += [line.strip() for line in lines if line.endswith("\n")]
        self._news.set()

    async def _events(self) -> list[LogEvent]:
        return [event for table in TABLES for event in await self._read(table)]

    async def _read(self, table: str) -> list[LogEvent]:
        while True:
            try:
                return await self._log.read(table)
            except Unknown:
                await asyncio.sleep(PAUSE)

    async def _count(self) -> Count:
        events = await self._events()
        stored = {f"{event.table} {event.number} {event.command_id}" for event in events}
        commands = {(event.table, event.command_id) for event in events}
        return Count(
            faults=self._faults,
            acknowledged=len(self._acknowledged),
            lost=len(set(self._acknowledged) - stored),
            forked=sum(int(event.body) != event.number - 1 for event in events),
            doubled=len(events) - len(commands) + len(self._acknowledged) - len(set(self._acknowledged)),
        )


async def sqlite_soak(file: Path, faults: int, acknowledgements: int, seed: int, *control: str) -> Count:
    """The result of a number of faults in an SQLite file."""
    log = await opened(str(file))
    try:
        return await Soak(log, None, str(file), *control).run(faults, acknowledgements, seed)
    finally:
        await log.close()


async def nats_soak(folder: Path, faults: int, acknowledgements: int, seed: int, *control: str) -> Count:
    """The result of a number of faults of programs, with others of servers, in a new cluster."""
    cluster = NatsCluster(folder)
    await asyncio.to_thread(cluster.heal)
    address = cluster.address("soak")
    log = await opened(address)
    assert isinstance(log, NatsLog)
    try:
        return await Soak(caught_up(log), cluster, address, *control).run(faults, acknowledgements, seed)
    finally:
        await log.close()
        cluster.close()


SOAKS = {"sqlite": sqlite_soak, "nats": nats_soak}


if __name__ == "__main__":
    engine, faults, acknowledgements, seed, *control = sys.argv[1:]
    with TemporaryDirectory() as folder:
        soak = SOAKS[engine](Path(folder, "log"), int(faults), int(acknowledgements), int(seed), *control)
        print(asyncio.run(soak))
