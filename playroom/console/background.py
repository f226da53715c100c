"""Background tasks and timers."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from functools import partial
from threading import Thread
from typing import Protocol, TypeVar

from playroom.inbox_thread import InboxThread

Result = TypeVar("Result")


class Job(Protocol):
    """A scheduled task."""

    def cancel(self) -> object:
        """Cancel the task, or discard its result if it has started."""


class Background(Protocol):
    """Runs tasks in the background; their results and timers are delivered in the event loop."""

    @property
    def now(self) -> float:
        """The seconds of the clock by which timers are due."""

    def run(
        self, work: Callable[[], Result], done: Callable[[Result], object], *, in_turn: bool = False
    ) -> Job:
        """Call *work* in another thread, then *done* with its result; *in_turn* waits for earlier work."""

    def later(self, seconds: float, call: Callable[[], object]) -> Job:
        """Call *call* after *seconds*."""


class TaskBackground:
    """A background of asyncio tasks. What they raise ends the task group, and the visit with it.

    The threads are daemons, and no pool: both the event loop and Python would wait for those of a pool.
    """

    def __init__(self, group: asyncio.TaskGroup) -> None:
        self._group = group
        self._jobs: set[asyncio.Task[None]] = set()
        self._turns: InboxThread[Callable[[], None]] | None = None
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
        start = self._queue if in_turn else _start
        start(partial(_fulfil, future, work))
        job = self._job(_deliver(future, done))
        job.add_done_callback(lambda _: future.cancel())
        return job

    def later(self, seconds: float, call: Callable[[], object]) -> Job:
        """Call *call* after *seconds*."""
        return Future() if self._is_stopped else self._job(_wait(seconds, call))

    def stop(self) -> None:
        """Cancel all jobs and accept no more, as the task group ends only when none is left."""
        self._is_stopped = True
        for job in self._jobs:
            job.cancel()

    def _job(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        job = self._group.create_task(work)
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)
        return job

    def _queue(self, work: Callable[[], None]) -> None:
        self._turns = self._turns or InboxThread("background in turn", lambda each: each())
        self._turns.put(work)


def _start(work: Callable[[], None]) -> None:
    Thread(target=work, name="background", daemon=True).start()


def _fulfil(future: Future[Result], work: Callable[[], Result]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = work()
    except BaseException as error:  # noqa: BLE001 (it is raised where the result is awaited)
        future.set_exception(error)
    else:
        future.set_result(result)


async def _deliver(future: Future[Result], done: Callable[[Result], object]) -> None:
    done(await asyncio.wrap_future(future))


async def _wait(seconds: float, call: Callable[[], object]) -> None:
    await asyncio.sleep(seconds)
    call()
