"""Calls that may hang, and somebody who notices."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import TypeVar

Result = TypeVar("Result")


class RelievedError(BaseException):
    """A call came back after it had been given up. No Exception, so that nobody catches it by mistake."""


@dataclass(slots=True)
class _Call:
    """One call: whether it is over, or was given up before."""

    over: threading.Event = field(default_factory=threading.Event)
    given_up: bool = False


class Watch:
    """Gives calls so many seconds; one that needs more is given up, and *relieve* is called elsewhere."""

    def __init__(self, seconds: float, relieve: Callable[[], None]) -> None:
        self._seconds = seconds
        self._relieve = relieve
        self._lock = threading.Lock()
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        threading.Thread(target=self._run, name="voice-watch", daemon=True).start()

    def timed(self, call: Callable[[], Result]) -> Result:
        """What the call gives; RelievedError in place of it if that came too late."""
        this = _Call()
        self._calls.put(this)
        try:
            return call()
        finally:
            self._end(this)

    def close(self) -> None:
        """Watch no more."""
        self._calls.put(None)

    def _end(self, call: _Call) -> None:
        with self._lock:
            call.over.set()
            if call.given_up:
                raise RelievedError

    def _run(self) -> None:
        while call := self._calls.get():
            if not call.over.wait(self._seconds) and self._given_up(call):
                self._relieve()

    def _given_up(self, call: _Call) -> bool:
        with self._lock:
            call.given_up = not call.over.is_set()
            return call.given_up
