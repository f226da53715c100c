"""Snapshots of tables at the beginning of their matches, so that a table costs what its present match costs.

A table has a second log, of snapshots; its own log decides whether one of them is true.
"""

from contextlib import suppress
from typing import Final

from msgspec import DecodeError, Struct, field

from playroom.online.log.table_log import Conflict, Damaged, LogEvent, NotStored, TableLog, Unknown
from playroom.online.wire.messages import encoded_json, json_decoder
from playroom.online.wire.table_state import TableState

SNAPSHOTS: Final = "_snapshots"
"""The log of a table's snapshots is named by its code and this."""


class Snapshot(Struct, frozen=True, omit_defaults=True):
    """A table after event *number* of its log, whose hash is *chain*.

    *missed* has for each absent person the number at which the first match begins that has ended without
    them. *commands* are the last ones before, by their ids, with their numbers.
    """

    number: int = 0
    chain: str = ""
    state: TableState = field(default_factory=TableState)
    missed: dict[int, int] = field(default_factory=dict)
    commands: dict[str, int] = field(default_factory=dict)

    @property
    def is_beginning(self) -> bool:
        """Whether it is the table before its first event."""
        return not self.number


_DECODER = json_decoder(Snapshot)


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
