"""A table in its log: read from its newest snapshot, with what a person has missed, and cut where it is long.

A table has a second log, of snapshots at the beginning of its matches, so that a table costs what its present
match costs; its own log decides whether one of them is true. The newest matches stay in its log, the others
go to the archive.
"""

import asyncio
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol

from msgspec import DecodeError

from playroom.online.log.table_log import Conflict, Damaged, LogEvent, NotStored, TableLog, Unknown
from playroom.online.server.refused import Refused
from playroom.online.server.tables.server_state import Variants, redacted_state
from playroom.online.server.tables.table_history import Snapshot, TableHistory, in_parts
from playroom.online.wire.messages import encoded_json, json_decoder
from playroom.online.wire.protocol import RefusalCode
from playroom.online.wire.table_state import TableState
from playroom.table.record import Record

SNAPSHOTS: Final = "_snapshots"
"""The log of a table's snapshots is named by its code and this."""


_DECODER = json_decoder(Snapshot)


async def read_history(log: TableLog, code: str, variants: Variants) -> TableHistory:
    """A table since the beginning of its last match. Raises what logs raise."""
    start = await newest_snapshot(log, code)
    events = await events_since(log, code, start)
    if events is None:
        start, events = Snapshot(), await events_since(log, code, Snapshot())
    if events is None:
        raise Damaged(f"{code}: the first events are missing")
    history = TableHistory(variants, start)
    async for event in in_parts(events):
        history.apply(event)
    if history.start.number > start.number:
        await put_snapshot(log, code, history.start)
    return history


@dataclass(frozen=True, slots=True)
class EarlierEvents:
    """All that a person may know of the events after *begins* up to *ends*, in frames.

    *state* and *chain* are those after *begins*.
    """

    begins: int
    ends: int
    state: TableState
    chain: str
    frames: list[str]


class KnownTable(Protocol):
    """A table of which the present match is known."""

    code: str
    history: TableHistory


@dataclass(frozen=True, slots=True)
class CameBack:
    """A person, and the number and chain of the last event that they have; 0 for none.

    *turn* is held while the log is read for them.
    """

    person: int
    after: int
    chain: str
    turn: asyncio.Lock


async def missed_events(
    log: TableLog, table: KnownTable, variants: Variants, back: CameBack
) -> EarlierEvents | None:
    """The events that a person has missed before the present match; None if there are none, or they are gone.

    Refused if the last event that they have is not one of the table.
    """
    history = table.history
    begins = back.after or history.beginning(back.person)
    if not 0 <= begins <= history.number:
        raise Refused(RefusalCode.LOG_DIFFERS)
    if history.knows(begins):
        _check_chain(back, history.chain_at(begins))
        return None
    async with back.turn:
        start = await newest_snapshot_until(log, table.code, begins)
        events = await events_since(log, table.code, start)
        if not events or events[-1].number < begins:
            return None
        before = begins - start.number
        # The chain is checked first: who guesses one costs no more than a look into the log.
        _check_chain(back, events[before - 1].chain.hex() if before else start.chain)
        past = TableHistory(variants, start, keeps_all=True)
        async for event in in_parts(events[:before]):
            past.apply(event)
        state = redacted_state(past.truth.state)
        async for event in in_parts(events[before:]):
            past.apply(event)
        frames = [frame async for frame in in_parts(past.replay(back.person, begins))]
    if not table.history.knows(past.number):  # another match has begun meanwhile
        return await missed_events(log, table, variants, back)
    return EarlierEvents(begins, past.number, state, past.chain_at(begins), frames)


def _check_chain(back: CameBack, chain: str) -> None:
    if back.after and back.chain != chain:
        raise Refused(RefusalCode.LOG_DIFFERS)


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
        if self.archive is None:
            return
        with suppress(Damaged, NotStored, Unknown, OSError, sqlite3.Error):  # the next match tries again
            starts = await self.log.read(f"{code}{SNAPSHOTS}")
            if len(starts) <= self.kept + 1:
                return
            first = starts[-self.kept - 1]
            cut = decoded_snapshot(first)
            # A log that was trimmed begins with a snapshot, any other with its first event.
            is_whole = await events_since(self.log, code, Snapshot()) is not None
            begin = Snapshot() if is_whole else decoded_snapshot(starts[0])
            history = TableHistory(self.variants, begin)
            async for event in in_parts(await events_since(self.log, code, begin) or []):
                if event.number > cut.number:
                    break
                end = history.end
                history.apply(event)
                if history.end > end and history.truth.record:
                    await self.archive.store(code, history.end, history.truth.record)
            if history.number == cut.number and history.chain_at(cut.number) == cut.chain:
                await self.log.trim(code, cut.number)
                await self.log.trim(first.table, first.number)


async def newest_snapshot(log: TableLog, code: str) -> Snapshot:
    """The newest snapshot of a table; the table before its first event if there is none."""
    event = await log.last(f"{code}{SNAPSHOTS}")
    return decoded_snapshot(event) if event else Snapshot()


async def newest_snapshot_until(log: TableLog, code: str, number: int) -> Snapshot:
    """The newest snapshot of a table that is not later than an event."""
    found = [decoded_snapshot(event) for event in await log.read(f"{code}{SNAPSHOTS}")]
    return next((each for each in reversed(found) if each.number <= number), Snapshot())


async def put_snapshot(log: TableLog, code: str, snapshot: Snapshot) -> None:
    """Store a snapshot, unless that cannot be now: the table is then read from an earlier one."""
    name = f"{code}{SNAPSHOTS}"
    with suppress(Conflict, NotStored, Unknown, Damaged):
        number = await log.number(name)
        await log.append(name, number, f"at-{snapshot.number}-{number + 1}", encoded_json(snapshot))


async def events_since(log: TableLog, code: str, snapshot: Snapshot) -> list[LogEvent] | None:
    """The events after a snapshot; None if the log is not the one that it was made of."""
    if snapshot.is_beginning:
        events = await log.read(code)
        return None if events and events[0].number > 1 else events
    events = await log.read(code, snapshot.number - 1)
    if not events or (events[0].number, events[0].chain.hex()) != (snapshot.number, snapshot.chain):
        return None
    return events[1:]


def decoded_snapshot(event: LogEvent) -> Snapshot:
    """A snapshot; one of another version is as good as none."""
    try:
        return _DECODER.decode(event.body)
    except DecodeError:
        return Snapshot()
