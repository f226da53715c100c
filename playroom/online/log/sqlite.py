"""The engine for one machine: an SQLite file, with a thread that writes and one that reads."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

from playroom.online.log.lobby import Lobby
from playroom.online.log.sqlite_store import SqliteStore
from playroom.online.log.store_threads import GroupCommit, GroupRead
from playroom.online.log.table_log import Ear, Followers, Hint, Listing, LogEvent, Unfollow, check_name

Appended = asyncio.Future[tuple[LogEvent, bool]]
"""The event of a command, and whether it is new in the log."""


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
        future: Appended = self._writer.request(lambda store: store.append(table, expected, command_id, body))
        future.add_done_callback(self._hint)
        return (await asyncio.shield(future))[0]

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

    async def close(self) -> None:
        self._lobby.close()
        await self._writer.close()
        await self._reader.close()
        for store in self._stores:
            store.close()

    def _hint(self, appended: Appended) -> None:
        """Call the followers, even if who appended waits no more; a repeated command gives no hint."""
        if appended.exception():
            return
        event, is_new = appended.result()
        if is_new:
            self._followers.call(event.table, event)
