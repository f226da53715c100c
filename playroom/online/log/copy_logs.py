"""All logs of a club copied to another engine, with their chains, so that clients can come back."""

import asyncio
from dataclasses import dataclass
from typing import Final

from playroom.online.log.table_log import LogEvent, TableLog

AT_ONCE: Final = 64
"""Tables that are copied at the same time: the engines commit their events together."""


class DifferentLog(Exception):  # noqa: N818 (a refusal, not a mistake)
    """The target has a log of a table that is not the beginning of the source's."""


@dataclass(frozen=True, slots=True)
class Copied:
    """How many tables and events are now in the target, and how many of the events are new there."""

    tables: int
    events: int
    new: int


async def copy_logs(source: TableLog, target: TableLog) -> Copied:
    """Copy what the target does not have yet; it may be called again after an error.

    Nobody may append meanwhile. Raises DifferentLog, and what the engines raise.
    """
    tables = await source.tables()
    places = asyncio.Semaphore(AT_ONCE)

    async def copied(table: str) -> tuple[int, int]:
        async with places:
            return await _copy_table(source, target, table)

    counts = await asyncio.gather(*map(copied, tables))
    return Copied(len(tables), sum(events for events, _ in counts), sum(new for _, new in counts))


async def _copy_table(source: TableLog, target: TableLog, table: str) -> tuple[int, int]:
    """The events of a table, and how many of them are new in the target."""
    events, there = await _complete(source, table), await _complete(target, table)
    if there != events[: len(there)]:
        raise DifferentLog(f"the log of {table} is another one there")
    new = events[len(there) :]
    for event in new:
        await target.adopt(event)
    if await _complete(target, table) != events:
        raise DifferentLog(f"the log of {table} has changed while it was copied")
    return len(events), len(new)


async def _complete(log: TableLog, table: str) -> list[LogEvent]:
    """All events of a table; a read alone may miss the last ones."""
    number = await log.number(table)
    while len(events := await log.read(table)) < number:
        pass
    return events
