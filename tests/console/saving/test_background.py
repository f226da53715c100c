"""Work beside the keys: in threads, delivered in the event loop, and never waited for at the end."""

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue

import pytest

from playroom.console.ui.background import (
    CallQueue,
    Job,
    ReusedThreads,
    TaskBackground,
    _Turns,
    task_background,
)


def run(test: Callable[[TaskBackground, asyncio.Event], None]) -> None:
    """Run a test in an event loop until it sets the event, and stop the background."""

    async def running() -> None:
        done = asyncio.Event()
        async with task_background() as background:
            test(background, done)
            await done.wait()

    asyncio.run(running())


def test_work_runs_in_another_thread_and_its_result_comes_to_the_loop() -> None:
    threads: list[threading.Thread] = []

    def test(background: TaskBackground, done: asyncio.Event) -> None:
        def deliver(worker: threading.Thread) -> None:
            threads.extend((worker, threading.current_thread()))
            done.set()

        background.run(threading.current_thread, deliver)

    run(test)

    assert threads[0] is not threads[1]
    assert threads[1] is threading.current_thread()


def test_work_in_turn_begins_after_the_work_before_it() -> None:
    order: list[str] = []
    may_end = threading.Event()

    def test(background: TaskBackground, done: asyncio.Event) -> None:
        def first() -> None:
            may_end.wait()
            order.append("first")

        background.run(first, lambda _: None, in_turn=True)
        background.run(lambda: order.append("second"), lambda _: done.set(), in_turn=True)
        background.run(may_end.set, lambda _: None)

    run(test)

    assert order == ["first", "second"]


def test_work_that_is_cancelled_before_it_begins_is_not_done() -> None:
    did: list[str] = []
    may_end = threading.Event()

    def test(background: TaskBackground, done: asyncio.Event) -> None:
        background.run(may_end.wait, lambda _: None, in_turn=True)
        background.run(lambda: did.append("cancelled"), lambda _: None, in_turn=True).cancel()
        background.run(lambda: did.append("last"), lambda _: done.set(), in_turn=True)
        background.later(0, may_end.set)

    run(test)

    assert did == ["last"]


def test_an_error_of_the_work_ends_the_loop() -> None:
    def fail() -> None:
        raise LookupError("the work failed")

    def test(background: TaskBackground, _done: asyncio.Event) -> None:
        background.run(fail, lambda _: None)

    with pytest.raises(ExceptionGroup) as raised:
        run(test)

    assert isinstance(raised.value.exceptions[0], LookupError)


def test_work_in_turn_goes_on_after_work_whose_thread_could_not_be_started() -> None:
    did: list[str] = []
    refusals = iter([True, False])

    def start(work: Callable[[], None]) -> None:
        if next(refusals):
            raise RuntimeError("can't start new thread")
        work()

    async def running() -> None:
        async with asyncio.TaskGroup() as group:
            background = TaskBackground(group, think=start)
            with pytest.raises(RuntimeError):
                background.run(lambda: did.append("first"), lambda _: None, in_turn=True)
            background.run(lambda: did.append("second"), lambda _: None, in_turn=True)

    asyncio.run(running())

    assert did == ["second"]


def test_work_in_turn_goes_on_after_work_that_raises() -> None:
    did: list[str] = []
    threads: list[Callable[[], None]] = []
    turns = _Turns(threads.append)

    def fail() -> None:
        raise LookupError("the work failed")

    turns.add(fail)
    turns.add(partial(did.append, "second"))
    with pytest.raises(LookupError):
        threads.pop(0)()
    threads.pop(0)()

    assert did == ["second"]


def test_an_error_of_a_timer_ends_the_loop_and_the_other_timers() -> None:
    did: list[str] = []

    def fail() -> None:
        raise LookupError("the timer failed")

    async def failing() -> None:
        async with task_background() as background:
            background.later(0, fail)
            try:
                await asyncio.Event().wait()
            finally:
                background.later(0, lambda: did.append("later"))

    async def running() -> None:
        with pytest.raises(ExceptionGroup, match="unhandled errors"):
            await failing()
        await asyncio.sleep(0)

    asyncio.run(running())

    assert did == []


def test_timers_that_are_due_at_once_keep_their_order() -> None:
    did: list[int] = []

    def test(background: TaskBackground, done: asyncio.Event) -> None:
        for number in range(20):
            background.later(0, partial(did.append, number))
        background.later(0, done.set)

    run(test)

    assert did == list(range(20))


def test_a_timer_that_is_cancelled_is_not_due() -> None:
    did: list[str] = []

    def test(background: TaskBackground, done: asyncio.Event) -> None:
        background.later(0, lambda: did.append("cancelled")).cancel()
        background.later(0, done.set)

    run(test)

    assert did == []


def test_the_end_does_not_wait_for_work_that_hangs() -> None:
    delivered: list[object] = []
    hanging = threading.Event()

    def test(background: TaskBackground, done: asyncio.Event) -> None:
        background.run(hanging.wait, delivered.append)
        background.run(hanging.wait, delivered.append, in_turn=True)
        background.later(0, done.set)

    run(test)
    hanging.set()

    assert delivered == []


def test_nothing_begins_after_the_stop() -> None:
    did: list[str] = []

    async def running() -> None:
        async with task_background() as background:
            background.stop()
            background.later(0, lambda: did.append("later"))
            background.run(lambda: did.append("run"), lambda _: did.append("delivered"))
            background.run(lambda: did.append("in turn"), lambda _: None, in_turn=True).cancel()

    asyncio.run(running())

    assert did == []


def test_a_thread_that_is_idle_is_used_again_and_none_waits_for_a_busy_one() -> None:
    threads, may_end, done = ReusedThreads("test"), threading.Event(), threading.Semaphore(0)
    used: list[int] = []

    def note() -> None:
        used.append(threading.get_ident())
        done.release()

    def note_in_the_end() -> None:
        note()
        may_end.wait()

    for work in (note, note, note_in_the_end, note):
        threads.start(work)
        done.acquire()
        while not may_end.is_set() and work is note and not threads.idle:
            threading.Event().wait(0.001)
    may_end.set()

    assert used[0] == used[1] == used[2] != used[3]


def test_idle_threads_end_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReusedThreads, "IDLE", 0.01)
    threads, used = ReusedThreads("test"), SimpleQueue[threading.Thread]()

    threads.start(lambda: used.put(threading.current_thread()))
    first = used.get()
    first.join()
    threads.start(lambda: used.put(threading.current_thread()))

    assert used.get() is not first


def test_work_is_done_here_where_no_thread_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    used: list[threading.Thread] = []

    ReusedThreads("test").start(lambda: used.append(threading.current_thread()))

    assert used == [threading.current_thread()]


def test_what_reads_keys_goes_on_between_two_calls_that_are_due_at_once() -> None:
    did: list[str] = []

    async def running() -> None:
        calls = CallQueue()
        async with task_background(calls=calls) as one, task_background(calls=calls) as other:
            for background in (one, other, one):
                background.later(0, partial(did.append, "call"))
            for _ in range(3):
                did.append("key")
                await asyncio.sleep(0)

    asyncio.run(running())

    assert did == ["key", "call", "key", "call", "key", "call"]


def test_a_call_that_waits_for_its_turn_can_be_cancelled() -> None:
    did: list[str] = []
    jobs: list[Job] = []

    def test(background: TaskBackground, done: asyncio.Event) -> None:
        def cancel() -> None:
            jobs[0].cancel()

        background.later(0, cancel)
        jobs.append(background.later(0, partial(did.append, "cancelled")))
        background.later(0, lambda: background.later(0, done.set))

    run(test)

    assert did == []


def test_a_result_that_waits_for_its_turn_can_be_cancelled() -> None:
    did: list[str] = []

    async def running() -> None:
        done = asyncio.Event()
        async with task_background(start=lambda work: work()) as background:
            job = background.run(lambda: did.append("work"), lambda _: did.append("delivered"))
            for _ in range(20):  # it comes to the queue meanwhile
                background.later(0, lambda: None)
            background.later(0, job.cancel)
            background.later(0, lambda: background.later(0, done.set))
            await done.wait()

    asyncio.run(running())

    assert did == ["work"]
