"""The interface of the engines that keep the logs of tables."""

import re
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Generic, Protocol, TypeVar

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
