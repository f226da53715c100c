"""Which connections may begin: the limits of each address and network, at once and in a time, and of all.

A connection is counted from the moment at which it is accepted until its socket is closed. At first it is
open by half: TLS has not begun, or the head of the request has not come. Of those there are few at a time,
and the oldest makes room for the next.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from playroom.online.server.rate_limits import (
    MOST_AT_ONCE,
    Deed,
    Key,
    NetworkTurns,
    RateLimits,
    Scope,
    address_keys,
    network_of,
)
from playroom.online.server.refused import Refused
from playroom.online.wire.protocol import RefusalCode

PAUSE_SECONDS: Final = 1.0
"""The seconds that a refused connection waits for its refusal: who tries again at once gains nothing."""

MOST_PAUSES: Final = 256
"""The most connections that wait for a refusal; all others are refused at once."""

MOST_HALF_OPEN: Final = 256
"""The most connections that are open by half."""

ACCEPTED_AT_ONCE: Final = 20
"""The connections that are accepted in a turn of the event loop: those that come back after a kill finish
their handshakes before others make them the oldest ones."""

RESERVED_PART: Final = 8
"""One of so many connections is left to networks from which people have been here before."""

MOST_KNOWN: Final = 10_000
"""The most networks that are remembered as those of people who have been here."""


class AcceptedLine(Protocol):
    """A connection as it is counted."""

    transport: asyncio.Transport
    number: int
    own_address: str
    address: str


class Admission:
    """Counts the connections of addresses and networks; there are *most* at once, None for any number."""

    def __init__(self, limits: RateLimits, most: int | None = None) -> None:
        self._limits, self._most = limits, most
        self._here: Counter[Key] = Counter()
        self._lines: set[AcceptedLine] = set()
        self._half_open: dict[AcceptedLine, None] = {}
        """The connections that are open by half, the oldest first."""
        self._known: dict[str, None] = {}
        """The networks of people who have been at a table, those who were there last at the end."""
        self._pauses = 0
        self._turns = NetworkTurns()

    def begin(self, line: AcceptedLine) -> bool:
        """Count a connection that was accepted; False if there are too many, and it has to go."""
        is_full = self._most is not None and len(self._lines) >= self._most
        if is_full and not self._half_open:
            return False
        if is_full or len(self._half_open) >= MOST_HALF_OPEN:
            oldest = next(iter(self._half_open))
            self.end(oldest)
            oldest.transport.abort()
        try:
            self._count(line.own_address)
        except Refused:
            return False
        self._lines.add(line)
        self._half_open[line] = None
        return True

    def admit(self, line: AcceptedLine) -> None:
        """Take a connection for a whole one."""
        self._half_open.pop(line, None)

    def end(self, line: AcceptedLine) -> None:
        """Count a connection no more."""
        if line in self._lines:
            self._lines.discard(line)
            self._half_open.pop(line, None)
            self._uncount(line.own_address)

    def end_all_half_open(self) -> None:
        """End all connections that are open by half."""
        for line in [*self._half_open]:
            line.transport.abort()

    async def check_rate(self, address: str) -> None:
        """Count a connection that begins, one of a network in each turn of the event loop.

        Refused after a pause if too many have begun.
        """
        try:
            self._limits.check(Deed.CONNECTION, address_keys(address))
        except Refused:
            if self._pauses < MOST_PAUSES:
                self._pauses += 1
                try:
                    await asyncio.sleep(PAUSE_SECONDS)
                finally:
                    self._pauses -= 1
            raise
        await self._turns.wait(network_of(address))

    def check_room(self, address: str, connections: int) -> None:
        """Refused if there are too many connections; the last ones are for networks that are known here."""
        if self._most is None:
            return
        reserved = 0 if network_of(address) in self._known else self._most // RESERVED_PART
        if connections >= self._most - reserved:
            raise Refused(RefusalCode.TOO_MANY_CONNECTIONS)

    def remember(self, address: str) -> None:
        """Remember that somebody from there was at a table."""
        self._known.pop(network_of(address), None)
        self._known[network_of(address)] = None
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]

    def count_frame(self, line: AcceptedLine) -> None:
        """Count a frame that is no whole message; Refused if there were too many."""
        connection = (Scope.CONNECTION, f"frames of {line.number}")
        self._limits.check(Deed.MESSAGE, (connection, *address_keys(line.address)))

    @contextmanager
    def counted(self, line: AcceptedLine) -> Iterator[None]:
        """A context in which the client of a proxy is counted; Refused if there are too many."""
        if line.address == line.own_address:
            yield
            return
        self._count(line.address)
        try:
            yield
        finally:
            self._uncount(line.address)

    def _count(self, address: str) -> None:
        keys = [key for key in address_keys(address) if key[0] in MOST_AT_ONCE]
        if any(self._here[key] >= MOST_AT_ONCE[key[0]] for key in keys):
            raise Refused(RefusalCode.TOO_MANY_CONNECTIONS)
        self._here.update(keys)

    def _uncount(self, address: str) -> None:
        self._here.subtract(key for key in address_keys(address) if key[0] in MOST_AT_ONCE)
        for key in address_keys(address):
            if not self._here[key]:
                del self._here[key]
