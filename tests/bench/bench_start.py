"""What a start takes, of time and of the processor. usage: bench_start.py [PYTHON...]

Each PYTHON is that of an environment into which a wheel of the playroom is installed, the first that of this
checkout; without any, it is the one that runs this. It prints, for each of them in turn, so that a busy
machine slows all alike: what passes until the first text of the menu and of a table is on the screen, what
`help` and `--version` take, and what a Python takes that imports asyncio, argparse and json alone; beside it,
the user and system time of the processor.
"""

import os
import re
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from effort import trials
from support.console.player import folder, own_folders, save_settings
from support.console.pseudo_terminal import PseudoTerminal
from verdict import Figure, verdict

ROUNDS = trials(40)
MENU, TABLE, HELP, VERSION, IMPORTS = "menu", "table", "help", "version", "imports"
PLAYROOM = ("-m", "playroom")
STARTS: Mapping[str, Sequence[str]] = {
    MENU: PLAYROOM,
    TABLE: (*PLAYROOM, "play", "draw", "--players", "2", "--seed", "4"),
    HELP: (*PLAYROOM, "help"),
    VERSION: (*PLAYROOM, "--version"),
    IMPORTS: ("-c", "import asyncio, argparse, json"),
}
MILLISECONDS = {MENU: 200, TABLE: 250}
OF_IMPORTS = {HELP: 1.1, VERSION: 1.0}
"""Targets: the time until the first text, and the processor's time as a multiple of that of the imports."""
SETTINGS = {"language": "en", "mode": "text"}
UNSEEN = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07)|\s")
"""What a terminal shows nothing of."""

Taken = tuple[float, float]
"""Milliseconds of time, and of the processor."""


def main(*pythons: str) -> None:
    pythons = pythons or (sys.executable,)
    taken: dict[tuple[str, str], list[Taken]] = defaultdict(list)
    with folder() as home:
        homes = {python: environment(home / str(each)) for each, python in enumerate(pythons)}
        for python, arguments in product(pythons, STARTS.values()):
            fill_caches((python, *arguments), homes[python])
        for _ in range(ROUNDS):
            for (start, arguments), python in product(STARTS.items(), pythons):
                taken[start, python].append(measured(start, (python, *arguments), homes[python]))
    for (start, python), times in taken.items():
        clock, processor = (sorted(column) for column in zip(*times, strict=True))
        told = f"time {median(clock):7.1f} ms, least {clock[0]:7.1f}"
        print(
            f"{start:8} {told}   processor {median(processor):6.1f} ms, least {processor[0]:6.1f}   {python}"
        )
    print(verdict([*figures({start: taken[start, pythons[0]] for start in STARTS})]))


def environment(home: Path) -> Mapping[str, str]:
    """The environment of a player with settings, and with byte code."""
    save_settings(home / "config" / "playroom" / "settings.yaml", SETTINGS)
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, **own_folders(home), "TERM": "xterm-256color"}


def fill_caches(command: Sequence[str], environment: Mapping[str, str]) -> None:
    """Start once without a keyboard, which ends by itself, and writes the cache of pages."""
    subprocess.run(
        command, env=environment, cwd="/", stdin=subprocess.DEVNULL, capture_output=True, check=False
    )


def measured(start: str, command: Sequence[str], environment: Mapping[str, str]) -> Taken:
    """What a start takes until its first text, or its end."""
    begin = time.perf_counter()
    if start in MILLISECONDS:
        return until_text(command, environment, begin)
    process = subprocess.Popen(
        command, env=environment, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    _, code, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(code)
    assert process.returncode == 0, command
    return 1000 * seconds, 1000 * (used.ru_utime + used.ru_stime)


def until_text(command: Sequence[str], environment: Mapping[str, str], begin: float) -> Taken:
    """What a start takes until the first text on the screen, by all threads that are there then (Linux)."""
    terminal = PseudoTerminal(24, 80)
    process = subprocess.Popen(
        command,
        env=environment,
        cwd="/",
        stdin=terminal.slave,
        stdout=terminal.slave,
        stderr=terminal.slave,
        start_new_session=True,
    )
    screen = ""
    while not UNSEEN.sub("", screen):
        screen += "".join(terminal.written(1.0))
    seconds = time.perf_counter() - begin
    threads = Path(f"/proc/{process.pid}/task").glob("*/schedstat")
    nanoseconds = sum(int(each.read_text().split()[0]) for each in threads)
    process.kill()
    process.wait()
    terminal.close()
    return 1000 * seconds, nanoseconds / 1e6


def figures(taken: Mapping[str, Sequence[Taken]]) -> Iterator[Figure]:
    """The times until a first text, and the processor's time of what only prints beside the imports."""
    for start, most in MILLISECONDS.items():
        yield Figure(f"{start}, first text", median(time for time, _ in taken[start]), most, " ms")
    imports = median(processor for _, processor in taken[IMPORTS])
    for start, ratio in OF_IMPORTS.items():
        used = median(processor for _, processor in taken[start])
        yield Figure(f"{start}, processor", used / imports, ratio, " x the imports")


if __name__ == "__main__":
    main(*sys.argv[1:])
