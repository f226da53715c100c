"""The list of tables in the lobby of one process: the last value counts, and expires."""

import asyncio
from collections.abc import AsyncGenerator

from playroom.online.log.table_log import Listing


class Lobby:
    """Summaries of tables; each has a timer of the event loop that removes it."""

    def __init__(self) -> None:
        self._summaries: dict[str, bytes] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._watchers: list[asyncio.Queue[Listing]] = []

    def put(self, table: str, summary: bytes | None, ttl: float) -> None:
        """Show a table for *ttl* seconds, or take it from the list with None."""
        if timer := self._timers.pop(table, None):
            timer.cancel()
        if summary is not None:
            self._timers[table] = asyncio.get_running_loop().call_later(ttl, self._change, table, None)
        self._change(table, summary)

    async def listings(self) -> AsyncGenerator[Listing, None]:
        """The listings, then their changes."""
        queue: asyncio.Queue[Listing] = asyncio.Queue()
        for listing in self._summaries.items():
            queue.put_nowait(listing)
        self._watchers.append(queue)
        try:
            while True:
                yield await queue.get()
        finally:
            self._watchers.remove(queue)

    def close(self) -> None:
        """Stop the timers."""
        for timer in self._timers.values():
            timer.cancel()

    def _change(self, table: str, summary: bytes | None) -> None:
        if self._summaries.get(table) == summary:
            return
        if summary is None:
            del self._summaries[table]
        else:
            self._summaries[table] = summary
        for queue in self._watchers:
            queue.put_nowait((table, summary))
