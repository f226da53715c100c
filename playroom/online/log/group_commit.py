"""One thread that writes: all changes that came in during a commit are committed together by the next one."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from playroom.inbox_thread import InboxThread
from playroom.online.log.sqlite_store import SqliteStore
from playroom.online.log.table_log import NotStored, Unknown

MOST_TOGETHER: Final = 512
"""Changes that are committed together at most, so that the first does not wait long for the last."""

Change = Callable[[SqliteStore], Any]
"""Changes the store within a transaction; what it returns is the outcome, and so is a Conflict."""

DAMAGED_FILE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@dataclass(frozen=True, slots=True)
class Request:
    """A change, and where its outcome goes."""

    change: Change
    future: asyncio.Future[Any]


class GroupCommit:
    """The only thread that writes to a store."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._is_closed = False
        self._thread = InboxThread("log writer", self._commit)

    def request(self, change: Change) -> asyncio.Future[Any]:
        """The outcome of *change* once it is durable. Raises what it raises, NotStored and Unknown."""
        future = self._loop.create_future()
        if self._is_closed:
            future.set_exception(NotStored("the log is closed"))
        else:
            self._thread.put(Request(change, future))
        return future

    async def close(self) -> None:
        """Commit what has been requested, and end the thread."""
        self._is_closed = True
        self._thread.close()
        await asyncio.to_thread(self._thread.join)

    def _commit(self, first: Request) -> None:
        """Commit a request and those that wait behind it."""
        group = [first, *self._thread.take_waiting(MOST_TOGETHER - 1)]
        outcomes = self._outcomes(group)
        with suppress(RuntimeError):  # the loop is closed, and nobody waits any more
            self._loop.call_soon_threadsafe(_deliver, group, outcomes)

    def _outcomes(self, group: Sequence[Request]) -> list[Any]:
        """The result or error of each change. One that meets a damaged page does not keep out the others."""
        try:
            self._store.begin()
            outcomes = [_outcome(request.change, self._store) for request in group]
        except sqlite3.Error as error:
            self._store.roll_back()
            if len(group) > 1 and _is_damage(error):
                return [outcome for request in group for outcome in self._outcomes([request])]
            return [NotStored(str(error))] * len(group)
        return self._committed(outcomes)

    def _committed(self, outcomes: list[Any]) -> list[Any]:
        try:
            self._store.commit()
        except sqlite3.Error as error:
            self._store.roll_back()
            return [_failed_commit(error)] * len(outcomes)
        return outcomes


def _outcome(change: Change, store: SqliteStore) -> object:
    try:
        return change(store)
    except sqlite3.Error:
        raise
    except Exception as error:  # noqa: BLE001 (it is raised where the change was requested)
        return error


def _failed_commit(error: sqlite3.Error) -> NotStored | Unknown:
    """A full disk takes no complete commit; after any other error it may be there when the file is opened."""
    return NotStored(str(error)) if _code(error) == sqlite3.SQLITE_FULL else Unknown(str(error))


def _is_damage(error: sqlite3.Error) -> bool:
    return _code(error) in DAMAGED_FILE


def _code(error: sqlite3.Error) -> int:
    """The primary result code, or 0 for an error of the module itself."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _deliver(group: Sequence[Request], outcomes: Sequence[Any]) -> None:
    for request, outcome in zip(group, outcomes, strict=True):
        if request.future.done():
            continue
        if isinstance(outcome, Exception):
            request.future.set_exception(outcome)
        else:
            request.future.set_result(outcome)
