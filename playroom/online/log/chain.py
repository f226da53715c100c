"""The chain of a table's log: each event's hash covers all that came before, so that a change shows."""

import hashlib
import secrets
from collections.abc import Iterable

from playroom.online.log.table_log import Conflict, Damaged, LogEvent

SALT_BYTES = 16
"""Random bytes of each event: two servers that append the same body make different chains."""


def first_chain(table: str) -> bytes:
    """The chain before a table's first event."""
    return hashlib.sha256(table.encode()).digest()


def next_chain(previous: bytes, salt: bytes, command_id: str, body: bytes) -> bytes:
    """The SHA-256 of the chain so far and an event. A command id has no zero byte, which ends it here."""
    return hashlib.sha256(b"".join((previous, salt, command_id.encode(), b"\0", body))).digest()


def new_log_event(table: str, number: int, previous: bytes, command_id: str, body: bytes) -> LogEvent:
    """A new event of the log, with random bytes of its own."""
    salt = secrets.token_bytes(SALT_BYTES)
    return LogEvent(table, number, command_id, body, salt, next_chain(previous, salt, command_id, body))


def check_next(event: LogEvent, number: int, previous: bytes) -> None:
    """Check that an event follows *number*, whose chain is *previous*. Raises Conflict and Damaged.

    An empty log takes any event: that with which a log begins that was trimmed.
    """
    if event.number > 1 and not number:
        return
    if event.number != number + 1:
        raise Conflict(event.table, event.number - 1, number)
    verify([event], number, previous)


def verify_from_first(table: str, events: list[LogEvent]) -> None:
    """Check all events of a log, the first of which is not 1 if the log was trimmed. Raises Damaged."""
    if events and events[0].number > 1:
        verify(events[1:], events[0].number, events[0].chain)
    else:
        verify(events, 0, first_chain(table))


def verify(events: Iterable[LogEvent], number: int, previous: bytes) -> None:
    """Check the events that follow *number*, whose chain is *previous*. Raises Damaged."""
    for wanted, event in enumerate(events, number + 1):
        if event.number != wanted:
            raise Damaged(f"{event.table}: number {event.number} stands where {wanted} belongs")
        previous = next_chain(previous, event.salt, event.command_id, event.body)
        if event.chain != previous:
            raise Damaged(f"{event.table}: event {event.number} does not continue the chain")
