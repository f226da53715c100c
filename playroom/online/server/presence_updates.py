"""Messages that say who is connected to a table: one for all people who come back within a moment."""

import asyncio
from collections.abc import Mapping
from typing import Final

from playroom.online.server.tables.outbox import Outbox
from playroom.online.wire.messages import Presence, encoded

RETURN_SECONDS: Final = 1.0
"""Those who come back after a kill of the server come within seconds; each would be told of all others."""


class PresenceUpdates:
    """Says to the guests of one table who is connected."""

    def __init__(self, guests: Mapping[int, Outbox]) -> None:
        self._guests = guests
        self._due: asyncio.TimerHandle | None = None
        """The message after returns."""

    def came_back(self) -> None:
        """Send soon who is connected; those who come back until then are in the same message."""
        if self._due is None:
            self._due = asyncio.get_running_loop().call_later(RETURN_SECONDS, self.send)

    def send(self) -> None:
        """Send now who is connected."""
        self.stop()
        frame = encoded(Presence(sorted(self._guests)))
        for outbox in self._guests.values():
            outbox.send_latest(frame)

    def stop(self) -> None:
        """Send nothing more for earlier returns."""
        if self._due:
            self._due.cancel()
        self._due = None
