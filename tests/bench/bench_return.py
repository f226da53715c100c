"""How soon all are back after a kill. usage: python tests/bench/bench_return.py [TABLES [MATCHES]]

At TABLES tables (1000) of `playroom serve --plain`, each with MATCHES finished matches in its log (10), four
people are connected, each from an address of their own. The server is killed and started again at once; each
client comes back as the real one does, by the pauses of `Retries`. Printed are the seconds from the kill, and
from the moment at which the server listens again, until the last client has been sent all of its table; the
processor time of the server for 1000 returns, beside that of the clients, which slow it where they share its
cores; and its memory.
"""

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import psutil
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parents[1]))

from effort import trials
from server_load import allow_many_connections
from verdict import Figure, verdict

from playroom.online.client.retries import Retries
from playroom.online.log.address import open_log
from playroom.online.log.table_log import TableLog
from playroom.online.server.accounts.credentials import token_hash
from playroom.online.server.tables.earlier_events import read_history
from playroom.online.server.tables.match_decisions import after_move, next_deal, rematched, started
from playroom.online.server.tables.snapshots import Snapshot, put_snapshot
from playroom.online.server.tables.truth import FullTableState, body_of
from playroom.online.wire.entries import (
    AnyEntry,
    PersonCame,
    ReadyChanged,
    SeatTaken,
    TableOpened,
    TableSettings,
)
from playroom.online.wire.limits import VERSION
from playroom.online.wire.messages import Happened, Hello, Join, Joined, Nak, encoded, server_message
from playroom.online.wire.table_state import TableState
from playroom.rules.legal import legal_moves, position
from playroom.table.shelf import OURS, shelf

TABLES, MATCHES, MOST_SECONDS, AT_ONCE = int(trials(1000)), 10, 3.0, 50
MOST_PROCESSOR_SECONDS = 0.6
"""For 1000 returns: 4000 are to take less than 3 s of the one core that a server uses."""
CODE, NAMES = "0BENCH00", ("Ada", "Ben", "Cy", "Dora")
PEOPLE = range(1, len(NAMES) + 1)
SETTINGS = TableSettings(game="block", players=4, options={"target": 50}, listed=False)
VARIANTS = shelf([OURS]).variants


def bodies(matches: int) -> list[bytes]:
    """The events of a table at which four people have finished *matches* matches and play another one."""
    chance, truth, told = Random(1), FullTableState(TableState()), list[bytes]()

    def add(entries: list[AnyEntry]) -> None:
        nonlocal truth
        truth = truth.after_all(entries, VARIANTS)
        told.append(body_of(1, entries))

    add([TableOpened(CODE, SETTINGS)])
    for person, name in enumerate(NAMES, 1):
        add([PersonCame(person, name, token_hash(f"token {person}"))])
        add([SeatTaken(person - 1, person)])
        add([ReadyChanged(person, ready=True)])
    for match in range(matches + 1):
        begin = rematched if match else started
        add(begin(truth, 1, VARIANTS, chance))
        while truth.match and not (match == matches and len(truth.match.rounds) == 2):
            if truth.match.round:
                add([after_move(truth, chance.choice(legal_moves(position(truth.match))))])
            else:
                add(next_deal(truth, VARIANTS, chance))
    return told


def code_of(table: int) -> str:
    return f"0B{table:06}"


def address_of(table: int, person: int) -> str:
    """An address of its own for each person, as a proxy in front of the server gives it."""
    return f"10.{table // 256}.{table % 256}.{person}"


async def fill(log: TableLog, table: int, told: list[bytes], start: Snapshot | None) -> None:
    """Write the log of a table, and what servers keep of it as it was when its last match began."""
    code = code_of(table)
    for number, body in enumerate(told):
        event = await log.append(code, number, f"c{number}", body.replace(CODE.encode(), code.encode()))
        if start and event.number == start.number:
            own = replace(start, chain=event.chain.hex(), state=replace(start.state, code=code))
            await put_snapshot(log, code, own)


async def fill_all(folder: str, tables: int, told: list[bytes]) -> None:
    """Write the logs of all tables; only the first is read, as what servers keep of the others is alike."""
    log = await open_log(str(Path(folder) / "tables.sqlite"))
    await fill(log, 0, told, None)
    start = (await read_history(log, code_of(0), VARIANTS)).start
    await asyncio.gather(*(fill(log, table, told, start) for table in range(1, tables)))
    await log.close()


@dataclass
class Server:
    """A server that is started again on the port that it had."""

    folder: Path
    port: int = 0
    process: Process | None = None

    async def start(self) -> None:
        """Start it, and wait until it listens."""
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "playroom", "serve", str(self.folder), "--port", str(self.port)),
            *("--plain", "--mode", "text", "--language", "en"),
            stdin=DEVNULL,
            stdout=PIPE,
        )
        assert self.process.stdout
        self.port = int((await self.process.stdout.readline()).split()[1])

    async def kill(self) -> None:
        """End it without a word."""
        assert self.process
        self.process.kill()
        await self.process.wait()

    @property
    def busy(self) -> float:
        """For how many seconds it has kept a core busy."""
        assert self.process
        used = psutil.Process(self.process.pid).cpu_times()
        return float(used.user + used.system)

    @property
    def megabytes(self) -> float:
        assert self.process
        return float(psutil.Process(self.process.pid).memory_info().rss) / 2**20


@dataclass
class Client:
    """A person who comes to the table, and comes back after each end of the connection."""

    server: Server
    code: str
    person: int
    address: str
    number: int = 0
    chain: str = ""
    is_here: asyncio.Event = field(default_factory=asyncio.Event)
    _task: "asyncio.Task[None] | None" = None

    def __post_init__(self) -> None:
        self._retries = Retries(asyncio.get_running_loop().call_later, self.begin)

    def begin(self) -> None:
        self._task = asyncio.ensure_future(self._live())

    def end(self) -> None:
        self._retries.stop()
        if self._task:
            self._task.cancel()

    async def _live(self) -> None:
        try:
            await self._serve()
        except (OSError, WebSocketException, TimeoutError):
            self.is_here.clear()
            self._retries.plan()

    async def _serve(self) -> None:
        url = f"ws://127.0.0.1:{self.server.port}"
        async with connect(
            url,
            additional_headers={"X-Forwarded-For": self.address},
            compression=None,
            ping_interval=None,
            proxy=None,
            open_timeout=10,
        ) as line:
            await line.send(encoded(Hello(VERSION, "bench")))
            join = Join(self.code, "", f"token {self.person}", self.number, self.chain)
            await line.send(encoded(join))
            until = 0
            async for frame in line:
                message = server_message(frame)
                assert not isinstance(message, Nak), message
                if isinstance(message, Joined):
                    until = message.number
                elif isinstance(message, Happened):
                    self.number, self.chain = message.number, message.chain
                if until and self.number >= until and not self.is_here.is_set():
                    self._retries.stop()
                    self.is_here.set()
            raise OSError("the connection has ended")


async def all_here(clients: list[Client]) -> None:
    for client in clients:
        await client.is_here.wait()


async def bench(tables: int, matches: int) -> list[Figure]:
    with TemporaryDirectory() as folder:
        told = bodies(matches)
        await fill_all(folder, tables, told)
        server = Server(Path(folder))
        await server.start()
        clients = [
            Client(server, code_of(table), person, address_of(table, person))
            for table in range(tables)
            for person in PEOPLE
        ]
        begun = perf_counter()
        for at in range(0, len(clients), AT_ONCE):
            for client in clients[at : at + AT_ONCE]:
                client.begin()
            await all_here(clients[at : at + AT_ONCE])
        first = perf_counter() - begun
        print(f"{tables} tables of {len(told)} events, {len(clients)} clients came in {first:.1f} s")
        print(f"  the server needed {server.busy:.1f} s of a core, and has {server.megabytes:.0f} MB")
        killed = perf_counter()
        await server.kill()
        for client in clients:
            client.is_here.clear()
        await server.start()
        listening, started_up, own = perf_counter(), server.busy, process_time()
        await all_here(clients)
        back, since = perf_counter() - killed, perf_counter() - listening
        each = 1000 / len(clients)
        busy, clients_busy = (server.busy - started_up) * each, (process_time() - own) * each
        print(
            f"  the last client is back {back:.1f} s after the kill, {since:.1f} s after the server listens"
        )
        print(f"  1000 returns take {busy:.2f} s of a core, and their clients {clients_busy:.2f} s")
        for client in clients:
            client.end()
        await server.kill()
    return [
        Figure("the last is back after the server listens", since, MOST_SECONDS, " s"),
        Figure("processor time of the server for 1000 returns", busy, MOST_PROCESSOR_SECONDS, " s"),
    ]


def main() -> None:
    allow_many_connections()
    given = [int(each) for each in sys.argv[1:]]
    tables, matches = (*given, *(TABLES, MATCHES)[len(given) :])
    print(verdict(asyncio.run(bench(tables, matches))))


if __name__ == "__main__":
    main()
