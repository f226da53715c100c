"""Messages that say who is connected to a table: one for people who come back together."""

import asyncio
from collections.abc import Collection
from typing import Final, Protocol

from playroom.online.server.tables.outbox import Outbox
from playroom.online.wire.messages import Presence, encoded

RETURN_SECONDS: Final = 1.0
"""Those who come back after a kill of the server come within seconds; each would be told of all others."""


class AttendedTable(Protocol):
    """A table: who is connected at this server, and who is anywhere."""

    guests: dict[int, Outbox]

    @property
    def connected(self) -> Collection[int]:
        """The people who are connected, here or at another server."""
        ...


class PresenceUpdates:
    """Says to the guests of one table who is connected."""

    def __init__(self, table: AttendedTable) -> None:
        self._table = table
        self._pause: asyncio.TimerHandle | None = None
        """The time after a return, in which others may come back."""
        self._waiting = False
        """Whether a person has come back in that time."""

    def came_back(self) -> None:
        """Send now who is connected; those who follow within a second share one more message."""
        if self._pause:
            self._waiting = True
        else:
            self.send()
            self._pause = asyncio.get_running_loop().call_later(RETURN_SECONDS, self._end_pause)

    def send(self) -> None:
        """Send now who is connected."""
        self._waiting = False
        frame = encoded(Presence(sorted(self._table.connected)))
        for outbox in self._table.guests.values():
            outbox.send_latest(frame)

    def stop(self) -> None:
        """Send nothing more for earlier returns."""
        if self._pause:
            self._pause.cancel()
        self._pause, self._waiting = None, False

    def _end_pause(self) -> None:
        self._pause = None
        if self._waiting:
            self.send()
