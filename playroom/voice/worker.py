"""The thread that owns the backend: it says what the queue gives, and never keeps anybody waiting."""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import inf
from queue import Empty, SimpleQueue
from typing import assert_never

from playroom.voice.attempts import Attempts
from playroom.voice.backend import Backend, Report, Sort, UnusableError, Why, duration
from playroom.voice.queue import LONGEST, Queue, Saying
from playroom.voice.speakers import Source
from playroom.voice.watch import RelievedError, Watch

STUCK = 2.0  # seconds after which a call to a backend is given up, and its thread with it
BETTER = 30.0  # seconds after which a better backend than the present one is looked for

Change = Callable[[Queue, float], Queue]


@dataclass(frozen=True, slots=True)
class Speaker:
    """What speaks: its name, what sort it is, and by which source."""

    name: str
    sort: Sort
    source: str


@dataclass(frozen=True, slots=True)
class _Engaged:
    """A backend at work, where it came from, and its number among all that were tried."""

    backend: Backend
    speaker: Speaker
    source: Source
    reports: bool
    number: int


class Worker:
    """Owns a backend in a thread, and makes a fresh thread when that one is stuck.

    Everything but the inbox belongs to the thread at work; one that was stuck touches nothing any more.
    """

    def __init__(self, ways: Sequence[Source], told: Callable[[Speaker | None], None]) -> None:
        self._told = told
        self._attempts = Attempts(ways)
        self._inbox: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._queue = Queue()
        self._engaged: _Engaged | None = None
        self._saying: Saying | None = None
        self._trying: Source | None = None
        self._tried = 0
        self._look = inf
        self._closing = False
        self._closed = threading.Event()
        self._watch = Watch(STUCK, self._relieve)
        self._start()

    def change(self, change: Change) -> None:
        """Change the queue so, without waiting for anything."""
        self._inbox.put(partial(self._fold, change))

    def key(self) -> None:
        """Note that a key was pressed, at which some screen readers fall silent."""
        self._inbox.put(self._key)

    def close(self, seconds: float) -> None:
        """Say what waits, let go of the backend, and wait so long for that at most."""
        self._inbox.put(self._close)
        self._closed.wait(seconds)

    # The thread at work.

    def _start(self) -> None:
        threading.Thread(target=self._run, name="voice", daemon=True).start()

    def _run(self) -> None:
        with suppress(RelievedError):
            while not self._closing:
                self._take()
                self._work(time.monotonic())
            self._finish()

    def _take(self) -> None:
        """Wait for something to do, and take all that has come."""
        with suppress(Empty):
            self._inbox.get(timeout=self._leisure())()
            while True:
                self._inbox.get_nowait()()

    def _leisure(self) -> float | None:
        """Seconds until there is something to do even if nothing happens; None is for ever."""
        due = self._queue.due()
        when = (self._look if due is None else due) if self._engaged else self._attempts.when()
        return None if when == inf else max(0.0, when - time.monotonic())

    def _work(self, now: float) -> None:
        idle = self._queue.due() is None
        if (now >= self._look and idle) if self._engaged else not (self._closing and idle):
            self._find(now)
        if self._engaged:
            self._say(self._engaged, now)

    def _finish(self) -> None:
        """Say what still waits, as if it had settled, and end."""
        while self._engaged and self._say(self._engaged, time.monotonic() + LONGEST):
            pass
        if self._engaged:
            self._let_go(self._engaged)
        self._watch.close()
        self._closed.set()

    def _relieve(self) -> None:
        """Take over from a thread that is stuck."""
        error = UnusableError(Why.STUCK, f"no answer in {STUCK} seconds")
        if self._trying:
            self._attempts.failed(self._trying, error, time.monotonic())
            self._trying = self._engaged = None
        elif self._engaged:
            self._drop(self._engaged, error)
        self._start()

    # What comes in.

    def _fold(self, change: Change) -> None:
        self._queue = change(self._queue, time.monotonic())

    def _key(self) -> None:
        if self._engaged and self._engaged.speaker.sort is Sort.READER:
            self._queue = self._queue.cut(time.monotonic())

    def _close(self) -> None:
        self._closing = True

    def _hear(self, number: int, report: Report, text: str) -> None:
        self._inbox.put(partial(self._reported, number, report, text))

    def _reported(self, number: int, report: Report, text: str) -> None:
        if not self._engaged or self._engaged.number != number:
            return
        match report:
            case Report.OVER:
                self._queue = self._queue.over(text)
            case Report.CUT:
                self._queue = self._queue.cut_off(text)
            case Report.GONE:
                self._drop(self._engaged, UnusableError(Why.BROKEN, "it is gone"))
            case _:
                assert_never(report)

    # What is said.

    def _say(self, engaged: _Engaged, now: float) -> bool:
        """Whether something was to be said. It has been, or the backend is given up."""
        self._saying, self._queue = self._queue.next(now)
        if not self._saying:
            return False
        try:
            self._watch.timed(partial(_speak, engaged.backend, self._saying))
        except Exception as error:  # noqa: BLE001 - whatever a library raises, the game goes on
            self._drop(engaged, error)
        else:
            self._attempts.spoke(engaged.source)
            seconds = duration(self._saying.text, reports=engaged.reports)
            self._queue, self._saying = self._queue.spoken(self._saying, now, seconds), None
        return True

    def _drop(self, engaged: _Engaged, error: Exception) -> None:
        """Give up the backend. What it was just to say is said by the next."""
        if self._saying:
            self._queue, self._saying = self._queue.failed(self._saying), None
        self._engaged = None
        self._attempts.broke(engaged.source, error, time.monotonic())

    # Who speaks.

    def _find(self, now: float) -> None:
        """Build the best backend that may be tried now, unless it is at work."""
        self._look = now + BETTER
        source = self._attempts.next(now)
        if source and not (self._engaged and self._engaged.source == source):
            self._try(source)
        if not self._engaged and not self._attempts.next(time.monotonic()):
            self._told(None)

    def _try(self, source: Source) -> None:
        self._trying, self._tried = source, self._tried + 1
        try:
            engaged = self._watch.timed(partial(self._built, source, self._tried))
        except Exception as error:  # noqa: BLE001 - whatever a library raises, the game goes on
            self._attempts.failed(source, error, time.monotonic())
        else:
            self._engage(engaged)
        self._trying = None

    def _built(self, source: Source, number: int) -> _Engaged:
        backend = source.build(partial(self._hear, number))
        return _Engaged(
            backend, Speaker(backend.name, backend.sort, source.name), source, backend.reports, number
        )

    def _engage(self, engaged: _Engaged) -> None:
        self._trying = None
        before, self._engaged = self._engaged, engaged
        if self._attempts.is_best(engaged.source):
            self._look = inf
        if before:
            self._let_go(before)
        self._told(engaged.speaker)

    def _let_go(self, engaged: _Engaged) -> None:
        with suppress(Exception):
            self._watch.timed(engaged.backend.close)


def _speak(backend: Backend, saying: Saying) -> None:
    if not saying.parts:
        backend.silence()
        return
    if saying.text:
        backend.speak(saying.text, interrupt=saying.cuts)
    # A display that fails must not have the text said twice.
    with suppress(Exception):
        backend.braille(saying.braille)
