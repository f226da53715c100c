"""Many visitors in worker processes. usage: python tests/bench/bench_visitors.py [VISITORS [SECONDS [BOTS]]]

It starts a club whose consoles are in the process of the server (the control), in one worker and in as many
as there are cores, and lets so many visitors (400, or as many as one process takes) play there for so many
seconds (20). It prints the time from the keys of one more visitor to the text in the live region, how late
that visitor's own timers are, and what the processes take of a core and of the memory beyond what they had
when nobody was in. Then a stranger sends as much as it can from another address, and at last all processes of
the server are killed, and it is started again: the time until every visitor is back at their table. All share
the machine.

BOTS wait for what is said, as they do unless a player has set it otherwise, and the visitors ask a question
and play when it is their turn, some second and a half after the last answer. With `hasty` the bots play on,
and the visitors ask all the time.
"""

import asyncio
import gc
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench_web import Load, WebProgram, p50_p95, playing, press_keys, started
from effort import trials
from server_load import allow_many_connections
from verdict import Figure, verdict
from web_players import (
    PUBLIC,
    Site,
    WebPlayer,
    connect_again,
    seat_all,
    web_player,
    web_players,
)
from websockets.exceptions import ConnectionClosed

from playroom.web.web_server import MOST_VISITORS

VISITORS, SECONDS = trials(400), trials(20)
FIRST_SECONDS = trials(20)
"""Seconds until what is said at first at a table is over."""
KEY_MS, FLOOD_MS, BACK_SECONDS = 50, 20, 5.0
MEMORY_MB = 150
"""The most megabytes for each hundred visitors."""
FLOODING = 20
"""The pages of the stranger."""
ELSEWHERE = "192.0.2.9"
"""The address of the stranger."""


async def measured(workers: int, load: Load, seconds: float) -> list[Figure]:
    """Measure a visitor among others, and what the processes take, without and with a flood."""
    async with club(workers, waits=load.waits) as server:
        player = await web_player(server.site)
        await seat_all([player], "steady")
        empty = server.megabytes
        async with playing(server.site, load):
            await asyncio.sleep(FIRST_SECONDS)
            calm, timer = await keys_of(player, server, seconds)
            megabytes = (server.megabytes - empty) / max(1, load.visitors) * 100
            print(f"  {megabytes:.0f} MB for a hundred visitors beyond {empty:.0f} MB", flush=True)
            async with flood(server.site):
                flooded, _ = await keys_of(player, server, seconds)
        await player.close()
    name = f"{workers} workers, {load}"
    print(f"{name}: key to live region {calm:.1f} ms (p95), beside a flood {flooded:.1f} ms")
    print(f"  timers: {timer:.1f} ms late (p95)", flush=True)
    return [
        Figure(f"key, {name}, p95", calm, KEY_MS, " ms"),
        Figure(f"what a flood adds, {name}", max(0.0, flooded - calm), FLOOD_MS, " ms"),
        Figure(f"memory for a hundred, {name}", megabytes, MEMORY_MB, " MB"),
    ]


@asynccontextmanager
async def club(
    workers: int, *, again: WebProgram | None = None, waits: bool = False
) -> AsyncIterator[WebProgram]:
    """A new club behind a proxy, or that of *again*; its visitors' bots wait for what is said, or not."""
    with TemporaryDirectory() as folder:
        home = again.home if again else Path(folder)
        ways = ("--web", "--plain", "--public", f"https://{PUBLIC}", "--port", "0", "--mode", "text")
        async with started(home, "serve", str(home), *ways, "--workers", str(workers)) as (process, said):
            port = re.findall(r"[0-9]+", said)[0]
            yield WebProgram(process, Site(f"http://127.0.0.1:{port}", str(home), waits), home)


async def keys_of(player: WebPlayer, server: WebProgram, seconds: float) -> tuple[float, float]:
    """The p95 of the keys of a visitor, and of how late its timers are, in milliseconds."""
    player.waits.clear()
    before, begun = [each.cpu_times() for each in server.processes], perf_counter()
    late = await press_keys(player, seconds)
    passed = perf_counter() - begun
    cores = [
        (after.user + after.system - was.user - was.system) / passed
        for was, after in zip(before, (each.cpu_times() for each in server.processes), strict=False)
    ]
    (half, most), (_, timer) = p50_p95(player.waits), p50_p95(late)
    print(
        f"  p50 {half:.1f} ms, p95 {most:.1f} ms of {len(player.waits)}; cores of each process: "
        f"{', '.join(f'{each:.2f}' for each in cores)}; load {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    return most, timer


@asynccontextmanager
async def flood(site: Site) -> AsyncIterator[None]:
    """A time in which pages at another address send keys as fast as they are taken."""
    pages = [await web_player(site, ELSEWHERE) for _ in range(FLOODING)]

    async def send(page: WebPlayer) -> None:
        with suppress(ConnectionClosed):
            while True:
                await page.line.send('{"key":"c"}')
                await asyncio.sleep(0)

    sending = [asyncio.create_task(send(page)) for page in pages]
    yield
    for task in sending:
        task.cancel()
    for page in pages:
        await page.close()


async def killed(workers: int, visitors: int) -> Figure:
    """Kill all processes of a server, and the seconds until all visitors are back at their tables."""
    async with club(workers) as server:
        players = await web_players(server.site, visitors)
        await seat_all(players, "steady")
        for process in server.processes:
            process.send_signal(signal.SIGKILL)
        begun = perf_counter()
        async with club(workers, again=server) as other:
            started = perf_counter() - begun
            await asyncio.gather(*(connect_again(each, other.site) for each in players))
            seconds = perf_counter() - begun
            await asyncio.gather(*(each.close() for each in players))
    print(f"{visitors} visitors are back {seconds:.1f} s after a kill; it was started after {started:.1f} s")
    return Figure(f"back after a kill, {visitors} visitors", seconds, BACK_SECONDS, " s")


async def bench(load: Load, seconds: float) -> list[Figure]:
    figures = []
    for workers in (0, 1, os.cpu_count() or 1):
        # One process takes fewer visitors; the one who is measured and the stranger's pages need places too.
        most = MOST_VISITORS * max(1, workers) - 1 - FLOODING
        figures += await measured(workers, replace(load, visitors=min(load.visitors, most)), seconds)
    return [*figures, await killed(os.cpu_count() or 1, load.visitors)]


def main() -> None:
    allow_many_connections()
    gc.disable()  # so that no pause of the visitor who is measured is taken for one of the server
    given = dict(enumerate(sys.argv))
    load = Load(int(given.get(1, VISITORS)), waits=given.get(3) != "hasty")
    print(verdict(asyncio.run(bench(load, float(given.get(2, SECONDS))))))


if __name__ == "__main__":
    main()
