"""A watchdog for calls that may block for ever."""

import threading
from collections.abc import Callable
from typing import Protocol, TypeVar

from msgspec import Struct, field

from playroom.inbox_thread import InboxThread

_Result = TypeVar("_Result")


class AbandonedError(BaseException):
    """A call has returned after it was abandoned; its *result* is None if it has failed.

    Not an Exception, so that nothing catches it by mistake.
    """

    def __init__(self, result: object) -> None:
        super().__init__()
        self.result = result


class _Call(Struct):
    """A call, whether it has returned, and whether it was abandoned before."""

    returned: threading.Event = field(default_factory=threading.Event)
    is_abandoned: bool = False


class Guard(Protocol):
    """Makes a call to a backend; it may abandon it and raise if the call blocks."""

    def __call__(self, function: Callable[[], _Result], /) -> _Result:
        """The function's result."""


class Watchdog:
    """Abandons calls that take more than *seconds*, and calls *on_timeout* in a thread of its own."""

    def __init__(self, seconds: float, on_timeout: Callable[[], None]) -> None:
        self._seconds = seconds
        self._on_timeout = on_timeout
        self._lock = threading.Lock()
        self._thread = InboxThread("voice-watchdog", self._await_end)

    def watch(self, function: Callable[[], _Result]) -> _Result:
        """The function's result; AbandonedError in its place if the call was abandoned."""
        call = _Call()
        self._thread.put(call)
        try:
            result = function()
        except BaseException:
            self._end(call, None)
            raise
        self._end(call, result)
        return result

    def close(self) -> None:
        """End the watchdog's thread."""
        self._thread.close()

    def _end(self, call: _Call, result: object) -> None:
        with self._lock:
            call.returned.set()
            if call.is_abandoned:
                raise AbandonedError(result)

    def _await_end(self, call: _Call) -> None:
        if not call.returned.wait(self._seconds) and self._abandon(call):
            self._on_timeout()

    def _abandon(self, call: _Call) -> bool:
        with self._lock:
            call.is_abandoned = not call.returned.is_set()
            return call.is_abandoned
