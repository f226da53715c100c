"""Work beside the keys: in threads, delivered in the event loop, and never waited for at the end."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from playroom.console.background import TaskBackground


def run(test: Callable[[TaskBackground, asyncio.Event], None]) -> None:
    """Run a test in an event loop until it sets the event, and stop the background."""

    async def running() -> None:
        done = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            background = TaskBackground(group)
            test(background, done)
            await done.wait()
            background.stop()

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
        async with asyncio.TaskGroup() as group:
            background = TaskBackground(group)
            background.stop()
            background.later(0, lambda: did.append("later"))
            background.run(lambda: did.append("run"), lambda _: did.append("delivered"))
            background.run(lambda: did.append("in turn"), lambda _: None, in_turn=True).cancel()

    asyncio.run(running())

    assert did == []
