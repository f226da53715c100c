"""The log of a table: its events, chained by hashes, and the interface of the engines that keep it.

An event of the log is the outcome of one command at a table. Events are numbered from 1, and the hash of each
covers all that came before, so that a change shows. A program appends the event that follows the last one
that it knows; if another program was faster, it gets a Conflict, reads what has come, and decides anew
(`append_once`). A command that is sent again is stored once, by its id. All programs that follow a log get a
hint of each event; a hint may be lost, and then a gap in the numbers says that there is something to read.

The engines are `MemoryLog`, `SqliteLog` for one machine and `NatsLog` for many.
"""

import asyncio
import hashlib
import re
import secrets
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Final, Generic, Protocol, TypeVar

from msgspec import Struct

Hint = Callable[["LogEvent"], None]
"""A callback for an appended event, called in the event loop."""
Ear = Callable[[bytes], None]
"""A callback for a message of another program, called in the event loop."""
Unfollow = Callable[[], Awaitable[None]]
Listing = tuple[str, bytes | None]
"""A table and its summary in the lobby; None means that it is not listed any more."""

Told = TypeVar("Told")

NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""Names of tables and ids of commands, which stand in subjects, headers and keys of engines."""


class LogEvent(Struct, frozen=True, gc=False):
    """The outcome of one command at a table; the first has number 1."""

    table: str
    number: int
    command_id: str
    body: bytes
    salt: bytes
    chain: bytes


class Conflict(Exception):  # noqa: N818 (an answer, not a mistake)
    """The expected number is not that of the last event: read, and decide anew. Nothing was stored."""

    def __init__(self, table: str, expected: int, number: int) -> None:
        super().__init__(f"{table} is at {number}, not at {expected}")
        self.number = number


class NotStored(Exception):  # noqa: N818 (an answer: try again later)
    """Nothing was stored, because the disk is full for example; the same append may succeed later."""


class Unknown(Exception):  # noqa: N818 (an answer: send it again)
    """It is not known whether the event was stored: append it again with the same command id."""


class NotDurable(Exception):  # noqa: N818 (a refusal, not a mistake)
    """A cluster of NATS servers would lose events in a power cut."""


class Damaged(Exception):  # noqa: N818 (an answer: the log is not to be trusted)
    """The stored log is not what was appended: its numbers or chains are wrong, or it cannot be read."""


class TableLog(Protocol):
    """The logs of all tables, and the list of tables in the lobby. It belongs to one event loop."""

    async def append(self, table: str, expected: int, command_id: str, body: bytes) -> LogEvent:
        """Add the event that follows number *expected*; it is durable when this returns.

        A command is stored at most once: if *command_id* is in the table's log, its event is returned, with
        the body that was stored then. Raises Conflict, NotStored, Unknown and Damaged; after a cancellation
        the outcome is unknown too.
        """
        ...

    async def read(self, table: str, after: int = 0) -> list[LogEvent]:
        """The events that follow number *after*, in their order.

        The newest ones may be missing. Raises Damaged, and Unknown if the log cannot be reached now, as all
        calls do.
        """
        ...

    async def last(self, table: str) -> LogEvent | None:
        """The last event, or None; it misses none that was acknowledged before."""
        ...

    async def number(self, table: str) -> int:
        """The number of the last event, or 0; it misses none that was acknowledged before."""
        ...

    async def adopt(self, event: LogEvent) -> None:
        """Store an event of another engine as it is. It must continue the log.

        Raises Conflict, NotStored, Unknown and Damaged.
        """
        ...

    async def follow(self, table: str, hint: Hint) -> Unfollow:
        """Call *hint* with each event that is durable, at most once; a gap in the numbers means: read."""
        ...

    def tell(self, topic: str, message: bytes) -> None:
        """Pass a message on to all programs that `hear` this topic now: at most once, and it is not kept."""
        ...

    async def hear(self, topic: str, ear: Ear) -> Unfollow:
        """Call *ear* with each message of a topic from now on, those of this program too."""
        ...

    async def tables(self) -> list[str]:
        """The tables that have a log. Raises Damaged."""
        ...

    async def remove(self, table: str) -> None:
        """Forget the log of a table for ever; its name is not used again."""
        ...

    async def trim(self, table: str, number: int) -> None:
        """Forget the events before *number*, which is that of an event; from then on the log begins with it.

        Raises NotStored, Unknown and Damaged.
        """
        ...

    async def put_listing(self, table: str, summary: bytes | None, ttl: float) -> None:
        """Show *table* in the lobby for *ttl* seconds, or take it from there with None.

        The last call counts.
        """
        ...

    def listings(self) -> AsyncGenerator[Listing, None]:
        """The listings of the lobby, then its changes, without end."""
        ...

    async def close(self) -> None:
        """Finish the appends under way, and release files and connections."""
        ...


def check_name(name: str) -> None:
    """Raises ValueError if *name* can be neither a table's name nor a command's id."""
    if not NAME.fullmatch(name):
        raise ValueError(f"{name!r} is not made of 1 to 64 letters, digits, - and _")


class Followers(Generic[Told]):
    """The callbacks of one event loop, by table or topic."""

    def __init__(self) -> None:
        self._ears: defaultdict[str, list[Callable[[Told], None]]] = defaultdict(list)

    def add(self, topic: str, ear: Callable[[Told], None]) -> Unfollow:
        """Call *ear* with what is told of *topic*, until what this returns is called."""
        self._ears[topic].append(ear)

        async def unfollow() -> None:
            self._ears[topic].remove(ear)
            if not self._ears[topic]:
                del self._ears[topic]

        return unfollow

    def has(self, topic: str) -> bool:
        """Whether anybody follows a topic."""
        return topic in self._ears

    def call(self, topic: str, told: Told) -> None:
        """Tell the followers of a topic."""
        for ear in tuple(self._ears.get(topic, ())):
            ear(told)


SALT_BYTES = 16
"""Random bytes of each event: two servers that append the same body make different chains."""


def first_chain(table: str) -> bytes:
    """The chain before a table's first event."""
    return hashlib.sha256(table.encode()).digest()


def next_chain(previous: bytes, salt: bytes, command_id: str, body: bytes) -> bytes:
    """The SHA-256 of the chain so far and an event. A command id has no zero byte, which ends it here."""
    return hashlib.sha256(b"".join((previous, salt, command_id.encode(), b"\0", body))).digest()


def new_log_event(
    table: str, number: int, previous: bytes, command_id: str, body: bytes, salt: bytes = b""
) -> LogEvent:
    """A new event of the log, with these random bytes, or with new ones."""
    salt = salt or secrets.token_bytes(SALT_BYTES)
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


TRIES: Final = 5
"""How often an append is tried whose outcome is not known, or whose number was taken by another server."""

RETRY_STEP: Final = 0.2
"""Seconds between two tries, times the tries so far."""


class LogReader(Protocol):
    """A follower of a log: it has applied all events up to *number*; *numbers* are by command."""

    @property
    def number(self) -> int:
        """The number of the last event that was applied."""
        ...

    @property
    def numbers(self) -> Mapping[str, int]:
        """The number of each command's event."""
        ...

    def apply(self, event: LogEvent) -> None:
        """Apply the next event; any other is ignored."""


async def catch_up(log: TableLog, name: str, reader: LogReader) -> None:
    """Apply the events that the log has in addition; an Unknown if it cannot be read now."""
    for event in await log.read(name, reader.number):
        reader.apply(event)


async def append_once(
    log: TableLog,
    name: str,
    reader: LogReader,
    command: str,
    body: Callable[[], bytes | None],
    timed: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> int:
    """Append the event of a command unless the log has it, and apply it: its number. Raises what logs raise.

    *body* is called before each try, after all events that are known, and may raise what ends the tries; if
    it gives None, the command changes nothing, and the number is that of the last event. *timed* measures
    each try.
    """
    for tries in range(1, TRIES + 1):
        if number := reader.numbers.get(command):
            return number
        content = body()
        if content is None:
            return reader.number
        with suppress(Conflict, Unknown):
            with timed():
                event = await log.append(name, reader.number, command, content)
            reader.apply(event)
            if event.number <= reader.number:
                return event.number
        await asyncio.sleep(RETRY_STEP * tries)
        with suppress(Unknown):
            await catch_up(log, name, reader)
    if number := reader.numbers.get(command):
        return number
    raise Unknown(f"the log of {name} does not answer")
