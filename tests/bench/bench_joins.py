"""What good players feel of attacks. usage: python tests/bench/bench_joins.py [SECONDS [CLASS ...]]

For each class of attack, clients attack a new server for so many seconds (10 if none is given), without TLS
and with it, from the addresses of one /64. CLASS may say more: `pings:tls:networks` is from 256 of them with
TLS, `pings:plain:address` from one address without. With TLS, server and clients have a network of their own.
Twenty good players, each with an address of their own, become ready or not meanwhile, and others come to
their tables and to the one that is attacked. Printed are the times until their commands are acknowledged, and
until whoever comes has been sent the table, and by how much the memory of the server grows. Then the same
attack meets a server without what defends it (`undefended.py`): unless that misses a target, the class proves
nothing, and is counted as missed.
"""

import asyncio
import gc
import shutil
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from attack_classes import LIMITED, Attack, attack, most_done
from effort import SHARE
from good_players import GoodPlayers, good_players
from latency import tail
from long_table import write_tables
from own_network import enter
from server_load import BenchServer, allow_many_connections, started_server
from verdict import Figure, verdict

SECONDS = 10.0 if SHARE == 1 else 1.0
EVENTS = 1000
"""The events of the table with a long match."""
CLASSES = (
    "idle",
    "joins",
    "loads",
    "silent",
    "returns",
    "passwords",
    "names",
    "frames",
    "handshakes",
    "experts",
    "pings",
    "fragments",
    "half",
    "heads",
    "lists",
)
MOST_MS, MOST_MB, MOST_EVENTS = 100.0, 48.0, 60
MOST_BOT_MS = 1250.0
"""A thought that has begun, and one of its own: each takes half a second at most."""
THOUGHT_SECONDS = 3.0
"""The least time in which bots are measured, which think for up to half a second."""
NOBODY = "alone"
LAUNCHER = str(Path(__file__).with_name("undefended.py"))
SAMPLE_SECONDS = 0.02


@dataclass(frozen=True)
class Harm:
    """What an attack of some seconds does: how long good players wait, and the *megabytes* that are taken.

    *busy* is the part of a core that the server takes, and *done* what the attackers did.
    """

    seconds: float
    commands: Sequence[float]
    joins: Sequence[float]
    bots: Sequence[float]
    megabytes: float
    events: int
    """How many events the attacked table has got."""
    busy: float
    done: dict[str, int]
    origin: str

    @property
    def figures(self) -> list[Figure]:
        """The figures that have targets."""
        found = [
            Figure("p99 of commands", tail(self.commands)[1], MOST_MS, " ms"),
            Figure("p99 of joins", tail(self.joins)[1], MOST_MS, " ms"),
            Figure("memory grown by", self.megabytes, MOST_MB, " MB"),
            Figure("events", self.events, MOST_EVENTS),
        ]
        if self.bots:
            found.append(Figure("p99 of bots' moves", tail(self.bots)[1], MOST_BOT_MS, " ms"))
        done = {name: count for name, count in self.done.items() if name in LIMITED}
        return found + [
            Figure(name, count, most_done(LIMITED[name], self.seconds, self.origin))
            for name, count in done.items()
        ]

    def __str__(self) -> str:
        commands, joins = ("{:.1f} and {:.1f} ms".format(*tail(each)) for each in (self.commands, self.joins))
        bots = f", bots {tail(self.bots)[1]:.0f} ms at the p99" if self.bots else ""
        done = "".join(f", {name} {count}" for name, count in sorted(self.done.items()))
        return (
            f"{len(self.commands)} commands {commands}, {len(self.joins)} joins {joins}{bots}, "
            f"memory +{self.megabytes:.1f} MB, {100 * self.busy:.0f} % of a core, {self.events} events{done}"
        )


@dataclass(frozen=True)
class AttackCase:
    """A class of attack, with TLS or without, and from where it comes."""

    name: str
    how: str = "plain"
    origin: str = "network"

    def __str__(self) -> str:
        return f"{self.name}:{self.how}:{self.origin}"


def cases(given: Sequence[str]) -> list[AttackCase]:
    """The cases that are asked for: those without more are with TLS and without."""
    named = [each.split(":") for each in given]
    return [
        case
        for name, *more in named
        for case in ([AttackCase(name, *more)] if more else [AttackCase(name), AttackCase(name, "tls")])
    ]


async def harm(template: Path, case: AttackCase, defence: str, seconds: float) -> Harm:
    """Attack a server that has all of its defences, or not those of a class; what comes of it."""
    name = case.name
    more = ["--accounts"] if name == "passwords" else []
    with TemporaryDirectory() as folder:
        shutil.copytree(template, folder, dirs_exist_ok=True)
        async with started_server([LAUNCHER, defence, folder, *more], is_plain=case.how == "plain") as server:
            begun = await attack(server, name, case.origin)
            good = await good_players(server, begun.code, has_accounts=bool(more), has_bots=name == "experts")
            least = THOUGHT_SECONDS if name == "experts" else 0.0
            return await measured(server, begun, good, max(seconds, least))


async def measured(server: BenchServer, attack: Attack, good: GoodPlayers, seconds: float) -> Harm:
    before, used, begun, done = server.memory, server.processor_seconds, perf_counter(), dict[str, int]()
    async with peak_memory(server) as peak, attack.going_on(done):
        await good.wait_for_all(seconds)
        busy = (server.processor_seconds - used) / (perf_counter() - begun)
    grown = (max(peak) - before) / 2**20
    seconds, events = perf_counter() - begun, good.appended(attack.code)
    bots = good.bots if len(good.bots) > 1 or attack.name != "experts" else [seconds] * 2  # they still wait
    return Harm(seconds, good.commands, good.joins, bots, grown, events, busy, done, attack.origin)


@asynccontextmanager
async def peak_memory(server: BenchServer) -> AsyncIterator[list[int]]:
    """The memory of the server at many moments of a context."""
    seen: list[int] = []

    async def look() -> None:
        while True:
            seen.append(server.memory)
            await asyncio.sleep(SAMPLE_SECONDS)

    looking = asyncio.ensure_future(look())
    try:
        yield seen
    finally:
        looking.cancel()


async def bench(seconds: float, classes: Sequence[str]) -> list[Figure]:
    """Attack in each class, and print what was seen."""
    figures = list[Figure]()
    with TemporaryDirectory() as folder:
        template = Path(folder)
        await write_tables(template, EVENTS)
        for name in cases([NOBODY]):
            print(f"{name}: {await harm(template, name, NOBODY, seconds)}")
        for name in cases(classes):
            defended = await harm(template, name, NOBODY, seconds)
            print(f"{name}: {defended}")
            control = await harm(template, name, name.name, seconds)
            print(f"  undefended: {control}", flush=True)
            worst = max(control.figures, key=lambda each: each.use)
            figures += [
                Figure(f"{name}: {each.name}", each.value, each.target, each.unit)
                for each in defended.figures
            ]
            figures.append(
                Figure(f"{name}: undefended, {worst.name} over its target", worst.use, 1.0, at_least=True)
            )
    return figures


def main() -> None:
    enter()
    allow_many_connections()
    gc.disable()  # so that no pause of the clients is taken for one of the server
    seconds = float(sys.argv[1]) if sys.argv[1:] else SECONDS
    print(verdict(asyncio.run(bench(seconds, sys.argv[2:] or CLASSES))))


if __name__ == "__main__":
    main()
