"""The threads that save, read and think for all visitors."""

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Final

WRITING_THREADS: Final = 4
"""The threads of a process that save and read the files of all its visitors."""

_END: Final = None


class SharedThreads:
    """At most *most* threads, each started when it is first needed; they are daemons."""

    def __init__(self, most: int, name: str) -> None:
        self._most, self._name = most, name
        self._work: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._threads: list[Thread] = []

    def start(self, work: Callable[[], object]) -> None:
        """Call *work*, which raises nothing, in one of the threads."""
        self._work.put(work)
        if len(self._threads) < self._most:
            self._threads.append(Thread(target=self._run, name=self._name, daemon=True))
            self._threads[-1].start()

    def close(self) -> None:
        """End the threads once they have done what waits."""
        for _ in self._threads:
            self._work.put(_END)
        self._threads.clear()

    def _run(self) -> None:
        while (work := self._work.get()) is not _END:
            work()
