"""How fast the log of tables is beside the disk. usage: python tests/bench/bench_log.py [SECONDS]

It prints how many appends are acknowledged a second while many tables append as fast as they can, over the
syncs that the disk makes a second one after the other; the same with 2 ms added to each sync; and the time
from an append to its acknowledgement at 500 appends a second, beside the time of a sync. Each spell takes so
many seconds (1 if none is given). Disk and log take turns, so that a busy machine slows both.
"""

import asyncio
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

sys.path.insert(0, str(Path(__file__).parents[1]))

from latency import tail
from support.faults.faulty_disk import FaultyDisk
from support.online.nats_cluster import NatsCluster
from verdict import Figure, verdict

from playroom.online.log.club_logs import open_log
from playroom.online.log.table_log import TableLog, Unknown

SECONDS = 1.0
SPELLS = 4
TABLES = 256
RATE = 500
DELAY = 0.002
"""Seconds that are added to each sync."""
RATIO = 10
BODY = bytes(300)
"""About as long as a move and what it leads to."""


@dataclass
class Bench:
    """The folder on the disk, and the seconds of a spell."""

    folder: Path
    seconds: float

    async def saturated(self, log: TableLog, name: str, delay: float) -> float:
        """Print the appends a second over the syncs a second; the median of the ratios."""
        ratios = []
        for spell in range(SPELLS):
            syncs = len([*self.syncs(delay)]) / self.seconds
            appends = await self.appends(log, f"{name}-{spell}") / self.seconds
            ratios.append(appends / syncs)
            print(f"  {appends:8.0f} acknowledged a second, {syncs:6.0f} syncs a second")
        return median(ratios)

    def syncs(self, delay: float = 0) -> Iterator[float]:
        """The seconds of each sync of a file that grows by a page, one after the other."""
        with (self.folder / "syncs").open("wb") as file:
            end = perf_counter() + self.seconds
            while (begun := perf_counter()) < end:
                file.write(bytes(4096))
                file.flush()
                os.fsync(file.fileno())
                sleep(delay)
                yield perf_counter() - begun

    async def appends(self, log: TableLog, name: str) -> int:
        """How many appends are acknowledged in a spell in which every table appends one after the other."""
        end = perf_counter() + self.seconds

        async def table(name: str) -> int:
            number = 0
            while perf_counter() < end:
                await log.append(name, number, f"command-{number}", BODY)
                number += 1
            return number

        return sum(await asyncio.gather(*(table(f"{name}-{n}") for n in range(TABLES))))

    async def latencies(self, log: TableLog, name: str) -> list[float]:
        """The seconds from append to acknowledgement, at a steady rate."""
        found: list[float] = []

        async def timed(number: int, begun: float) -> None:
            await log.append(f"{name}-{number % TABLES}", number // TABLES, f"command-{number}", BODY)
            found.append(perf_counter() - begun)

        begun = perf_counter()
        tasks = []
        for number in range(int(RATE * self.seconds)):
            due = begun + number / RATE
            await asyncio.sleep(max(0, due - perf_counter()))
            tasks.append(asyncio.create_task(timed(number, due)))
        await asyncio.gather(*tasks)
        return found


async def measured(bench: Bench, title: str, address: str, delay: float = 0) -> float:
    """Print the figures of the log at an address; the acknowledgements over syncs."""
    print(title)
    log = await open_log(address)
    ratio = await bench.saturated(log, "full", delay)
    p50, p99 = tail(await bench.latencies(log, "steady"))
    await log.close()
    sync_p50, sync_p99 = tail([*bench.syncs(delay)])
    print(f"  {ratio:8.1f} acknowledgements a sync")
    print(f"  at {RATE} a second: p50 {p50:.1f} ms, p99 {p99:.1f} ms")
    print(f"  a sync alone: p50 {sync_p50:.1f} ms, p99 {sync_p99:.1f} ms")
    return ratio


def sqlite(bench: Bench, delay: float) -> float:
    """The ratio for SQLite on a disk that is so much slower."""
    title = f"SQLite, {TABLES} tables" + (f", {delay * 1000:g} ms added to each sync" if delay else "")
    disk = FaultyDisk(only_syncs=True)
    disk.sync_delay = delay
    with disk.installed():
        return asyncio.run(measured(bench, title, str(bench.folder / f"log-{delay}.sqlite"), delay))


def nats(bench: Bench) -> None:
    """Print the figures of three NATS servers on this machine, whose disk they share."""
    cluster = NatsCluster(bench.folder / "nats")
    try:
        cluster.heal()
        asyncio.run(measured(bench, f"NATS, three servers, {TABLES} tables", cluster.address("bench")))
    except (StopIteration, Unknown) as error:
        print(f"  NATS could not be measured here: {error!r}")
    finally:
        cluster.close()


def main(seconds: float) -> None:
    with TemporaryDirectory() as folder:
        bench = Bench(Path(folder), seconds)
        sqlite(bench, 0)
        ratio = sqlite(bench, DELAY)
        nats(bench)
    name = f"SQLite with {DELAY * 1000:g} ms added to each sync: acknowledgements over syncs"
    print(verdict([Figure(name, ratio, RATIO, at_least=True)]))


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
