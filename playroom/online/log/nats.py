"""The engine for many machines: streams of a cluster of three NATS servers that sync each write."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Final, TypeVar
from weakref import WeakValueDictionary

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error

from playroom.online.log.nats_streams import NatsStreams, check_durability
from playroom.online.log.table_log import (
    SALT_BYTES,
    Conflict,
    Damaged,
    Ear,
    Followers,
    Hint,
    Listing,
    LogEvent,
    Unfollow,
    Unknown,
    check_name,
    check_next,
    first_chain,
    new_log_event,
    verify,
    verify_from_first,
)

TIMEOUT: Final = 2.0
"""Seconds after which the outcome of a call is unknown."""
RECONNECT_SECONDS: Final = 0.2
PING_SECONDS: Final = 2
"""Seconds between pings of a server."""
PAUSE: Final = 0.02
"""Seconds between two reads of servers that are behind."""
MOST_KNOWN: Final = 5000
"""Tables whose commands are remembered; those of others are read again."""

Found = TypeVar("Found")

NUMBER_BYTES: Final = 8
CHAIN_BYTES: Final = 32
SALT_AT: Final = NUMBER_BYTES
CHAIN_AT: Final = SALT_AT + SALT_BYTES
COMMAND_AT: Final = CHAIN_AT + CHAIN_BYTES


def pack(event: LogEvent) -> bytes:
    """Number, salt, chain, the command's id up to a zero byte, and the body."""
    number = event.number.to_bytes(NUMBER_BYTES, "big")
    return b"".join((number, event.salt, event.chain, event.command_id.encode(), b"\0", event.body))


def unpack(table: str, packed: bytes) -> LogEvent:
    """The event in the message of a table. Raises Damaged."""
    command_id, zero, body = packed[COMMAND_AT:].partition(b"\0")
    if not zero or not command_id.isascii():
        raise Damaged(f"{table}: a message is not an event")
    return LogEvent(
        table,
        int.from_bytes(packed[:NUMBER_BYTES], "big"),
        command_id.decode(),
        body,
        packed[SALT_AT:CHAIN_AT],
        packed[CHAIN_AT:COMMAND_AT],
    )


class KnownLog:
    """The place of each event in its stream, and the command that made it."""

    def __init__(self, table: str, before: int = 0) -> None:
        """*before* is the number before the first event that the log has."""
        self._before = before
        self.chain = first_chain(table)
        self._sequences: list[int] = []
        self._numbers: dict[str, int] = {}

    @property
    def number(self) -> int:
        """The number of the last event that is known."""
        return self._before + len(self._sequences)

    @property
    def last_sequence(self) -> int:
        """The place of the last event; 0 if none is known."""
        return self._sequences[-1] if self._sequences else 0

    def sequence(self, number: int) -> int:
        """The place of an event; 0 if that is not known."""
        return self._sequences[number - self._before - 1] if self._before < number <= self.number else 0

    def number_of(self, command_id: str) -> int:
        """The number of a command's event; 0 if none is known."""
        return self._numbers.get(command_id, 0)

    def add(self, event: LogEvent, sequence: int) -> None:
        """Take the event that follows; another one is known already, or not yet connected with the others."""
        if event.number == self.number + 1:
            self._sequences.append(sequence)
            self._numbers[event.command_id] = event.number
            self.chain = event.chain


class NatsLog:
    """A TableLog in NATS; hints and listings reach all programs that share the club."""

    def __init__(self, client: Client, streams: NatsStreams) -> None:
        self._client, self._streams = client, streams
        self._known: dict[str, KnownLog] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._followers = Followers[LogEvent]()
        self._ears = Followers[bytes]()
        self._telling: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, servers: Sequence[str], monitors: Sequence[str], club: str) -> "NatsLog":
        """The logs of a club; *servers* are addresses such as nats://host:4222.

        Raises NotDurable, and Unknown if no server can be reached.
        """
        check_name(club)
        await check_durability(monitors)
        client = await connected(servers)
        streams = NatsStreams(client, club, TIMEOUT)
        log = cls(client, streams)
        try:
            with unknown_without_answer():
                await streams.create()
                await client.subscribe(streams.stored("*"), cb=log._hint)
                await client.subscribe(streams.told("*"), cb=log._hear)
                await client.flush()
        except Unknown:
            await client.close()
            raise
        return log

    async def append(self, table: str, expected: int, command_id: str, body: bytes) -> LogEvent:
        check_name(table)
        check_name(command_id)
        async with self._turns.setdefault(table, asyncio.Lock()):  # appends of this program take turns
            known = self._known.get(table)
            if known is None or known.number != expected or known.number_of(command_id):
                known = await self._refreshed(table)
            if found := await self._found(table, known, expected, command_id):
                return found
            event = new_log_event(table, expected + 1, known.chain, command_id, body)
            if await self._is_published(event, known):
                return event
            if found := await self._found(table, await self._refreshed(table), expected, command_id):
                return found
        raise Unknown(f"{table} has grown, which cannot be read yet")

    async def read(self, table: str, after: int = 0) -> list[LogEvent]:
        known = self._known_of(table)
        start = known.sequence(after)
        with unknown_without_answer():
            messages = await self._streams.read(table, start or 1)
        found = {unpack(table, packed): sequence for sequence, packed in messages}
        events = list(found)
        if not start:
            verify_from_first(table, events)
            self._learn(table, KnownLog(table, events[0].number - 1 if events else 0), found)
            return [event for event in events if event.number > after]
        if not events or events[0].number != after:
            self._known.pop(table, None)
            return await self.read(table, after)
        verify(events[1:], after, events[0].chain)
        self._learn(table, known, found)
        return events[1:]

    async def last(self, table: str) -> LogEvent | None:
        number = await self.number(table)
        return await self._in_time(partial(self._event, table, number)) if number else None

    async def number(self, table: str) -> int:
        return (await self._refreshed(table)).number

    async def adopt(self, event: LogEvent) -> None:
        known = await self._refreshed(event.table)
        check_next(event, known.number, known.chain)
        if not await self._is_published(event, known):
            raise Conflict(event.table, event.number - 1, known.number)

    async def follow(self, table: str, hint: Hint) -> Unfollow:
        last = 0

        def hint_once(event: LogEvent) -> None:
            nonlocal last
            if event.number > last:
                last = event.number
                hint(event)

        return self._followers.add(table, hint_once)

    def tell(self, topic: str, message: bytes) -> None:
        telling = asyncio.ensure_future(self._tell(topic, message))
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)

    async def _tell(self, topic: str, message: bytes) -> None:
        with suppress(Error, OSError):  # it is passed on at most once
            await self._client.publish(self._streams.told(topic), message)

    async def hear(self, topic: str, ear: Ear) -> Unfollow:
        return self._ears.add(topic, ear)

    async def tables(self) -> list[str]:
        with unknown_without_answer():
            return await self._streams.tables()

    async def remove(self, table: str) -> None:
        with unknown_without_answer():
            await self._streams.remove(table)
        self._known.pop(table, None)

    async def trim(self, table: str, number: int) -> None:
        sequence = (await self._refreshed(table)).sequence(number)
        with unknown_without_answer():
            await self._streams.trim(table, sequence)

    async def put_listing(self, table: str, summary: bytes | None, ttl: float) -> None:
        check_name(table)
        with unknown_without_answer():
            await self._streams.put_listing(table, summary, ttl)

    def listings(self) -> AsyncGenerator[Listing, None]:
        return self._streams.listings()

    async def close(self) -> None:
        for telling in [*self._telling]:
            await telling
        with suppress(Error, OSError):  # the servers may be down, and nothing waits to be sent
            await self._client.close()

    async def _found(self, table: str, known: KnownLog, expected: int, command_id: str) -> LogEvent | None:
        """The event of a command in the log; None if it can be appended. Raises Conflict and Unknown."""
        if number := known.number_of(command_id):
            return await self._in_time(partial(self._event, table, number))
        if known.number != expected:
            raise Conflict(table, expected, known.number)
        return None

    async def _is_published(self, event: LogEvent, known: KnownLog) -> bool:
        """Append an event to the log that is known, unless another append was faster. Raises Unknown."""
        try:
            with unknown_without_answer():
                sequence = await self._streams.append(event.table, known.last_sequence, pack(event))
        except Unknown:
            self._known.pop(event.table, None)
            raise
        if sequence:
            self._learn(event.table, known, {event: sequence})
        return bool(sequence)

    async def _refreshed(self, table: str) -> KnownLog:
        """The log up to the end that the leader of the stream knows. Raises Unknown if reads miss it."""

        async def known_to_its_end() -> KnownLog | None:
            with unknown_without_answer():
                last = await self._streams.last_sequence(table)
            known = self._known_of(table)
            if known.last_sequence > last:
                del self._known[table]
            if known.last_sequence != last:
                await self.read(table, self._known_of(table).number)
                known = self._known_of(table)
            return known if known.last_sequence == last else None

        return await self._in_time(known_to_its_end)

    async def _event(self, table: str, number: int) -> LogEvent | None:
        """An event of the log; None if a read has missed it."""
        events = await self.read(table, number - 1)
        return events[0] if events else None

    async def _in_time(self, look: Callable[[], Awaitable[Found | None]]) -> Found:
        """The result of *look*, as soon as the servers that are read are up to date. Raises Unknown."""
        with unknown_without_answer():
            async with asyncio.timeout(self._streams.patience):
                while (found := await look()) is None:  # noqa: ASYNC110 (other machines catch up)
                    await asyncio.sleep(PAUSE)
        return found

    def _known_of(self, table: str) -> KnownLog:
        return self._known.get(table) or KnownLog(table)

    def _learn(self, table: str, known: KnownLog, found: Mapping[LogEvent, int]) -> None:
        for event, sequence in found.items():
            known.add(event, sequence)
        self._known[table] = known
        while len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]

    async def _hint(self, message: Msg) -> None:
        with suppress(Damaged):
            table = message.subject.rpartition(".")[2]
            self._followers.call(table, unpack(table, message.data))

    async def _hear(self, message: Msg) -> None:
        self._ears.call(message.subject.rpartition(".")[2], message.data)


async def connected(servers: Sequence[str]) -> Client:
    """A client of the servers, which connects again for ever. Raises Unknown if none can be reached."""
    with unknown_without_answer():
        return await nats.connect(
            list(servers),
            max_reconnect_attempts=-1,
            reconnect_time_wait=RECONNECT_SECONDS,
            ping_interval=PING_SECONDS,
            error_cb=_ignore,
        )


async def _ignore(_error: Exception) -> None:
    """A connection that is lost shows in the calls that it fails, and is made again."""


@contextmanager
def unknown_without_answer() -> Iterator[None]:
    """A context that raises Unknown for what NATS raises."""
    try:
        yield
    except (Error, OSError) as error:
        raise Unknown(f"NATS does not answer: {error!r}") from error
