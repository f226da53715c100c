"""A table read from its log: its present match, and what has happened before for those who have missed it."""

import asyncio
from dataclasses import dataclass
from typing import Protocol

from playroom.online.log.table_log import Damaged, TableLog
from playroom.online.server.refused import Refused
from playroom.online.server.tables.redaction import redacted_state
from playroom.online.server.tables.snapshots import (
    Snapshot,
    events_since,
    newest_snapshot,
    newest_snapshot_until,
    put_snapshot,
)
from playroom.online.server.tables.table_history import TableHistory, in_parts
from playroom.online.server.tables.truth import Variants
from playroom.online.wire.protocol import RefusalCode
from playroom.online.wire.table_state import TableState


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
        earlier = await _earlier_events(log, table.code, variants, back, begins)
    if earlier is None:
        return None
    if not table.history.knows(earlier.ends):  # another match has begun meanwhile
        return await missed_events(log, table, variants, back)
    return earlier


def _check_chain(back: CameBack, chain: str) -> None:
    if back.after and back.chain != chain:
        raise Refused(RefusalCode.LOG_DIFFERS)


async def _earlier_events(
    log: TableLog, code: str, variants: Variants, back: CameBack, begins: int
) -> EarlierEvents | None:
    """The events since one before the present match; None if the log has that no longer.

    The chain is checked first: who guesses one costs no more than a look into the log.
    """
    start = await newest_snapshot_until(log, code, begins)
    events = await events_since(log, code, start)
    if not events or events[-1].number < begins:
        return None
    before = begins - start.number
    _check_chain(back, events[before - 1].chain.hex() if before else start.chain)
    history = TableHistory(variants, start, keeps_all=True)
    async for event in in_parts(events[:before]):
        history.apply(event)
    state = redacted_state(history.truth.state)
    async for event in in_parts(events[before:]):
        history.apply(event)
    frames = [frame async for frame in in_parts(history.replay(back.person, begins))]
    return EarlierEvents(begins, history.number, state, history.chain_at(begins), frames)
