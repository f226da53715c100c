"""What a key in a browser waits for, and what visitors cost. usage: python tests/bench/bench_web.py [SECONDS]

It starts `playroom web`, and visitors who play by keys in a process of their own: none, 50, 200, 200 whose
bots wait for what is said, and three whose bots are `expert`. Meanwhile one more visitor plays for so many
seconds (20), with ten keys a second. It prints the time from the keys of this visitor to the text in the live
region, beside how late its own timers are, what the server took of a core and of the memory, and how many
tiles the others played; the verdict names it if more than one in fifty of them played none. All share the
machine.
"""

import asyncio
import gc
import json
import os
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

import psutil

sys.path.insert(0, str(Path(__file__).parents[1]))

from effort import trials
from server_load import allow_many_connections
from support.console.player import own_folders, save_settings
from verdict import Figure, verdict
from web_players import QUESTIONS, SETTINGS, Site, WebPlayer, seat_all, web_player

from playroom.commands.browser_consoles import SETTINGS_FILE

SECONDS = trials(20)
KEY_PAUSE = 0.1
"""Seconds between two keys of the visitor who is measured."""
KEYS_A_MOVE = 10
"""One of this many keys makes a move; the others ask."""
OPENED = trials(40)
"""How many consoles are opened to know what one costs."""
KEY_MS, EXPERT_MS, OPENING_MS = (10, 30), 50, 20
MEMORY_MB, CORES = 300, 1
MOST_IDLE = 0.02
"""The share of visitors who may have passed and waited all the time, in a short run."""


@dataclass(frozen=True)
class WebProgram:
    """A server in a process of its own, and where it is."""

    process: Process
    site: Site
    home: Path

    @property
    def processes(self) -> Sequence[psutil.Process]:
        """The process and those that think for it."""
        server = psutil.Process(self.process.pid)
        return (server, *server.children(recursive=True))

    @property
    def megabytes(self) -> float:
        """The memory of all of them."""
        return sum(each.memory_info().rss for each in self.processes) / 2**20

    @property
    def processor_seconds(self) -> float:
        """How long they have kept a core busy."""
        return sum(used.user + used.system for used in (each.cpu_times() for each in self.processes))


@asynccontextmanager
async def started(home: Path, *command: str) -> AsyncIterator[tuple[Process, str]]:
    """The process of a `playroom` command of the player at *home*, and its first line."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "playroom", *command), stdout=PIPE, env={**os.environ, **own_folders(home)}
    )
    assert process.stdout
    try:
        yield process, (await process.stdout.readline()).decode()
    finally:
        with suppress(ProcessLookupError):  # it was killed
            process.terminate()
        await process.wait()


@asynccontextmanager
async def web_program(*, waits: bool = False) -> AsyncIterator[WebProgram]:
    """`playroom web` for a new player; *waits*: the bots wait for what is said."""
    with TemporaryDirectory() as folder:
        config = Path(folder) / "config" / "playroom"
        save_settings(config / "settings.yaml", {"mode": "text"})
        save_settings(config / SETTINGS_FILE, SETTINGS | {"waits": waits})
        async with started(Path(folder), "web", "--no-browser") as (process, said):
            site = Site(re.findall(r"http://\S*[\w-]", said)[0], waits=waits)
            yield WebProgram(process, site, Path(folder))


@dataclass(frozen=True)
class Load:
    """Visitors in a process of their own, what their bots are, and whether these wait for what is said."""

    visitors: int
    bots: str = "steady"
    waits: bool = False

    def __str__(self) -> str:
        how = " that wait for speech" if self.waits else ""
        return f"{self.visitors} visitors with {self.bots} bots{how}" if self.visitors else "alone"


@asynccontextmanager
async def playing(site: Site, load: Load) -> AsyncIterator[list[Figure]]:
    """Visitors who play until they are not needed any more; the figures of what they did are there then."""
    figures: list[Figure] = []
    if not load.visitors:
        yield figures
        return
    program = str(Path(__file__).with_name("web_players.py"))
    asked = (site.address, site.club, str(load.visitors), load.bots, *(["waits"] if load.waits else ()))
    process = await asyncio.create_subprocess_exec(sys.executable, program, *asked, stdin=PIPE, stdout=PIPE)
    assert process.stdout
    assert await process.stdout.readline()
    try:
        yield figures
    finally:
        said, _ = await process.communicate(b"")
    figures += players_figures(load, json.loads(said))


def players_figures(load: Load, done: Sequence[tuple[int, int, int, int, str]]) -> list[Figure]:
    """Print what visitors did; how many did not play, and of what there must be nothing."""
    moves, rounds, keys, left_out, over = zip(*done, strict=True)
    print(f"  they played {sum(moves)} tiles with {sum(keys)} keys; {sum(rounds)} rounds ended", flush=True)
    return [
        Figure(f"visitors without a tile, {load}", moves.count(0), len(moves) * MOST_IDLE),
        Figure(f"keys left out, {load}", sum(left_out), 0),
        Figure(f"visits that ended, {load}", sum(map(bool, over)), 0),
    ]


async def press_keys(player: WebPlayer, seconds: float) -> list[float]:
    """Make a move if there is one at every tenth key, and ask between; how late each pause ended."""
    end, number, late = perf_counter() + seconds, 0, []
    while perf_counter() < end:
        question = QUESTIONS[number % len(QUESTIONS)]
        await (player.press(question) if number % KEYS_A_MOVE else player.act(question))
        slept = perf_counter()
        await asyncio.sleep(KEY_PAUSE)
        late.append(perf_counter() - slept - KEY_PAUSE)
        number += 1
    return late


async def measured(load: Load, seconds: float, p50: float | None, p95: float) -> list[Figure]:
    """Measure a visitor among others, and the server of all."""
    async with web_program(waits=load.waits) as server, playing(server.site, load) as figures:
        player = await web_player(server.site)
        await seat_all([player], "steady")
        player.waits.clear()
        used, begun = server.processor_seconds, perf_counter()
        late = await press_keys(player, seconds)
        cores = (server.processor_seconds - used) / (perf_counter() - begun)
        megabytes = server.megabytes
        await player.close()
    (half, most), (_, timer) = p50_p95(player.waits), p50_p95(late)
    print(f"{load}: key to live region {half:.1f} ms (p50), {most:.1f} ms (p95) of {len(player.waits)}")
    print(
        f"  the server took {cores:.2f} of a core and {megabytes:.0f} MB; timers: {timer:.1f} ms late (p95)",
        flush=True,
    )
    tails = [Figure(f"key, {load}, p95", most, p95, " ms")]
    halves = [Figure(f"key, {load}, p50", half, p50, " ms")] if p50 else []
    return [
        *halves,
        *tails,
        *figures,
        Figure(f"tiles of the one who is measured, {load}", player.moves, 1, at_least=True),
        Figure(f"memory, {load}", megabytes, MEMORY_MB, " MB"),
        Figure(f"core, {load}", cores, CORES),
    ]


def p50_p95(seconds: Sequence[float]) -> tuple[float, float]:
    """The p50 and p95 in milliseconds; without end where nothing was answered."""
    if len(seconds) < 2:
        return inf, inf
    return median(seconds) * 1000, quantiles(seconds, n=20)[-1] * 1000


async def opened() -> Figure:
    """Open consoles, one after the other, and print what one costs of the processor."""
    async with web_program() as server:
        first = await web_player(server.site)
        used = server.processor_seconds
        players = [await web_player(server.site) for _ in range(OPENED)]
        each = (server.processor_seconds - used) / OPENED * 1000
        await asyncio.gather(*(player.close() for player in (first, *players)))
    print(f"a console opens in {each:.1f} ms of the processor", flush=True)
    return Figure("opening a console", each, OPENING_MS, " ms")


async def bench(seconds: float) -> list[Figure]:
    return [
        await opened(),
        *await measured(Load(0), seconds, *KEY_MS),
        *await measured(Load(50), seconds, *KEY_MS),
        *await measured(Load(200), seconds, *KEY_MS),
        *await measured(Load(200, waits=True), seconds, *KEY_MS),
        *await measured(Load(3, "expert"), seconds, None, EXPERT_MS),
    ]


def main() -> None:
    allow_many_connections()
    gc.disable()  # so that no pause of the visitor who is measured is taken for one of the server
    print(verdict(asyncio.run(bench(float(sys.argv[1]) if sys.argv[1:] else SECONDS))))


if __name__ == "__main__":
    main()
