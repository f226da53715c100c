"""Programs that are killed, die at a call, or get an error from it.

usage: fault_driver.py kill|death|full WRITER TRIALS SEED

It forks, which a process of pytest may not, and prints one line: the trials, and what went wrong in each.
"""

import errno
import io
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import ruamel.yaml  # noqa: F401 (it takes longer to load than a program lives here)
from support.console.player import folder
from writers import CHANGES, LISTED, WRITERS, Write, Writer, check, states

LONGEST = 0.06
"""Seconds after which a program is killed at the latest."""
CALLS = ("open", "fsync", "replace", "link", "unlink", "mkdir", "close", "write", "ftruncate")
"""The calls of the system by which files are written."""
UNMET, WRITTEN, REFUSED, DIED = 0, 4, 5, 9
"""How a program ends whose fault did not come, was overcome, raised an error, or was its death."""


def forked(work: Callable[[], object]) -> int:
    """Begin *work* in another process; its number."""
    if child := os.fork():
        return child
    try:
        work()
    except BaseException:  # noqa: BLE001 (the parent counts it)
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def killed_pair(writer: Writer, chance: Random) -> None:
    """Two programs write as fast as they can until each is killed by a timer; both then begin anew."""
    with folder() as home:
        pipes = [os.pipe(), os.pipe()]
        times = [chance.uniform(0.0005, LONGEST) for _ in pipes]
        children = [forked(partial(_write_on, writer, home, p, pipes[p][1], times[p])) for p in (0, 1)]
        endings = [os.waitpid(child, 0)[1] for child in children]
        for program, (reading, writing) in enumerate(pipes):
            os.close(writing)
            written = len(os.read(reading, 1_000_000)) - 1
            os.close(reading)
            assert endings[program] == signal.SIGALRM, "the timer has ended the program, and nothing else"
            check(writer, home, program, written if written >= 0 else None)
        for program in (0, 1):
            writer.program(home, program)(writer.found(home, program) or 0)


def _write_on(writer: Writer, home: Path, program: int, pipe: int, seconds: float) -> None:
    signal.setitimer(signal.ITIMER_REAL, seconds)
    write = writer.program(home, program)
    number = 0
    while True:
        write(number)
        os.write(pipe, b".")
        number += 1


class Faulty:
    """The calls of the system, the *nth* of which fails, before it is made or after."""

    def __init__(self, nth: int, *, dies: bool, is_after: bool) -> None:
        self._nth, self._dies, self._is_after = nth, dies, is_after
        self._calls = 0

    @property
    def is_met(self) -> bool:
        """Whether the nth call was made."""
        return self._calls >= self._nth

    def install(self) -> None:
        for name in CALLS:
            setattr(os, name, self._wrapped(name, getattr(os, name)))
        io.open = self._wrapped("open", open)

    def _wrapped(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def faulty(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401 (any call)
            self._calls += 1
            if self._calls != self._nth:
                return call(*arguments, **named)
            if self._is_after:
                call(*arguments, **named)
            if self._dies:
                os._exit(9)
            if name == "close" and not self._is_after:
                call(*arguments)
            raise OSError(errno.ENOSPC, "No space left on device")

        return faulty


class Fault:
    """One trial: a program has written 0 and meets a fault when it writes 1; it or another then writes 2."""

    def __init__(self, writer: Writer, nth: int, *, dies: bool, is_after: bool) -> None:
        self._writer, self._nth, self._dies, self._is_after = writer, nth, dies, is_after
        self.is_met = True

    def __call__(self) -> None:
        with folder() as home:
            write = self._begun(home, 0)
            self._begun(home, 1)
            ending = os.waitstatus_to_exitcode(os.waitpid(forked(partial(self._write, write)), 0)[1])
            self.is_met = ending != UNMET
            assert ending in {UNMET, DIED if self._dies else REFUSED, WRITTEN}, f"it ended with {ending}"
            found = self._writer.found(home, 0)
            assert found == 1 or (found == 0 and ending in {DIED, REFUSED}), f"{found} is there"
            assert self._writer.found(home, 1) == 0
            assert self._dies or not [*home.rglob("*.new")], "a temporary file is left"
            write(2)
            assert self._writer.found(home, 0) == self._writer.last

    def _begun(self, home: Path, program: int) -> Write:
        """The writes of a program that has written 0."""
        write = self._writer.program(home, program)
        write(0)
        return write

    def _write(self, write: Write) -> None:
        """Write 1, and end with the outcome."""
        faulty = Faulty(self._nth, dies=self._dies, is_after=self._is_after)
        faulty.install()
        try:
            write(1)
        except OSError as error:
            os._exit(REFUSED if error.errno == errno.ENOSPC else 1)
        os._exit(WRITTEN if faulty.is_met else UNMET)


def faults(writer: Writer, *, dies: bool) -> Iterator[Fault]:
    """A trial for each call of a write, before and after it, until no call is left."""
    for is_after in (False, True):
        for nth in count(1):
            trial = Fault(writer, nth, dies=dies, is_after=is_after)
            yield trial
            if not trial.is_met:
                break


def trials_of(fault: str, name: str, most: int, seed: int) -> Iterator[Callable[[], None]]:
    """The trials of a class of faults; all calls of a write if *most* is 0."""
    writer = {**WRITERS, **CHANGES, **LISTED}[name]
    states()  # they take longer to make than a program lives here
    if fault == "kill":
        chance = Random(seed)
        return (partial(killed_pair, writer, chance) for _ in range(most))
    return islice(faults(writer, dies=fault == "death"), most or None)


def main(fault: str, name: str, most: int, seed: int) -> None:
    """Make the trials, and print what came of them."""
    made, failures = 0, []
    for trial in trials_of(fault, name, most, seed):
        made += 1
        try:
            trial()
        except Exception as error:  # noqa: BLE001 (each failure is reported)
            failures.append(f"trial {made}: {error!r}")
    print(json.dumps({"trials": made, "failures": failures}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
