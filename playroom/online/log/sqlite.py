"""The engine for one machine: an SQLite file, with a thread that writes and one that reads.

An append is a request to the thread that writes. It takes all requests that wait, does them in one
transaction and commits: many appends share one write to the disk. Each outcome goes back to the event loop
once the commit is durable. The thread that reads answers the requests that came during a read together.
"""

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playroom.inbox_thread import InboxThread
from playroom.online.log.memory import Lobby
from playroom.online.log.sqlite_store import SqliteStore
from playroom.online.log.table_log import (
    Ear,
    Followers,
    Hint,
    Listing,
    LogEvent,
    NotStored,
    Unfollow,
    Unknown,
    check_name,
)


class SqliteLog:
    """A TableLog in an SQLite file. Hints and listings reach this process alone."""

    def __init__(self, writer: SqliteStore, reader: SqliteStore) -> None:
        self._stores = (writer, reader)
        self._writer = GroupCommit(writer)
        self._reader = GroupRead(reader)
        self._followers = Followers[LogEvent]()
        self._ears = Followers[bytes]()
        self._lobby = Lobby()

    @classmethod
    async def open(cls, file: Path) -> "SqliteLog":
        """The log in *file*, which is made if there is none. Raises sqlite3.Error and Damaged."""
        writer = await asyncio.to_thread(SqliteStore, file)
        try:
            return cls(writer, await asyncio.to_thread(SqliteStore, file))
        except BaseException:
            writer.close()
            raise

    async def append(self, table: str, expected: int, command_id: str, body: bytes) -> LogEvent:
        check_name(table)
        check_name(command_id)
        event: LogEvent
        event, _ = await self._writer.request(
            lambda store: store.append(table, expected, command_id, body), self._hint
        )
        return event

    async def read(self, table: str, after: int = 0) -> list[LogEvent]:
        events: list[LogEvent] = await self._reader.request(lambda store: store.events(table, after))
        return events

    async def last(self, table: str) -> LogEvent | None:
        event: LogEvent | None = await self._reader.request(lambda store: store.last(table))
        return event

    async def number(self, table: str) -> int:
        number: int = await self._reader.request(lambda store: store.end(table)[0])
        return number

    async def adopt(self, event: LogEvent) -> None:
        await self._writer.request(lambda store: store.adopt(event))

    async def follow(self, table: str, hint: Hint) -> Unfollow:
        return self._followers.add(table, hint)

    def tell(self, topic: str, message: bytes) -> None:
        self._ears.call(topic, message)

    async def hear(self, topic: str, ear: Ear) -> Unfollow:
        return self._ears.add(topic, ear)

    async def tables(self) -> list[str]:
        tables: list[str] = await self._reader.request(SqliteStore.tables)
        return tables

    async def remove(self, table: str) -> None:
        await self._writer.request(lambda store: store.remove(table))

    async def trim(self, table: str, number: int) -> None:
        await self._writer.request(lambda store: store.trim(table, number))

    async def put_listing(self, table: str, summary: bytes | None, ttl: float) -> None:
        check_name(table)
        self._lobby.put(table, summary, ttl)

    def listings(self) -> AsyncGenerator[Listing, None]:
        return self._lobby.listings()

    def is_followed(self, table: str) -> bool:
        """Whether the log of a table is followed."""
        return self._followers.has(table)

    async def close(self) -> None:
        self._lobby.close()
        await self._writer.close()
        await self._reader.close()
        for store in self._stores:
            store.close()

    def _hint(self, appended: tuple[LogEvent, bool]) -> None:
        """Call the followers of a new event; a repeated command gives no hint."""
        event, is_new = appended
        if is_new:
            self._followers.call(event.table, event)


Work = Callable[[SqliteStore], Any]
"""Reads or changes the store; its outcome is what it returns or raises."""


@dataclass(frozen=True, slots=True)
class Request:
    """The work to do, and where its outcome goes: *then* is called with it, unless it is an error."""

    work: Work
    future: asyncio.Future[Any]
    then: Callable[[Any], object] | None


class StoreThread(ABC):
    """The only thread that uses a store; *most* requests are handled together at most.

    Requests after the end fail with *closed*.
    """

    def __init__(
        self, name: str, store: SqliteStore, most: int, closed: type[NotStored] | type[Unknown]
    ) -> None:
        self._store, self._most, self._closed = store, most, closed
        self._loop = asyncio.get_running_loop()
        self._is_closed = False
        self._thread = InboxThread(name, self._handle)

    def request(self, work: Work, then: Callable[[Any], object] | None = None) -> asyncio.Future[Any]:
        """The outcome of *work* once it is handled. Raises what it raises.

        *then* is called with it after who waits here has gone on, and also if nobody waits any more.
        """
        future = self._loop.create_future()
        if self._is_closed:
            future.set_exception(self._closed("the log is closed"))
        else:
            self._thread.put(Request(work, future, then))
        return future

    async def close(self) -> None:
        """Handle what has been requested, and end the thread."""
        self._is_closed = True
        self._thread.close()
        await asyncio.to_thread(self._thread.join)

    @abstractmethod
    def _outcomes(self, group: Sequence[Request]) -> list[Any]:
        """The result or error of each request, in the thread."""

    def _handle(self, first: Request) -> None:
        """Handle a request and those that wait behind it."""
        group = [first, *self._thread.take_waiting(self._most - 1)]
        outcomes = self._outcomes(group)
        with suppress(RuntimeError):  # the loop is closed, and nobody waits any more
            self._loop.call_soon_threadsafe(self._deliver, group, outcomes)

    def _deliver(self, group: Sequence[Request], outcomes: Sequence[Any]) -> None:
        """Hand out the outcomes, in the event loop."""
        for request, outcome in zip(group, outcomes, strict=True):
            if request.future.done():
                continue
            if isinstance(outcome, Exception):
                request.future.set_exception(outcome)
            else:
                request.future.set_result(outcome)
        self._loop.call_soon(_go_on, group, outcomes)


def _go_on(group: Sequence[Request], outcomes: Sequence[Any]) -> None:
    for request, outcome in zip(group, outcomes, strict=True):
        if request.then and not isinstance(outcome, Exception):
            request.then(outcome)


MOST_CHANGES: Final = 512
"""Changes that are committed together at most, so that the first does not wait long for the last."""

DAMAGED_FILE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class GroupCommit(StoreThread):
    """The only thread that writes to a store.

    What is requested changes the store within a transaction, and its outcome comes once that is durable:
    what it returns or raises, such as a Conflict, or else NotStored or Unknown.
    """

    def __init__(self, store: SqliteStore) -> None:
        super().__init__("log writer", store, MOST_CHANGES, NotStored)

    def _outcomes(self, group: Sequence[Request]) -> list[Any]:
        """The result or error of each change. One that meets a damaged page does not keep out the others."""
        try:
            outcomes = self._changes(group)
        except sqlite3.Error as error:
            self._store.roll_back()
            if len(group) > 1 and _code(error) in DAMAGED_FILE:
                return [outcome for request in group for outcome in self._outcomes([request])]
            return [NotStored(str(error))] * len(group)
        try:
            self._store.commit()
        except sqlite3.Error as error:
            self._store.roll_back()
            # A full disk takes no complete commit; after any other error it may be there at the next start.
            failure = NotStored if _code(error) == sqlite3.SQLITE_FULL else Unknown
            return [failure(str(error))] * len(group)
        return outcomes

    def _changes(self, group: Sequence[Request]) -> list[Any]:
        """The result or error of each change, which are not committed yet."""
        try:
            return self._changes_at_once(group, together=True)
        except sqlite3.IntegrityError:  # a command is sent again, or another program was faster
            self._store.roll_back()
            return self._changes_at_once(group, together=False)

    def _changes_at_once(self, group: Sequence[Request], *, together: bool) -> list[Any]:
        self._store.begin(together=together)
        outcomes = [_outcome(request.work, self._store) for request in group]
        self._store.insert_waiting()
        return outcomes


def _outcome(change: Work, store: SqliteStore) -> object:
    try:
        return change(store)
    except sqlite3.Error:
        raise
    except Exception as error:  # noqa: BLE001 (it is raised where the change was requested)
        return error


def _code(error: sqlite3.Error) -> int:
    """The primary result code, or 0 for an error of the module itself."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


MOST_READS: Final = 16
"""Reads that are answered together at most, so that the first does not wait long for the last."""


class GroupRead(StoreThread):
    """The only thread that reads from a store. What is asked during a read is answered together.

    Tables that are loaded after a kill ask by the hundred, and each answer of its own would wake the event
    loop.
    """

    def __init__(self, store: SqliteStore) -> None:
        super().__init__("log reader", store, MOST_READS, Unknown)

    def _outcomes(self, group: Sequence[Request]) -> list[Any]:
        return [self._outcome(request) for request in group]

    def _outcome(self, request: Request) -> object:
        try:
            return request.work(self._store)
        except Exception as error:  # noqa: BLE001 (it is raised where the read was requested)
            return error
