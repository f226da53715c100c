"""A thread with a store: requests that came in while it was busy are handled together."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playroom.inbox_thread import InboxThread
from playroom.online.log.sqlite_store import SqliteStore

Work = Callable[[SqliteStore], Any]
"""Reads or changes the store; its outcome is what it returns or raises."""


@dataclass(frozen=True, slots=True)
class Request:
    """The work to do, and where its outcome goes."""

    work: Work
    future: asyncio.Future[Any]


class StoreThread(ABC):
    """The only thread that uses a store; *most* requests are handled together at most."""

    def __init__(self, name: str, store: SqliteStore, most: int) -> None:
        self._store, self._most = store, most
        self._loop = asyncio.get_running_loop()
        self._is_closed = False
        self._thread = InboxThread(name, self._handle)

    def request(self, work: Work) -> asyncio.Future[Any]:
        """The outcome of *work* once it is handled. Raises what it raises."""
        future = self._loop.create_future()
        if self._is_closed:
            future.set_exception(self._closed())
        else:
            self._thread.put(Request(work, future))
        return future

    async def close(self) -> None:
        """Handle what has been requested, and end the thread."""
        self._is_closed = True
        self._thread.close()
        await asyncio.to_thread(self._thread.join)

    @abstractmethod
    def _closed(self) -> Exception:
        """The outcome of a request after the end."""

    @abstractmethod
    def _outcomes(self, group: Sequence[Request]) -> list[Any]:
        """The result or error of each request, in the thread."""

    def _handle(self, first: Request) -> None:
        """Handle a request and those that wait behind it."""
        group = [first, *self._thread.take_waiting(self._most - 1)]
        outcomes = self._outcomes(group)
        with suppress(RuntimeError):  # the loop is closed, and nobody waits any more
            self._loop.call_soon_threadsafe(_deliver, group, outcomes)


def _deliver(group: Sequence[Request], outcomes: Sequence[Any]) -> None:
    for request, outcome in zip(group, outcomes, strict=True):
        if request.future.done():
            continue
        if isinstance(outcome, Exception):
            request.future.set_exception(outcome)
        else:
            request.future.set_result(outcome)
