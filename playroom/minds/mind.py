"""One process that thinks, as seen from the program that asks it."""

import os
import subprocess
import sys
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from typing import IO, Any, Final, Protocol

import playroom
from playroom.minds.worker_protocol import WORKER, read_frame, write_frame

PROGRAM: Final = "from playroom.minds.worker import think_for_parent; think_for_parent()"

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
        self._bury()

    def _bury(self) -> None:
        """Tell all who wait that no answer comes, and leave nothing of the process behind."""
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
    """A new process that thinks, out of reach of Ctrl+C and of less weight than this one; an OSError."""
    # Not a pool of multiprocessing: on Linux that starts another Python beside it, which uses as much memory.
    return subprocess.Popen(  # noqa: S603 (our own program)
        _command(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(_paths())},
        **_apart(),
    )


def _apart() -> dict[str, Any]:
    """The options that keep a new process apart from this terminal; on Windows with a lower priority too."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NO_WINDOW | subprocess.BELOW_NORMAL_PRIORITY_CLASS}
    return {"start_new_session": True}


def _command() -> list[str]:
    """The command that starts the process: this program where it is built as one folder, else this Python."""
    if getattr(sys, "frozen", False):
        return [sys.executable, WORKER]
    # Without the packages of the site, whose paths are given, it is there in half the time.
    return [sys.executable, "-P", "-S", "-c", PROGRAM]


def _paths() -> list[str]:
    """Where modules are found: where this program finds its own."""
    return [*sys.path, str(Path(playroom.__file__).parents[1])]
