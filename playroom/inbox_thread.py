"""A thread with an inbox."""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Generic, TypeVar

Item = TypeVar("Item")


class InboxThread(Generic[Item]):
    """Handles items one after the other, in the order in which they are put, until it is closed.

    The thread is a daemon. An exception that *handle* raises ends it. No item is None.
    """

    def __init__(self, name: str, handle: Callable[[Item], object]) -> None:
        self._handle = handle
        self._inbox: SimpleQueue[Item | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def put(self, item: Item) -> None:
        """Have an item handled after those before it; once the thread is closed, not at all."""
        self._inbox.put(item)

    def close(self) -> None:
        """End the thread once it has handled what was put before."""
        self._inbox.put(None)

    def join(self, seconds: float | None = None) -> bool:
        """Wait at most *seconds* for the end of the thread, for ever if None: whether it has ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def take_waiting(self, most: int) -> list[Item]:
        """The next items that wait, at most *most*, for *handle* to handle together with the present one."""
        items: list[Item] = []
        while len(items) < most:
            try:
                item = self._inbox.get_nowait()
            except Empty:
                break
            if item is None:
                self.close()
                break
            items.append(item)
        return items

    def _run(self) -> None:
        while (item := self._inbox.get()) is not None:
            self._handle(item)
