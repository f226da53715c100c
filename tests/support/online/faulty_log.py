"""A log that makes faults, as engines do whose disk or network fails."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from enum import Enum, auto

from playroom.online.log.table_log import Ear, Hint, Listing, LogEvent, NotStored, TableLog, Unfollow, Unknown


class Fault(Enum):
    """What goes wrong in one call."""

    NOTHING = auto()
    REFUSED = auto()
    """An append stores nothing and says so."""
    LOST = auto()
    """An append stores nothing, and its outcome is unknown."""
    UNANSWERED = auto()
    """An append stores its event, and its outcome is unknown."""
    SLOW = auto()
    """A call takes a second before it does anything, and another one before it returns."""
    OUTDATED = auto()
    """A read misses the newest event."""
    NO_HINT = auto()
    """An event is not hinted at."""


class FaultyLog:
    """A TableLog over another one; *fault* says what goes wrong in the next call."""

    def __init__(self, log: TableLog, fault: Callable[[], Fault]) -> None:
        self._log = log
        self._fault = fault

    async def append(self, table: str, expected: int, command_id: str, body: bytes) -> LogEvent:
        fault = self._fault()
        if fault is Fault.REFUSED:
            raise NotStored("the disk is full")
        if fault is Fault.LOST:
            raise Unknown("no answer")
        pause = fault is Fault.SLOW
        await asyncio.sleep(pause)
        event = await self._log.append(table, expected, command_id, body)
        await asyncio.sleep(pause)
        if fault is Fault.UNANSWERED:
            raise Unknown("no answer")
        return event

    async def read(self, table: str, after: int = 0) -> list[LogEvent]:
        fault = self._fault()
        await asyncio.sleep(fault is Fault.SLOW)
        events = await self._log.read(table, after)
        return events[:-1] if fault is Fault.OUTDATED else events

    async def last(self, table: str) -> LogEvent | None:
        return await self._log.last(table)

    async def number(self, table: str) -> int:
        return await self._log.number(table)

    async def adopt(self, event: LogEvent) -> None:
        await self._log.adopt(event)

    async def follow(self, table: str, hint: Hint) -> Unfollow:
        def faulty_hint(event: LogEvent) -> None:
            if self._fault() is not Fault.NO_HINT:
                hint(event)

        return await self._log.follow(table, faulty_hint)

    def tell(self, topic: str, message: bytes) -> None:
        self._log.tell(topic, message)

    async def hear(self, topic: str, ear: Ear) -> Unfollow:
        return await self._log.hear(topic, ear)

    async def tables(self) -> list[str]:
        return await self._log.tables()

    async def remove(self, table: str) -> None:
        await self._log.remove(table)

    async def trim(self, table: str, number: int) -> None:
        await self._log.trim(table, number)

    async def put_listing(self, table: str, summary: bytes | None, ttl: float) -> None:
        await self._log.put_listing(table, summary, ttl)

    def listings(self) -> AsyncGenerator[Listing, None]:
        return self._log.listings()

    async def close(self) -> None:
        await self._log.close()
