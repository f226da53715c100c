"""The workers that speak: in a thread of its own, or in the event loop of the caller.

The thread is there so that callers never wait if a backend blocks; a watchdog abandons a call that does, and
its thread with it.
"""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from queue import Empty, SimpleQueue
from typing import Final, Protocol, TypeVar

from msgspec import Struct, field

from playroom.inbox_thread import InboxThread
from playroom.voice.sources import Source
from playroom.voice.speech_loop import ActiveBackend, Change, Report, SpeechLoop


class SpeechWorker(Protocol):
    """The worker that speaks the texts in the queue of speech."""

    def change(self, change: Change) -> None:
        """Change the queue."""

    def key(self) -> None:
        """Note that a key was pressed, which interrupts some screen readers."""

    def close(self, seconds: float) -> None:
        """Finish pending speech and close the backend, with a timeout in seconds."""


class Runtime(Struct, frozen=True):
    """How a voice runs: its clock in seconds, and what makes its worker, which reports what it does."""

    clock: Callable[[], float]
    worker: Callable[[Sequence[Source], Report], SpeechWorker]


CALL_TIMEOUT: Final = 2.0
"""Seconds after which a call to a backend is abandoned, and its thread with it."""


class _HandedOverError(BaseException):
    """The loop goes on in another thread. Not an Exception, so that nothing catches it by mistake."""


class Worker:
    """Runs a speech loop in a thread, and in a new one if a call blocks.

    Only the inbox is shared: the loop belongs to the thread at work, and an abandoned thread does not touch
    it. If that has built the backend, which no other thread may use, it is the one at work again.
    """

    def __init__(self, sources: Sequence[Source], report: Report) -> None:
        self._inbox: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._is_closing = False
        self._closed = threading.Event()

        def replace_thread() -> None:
            self._loop.abandon(CALL_TIMEOUT)
            self._start()

        self._watchdog = Watchdog(CALL_TIMEOUT, replace_thread)
        self._loop = SpeechLoop(
            sources,
            report,
            clock=time.perf_counter,
            guard=self._watchdog.watch,
            post=self._inbox.put,
            background=lambda call: threading.Thread(target=call, name="voice-probe", daemon=True).start(),
        )
        self._start()

    def change(self, change: Change) -> None:
        """Change the queue."""
        self._inbox.put(partial(self._loop.change, change))

    def key(self) -> None:
        """Note that a key was pressed, which interrupts some screen readers."""
        self._inbox.put(self._loop.key)

    def close(self, seconds: float) -> None:
        """Finish pending speech, close the backend and end the thread, with a timeout in seconds."""

        def close() -> None:
            self._is_closing = True

        self._inbox.put(close)
        self._closed.wait(seconds)

    def _start(self) -> None:
        threading.Thread(target=self._run, name="voice", daemon=True).start()

    def _run(self) -> None:
        is_at_work = True
        while is_at_work:
            try:
                self._work()
                is_at_work = False
            except AbandonedError as late:
                is_at_work = self._is_wanted(late.result)
                if isinstance(late.result, ActiveBackend) and not is_at_work:
                    with suppress(Exception):
                        late.result.backend.close()
            except _HandedOverError:
                is_at_work = False

    def _work(self) -> None:
        """Run the loop until the worker is closed."""
        while not self._is_closing:
            with suppress(Empty):
                due = self._loop.due()
                seconds = None if due == inf else max(0.0, due - time.perf_counter())
                self._inbox.get(timeout=seconds)()
                while True:
                    self._inbox.get_nowait()()
            self._loop.work(closing=self._is_closing)
        self._loop.finish()
        self._watchdog.close()
        self._closed.set()

    def _is_wanted(self, result: object) -> bool:
        """Whether the loop goes on in this thread, with the backend that it has built."""
        answers: SimpleQueue[bool] = SimpleQueue()

        def take_returned() -> None:
            """Hand the loop over to the thread of the call, if what that has built is wanted."""
            is_wanted = self._loop.take_returned(result)
            answers.put(is_wanted)
            if is_wanted:
                raise _HandedOverError

        self._inbox.put(take_returned)
        while not self._closed.is_set():
            with suppress(Empty):
                return answers.get(timeout=CALL_TIMEOUT)
        return False


THREADS: Final = Runtime(time.perf_counter, Worker)
"""The worker in a thread of its own, by the clock of the system."""


_Result = TypeVar("_Result")


class AbandonedError(BaseException):
    """A call has returned after it was abandoned; its *result* is None if it has failed.

    Not an Exception, so that nothing catches it by mistake.
    """

    def __init__(self, result: object) -> None:
        super().__init__()
        self.result = result


class _Call(Struct):
    """A call, whether it has returned, and whether it was abandoned before."""

    returned: threading.Event = field(default_factory=threading.Event)
    is_abandoned: bool = False


class Watchdog:
    """Abandons calls that take more than *seconds*, and calls *on_timeout* in a thread of its own."""

    def __init__(self, seconds: float, on_timeout: Callable[[], None]) -> None:
        self._seconds = seconds
        self._on_timeout = on_timeout
        self._lock = threading.Lock()
        self._thread = InboxThread("voice-watchdog", self._await_end)

    def watch(self, function: Callable[[], _Result]) -> _Result:
        """The function's result; AbandonedError in its place if the call was abandoned."""
        call = _Call()
        self._thread.put(call)
        try:
            result = function()
        except BaseException:
            self._end(call, None)
            raise
        self._end(call, result)
        return result

    def close(self) -> None:
        """End the watchdog's thread."""
        self._thread.close()

    def _end(self, call: _Call, result: object) -> None:
        with self._lock:
            call.returned.set()
            if call.is_abandoned:
                raise AbandonedError(result)

    def _await_end(self, call: _Call) -> None:
        if not call.returned.wait(self._seconds):
            with self._lock:
                call.is_abandoned = not call.returned.is_set()
            if call.is_abandoned:
                self._on_timeout()


Result = TypeVar("Result")


class Cancellable(Protocol):
    """A call that is due later."""

    def cancel(self) -> object:
        """Do not make it."""


Later = Callable[[float, Callable[[], object]], Cancellable]
"""Makes a call after this many seconds, where the keys are."""


class LoopWorker:
    """Speaks where the keys are. Its backends return at once; nothing watches whether they do."""

    def __init__(
        self, sources: Sequence[Source], report: Report, *, clock: Callable[[], float], later: Later
    ) -> None:
        self._clock, self._later = clock, later
        self._is_started = False
        self._due: Cancellable | None = None
        self._loop = SpeechLoop(
            sources,
            report,
            clock=clock,
            guard=lambda function: function(),
            post=self._post,
            background=lambda _call: None,
        )

    def change(self, change: Change) -> None:
        """Change the queue."""
        self._loop.change(change)
        if self._is_started:
            self._go_on()
        else:
            self._come_back(0)

    def key(self) -> None:
        """Note that a key was pressed."""
        self._loop.key()

    def close(self, _seconds: float) -> None:
        """Give what waits to the backend, and close it."""
        self._loop.finish()

    def _post(self, call: Callable[[], None]) -> None:
        def take() -> None:
            call()
            self._go_on()

        self._later(0, take)

    def _go_on(self) -> None:
        """Do what is due, and come back when the next work is."""
        self._is_started = True
        while (due := self._loop.work()) <= self._clock():
            pass
        if due < inf:
            self._come_back(due - self._clock())

    def _come_back(self, seconds: float) -> None:
        if self._due:
            self._due.cancel()
        self._due = self._later(seconds, self._go_on)


def without_threads(clock: Callable[[], float], later: Later) -> Runtime:
    """The worker of a voice in the event loop of its caller."""
    return Runtime(clock, partial(LoopWorker, clock=clock, later=later))
