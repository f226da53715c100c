"""A program that saves matches in a home is killed again and again, and what was saved is looked for.

usage: home_soak.py folder|nats KILLS SEED [early]

On NATS servers, the person comes to one of two servers each time, and a third one looks for the matches.
"""

import asyncio
import sys
from contextlib import AsyncExitStack, closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from playroom.home.match_notes import RECORD_SUFFIX
from playroom.home.saved_match import read_record
from support.games.random_matches import VARIANTS
from support.online.home_writer import events, opened
from support.online.nats_cluster import NatsCluster

WRITER = Path(__file__).with_name("home_writer.py")
MOST_SAVES = 40


class Outcome(NamedTuple):
    """How many programs were killed, how many matches they had saved, and how many of these are lost."""

    kills: int
    matches: int
    lost: int


async def home_soak(folder: Path, engine: str, kills: int, seed: int, *control: str) -> Outcome:
    """Kill a program a number of times, each after some saves."""
    async with AsyncExitStack() as stack:
        address, servers = str(folder / "log.sqlite"), ["one"]
        if engine == "nats":
            cluster = stack.enter_context(closing(NatsCluster(folder / "nats")))
            await asyncio.to_thread(cluster.heal)
            address, servers = cluster.address("club"), ["one", "other"]
        chance, saved, lost = Random(seed), dict[str, int](), set[str]()
        for life in range(kills):
            await _life(
                address, str(folder / chance.choice(servers)), f"{seed}.{life}", chance, saved, control
            )
            reader = folder / ("one" if engine == "folder" else "reader")
            found = await _found(address, str(reader))
            lost |= {name for name, count in saved.items() if found.get(name, 0) < count}
        return Outcome(kills, len(saved), len(lost))


async def _life(
    address: str, folder: str, life: str, chance: Random, saved: dict[str, int], control: tuple[str, ...]
) -> None:
    """Start the program, take what it says that it has saved, and kill it."""
    program = await asyncio.create_subprocess_exec(
        sys.executable, str(WRITER), address, folder, life, *control, stdout=asyncio.subprocess.PIPE
    )
    assert program.stdout
    for _ in range(chance.randint(1, MOST_SAVES)):
        _note(await program.stdout.readline(), saved)
    await asyncio.sleep(chance.random() / 100)
    program.kill()
    for line in (await program.stdout.read()).splitlines(keepends=True):
        _note(line, saved)
    await program.wait()


def _note(line: bytes, saved: dict[str, int]) -> None:
    if line.endswith(b"\n"):
        name, count = line.decode().split()
        saved[name] = max(saved.get(name, 0), int(count))


async def _found(address: str, folder: str) -> dict[str, int]:
    """The matches that one who comes now finds, and how many events each has; all of them can be read."""
    homes, home = await opened(address, folder)
    await homes.close()
    records = (read_record(file, VARIANTS) for file in home.rglob(f"*{RECORD_SUFFIX}"))
    found: dict[str, int] = {}
    for record in records:
        found[record.players[0]] = max(found.get(record.players[0], 0), events(record))
    return found


if __name__ == "__main__":
    with TemporaryDirectory() as made:
        print(
            asyncio.run(home_soak(Path(made), sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:]))
        )
