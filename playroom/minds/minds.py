"""Runs thoughts in the thinking processes, or in the calling thread where there is none."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from typing import IO, Any, Final, Protocol

import playroom
from playroom.bots.roster import SEARCHING
from playroom.minds.thinkers import think_here
from playroom.minds.worker_protocol import FAILED, WORKER, read_frame, write_frame

PROGRAM: Final = "from playroom.minds.worker import think_for_parent; think_for_parent()"

if sys.platform == "win32":
    APART: Final = subprocess.CREATE_NO_WINDOW | subprocess.BELOW_NORMAL_PRIORITY_CLASS
else:
    APART: Final = 0
"""The flags that keep a process on Windows apart from the terminal, and at a lower priority."""

END_SECONDS: Final = 1.0
"""Seconds that are waited at most until a process has ended that was killed."""


class MindLostError(Exception):
    """The process has died, was ended, or could not be started."""


class MindProcess(Protocol):
    """A running process, with pipes to it and from it."""

    @property
    def stdin(self) -> IO[bytes] | None:
        """The pipe that it reads."""

    @property
    def stdout(self) -> IO[bytes] | None:
        """The pipe that it writes."""

    def kill(self) -> None:
        """End it at once."""

    def wait(self) -> int:
        """Wait until it has ended; its exit code."""


class Mind:
    """A process that answers questions, several at a time, until it is ended or dies."""

    def __init__(self, process: MindProcess) -> None:
        self._process = process
        assert process.stdin  # it was started with pipes
        assert process.stdout
        self._questions, self._answers = process.stdin, process.stdout
        self._lock, self._writing = Lock(), Lock()
        self._asked: dict[int, Future[bytes]] = {}
        """The questions without an answer yet, by number."""
        self._number = 0
        self.is_lost = False
        """Whether it answers no more."""
        self._reader = Thread(target=self._take_answers, name="mind", daemon=True)
        self._reader.start()

    def ask(self, question: bytes) -> Future[bytes]:
        """The answer to come; a MindLostError if the process is gone, or dies before."""
        answer: Future[bytes] = Future()
        with self._lock:
            if self.is_lost:
                raise MindLostError
            self._number += 1
            number = self._number
            self._asked[number] = answer
        with self._writing, suppress(OSError, ValueError):  # its end is seen where the answers are read
            write_frame(self._questions, number, question)
        return answer

    def end(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._reader.join(END_SECONDS)

    def _take_answers(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                number, content = read_frame(self._answers)
                with self._lock:
                    answer = self._asked.pop(number)
                answer.set_result(content)
        # All who wait are told that no answer comes, and nothing of the process is left behind.
        with self._lock:
            self.is_lost = True
        for answer in self._asked.values():
            answer.set_exception(MindLostError())
        self._process.kill()
        self._process.wait()
        self._answers.close()
        with self._writing, suppress(OSError):  # what was not written is lost with it
            self._questions.close()


def start_process() -> MindProcess:
    """A new process that thinks, of less weight than this one; an OSError."""
    return start_python(WORKER, PROGRAM, subprocess.PIPE)


def start_python(argument: str, program: str, output: int) -> "subprocess.Popen[bytes]":
    """A new process of this program, out of reach of Ctrl+C; an OSError.

    It runs the code of *program*, or where the program is built as one folder, that with the *argument*.
    """
    # Not a pool of multiprocessing: on Linux that starts another Python beside it, which uses as much memory.
    # Where the program is built as one folder, it starts itself. Else it is this Python, without the packages
    # of the site, whose paths are given: so it is there in half the time.
    is_frozen = getattr(sys, "frozen", False)
    command = [sys.executable, argument] if is_frozen else [sys.executable, "-P", "-S", "-c", program]
    return subprocess.Popen(  # noqa: S603 (our own program)
        command,
        stdin=subprocess.PIPE,
        stdout=output,
        stderr=subprocess.DEVNULL,
        # Modules are found where this program finds its own.
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([*sys.path, str(Path(playroom.__file__).parents[1])]),
        },
        start_new_session=True,  # Windows does not look at it
        creationflags=APART,
    )


MOST_LOSSES: Final = 3
"""The most processes that may die before no more are started, as something on this machine ends them."""

LATEST: Final = 20.0
"""Seconds after which nobody waits for the process any more: far longer than any thought."""


class MindsClosedError(Exception):
    """The program is about to end, and what was asked is not wanted any more."""


class Minds:
    """Thinking beside the keys: in a process, started when it is first needed, or in the thread that asks."""

    def __init__(self, start: Callable[[], MindProcess] = start_process) -> None:
        self._start = start
        self._lock = Lock()
        self._mind: Mind | None = None
        self._losses = 0
        self._is_closed = False

    def ask(self, name: str, *given: object, **named: object) -> Any:  # noqa: ANN401 (as `think_here`)
        """The result of the thinker of this name; a MindsClosedError if the program ends meanwhile."""
        import pickle  # noqa: PLC0415 (the first words of a table do not wait for it)

        question = pickle.dumps((name, given, named), pickle.HIGHEST_PROTOCOL)
        found, mind = FAILED, self._running()
        if mind:
            try:
                found = mind.ask(question).result(LATEST)
            except MindLostError:
                pass
            except TimeoutError:
                mind.end()
        if self._is_closed:
            raise MindsClosedError
        if found == FAILED:
            return think_here(name, *given, **named)
        return pickle.loads(found)  # noqa: S301 (from a process that this one has started)

    def prepare(self, bots: Iterable[str]) -> None:
        """Start the process if one of these bots needs it."""
        if not SEARCHING.keys().isdisjoint(bots):
            self._running()

    def close(self) -> None:
        """Kill the process and start no other."""
        with self._lock:
            self._is_closed = True
            mind = self._mind
        if mind:
            mind.end()

    def _running(self) -> Mind | None:
        """The process, started if there is none; None if it cannot be, or too many have died."""
        with self._lock:
            if self._mind and self._mind.is_lost:
                self._mind, self._losses = None, self._losses + 1
            if self._mind is None and self._losses < MOST_LOSSES and not self._is_closed:
                try:
                    self._mind = Mind(self._start())
                except (OSError, RuntimeError):  # the system refuses another process or thread
                    self._losses += 1
            return self._mind


class MindPool:
    """As many processes as are needed at once, *most* of them."""

    def __init__(self, most: int, start: Callable[[], MindProcess] = start_process) -> None:
        self._minds = [Minds(start) for _ in range(most)]
        self._lock = Lock()
        self._asked = [0] * most
        """How much each of them thinks about."""

    def ask(self, name: str, *given: object, **named: object) -> Any:  # noqa: ANN401 (as `think_here`)
        """The result of the thinker of this name, from the least busy process; see `Minds.ask`."""
        with self._lock:
            number = self._asked.index(min(self._asked))
            self._asked[number] += 1
        try:
            return self._minds[number].ask(name, *given, **named)
        finally:
            with self._lock:
                self._asked[number] -= 1

    def prepare(self, bots: Iterable[str]) -> None:
        """Start a process if one of these bots needs it."""
        self._minds[0].prepare(bots)

    def close(self) -> None:
        """End all processes."""
        for each in self._minds:
            each.close()
