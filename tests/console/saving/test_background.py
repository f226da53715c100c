"""Work beside the keys: in threads, delivered in the event loop, and never waited for at the end."""

import asyncio
import threading
from collections.abc import Callable
from functools import partial

import pytest

from playroom.console.background import TaskBackground, task_background


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
