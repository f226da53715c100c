"""Background tasks and timers."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Final, Protocol, TypeVar

Result = TypeVar("Result")

Start = Callable[[Callable[[], None]], object]
"""Calls a function in another thread."""

LEAST_SECONDS: Final = 0.001
"""The least time of a timer: one that is due a rounding error later would be set again and again."""


class Job(Protocol):
    """A scheduled task."""

    def cancel(self) -> object:
        """Cancel the task, or discard its result if it has started."""


class Background(Protocol):
    """Runs tasks in the background; their results and timers are delivered in the event loop."""

    @property
    def now(self) -> float:
        """The seconds of the clock by which timers are due."""

    @property
    def start(self) -> Start:
        """Calls a function in another thread, also once all jobs are stopped; nothing is delivered."""

    def run(
        self, work: Callable[[], Result], done: Callable[[Result], object], *, in_turn: bool = False
    ) -> Job:
        """Call *work* in another thread, then *done* with its result; *in_turn* waits for earlier work."""

    def later(self, seconds: float, call: Callable[[], object]) -> Job:
        """Call *call* after *seconds*."""


class CallQueue:
    """The calls that the backgrounds of an event loop make: one in each turn of the loop.

    Many may be due at once. In one turn, they would delay each step of a key, from its socket to the answer.
    """

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], object]] = deque()

    def add(self, call: Callable[[], object]) -> None:
        """Make a call, which raises nothing, after those that wait."""
        self._waiting.append(call)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._make_next)

    def _make_next(self) -> None:
        call = self._waiting.popleft()
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._make_next)
        call()


class TaskBackground:
    """A background in the event loop. What its work and its timers raise ends the task group.

    *start* calls a function in another thread, *think* what is done in turn, such as the thoughts of bots. By
    default these are daemons: both the event loop and Python would wait for a pool of asyncio. *calls* are
    those of all backgrounds of the loop.
    """

    def __init__(
        self,
        group: asyncio.TaskGroup,
        start: Start | None = None,
        think: Start | None = None,
        calls: CallQueue | None = None,
    ) -> None:
        self._group, self._calls = group, calls or CallQueue()
        self._jobs: set[asyncio.Task[None]] = set()
        own = ReusedThreads("background").start
        self.start = start or own
        self._turns = _Turns(think or own)
        self._is_stopped = False

    @property
    def now(self) -> float:
        """The seconds of the clock of the event loop."""
        return asyncio.get_running_loop().time()

    def run(
        self, work: Callable[[], Result], done: Callable[[Result], object], *, in_turn: bool = False
    ) -> Job:
        """Call *work* in another thread, then *done* with its result; *in_turn* waits for earlier work."""
        future: Future[Result] = Future()
        if self._is_stopped:
            return future
        start = self._turns.add if in_turn else self.start
        start(partial(fulfil, future, work))
        job = _Call()
        delivery = self._group.create_task(self._deliver(future, done, job))
        self._jobs.add(delivery)
        delivery.add_done_callback(self._jobs.discard)
        delivery.add_done_callback(lambda _: future.cancel())
        job.before = (future, delivery)
        return job

    def later(self, seconds: float, call: Callable[[], object]) -> Job:
        """Call *call* after *seconds*."""
        job = _Call()
        if seconds > 0:
            due = partial(self._make_soon, job, call)
            job.before = (asyncio.get_running_loop().call_later(max(seconds, LEAST_SECONDS), due),)
        else:
            self._make_soon(job, call)
        return job

    def stop(self) -> None:
        """Cancel all jobs and accept no more, as the task group ends only when none is left."""
        self._is_stopped = True
        for job in self._jobs:
            job.cancel()

    async def _deliver(self, future: Future[Result], done: Callable[[Result], object], job: "_Call") -> None:
        self._make_soon(job, partial(done, await asyncio.wrap_future(future)))

    def _make_soon(self, job: "_Call", call: Callable[[], object]) -> None:
        """Schedule a call without a task, as most timers are cancelled before they are due."""

        def make() -> None:
            if self._is_stopped or job.is_cancelled:
                return
            try:
                call()
            except Exception as error:  # noqa: BLE001 (it ends the task group)
                self._is_stopped = True
                self._group.create_task(_raise(error))

        job.before = ()  # else a timer and its job would refer to each other
        self._calls.add(make)


class _Call:
    """A call in the event loop, and what leads to it: a timer, or work in another thread."""

    def __init__(self) -> None:
        self.before: tuple[Job, ...] = ()
        self.is_cancelled = False

    def cancel(self) -> None:
        """Do not make it any more, nor begin the work before it."""
        self.is_cancelled = True
        for each in self.before:
            each.cancel()


class _Turns:
    """Work that is done one after the other, in threads that *start* provides."""

    def __init__(self, start: Start) -> None:
        self._start = start
        self._waiting: deque[Callable[[], None]] = deque()
        self._lock = Lock()

    def add(self, work: Callable[[], None]) -> None:
        """Do this after the work that was added before."""
        with self._lock:
            self._waiting.append(work)
            is_first = len(self._waiting) == 1
        if is_first:
            try:
                self._start(self._do_next)
            except RuntimeError:  # no thread can be started
                self._waiting.popleft()
                raise

    def _do_next(self) -> None:
        try:
            self._waiting[0]()
        finally:
            with self._lock:
                self._waiting.popleft()
                has_more = bool(self._waiting)
            if has_more:
                self._start(self._do_next)


class ReusedThreads:
    """Daemon threads that are used again; where none is idle, another is started, and nothing waits.

    A key that is pressed meanwhile would wait for the start of a thread, which holds the interpreter. If no
    thread can be started, the caller's does the work: keys wait, but a match goes on and is saved.
    """

    IDLE: Final = 30.0
    """Seconds after which an idle thread ends."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._work: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._lock = Lock()
        self.idle = 0
        """The number of threads that wait, and that nothing in the queue is for."""

    def start(self, work: Callable[[], object]) -> None:
        """Call *work* in a thread at once, or here if no thread can be started."""
        with self._lock:
            is_one_idle = self.idle > 0
            self.idle -= is_one_idle
        if is_one_idle:
            self._work.put(work)
            return
        try:
            Thread(target=self._run, args=(work,), name=self._name, daemon=True).start()
        except RuntimeError:
            work()

    def _run(self, work: Callable[[], object] | None) -> None:
        while work:
            work()
            work = None  # it may hold a whole match
            with self._lock:
                self.idle += 1
            work = self._next()

    def _next(self) -> Callable[[], object] | None:
        """The next work of an idle thread; None if there was none for a while."""
        while True:
            with suppress(Empty):
                return self._work.get(timeout=self.IDLE)
            with self._lock:
                if self.idle:
                    self.idle -= 1
                    return None


def fulfil(future: Future[Result], work: Callable[[], Result]) -> None:
    """Give a future the result of a call, or what it raises."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = work()
    except BaseException as error:  # noqa: BLE001 (it is raised where the result is awaited)
        future.set_exception(error)
    else:
        future.set_result(result)


async def _raise(error: Exception) -> None:
    raise error


@asynccontextmanager
async def task_background(
    start: Start | None = None, think: Start | None = None, calls: CallQueue | None = None
) -> AsyncIterator[TaskBackground]:
    """A background with a task group of its own, which is stopped at the end."""
    async with asyncio.TaskGroup() as group:
        background = TaskBackground(group, start, think, calls)
        try:
            yield background
        finally:
            background.stop()
