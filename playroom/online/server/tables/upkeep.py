"""Upkeep of a table's matches: the newest stay in its log, the others go to the archive."""

import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from playroom.online.log.table_log import Damaged, LogEvent, NotStored, TableLog, Unknown
from playroom.online.server.tables.snapshots import (
    SNAPSHOTS,
    Snapshot,
    decoded_snapshot,
    events_since,
    put_snapshot,
)
from playroom.online.server.tables.table_history import TableHistory, in_parts
from playroom.online.server.tables.truth import Variants
from playroom.table.record import Record


class Archive(Protocol):
    """The archive of finished matches."""

    async def store(self, table: str, number: int, record: Record) -> None:
        """Keep a match by its table and the number of its last event. Raises OSError and sqlite3.Error."""
        ...


@dataclass(frozen=True, slots=True)
class Upkeep:
    """Notes the beginnings of matches; *kept* matches before the last one stay in the log of a table.

    Without an *archive* all of them stay.
    """

    log: TableLog
    variants: Variants
    archive: Archive | None = None
    kept: int = 0

    async def begin_match(self, code: str, start: Snapshot) -> None:
        """Store a table as it is when a match begins, and move its oldest matches to the archive."""
        await put_snapshot(self.log, code, start)
        if self.archive:
            with suppress(Damaged, NotStored, Unknown, OSError, sqlite3.Error):  # the next match tries again
                await self._move(code, self.archive)

    async def _move(self, code: str, archive: Archive) -> None:
        starts = await self.log.read(f"{code}{SNAPSHOTS}")
        if len(starts) <= self.kept + 1:
            return
        first = starts[-self.kept - 1]
        cut, begin = decoded_snapshot(first), await self._first(code, starts)
        history = TableHistory(self.variants, begin)
        async for event in in_parts(await events_since(self.log, code, begin) or []):
            if event.number > cut.number:
                break
            end = history.end
            history.apply(event)
            if history.end > end and history.truth.record:
                await archive.store(code, history.end, history.truth.record)
        if history.number == cut.number and history.chain_at(cut.number) == cut.chain:
            await self.log.trim(code, cut.number)
            await self.log.trim(first.table, first.number)

    async def _first(self, code: str, starts: list[LogEvent]) -> Snapshot:
        """The beginning of a table's log: its first event, or if it was trimmed, a snapshot."""
        is_whole = await events_since(self.log, code, Snapshot()) is not None
        return Snapshot() if is_whole else decoded_snapshot(starts[0])
