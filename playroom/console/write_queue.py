"""A queue that writes the player's files in the background, in order."""

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, wait
from functools import partial
from pathlib import Path
from threading import Event, Lock
from typing import Final, NamedTuple

from playroom.console.background import Background, Job, fulfil
from playroom.narration.file_errors import system_error_blank
from playroom.narration.message import Blank

FINISH: Final = 0.7
"""Timeouts of pending writes at the end of a visit, in seconds: for a match, and for other files."""


class WriteOutcome(NamedTuple):
    """The error of a write, empty on success, and the backup of an old file that was unreadable in part."""

    why: Blank = ""
    kept: Path | None = None


class Write:
    """A write that is made once, in any thread."""

    def __init__(self, write: Callable[[], Path | None], done: Callable[[WriteOutcome], object]) -> None:
        self._write, self.done = write, done
        self.outcome: WriteOutcome | None = None

    def make(self) -> WriteOutcome:
        """Write at the first call."""
        if self.outcome is None:
            try:
                self.outcome = WriteOutcome(kept=self._write())
            except OSError as error:
                self.outcome = WriteOutcome(system_error_blank(error))
        return self.outcome


class WriteQueue:
    """The pending writes, in order."""

    def __init__(self, background: Background) -> None:
        self._background = background
        self._writes: deque[Write] = deque()
        self._disk = Lock()
        self._job: Job | None = None

    def add(self, write: Callable[[], Path | None], done: Callable[[WriteOutcome], object]) -> None:
        """Call *write* in the background, then *done* with its outcome."""
        self._writes.append(Write(write, done))
        if len(self._writes) == 1:
            self._start()

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits to be written."""
        return not self._writes

    def finish(self) -> None:
        """Finish pending writes until the timeout, without reporting outcomes."""
        if self._job:
            self._job.cancel()
        if not self._writes:
            return
        late, made = Event(), Future[None]()
        rest = partial(self._make_in_time, tuple(self._writes), late)
        self._background.start(partial(fulfil, made, rest))
        wait((made,), FINISH)
        late.set()
        self._writes.clear()

    def _make_in_time(self, writes: Iterable[Write], late: Event) -> None:
        for write in writes:
            with self._disk:
                if late.is_set():
                    return
                write.make()

    def _start(self) -> None:
        oldest = self._writes[0]
        self._job = self._background.run(lambda: self._make(oldest), self._end)

    def _make(self, write: Write) -> WriteOutcome:
        with self._disk:
            return write.make()

    def _end(self, outcome: WriteOutcome) -> None:
        """Report the outcome of the oldest write, and start the next."""
        done = self._writes.popleft().done
        if self._writes:
            self._start()
        done(outcome)
