"""What many tables cost a server. usage: python tests/bench/bench_server.py [TABLES [SECONDS]]

It starts `playroom serve --plain`, connects four clients for each table (1000 if none is given), and prints
the memory of an idle connection; then all sit down, and people become ready or not, 500 commands a second for
so many seconds (10). It prints the time from a command to its acknowledgement, beside that of a sync of the
disk, and the memory of the server. Then it does the same at a tenth of the tables, for a fifth of the time,
without TLS and with it. Clients and server share the machine.
"""

import asyncio
import gc
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from effort import trials
from latency import tail
from server_load import SEATS, allow_many_connections, bench_server, load, seat_all, sync_seconds
from verdict import Figure, verdict

TABLES, RATE, SECONDS = 1000, 500, trials(10)
MEMORY_MB, IDLE_KIB, TLS_IDLE_KIB = 200, 20, 60
SETTLING_SECONDS = 1.0


@dataclass(frozen=True)
class Figures:
    """What was measured: KiB for each idle connection, MB in the end, and acknowledgements a second."""

    idle: float
    megabytes: float
    acknowledged: float


async def measured(title: str, tables: int, seconds: float, *, is_plain: bool) -> Figures:
    """Measure a server, and print what was seen."""
    async with bench_server(is_plain=is_plain) as server:
        before = server.memory
        people = await server.people(tables * SEATS)
        idle = (server.memory - before) / len(people) / 1024
        print(f"{title}: {len(people)} idle connections: {idle:.1f} KiB each")
        await seat_all(people)
        listening = [asyncio.ensure_future(person.listen()) for person in people]
        await asyncio.sleep(SETTLING_SECONDS)
        rate = await load(people, RATE, seconds)
        await asyncio.sleep(SETTLING_SECONDS)
        waits = [wait for person in people for wait in person.waits]
        (p50, p99), naks = tail(waits), sum(person.naks for person in people)
        megabytes = server.memory / 2**20
        for each in listening:
            each.cancel()
    print(f"  {tables} tables, {rate:.0f} commands a second, {len(waits)} acknowledged, {naks} refused")
    print(f"  acknowledged after {p50:.1f} ms (p50), {p99:.1f} ms (p99); the server has {megabytes:.0f} MB")
    return Figures(idle, megabytes, len(waits) / seconds)


async def bench(tables: int, seconds: float) -> list[Figure]:
    many = await measured("without TLS", tables, seconds, is_plain=True)
    with TemporaryDirectory() as folder:
        print(f"  a sync takes {sync_seconds(folder) * 1000:.1f} ms (p50)")
    fewer, shorter = max(1, tables // 10), seconds / 5
    await measured("without TLS", fewer, shorter, is_plain=True)
    encrypted = await measured("with TLS", fewer, shorter, is_plain=False)
    return [
        Figure("memory of an idle connection", many.idle, IDLE_KIB, " KiB"),
        Figure("memory of an idle connection with TLS", encrypted.idle, TLS_IDLE_KIB, " KiB"),
        Figure("memory of the server", many.megabytes, MEMORY_MB, " MB"),
        Figure("commands", many.acknowledged, RATE * 0.98, " a second", at_least=True),
        Figure("commands with TLS", encrypted.acknowledged, RATE * 0.98, " a second", at_least=True),
    ]


def main() -> None:
    allow_many_connections()
    gc.disable()  # so that no pause of the clients is taken for one of the server
    given = sys.argv[1:]
    tables = int(given[0]) if given else TABLES
    seconds = float(given[1]) if given[1:] else SECONDS
    print(verdict(asyncio.run(bench(tables, seconds))))


if __name__ == "__main__":
    main()
