"""The thread in which speech is spoken. Its callers never wait, even if a backend blocks."""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from queue import Empty, SimpleQueue
from typing import Final

from playroom.voice.sources import Source
from playroom.voice.speech_loop import Change, Report, SpeechLoop
from playroom.voice.watchdog import AbandonedError, Watchdog

CALL_TIMEOUT: Final = 2.0
"""Seconds after which a call to a backend is abandoned, and its thread with it."""


class Worker:
    """Runs a speech loop in a thread, and in a new one if a call blocks.

    Only the inbox is shared: the loop belongs to the thread at work, and an abandoned thread ends without
    touching it.
    """

    def __init__(self, sources: Sequence[Source], report: Report) -> None:
        self._inbox: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._is_closing = False
        self._closed = threading.Event()
        self._watchdog = Watchdog(CALL_TIMEOUT, self._replace_thread)
        self._loop = SpeechLoop(
            sources,
            report,
            clock=time.perf_counter,
            guard=self._watchdog.watch,
            post=self._inbox.put,
            background=_start_thread,
        )
        self._start()

    def change(self, change: Change) -> None:
        """Change the queue."""
        self._inbox.put(partial(self._loop.change, change))

    def key(self) -> None:
        """Note that a key was pressed, which interrupts some screen readers."""
        self._inbox.put(self._loop.key)

    def close(self, seconds: float) -> None:
        """Speak what waits, close the backend and end the thread; wait so many seconds for that at most."""
        self._inbox.put(self._close)
        self._closed.wait(seconds)

    def _start(self) -> None:
        threading.Thread(target=self._run, name="voice", daemon=True).start()

    def _run(self) -> None:
        try:
            while not self._is_closing:
                self._take_calls()
                self._loop.work(closing=self._is_closing)
            self._loop.finish()
            self._watchdog.close()
            self._closed.set()
        except AbandonedError:
            self._inbox.put(self._loop.take_returned)

    def _take_calls(self) -> None:
        """Wait for calls, or until there is work without one, and make all that have come."""
        with suppress(Empty):
            self._inbox.get(timeout=self._idle_seconds())()
            while True:
                self._inbox.get_nowait()()

    def _idle_seconds(self) -> float | None:
        """Seconds until there is work without a call; None for ever."""
        due = self._loop.due()
        return None if due == inf else max(0.0, due - time.perf_counter())

    def _close(self) -> None:
        self._is_closing = True

    def _replace_thread(self) -> None:
        self._loop.abandon(CALL_TIMEOUT)
        self._start()


def _start_thread(call: Callable[[], None]) -> None:
    threading.Thread(target=call, name="voice-probe", daemon=True).start()
