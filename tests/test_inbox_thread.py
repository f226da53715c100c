"""A thread with an inbox."""

from collections.abc import Callable
from threading import Event

from playroom.inbox_thread import InboxThread

MOST = 10.0
"""Seconds that a test waits for a thread at most."""


def held(handle: Callable[[str], object]) -> tuple[InboxThread[str], Event]:
    """A thread that is busy with its first item until the event is set."""
    go_on = Event()

    def take(item: str) -> None:
        if item == "first":
            go_on.wait(MOST)
        handle(item)

    thread = InboxThread("held", take)
    thread.put("first")
    return thread, go_on


def test_what_waits_is_handled_in_its_order_before_the_thread_ends() -> None:
    handled: list[str] = []
    thread, go_on = held(handled.append)

    thread.put("second")
    thread.put("")
    thread.close()
    thread.put("late")
    has_ended_early = thread.join(0)
    go_on.set()

    assert not has_ended_early
    assert thread.join(MOST)
    assert handled == ["first", "second", ""]


def test_items_that_wait_are_taken_together_up_to_the_end() -> None:
    groups: list[list[str]] = []
    thread, go_on = held(lambda item: groups.append([item, *thread.take_waiting(2)]))

    for item in ("second", "third", "fourth"):
        thread.put(item)
    thread.close()
    go_on.set()

    assert thread.join(MOST)
    assert groups == [["first", "second", "third"], ["fourth"]]
