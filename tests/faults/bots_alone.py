"""Bots alone at pace 0: memory stays flat, the record keeps up with what is told, and the end comes soon."""

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from attacks import BOTS, OPTIONS, environment, matches_in
from support.console.player import PROGRAM
from support.console.pseudo_terminal import PseudoTerminal
from support.time.patience import PATIENCE
from writers import VARIANTS

from playroom.home.saved_match import SavedMatch
from playroom.table.setup import Setup, new_record

SECONDS: Final = (20.0, 20.0, 20.0, 600.0)
"""How long the bots play in each trial; each of the first three has another end."""
WARM_UP: Final = 0.25
"""The share of these seconds after which memory must be flat."""
MOST_GROWTH: Final = 10.0
"""Megabytes by which memory may grow from then on."""
MOST_LAG: Final = 1.0
"""Seconds by which the record may be behind what was told."""
MOST_END: Final = 2.0
"""Seconds that the end of the program may take."""
SAMPLE: Final = 0.2
"""Seconds between two samples."""

_TOLD: Final = re.compile(r"^\w+(?: opens)?: \d-\d", re.MULTILINE)
_KEPT: Final = re.compile(rb"^  - \w+ \d-\d", re.MULTILINE)
_PROMPT: Final = "Enter deals the next round."


class BotRun:
    """The program in a terminal, in which bots play alone, and what was measured of it."""

    def __init__(self, home: Path) -> None:
        saved = SavedMatch(matches_in(home) / "0001.domino.yaml")
        match = new_record(VARIANTS["draw"], Setup("draw", 2, 0, {"target": 100_000}), ("Ada", "Ben"))
        saved.save(match, BOTS)
        self.file, self.terminal = saved.file, PseudoTerminal(24, 1000)
        self.lags: list[float] = []
        """Seconds by which the record was behind, at each sample."""
        self.megabytes: list[float] = []
        """The memory of the program at each sample."""
        self.plays = 0
        """How many plays have been told."""
        self._counts: list[tuple[float, int]] = []
        """When how many plays had been told that the record did not have at the last sample."""
        self._line = ""
        self.program = subprocess.Popen(
            [*PROGRAM, "continue", "--pace", "0", *OPTIONS],
            stdin=self.terminal.slave,
            stdout=self.terminal.slave,
            stderr=self.terminal.slave,
            env={**environment(home), "TERM": "xterm"},
            start_new_session=True,
        )

    def watch(self, seconds: float) -> None:
        """Take samples for so many seconds, and have each next round dealt."""
        now = begun = sample = time.monotonic()
        while now < begun + seconds and self.program.poll() is None:
            self._read()
            now = time.monotonic()
            if now >= sample:
                sample = now + SAMPLE
                self._take_sample()

    def end(self, how: Callable[["BotRun"], None]) -> float:
        """End the program: the seconds until it has ended."""
        begun = time.monotonic()
        how(self)
        while self.program.poll() is None and time.monotonic() < begun + PATIENCE:
            with suppress(OSError):  # the terminal is closed
                self._read()
        return time.monotonic() - begun

    def close(self) -> None:
        self.program.kill()
        self.program.wait()
        with suppress(OSError):  # the terminal is closed
            self.terminal.close()

    def kept(self) -> int:
        """How many plays are in the record on the disk."""
        return len(_KEPT.findall(self.file.read_bytes()))

    def _read(self) -> None:
        for part in self.terminal.written(0.02):
            lines, newline, self._line = (self._line + part).rpartition("\n")
            if told := len(_TOLD.findall(lines + newline)):
                self.plays += told
                self._counts.append((time.monotonic(), self.plays))
            if _PROMPT in self._line:
                self._line = ""
                self.terminal.send("\r")

    def _take_sample(self) -> None:
        now, kept = time.monotonic(), self.kept()
        self._counts = [(at, plays) for at, plays in self._counts if plays > kept]
        self.lags.append(now - self._counts[0][0] if self._counts else 0.0)
        self.megabytes.append(_megabytes(self.program.pid))


def _megabytes(program: int) -> float:
    """The memory of a program."""
    ended = subprocess.run(["ps", "-o", "rss=", "-p", str(program)], check=False, stdout=subprocess.PIPE)
    return int(ended.stdout or 0) / 1024


ENDS: Final[Mapping[str, Callable[[BotRun], None]]] = {
    "SIGTERM": lambda run: run.program.send_signal(signal.SIGTERM),
    "Ctrl+C twice": lambda run: run.terminal.send("\x03\x03"),
    "terminal closed": lambda run: run.terminal.close(),
}


def bot_attack(number: int, seed: int, most_lag: float = MOST_LAG, most_end: float = MOST_END) -> None:
    """Let bots play a long match for a while, then end the program; the limits are seconds."""
    del seed
    seconds, (name, how) = SECONDS[number % len(SECONDS)], list(ENDS.items())[number % len(ENDS)]
    with TemporaryDirectory() as name_of_home:
        home = Path(name_of_home)
        run = BotRun(home)
        try:
            run.watch(seconds)
            assert run.program.poll() is None, (
                f"it has ended with {run.program.returncode}: {run.plays} plays"
            )
            end = run.end(how)
        finally:
            run.close()
        flat = run.megabytes[int(len(run.megabytes) * WARM_UP) : -1]
        growth, lag = max(flat) - flat[0], max(run.lags)
        figures = (
            f"{run.plays} plays in {seconds:.0f} s, {run.kept()} saved, {len(run.lags)} samples; "
            f"memory {flat[0]:.1f} MB, growth {growth:.1f} MB; lag at most {lag:.2f} s, "
            f"median {median(run.lags):.2f} s; end by {name} after {end:.2f} s"
        )
        print(figures, file=sys.stderr, flush=True)
        assert run.plays, figures
        assert run.kept() >= run.plays, figures
        assert growth <= MOST_GROWTH, figures
        assert lag <= most_lag, figures
        assert end <= most_end, figures


def busy_bot_attack(number: int, seed: int) -> None:
    """The same on a machine that may be busy, where only what never comes is a failure."""
    bot_attack(number, seed, most_lag=PATIENCE, most_end=PATIENCE)
