"""Portions of matches submitted to processes on this machine, or to the workers of a Dask cluster."""

import asyncio
import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from time import perf_counter
from typing import Any, Final, ParamSpec, TypeVar

from playroom.narration.message import Message
from playroom.simulation.names import DASK, ExecutorError
from playroom.simulation.plan import MatchFault, Plan, Portion, play_portion
from playroom.simulation.result import Result, Tally, group_tally, result
from playroom.strict_yaml import one_line

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

    def end_with_parent() -> None:
        parent = parent_process()
        assert parent is not None  # a worker has one
        parent.join()
        os._exit(1)

    Thread(target=end_with_parent, daemon=True).start()


TIMEOUT: Final = 10.0
"""Timeout for the answer of a cluster, in seconds."""
BETWEEN_LOOKS: Final = 2.0
"""Seconds between two questions which workers there are."""
REMINDERS: Final = (1.0, 4.0, 7.0)
"""Seconds without an answer after which the wait is announced."""


P = ParamSpec("P")
T = TypeVar("T")


class DaskExecutor(Executor):
    """The workers of a Dask cluster, which are counted, as work waits for ever once all of them are gone."""

    def __init__(self, client: Any) -> None:  # noqa: ANN401 (an extra)
        self._client = client
        self._executor: Executor = client.get_executor(pure=False)
        self._known = self._workers()
        self._next_look = perf_counter() + BETWEEN_LOOKS

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit work to any of the workers."""
        return self._executor.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 (as the base class)
        """Cancel all work, as the executor of Dask always does."""
        del cancel_futures
        self._executor.shutdown(wait=wait)

    def losses(self) -> Iterator[Message]:
        """That workers are gone, and how many are left; the cluster is asked every few seconds."""
        if perf_counter() < self._next_look:
            return
        now = self._workers()
        self._next_look = perf_counter() + BETWEEN_LOOKS
        gone, self._known = self._known - now, now
        if gone:
            yield Message("simulation.dask_workers_gone", blanks={"gone": len(gone), "left": len(now)})

    def _workers(self) -> frozenset[str]:
        return frozenset(self._client.nthreads())


@contextmanager
def dask(address: str, tell: Callable[[Message], None]) -> Iterator[Executor]:
    """The workers of the Dask cluster whose scheduler is at *address*; they have the playroom installed.

    *tell* is called with a message while there is no answer, and an ExecutorError raised in the end.
    """
    try:
        distributed = import_module("distributed")  # an extra
    except ImportError as error:
        raise ExecutorError("no_dask") from error
    try:
        # A client that gets no answer would go on trying, for ever if it is connected, and print errors at
        # the end of the program. A connection alone can be given up.
        asyncio.run(_try_connection(distributed, address, tell))
        client = distributed.Client(address, timeout=TIMEOUT, set_as_default=False)
    except Exception as error:
        raise ExecutorError("no_answer", error, address=address) from error
    executor = DaskExecutor(client)
    try:
        yield executor
    finally:
        executor.shutdown(wait=False)
        client.close()


async def _try_connection(distributed: Any, address: str, tell: Callable[[Message], None]) -> None:  # noqa: ANN401 (the library is optional)
    """Connect to the scheduler and greet it; an error if it does not answer in time."""
    distributed.comm.get_address_host_port(address)
    loop = asyncio.get_running_loop()
    unanswered = Message("simulation.no_answer_yet", blanks={"address": address})
    reminders = [loop.call_later(seconds, tell, unanswered) for seconds in REMINDERS]
    try:
        async with asyncio.timeout(TIMEOUT):
            connection = await distributed.comm.connect(address, timeout=TIMEOUT)
    except TimeoutError:
        raise TimeoutError(f"nothing came in {TIMEOUT:g} seconds") from None
    except MemoryError:  # it has taken some text for the length of a reply
        raise ValueError("what answers there is not a Dask scheduler") from None
    finally:
        for reminder in reminders:
            reminder.cancel()
    connection.abort()


AHEAD = 1000
"""Portions that are submitted before others have come back: more than any cluster has workers."""

POLL_INTERVAL = 0.2
"""Seconds after which a tally is given, though no portion has come back, so that the caller can stop."""


class MatchFaultError(Exception):
    """A fault has ended the matches."""

    def __init__(self, fault: MatchFault) -> None:
        super().__init__(fault)
        self.fault = fault


class LostWorkError(Exception):
    """An executor has not brought its work back, and why."""


def run_simulation(plan: Plan, executor: Executor) -> Result:
    """The statistics of all matches of a plan; a MatchFaultError or LostWorkError if they end early."""
    *_, every = tallies(plan, executor)
    return result(plan, every)


def tallies(plan: Plan, executor: Executor) -> Generator[Tally, None, None]:
    """The tally so far, again and again until all matches are in it.

    A MatchFaultError or LostWorkError is raised after the tally of the matches that were played before. The
    rest is cancelled by the end of the executor, and not here: on Python 3.11, a pool that breaks meanwhile
    prints a traceback if its futures were cancelled from outside.
    """
    portions, tally = plan.portions(), Tally()
    yield tally
    waiting = _submitted(executor, plan, islice(portions, AHEAD))
    while waiting:
        done, waiting = wait(waiting, POLL_INTERVAL, FIRST_COMPLETED)
        waiting |= _submitted(executor, plan, islice(portions, len(done)))
        for future in done:
            with _lost_work():
                portion = future.result()
            tally = sum((group_tally(plan, group) for group in portion.groups), tally)
            yield tally
            if portion.fault:
                raise MatchFaultError(portion.fault)
        yield tally


def _submitted(executor: Executor, plan: Plan, portions: Iterable[range]) -> set[Future[Portion]]:
    with _lost_work():
        return {executor.submit(play_portion, plan, numbers) for numbers in portions}


@contextmanager
def _lost_work() -> Iterator[None]:
    """Turn any error of an executor into a LostWorkError: each library has errors of its own."""
    try:
        yield
    except Exception as error:
        raise LostWorkError(one_line(f"{type(error).__name__}: {error}".rstrip(":. "))) from error
