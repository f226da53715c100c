"""What keys, start and memory owe to the process that thinks. usage: bench_minds.py [CHECKOUT...]

It prints what passes from a key press until its answer is queued: alone, while nine bots play at pace 0, and
while nine experts think; what a start takes until the first text is queued; the memory of the program, of
the process that thinks, and of a Python that does nothing. The same is measured of each other checkout that
is named, in turn with this one, so that a busy machine slows all alike. On one core: `taskset -c 0`.
"""

import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

import psutil

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench_console import (
    SETTINGS,
    TABLE,
    as_answer,
    asked_while_bots_play,
    asked_while_expert_thinks,
    server,
    wait_until_quiet,
)
from effort import trials
from support.console.player import Player, folder
from support.minds.workers import workers
from support.voice.private_dispatcher import Dispatcher
from verdict import Figure, verdict

OURS = Path(__file__).parents[2]
ROUNDS = trials(8)
PRESSES = 60
STARTS = 3
ALONE, BOTS, EXPERTS, START = "alone", "while nine bots play", "while nine experts think", "start"
MOST_OF_MEDIAN, MOST_OF_P95 = 1.3, 2.0
"""How much longer a key may wait while experts think than alone: the median and p95."""
EMPTY = "import sys; sys.stdout.buffer.write(b'.'); sys.stdout.buffer.flush(); sys.stdin.read()"
"""A program that does nothing until it is ended."""


@dataclass
class Measured:
    """What was measured of one checkout: milliseconds by situation, and MB by process."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    memory: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))


def main(*checkouts: str) -> None:
    every = {place: Measured() for place in (OURS, *map(Path, checkouts))}
    with server() as dispatcher:
        for _ in range(ROUNDS):
            for place, measured in every.items():
                measure(dispatcher, place, measured)
    for place, measured in every.items():
        tell(place, measured)
    tell_empty()
    print(verdict([*figures(every[OURS].times)]))


def measure(dispatcher: Dispatcher, place: Path, measured: Measured) -> None:
    """Measure one checkout once."""
    program = patient(place)
    times, memory = measured.times, measured.memory
    with folder() as home:
        for _ in range(STARTS):
            with Player(dispatcher, home, *TABLE, program=program, settings=SETTINGS) as player:
                times[START].append(player.wait_for("")[0].ms)
        with Player(dispatcher, home, *TABLE, program=program, settings=SETTINGS) as player:
            begin(player)
            times[BOTS] += asked_while_bots_play(player)
            memory["steady bots"].append(megabytes(player.process.pid))
        table = (*TABLE, "--bots", "expert")
        with Player(dispatcher, home, *table, program=program, settings=SETTINGS) as player:
            begin(player)
            times[ALONE] += as_answer(player, PRESSES)
            times[EXPERTS] += asked_while_expert_thinks(player)
            memory["experts"].append(megabytes(player.process.pid))
            for each in workers(player.process.pid):
                memory["the process that thinks"].append(megabytes(each.pid))


def patient(place: Path) -> Sequence[str]:
    """The program of a checkout, which gives up nothing because the machine is busy."""
    tests = place / "tests"
    script = tests / "support" / "programs" / "patient_program.py"
    return ("env", f"PYTHONPATH={place}", sys.executable, str(script))


def begin(player: Player) -> None:
    """Let the table be there, and silent."""
    player.wait_for("")
    wait_until_quiet(player)


def megabytes(process: int) -> float:
    """The memory that a process shares with no other, in MB."""
    found: float = psutil.Process(process).memory_full_info().uss / 2**20
    return found


def tell(place: Path, measured: Measured) -> None:
    """Print what was measured of a checkout."""
    print(place)
    for what, times in measured.times.items():
        middle, last = median(times), late(times)
        print(f"  {what:28} median {middle:7.2f} ms   p95 {last:7.2f} ms   of {len(times)}")
    for what, sizes in measured.memory.items():
        print(f"  memory, {what:25} {median(sizes):7.1f} MB")


def tell_empty() -> None:
    """Print what a Python costs that does nothing."""
    empty = subprocess.Popen([sys.executable, "-P", "-S", "-c", EMPTY], stdin=-1, stdout=-1)
    assert empty.stdout
    empty.stdout.read(1)
    print(f"memory, a Python that does nothing {megabytes(empty.pid):7.1f} MB")
    empty.communicate()


def figures(times: dict[str, list[float]]) -> Iterator[Figure]:
    """How much longer a key takes while experts think than alone."""
    for what, most, of in (("median", MOST_OF_MEDIAN, median), ("p95", MOST_OF_P95, late)):
        yield Figure(f"key {EXPERTS}, {what}", of(times[EXPERTS]) / of(times[ALONE]), most, " x alone")


def late(times: Sequence[float]) -> float:
    """The 95th percentile."""
    return quantiles(times, n=20)[-1]


if __name__ == "__main__":
    main(*sys.argv[1:])
