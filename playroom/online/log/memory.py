"""The engine that keeps logs in memory, for tests and for tables that end with the process."""

from collections.abc import AsyncGenerator

from playroom.online.log.chain import check_next, first_chain, new_log_event
from playroom.online.log.lobby import Lobby
from playroom.online.log.table_log import (
    Conflict,
    Ear,
    Followers,
    Hint,
    Listing,
    LogEvent,
    Unfollow,
    check_name,
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
