"""How soon all are back after a kill. usage: python tests/bench/bench_return.py [TABLES [MATCHES]]

At TABLES tables (1000) of `playroom serve --plain`, each with MATCHES finished matches in its log (10), four
people are connected, each from an address of their own. The server is killed and started again at once; each
client comes back as the real one does, by the pauses of `Retries`. Printed are the seconds from the kill, and
from the moment at which the server listens again, until the last client has been sent all of its table; the
processor time of the server for 1000 returns, beside that of the clients, which slow it where they share its
cores; and its memory.
"""

import asyncio
import sqlite3
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import psutil
from msgspec.structs import astuple, replace

sys.path.insert(0, str(Path(__file__).parents[1]))

from attackers import frames
from effort import trials
from server_load import allow_many_connections
from verdict import Figure, verdict

from playroom.online.client.table_client import Retries
from playroom.online.log.club_logs import open_log
from playroom.online.log.sqlite_store import INSERT
from playroom.online.log.table_log import LogEvent, first_chain, new_log_event
from playroom.online.server.accounts.credentials import token_hash
from playroom.online.server.tables.match_decisions import after_move, next_deal, rematched, started
from playroom.online.server.tables.server_state import FullTableState, body_of
from playroom.online.server.tables.stored_history import SNAPSHOTS, read_history
from playroom.online.server.tables.table_history import Snapshot
from playroom.online.wire.entries import (
    AnyEntry,
    PersonCame,
    ReadyChanged,
    SeatTaken,
    TableOpened,
    TableSettings,
)
from playroom.online.wire.messages import Happened, Hello, Join, Joined, encoded_json, server_message
from playroom.online.wire.protocol import VERSION
from playroom.online.wire.table_state import TableState
from playroom.rules.legal import legal_moves, position
from playroom.table.shelf import OURS, shelf

TABLES, MATCHES, MOST_SECONDS, AT_ONCE = int(trials(1000)), 10, 3.0, 50
MOST_PROCESSOR_SECONDS = 0.6
"""For 1000 returns: 4000 are to take less than 3 s of the one core that a server uses."""
LONGEST_HEAD, TWO_BYTES = 4, 126
"""The bytes before the text of a server's frame, and the size that says that the next two have it."""
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
        is_first = match == 0
        add(started(truth, 1, VARIANTS, chance) if is_first else rematched(truth, VARIANTS, chance))
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


def of_table(body: bytes, table: int) -> bytes:
    return body.replace(CODE.encode(), code_of(table).encode())


def events_of(table: int, told: list[bytes], start: Snapshot) -> Iterator[LogEvent]:
    """The log of a table, and what servers keep of it as it was when its last match began."""
    code, chain = code_of(table), first_chain(code_of(table))
    for number, body in enumerate(told, 1):
        event = new_log_event(code, number, chain, f"c{number}", of_table(body, table))
        chain = event.chain
        yield event
        if number == start.number:
            own = replace(start, chain=chain.hex(), state=replace(start.state, code=code))
            name = f"{code}{SNAPSHOTS}"
            yield new_log_event(name, 1, first_chain(name), f"at-{number}-1", encoded_json(own))


async def fill_all(folder: str, tables: int, told: list[bytes]) -> None:
    """Write the logs of all tables; only the first is read, as what servers keep of the others is alike."""
    file = Path(folder) / "tables.sqlite"
    log = await open_log(str(file))
    for number, body in enumerate(told):
        await log.append(code_of(0), number, f"c{number + 1}", of_table(body, 0))
    start = (await read_history(log, code_of(0), VARIANTS)).start
    await log.close()
    # Written in one transaction per run: `log.append` syncs each event, which would take minutes.
    with closing(sqlite3.connect(file)) as store, store:
        for table in range(1, tables):
            store.executemany(INSERT, map(astuple, events_of(table, told, start)))


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


class Client(asyncio.Protocol):
    """A person who comes to the table, and comes back after each end of the connection.

    It reads what it needs and nothing else: four thousand clients of a library would take more of a core
    than the server.
    """

    def __init__(self, server: Server, code: str, person: int, address: str) -> None:
        self._server, self._code, self._person, self._address = server, code, person, address
        self._number, self._chain = 0, ""
        self.is_here = asyncio.Event()
        self._retries = Retries(asyncio.get_running_loop().call_later, self.begin)
        self._task: asyncio.Task[None] | None = None
        self._line: asyncio.Transport | None = None
        self._unread = b""
        self._has_shaken_hands, self._until, self._comes_back = False, 0, True

    def begin(self) -> None:
        """Connect, or plan another attempt."""
        self._unread, self._has_shaken_hands, self._until = b"", False, 0
        self._task = asyncio.ensure_future(self._connect())

    def end(self) -> None:
        """Close the connection and stop reconnecting."""
        self._comes_back = False
        self._retries.stop()
        if self._line:
            self._line.abort()

    async def _connect(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.create_connection(lambda: self, "127.0.0.1", self._server.port)
        except OSError:
            self._retries.plan()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._line = transport
        transport.write(handshake(self._address))

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self.is_here.clear()
        if self._comes_back:
            self._retries.plan()

    def data_received(self, data: bytes) -> None:
        self._unread += data
        if not self._has_shaken_hands:
            self._shake_hands()
        while self._has_shaken_hands and (size := whole_frame(self._unread)):
            self._take(self._unread[:size])
            self._unread = self._unread[size:]

    def _shake_hands(self) -> None:
        answer, end, after = self._unread.partition(b"\r\n\r\n")
        if not end:
            return
        assert answer.startswith(b"HTTP/1.1 101"), answer
        self._unread, self._has_shaken_hands = after, True
        join = Join(self._code, "", f"token {self._person}", self._number, self._chain)
        assert self._line
        self._line.write(frames([Hello(VERSION, "bench"), join]))

    def _take(self, frame: bytes) -> None:
        text = frame[frame.find(b"{") :]
        assert not text.startswith((b'{"type":"nak"', b'{"type":"gone"')), text
        if text.startswith((b'{"type":"joined"', b'{"type":"happened"')):
            message = server_message(text)
            if isinstance(message, Joined):
                self._until = message.number
            elif isinstance(message, Happened):
                self._number, self._chain = message.number, message.chain
        if self._until and self._number >= self._until and not self.is_here.is_set():
            self._retries.stop()
            self.is_here.set()


def handshake(address: str) -> bytes:
    """The request with which a connection begins."""
    return (
        "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"X-Forwarded-For: {address}\r\n\r\n"
    ).encode()


def whole_frame(unread: bytes) -> int:
    """The size of the frame with which these bytes of a server begin; 0 if a part of it is missing."""
    if len(unread) < LONGEST_HEAD:
        return 0
    size = 2 + unread[1]
    if unread[1] == TWO_BYTES:
        size = 4 + int.from_bytes(unread[2:4], "big")
    return size if len(unread) >= size else 0


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
