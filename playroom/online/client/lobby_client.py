"""The lobby of a server: the tables that are open there."""

from collections.abc import Callable
from typing import Final, Protocol

from playroom.online.client.guest_ear import Blanks
from playroom.online.client.link import Cancelled, Connect, Later, Link, LinkEnd
from playroom.online.wire.limits import VERSION
from playroom.online.wire.messages import (
    Gone,
    Hello,
    ListTables,
    Malformed,
    Nak,
    ServerMessage,
    TableListing,
    Tables,
    Welcome,
    encoded,
    server_message,
)
from playroom.table.shared_table import ListedTable

REFRESH_SECONDS: Final = 5.0
"""Seconds after which the server is asked again."""


class LobbyEar(Protocol):
    """What hears of a lobby, where the keys are."""

    def listed(self, tables: tuple[ListedTable, ...], *, may_open: bool) -> None:
        """Hear which tables there are now, and whether one may open another."""

    def lobby_ended(self, code: str, blanks: Blanks) -> None:
        """Hear why the server says no more."""


class LobbyClient:
    """Somebody who looks for a table; *invite* makes the invite of a table from its code."""

    def __init__(self, connect: Connect, later: Later, ear: LobbyEar, invite: Callable[[str], str]) -> None:
        self._connect, self._later, self._ear, self.invite = connect, later, ear, invite
        self._link: Link | None = None
        self._next: Cancelled | None = None
        self._may_open = False

    def start(self) -> None:
        """Go to the server."""
        self._link = self._connect(self)

    def stop(self) -> None:
        """End the connection."""
        if self._next:
            self._next.cancel()
        if self._link:
            self._link.close()
        self._link = self._next = None

    def opened(self) -> None:
        """Say hello."""
        self._send(Hello(VERSION, "playroom"))

    def received(self, frame: str) -> None:
        """Take a message from the server."""
        try:
            self._take(server_message(frame))
        except Malformed:
            self._end("malformed", {})

    def ended(self, why: LinkEnd) -> None:
        """Say that the connection has ended."""
        self._end(str(why), {})

    def _take(self, message: ServerMessage) -> None:
        match message:
            case Welcome(may_open=may_open):
                self._may_open = may_open
                self._ask()
            case Tables(tables):
                self._ear.listed(tuple(map(_listed, tables)), may_open=self._may_open)
                self._next = self._later(REFRESH_SECONDS, self._ask)
            case Nak(_, code, blanks) | Gone(code, blanks):
                self._end(code, blanks)
            case _:
                raise Malformed(type(message).__name__)

    def _ask(self) -> None:
        self._send(ListTables())

    def _send(self, message: Hello | ListTables) -> None:
        if self._link:
            self._link.send(encoded(message))

    def _end(self, code: str, blanks: Blanks) -> None:
        self.stop()
        self._ear.lobby_ended(code, blanks)


def _listed(table: TableListing) -> ListedTable:
    return ListedTable(table.code, table.game, tuple(table.names), table.free, table.in_match)
