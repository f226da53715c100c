"""Where matches are played: in processes here, or on a cluster."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from multiprocessing import active_children, get_context, parent_process
from threading import Thread

from playroom.narration.message import Message
from playroom.simulation.wish import DASK
from playroom.strict_yaml import one_line

MOST_ON_WINDOWS = 61
"""As many processes as Windows can wait for."""

PATIENCE = 10
"""Seconds within which a cluster answers."""


class Unavailable(Exception):  # noqa: N818 (what an executor is)
    """An executor that cannot be had, and why."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


def opened(wish: str) -> AbstractContextManager[Executor]:
    """The executor that *wish* names, open until the context ends, which stops all work; or Unavailable."""
    kind, _, rest = wish.partition(":")
    return dask(rest) if kind == DASK else processes(int(rest or cores()))


def cores() -> int:
    """How many processes can run at once."""
    every = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(every, MOST_ON_WINDOWS) if os.name == "nt" else every


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """So many processes of our own, started afresh, which works alike on all systems and beside threads."""
    others = set(active_children())
    try:
        pool = ProcessPoolExecutor(count, get_context("spawn"), initializer=_become_worker)
    except (ValueError, OSError) as error:
        raise Unavailable(Message("simulation.no_processes", blanks={"why": _why(error)})) from error
    with _interrupts_held():
        for _ in range(count):
            pool.submit(os.getpid)  # anything that has a process started
    try:
        yield pool
    finally:
        # The pool drops what is cancelled before its processes go: it would be at a loss with it afterwards.
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - others:
            process.terminate()
            process.join()


@contextmanager
def dask(address: str) -> Iterator[Executor]:
    """The workers of the Dask cluster with its scheduler at *address*; the playroom is installed there."""
    try:
        distributed = import_module("distributed")  # an extra
    except ImportError as error:
        raise Unavailable(Message("simulation.no_dask")) from error
    try:
        # A client that is told no address at all would linger, and complain at the end of the program.
        import_module("distributed.comm").get_address_host_port(address)
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except Exception as error:
        blanks = {"address": address, "why": _why(error)}
        raise Unavailable(Message("simulation.no_answer", blanks=blanks)) from error
    executor = client.get_executor(pure=False)
    try:
        yield executor
    finally:
        executor.shutdown(wait=False)
        client.close()


def _why(error: Exception) -> str:
    return one_line(f"{type(error).__name__}: {error}".rstrip(":. "))


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Lets Ctrl+C wait while processes are born: it would end them before they know to leave it to us."""
    if not hasattr(signal, "pthread_sigmask"):
        yield  # on Windows there is no such thing
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _become_worker() -> None:
    """Leave Ctrl+C to the program that started this process, and end when that ends, however it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None  # a worker has one
    parent.join()
    os._exit(1)
