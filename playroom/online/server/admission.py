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

FILES_AT_ONCE: Final = 3
"""With pages, so many times as many connections may be open: a browser loads six files at a time."""

MOST_KNOWN: Final = 10_000
"""The most networks that are remembered as those of people who have been here."""


class AcceptedLine(Protocol):
    """A connection as it is counted."""

    transport: asyncio.Transport
    number: int
    own_address: str
    address: str


class Admission:
    """Counts the connections of addresses and networks; there are *most* at once, None for any number.

    *for_pages*: browsers load files too, each by a connection of its own.
    """

    def __init__(self, limits: RateLimits, most: int | None = None, *, for_pages: bool = False) -> None:
        self._limits, self._most, self._for_pages = limits, most, for_pages
        self._here: Counter[Key] = Counter()
        """The open connections."""
        self._clients: Counter[Key] = Counter()
        """Those of them that are more than a request for a file, where that is known only by the request."""
        self._visits: Counter[Key] = Counter()
        """The consoles of pages, which last longer than their connections."""
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
            _count(self._here, line.own_address, FILES_AT_ONCE if self._for_pages else 1)
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
            _uncount(self._here, line.own_address)

    def end_all_half_open(self) -> None:
        """End all connections that are open by half."""
        for line in [*self._half_open]:
            line.transport.abort()

    async def check_rate(self, address: str, deed: Deed | None = None) -> None:
        """Count a connection that begins, one of a network in each turn of the event loop.

        Refused after a pause if too many have begun. Where pages are, it may be that for a file, unless the
        *deed* says more.
        """
        try:
            usual = Deed.FILE if self._for_pages else Deed.CONNECTION
            self._limits.check(deed or usual, address_keys(address))
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
        """A context in which a client is counted that was not when it came: Refused if there are too many.

        Those are the clients of a proxy and, where there are pages, all.
        """
        if line.address == line.own_address and not self._for_pages:
            yield
            return
        _count(self._clients, line.address)
        try:
            yield
        finally:
            _uncount(self._clients, line.address)

    @contextmanager
    def visit(self, address: str) -> Iterator[bool]:
        """A context in which the console of a page is counted; False if there are too many from there."""
        try:
            _count(self._visits, address)
        except Refused:
            yield False
            return
        try:
            yield True
        finally:
            _uncount(self._visits, address)


def _count(here: Counter[Key], address: str, times: int = 1) -> None:
    """Count something at an address; Refused if *times* as much as is usual is there."""
    keys = [key for key in address_keys(address) if key[0] in MOST_AT_ONCE]
    if any(here[key] >= MOST_AT_ONCE[key[0]] * times for key in keys):
        raise Refused(RefusalCode.TOO_MANY_CONNECTIONS)
    here.update(keys)


def _uncount(here: Counter[Key], address: str) -> None:
    here.subtract(key for key in address_keys(address) if key[0] in MOST_AT_ONCE)
    for key in address_keys(address):
        if not here[key]:
            del here[key]
