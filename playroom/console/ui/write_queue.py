"""A queue that writes the player's files in the background, in order."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, wait
from functools import partial
from pathlib import Path
from threading import Event, Lock
from typing import Final, NamedTuple

from playroom.console.ui.background import Background, Job, fulfil
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
        self.timeout = FINISH
        """Seconds for which `finish` waits for the disk; 0 in an event loop that others share."""

    def add(self, write: Callable[[], Path | None], done: Callable[[WriteOutcome], object]) -> None:
        """Call *write* in the background, then *done* with its outcome."""
        self._writes.append(Write(write, done))
        if len(self._writes) == 1:
            self._start()

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits to be written."""
        return not self._writes

    def finish(self, then: Callable[[], object] = lambda: None) -> None:
        """Finish pending writes, without reporting outcomes, then call *then*.

        What the disk has not begun by the timeout is dropped. Without a timeout nothing waits: the writes go
        on, and *then* is called in their thread.
        """
        if self._job:
            self._job.cancel()
        writes, late, made = tuple(self._writes), Event(), Future[None]()
        self._writes.clear()

        def rest() -> None:
            for write in writes:
                with self._disk:
                    if late.is_set():
                        return
                    write.make()

        if writes and not self.timeout:

            def write_on() -> None:
                rest()
                then()

            self._background.start(write_on)
            return
        if writes:
            self._background.start(partial(fulfil, made, rest))
            wait((made,), self.timeout)
            late.set()
        then()

    def _start(self) -> None:
        oldest = self._writes[0]

        def make() -> WriteOutcome:
            with self._disk:
                return oldest.make()

        def end(outcome: WriteOutcome) -> None:
            """Report the outcome of the oldest write, and start the next."""
            self._writes.popleft()
            if self._writes:
                self._start()
            oldest.done(outcome)

        self._job = self._background.run(make, end)
