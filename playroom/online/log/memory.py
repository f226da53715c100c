"""The engine that keeps logs in memory, for tests and brief tables, and the lobby of one process."""

import asyncio
from collections.abc import AsyncGenerator

from playroom.online.log.table_log import (
    Conflict,
    Ear,
    Followers,
    Hint,
    Listing,
    LogEvent,
    Unfollow,
    check_name,
    check_next,
    first_chain,
    new_log_event,
)


class MemoryLog:
    """A TableLog that lasts as long as its process."""

    def __init__(self) -> None:
        self._events: dict[str, list[LogEvent]] = {}
        self._by_command: dict[tuple[str, str], LogEvent] = {}
        self._followers = Followers[LogEvent]()
        self._ears = Followers[bytes]()
        self._lobby = Lobby()

    async def append(self, table: str, expected: int, command_id: str, body: bytes) -> LogEvent:
        check_name(table)
        check_name(command_id)
        if found := self._by_command.get((table, command_id)):
            return found
        if expected != (number := await self.number(table)):
            raise Conflict(table, expected, number)
        return self._store(new_log_event(table, expected + 1, self._chain(table), command_id, body))

    async def read(self, table: str, after: int = 0) -> list[LogEvent]:
        return [event for event in self._events.get(table, []) if event.number > after]

    async def last(self, table: str) -> LogEvent | None:
        events = self._events.get(table)
        return events[-1] if events else None

    async def number(self, table: str) -> int:
        event = await self.last(table)
        return event.number if event else 0

    async def adopt(self, event: LogEvent) -> None:
        check_next(event, await self.number(event.table), self._chain(event.table))
        self._store(event)

    async def follow(self, table: str, hint: Hint) -> Unfollow:
        return self._followers.add(table, hint)

    def tell(self, topic: str, message: bytes) -> None:
        self._ears.call(topic, message)

    async def hear(self, topic: str, ear: Ear) -> Unfollow:
        return self._ears.add(topic, ear)

    async def tables(self) -> list[str]:
        return sorted(self._events)

    async def remove(self, table: str) -> None:
        for event in self._events.pop(table, []):
            del self._by_command[table, event.command_id]

    async def trim(self, table: str, number: int) -> None:
        for event in [*self._events[table]]:
            if event.number < number:
                self._events[table].remove(event)
                del self._by_command[table, event.command_id]

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

    def _chain(self, table: str) -> bytes:
        events = self._events.get(table)
        return events[-1].chain if events else first_chain(table)

    def _store(self, event: LogEvent) -> LogEvent:
        self._events.setdefault(event.table, []).append(event)
        self._by_command[event.table, event.command_id] = event
        self._followers.call(event.table, event)
        return event


class Lobby:
    """Summaries of tables; each has a timer of the event loop that removes it."""

    def __init__(self) -> None:
        self._summaries: dict[str, bytes] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._watchers: list[asyncio.Queue[Listing]] = []

    def put(self, table: str, summary: bytes | None, ttl: float) -> None:
        """Show a table for *ttl* seconds, or take it from the list with None."""
        if timer := self._timers.pop(table, None):
            timer.cancel()
        if summary is not None:
            self._timers[table] = asyncio.get_running_loop().call_later(ttl, self._change, table, None)
        self._change(table, summary)

    async def listings(self) -> AsyncGenerator[Listing, None]:
        """The listings, then their changes."""
        queue: asyncio.Queue[Listing] = asyncio.Queue()
        for listing in self._summaries.items():
            queue.put_nowait(listing)
        self._watchers.append(queue)
        try:
            while True:
                yield await queue.get()
        finally:
            self._watchers.remove(queue)

    def close(self) -> None:
        """Stop the timers."""
        for timer in self._timers.values():
            timer.cancel()

    def _change(self, table: str, summary: bytes | None) -> None:
        if self._summaries.get(table) == summary:
            return
        if summary is None:
            del self._summaries[table]
        else:
            self._summaries[table] = summary
        for queue in self._watchers:
            queue.put_nowait((table, summary))
