"""The streams of a club on NATS servers, its logs and its lobby, and whether the servers are durable."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from functools import partial
from math import ceil
from typing import Any, Final, TypeVar
from urllib.request import urlopen

from nats.aio.client import Client
from nats.errors import NoRespondersError
from nats.errors import TimeoutError as NoAnswer
from nats.js.api import DeliverPolicy, RePublish, StorageType, StreamConfig
from nats.js.errors import APIError, NoStreamResponseError, NotFoundError, ServiceUnavailableError

from playroom.online.log.table_log import Listing, NotDurable, Unknown

BATCH: Final = 1000
"""Messages that are asked for at once."""
CREATION_TIMEOUT: Final = 20.0
"""Seconds that the servers may take to agree on a new stream."""
CREATION_ANSWER_SECONDS: Final = 3.0
"""After so long a stream is asked for again: servers that elect a leader drop the request in silence."""
ANSWER_SECONDS: Final = 1.0
"""After so long a question that changes nothing is asked again: while a leader is elected, none answers."""
PAUSE: Final = 0.05
"""Seconds between two requests that no server takes."""
MARKER_SECONDS: Final = 60.0
"""The time for which a listing that has expired is remembered as such."""
SEQUENCE: Final = "Nats-Sequence"
PENDING: Final = "Nats-Num-Pending"
STATUS: Final = "Status"
"""Headers of what the server answers."""
NOBODY: Final = "503"
"""The status of a request that no server takes."""
EXPECTED: Final = "Nats-Expected-Last-Subject-Sequence"
WRONG_SEQUENCE: Final = 10071
LISTED: Final = b"+"
GONE: Final = b""
"""A listing is this sign and the summary; a message without both means that there is none."""

NOT_TAKEN: Final = (NoRespondersError, NoStreamResponseError, ServiceUnavailableError)
"""Errors of requests that changed nothing: no server takes them, as while a leader is elected."""

Message = tuple[int, bytes]
"""The sequence of a message in its stream, and its payload."""
Answer = TypeVar("Answer")


class KeyedStream:
    """A stream of a club, whose messages have a subject for each key, such as the name of a table.

    After *patience* seconds the outcome of a request is unknown.
    """

    def __init__(self, client: Client, stream: str, subjects: str, patience: float) -> None:
        self._jetstream = client.jetstream(timeout=patience)
        self._questions = client.jetstream(timeout=min(patience, ANSWER_SECONDS))
        self._client, self.patience = client, patience
        self.stream, self._keys = stream, subjects

    def subject(self, key: str) -> str:
        """The subject of a key's messages."""
        return f"{self._keys}.{key}"

    async def read(self, key: str, sequence: int = 1) -> list[Message]:
        """The messages of a key from a sequence on, with their sequences. Raises nats.errors.Error."""
        found: list[Message] = []
        while True:
            batch, pending = await self._answer(partial(self._batch, self.subject(key), sequence))
            found += batch
            if not batch or not pending:
                return found
            sequence = batch[-1][0] + 1

    async def _batch(self, subject: str, sequence: int) -> tuple[list[Message], int]:
        """Some messages, and how many follow."""
        found: list[Message] = []
        inbox = self._client.new_inbox()
        answers = await self._client.subscribe(inbox)
        request = {"batch": BATCH, "seq": sequence, "next_by_subj": subject}
        try:
            await self._client.publish(
                f"$JS.API.DIRECT.GET.{self.stream}", json.dumps(request).encode(), reply=inbox
            )
            while True:
                answer = await answers.next_msg(self.patience)
                headers = answer.headers or {}
                if headers.get(STATUS) == NOBODY:
                    raise NoRespondersError
                if STATUS in headers:
                    return found, int(headers.get(PENDING, 0))
                found.append((int(headers[SEQUENCE]), answer.data))
        finally:
            await answers.unsubscribe()

    async def last(self, key: str) -> Message | None:
        """The last message of a key, which the leader of the stream knows. Raises nats.errors.Error."""
        ask = partial(self._questions.get_last_msg, self.stream, self.subject(key))
        try:
            found = await answer_of(ask, self.patience, (*NOT_TAKEN, NoAnswer))
        except NotFoundError:
            return None
        return found.seq or 0, found.data or b""

    async def last_sequence(self, key: str) -> int:
        """The sequence of a key's last message; 0 if there is none."""
        found = await self.last(key)
        return found[0] if found else 0

    async def append(self, key: str, last: int, payload: bytes) -> int:
        """The sequence of a new message of a key; 0 if *last* is not that of its last one.

        Raises nats.errors.Error.
        """
        headers = {EXPECTED: str(last)}
        publish = partial(self._jetstream.publish, self.subject(key), payload, headers=headers)
        try:
            return (await self._answer(publish)).seq
        except APIError as error:
            if error.err_code == WRONG_SEQUENCE:
                return 0
            raise

    async def keys(self, pattern: str) -> list[str]:
        """The keys with messages that fit a pattern, such as "*". Raises nats.errors.Error."""
        ask = partial(self._jetstream.stream_info, self.stream, subjects_filter=self.subject(pattern))
        subjects = (await self._answer(ask)).state.subjects
        return sorted(subject.removeprefix(f"{self._keys}.") for subject in subjects or {})

    async def remove(self, key: str) -> None:
        """Delete the messages of a key. Raises nats.errors.Error."""
        await self._answer(partial(self._jetstream.purge_stream, self.stream, subject=self.subject(key)))

    async def trim(self, key: str, sequence: int) -> None:
        """Delete the messages of a key before a sequence. Raises nats.errors.Error."""
        purge = self._jetstream.purge_stream
        await self._answer(partial(purge, self.stream, seq=sequence, subject=self.subject(key)))

    async def _answer(self, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        return await answer_of(ask, self.patience)


class NatsStreams(KeyedStream):
    """The logs of a club, whose keys are the tables, and its lobby: names, and how the streams are made."""

    def __init__(self, client: Client, club: str, patience: float) -> None:
        self._subjects = f"playroom.{club}"
        super().__init__(client, f"{club}-logs", f"{self._subjects}.log", patience)
        self.lobby = f"{club}-lobby"

    def stored(self, table: str) -> str:
        """The subject under which a table's events are published again once they are stored."""
        return f"{self._subjects}.stored.{table}"

    def told(self, topic: str) -> str:
        """The subject of what servers tell each other, which no stream keeps."""
        return f"{self._subjects}.told.{topic}"

    def listing(self, table: str) -> str:
        """The subject of a table's listings."""
        return f"{self._subjects}.lobby.{table}"

    async def create(self) -> None:
        """Make the streams, unless they are there. Raises nats.errors.Error."""
        republish = RePublish(src=self.subject("*"), dest=self.stored("{{wildcard(1)}}"))
        logs = StreamConfig(
            name=self.stream,
            subjects=[self.subject("*")],
            num_replicas=REPLICAS,
            storage=StorageType.FILE,
            allow_direct=True,
            republish=republish,
        )
        lobby = StreamConfig(
            name=self.lobby,
            subjects=[self.listing("*")],
            num_replicas=REPLICAS,
            storage=StorageType.MEMORY,
            max_msgs_per_subject=1,
            allow_msg_ttl=True,
            subject_delete_marker_ttl=MARKER_SECONDS,
        )
        for stream in (logs, lobby):
            await add_stream(self._client, stream)

    async def tables(self) -> list[str]:
        """The tables that have events. Raises nats.errors.Error."""
        return await self.keys("*")

    async def put_listing(self, table: str, summary: bytes | None, ttl: float) -> None:
        """Store a summary, or that there is none any more. The server counts whole seconds."""
        payload = GONE if summary is None else LISTED + summary
        seconds = MARKER_SECONDS if summary is None else max(1, ceil(ttl))
        publish = partial(self._jetstream.publish, self.listing(table), payload, msg_ttl=seconds)
        await self._answer(publish)

    async def listings(self) -> AsyncGenerator[Listing, None]:
        """The listings of the lobby, then its changes. A listing that expires leaves an empty message."""
        subscribe = partial(
            self._jetstream.subscribe,
            self.listing("*"),
            stream=self.lobby,
            ordered_consumer=True,
            deliver_policy=DeliverPolicy.LAST_PER_SUBJECT,
        )
        subscription = await self._answer(subscribe)
        shown: dict[str, bytes | None] = {}
        try:
            async for message in subscription.messages:
                table = message.subject.rpartition(".")[2]
                summary = message.data.removeprefix(LISTED) if message.data else None
                if summary != shown.get(table):
                    shown[table] = summary
                    yield table, summary
        finally:
            await subscription.unsubscribe()


async def add_stream(client: Client, stream: StreamConfig) -> None:
    """Make a stream, unless it is there. Raises nats.errors.Error."""
    add = partial(client.jetstream(timeout=CREATION_ANSWER_SECONDS).add_stream, stream)
    await answer_of(add, CREATION_TIMEOUT, (*NOT_TAKEN, NoAnswer))


async def answer_of(
    ask: Callable[[], Awaitable[Answer]], patience: float, again: tuple[type[Exception], ...] = NOT_TAKEN
) -> Answer:
    """The answer to a request, which is sent *again* while no server takes it, for *patience* seconds.

    A stream that was just made, or that elects a leader, takes nothing from a server that has not heard of
    it yet.

    The client waits by asyncio.wait_for, which before Python 3.12 loses a cancellation that comes together
    with the answer (python/cpython#86296): the task would go on for ever.
    """
    asking = asyncio.current_task()
    assert asking  # a coroutine runs in a task
    cancelled = asking.cancelling()
    async with asyncio.timeout(patience):
        while True:
            try:
                return await ask()
            except again:
                await asyncio.sleep(PAUSE)
            finally:
                if asking.cancelling() > cancelled:
                    raise asyncio.CancelledError


PAGE_TIMEOUT: Final = 5.0
"""Timeout of a monitoring page, in seconds."""
REPLICAS: Final = 3


async def check_durability(monitors: Sequence[str]) -> None:
    """Ask each of the monitoring pages, such as http://host:8222. Raises NotDurable and Unknown.

    A minority of the servers may be down, as events are stored without it.
    """
    if len(monitors) < REPLICAS:
        raise NotDurable(
            f"{REPLICAS} NATS servers are needed, and {len(monitors)} monitoring pages are named"
        )
    answers = await asyncio.gather(
        *(asyncio.to_thread(_server, monitor) for monitor in monitors), return_exceptions=True
    )
    found = {monitor: each for monitor, each in zip(monitors, answers, strict=True) if isinstance(each, dict)}
    if 2 * len(found) <= len(monitors):
        raise next(each for each in answers if isinstance(each, BaseException))
    for monitor, server in found.items():
        jetstream = server.get("jetstream", {})
        configuration = jetstream.get("config", {})
        if configuration.get("sync_always") is not True:
            raise NotDurable(f"{monitor}: not `sync_interval: always`, but {configuration}")
        size = jetstream.get("meta", {}).get("cluster_size", 1)
        if size < REPLICAS:
            raise NotDurable(f"{monitor}: the server's cluster has {size} servers, not {REPLICAS}")
    if len({server["server_name"] for server in found.values()}) < len(found):
        raise NotDurable("several monitoring pages are those of one NATS server")


def _server(monitor: str) -> dict[str, Any]:
    """A server's description of itself."""
    if not monitor.startswith(("http://", "https://")):
        raise NotDurable(f"{monitor} is not the address of a monitoring page")
    try:
        with urlopen(f"{monitor}/varz", timeout=PAGE_TIMEOUT) as page:  # noqa: S310 (the scheme is checked)
            found: dict[str, Any] = json.load(page)
    except OSError as error:
        raise Unknown(f"{monitor} does not answer: {error}") from error
    except ValueError as error:
        raise NotDurable(f"{monitor} is not a monitoring page of NATS: {error}") from error
    return found
