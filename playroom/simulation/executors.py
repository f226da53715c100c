"""The executors that play matches: processes on this machine, or the workers of a Dask cluster."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread

from playroom.narration.message import Message
from playroom.simulation.dask_cluster import DaskExecutor, dask
from playroom.simulation.names import DASK, ExecutorError

MOST_ON_WINDOWS = 61
"""The number of processes that Windows can wait for."""


def open_executor(
    name: str, tell: Callable[[Message], None] = lambda _: None
) -> AbstractContextManager[Executor]:
    """The executor of that name, or an ExecutorError; the end of the context cancels all work.

    *tell* gets a message while a cluster does not answer.
    """
    kind, _, rest = name.partition(":")
    return dask(rest, tell) if kind == DASK else processes(int(rest or cores()))


def losses(executor: Executor) -> Iterator[Message]:
    """Which workers an executor has lost since it was asked, if it plays on with the others."""
    if isinstance(executor, DaskExecutor):
        yield from executor.losses()


def cores() -> int:
    """The number of processes that can run at once."""
    every = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(every, MOST_ON_WINDOWS) if os.name == "nt" else every


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """An executor with *count* processes, spawned and not forked, which is safe beside threads."""
    others = set(active_children())
    try:
        pool = ProcessPoolExecutor(count, get_context("spawn"), initializer=_become_worker)
    except (ValueError, OSError) as error:
        raise ExecutorError("no_processes", error) from error
    with _interrupts_blocked():
        for _ in range(count):
            pool.submit(os.getpid)  # any work starts a process
    try:
        yield pool
    finally:
        # Work is cancelled before the processes end: the pool cannot do so afterwards.
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - others:
            process.terminate()
            process.join()


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl+C while processes start: it would end them before they ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield  # Windows cannot block signals
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _become_worker() -> None:
    """Ignore Ctrl+C, which the parent handles, and end when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None  # a worker has one
    parent.join()
    os._exit(1)
