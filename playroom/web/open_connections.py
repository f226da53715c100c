"""The connections of a server of pages that are open at once, which are bounded."""

import asyncio
from collections.abc import Callable, Collection
from typing import Any

from websockets.asyncio.server import ServerConnection


class OpenConnections:
    """At most *most* connections: beyond, the oldest that serves none of the pages *in_use* is cut off.

    So who opens connections and says nothing takes places from others like that, and leaves the system enough
    files to open.
    """

    def __init__(self, most: int, in_use: Callable[[], Collection[object]]) -> None:
        self._most, self._in_use = most, in_use
        self._open: dict[ServerConnection, None] = {}

    @property
    def count(self) -> int:
        """How many are open."""
        return len(self._open)

    def new(self, *given: Any, **settings: Any) -> "BoundedConnection":  # noqa: ANN401 (what websockets gives)
        """A connection that counts while it is open."""
        return BoundedConnection(self, *given, **settings)

    def add(self, connection: ServerConnection) -> None:
        """Count a connection, and cut off another if they are too many."""
        self._open[connection] = None
        if len(self._open) > self._most:
            pages = self._in_use()
            oldest = next(each for each in self._open if each not in pages)
            self.remove(oldest)
            oldest.transport.abort()

    def remove(self, connection: ServerConnection) -> None:
        """Remove a connection that has ended."""
        self._open.pop(connection, None)


class BoundedConnection(ServerConnection):
    """A connection that is counted from its opening to its loss."""

    def __init__(self, others: OpenConnections, *given: Any, **settings: Any) -> None:  # noqa: ANN401 (likewise)
        super().__init__(*given, **settings)
        self._others = others

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count it."""
        super().connection_made(transport)
        self._others.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove it from the count."""
        self._others.remove(self)
        super().connection_lost(exc)
