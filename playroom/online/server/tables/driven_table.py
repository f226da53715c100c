"""The table interface used by background tasks."""

import asyncio
from collections.abc import Callable, Collection
from typing import Protocol

from playroom.online.server.refused import Refused
from playroom.online.server.tables.table_history import TableHistory
from playroom.online.wire.entries import AnyEntry

RETRY_SECONDS = 1.0
"""The seconds that a table waits before it tries again what the storage has refused."""


class DrivenTable(Protocol):
    """A table that is driven."""

    history: TableHistory

    @property
    def connected(self) -> Collection[int]:
        """The people who are connected, here or at another server."""
        ...

    @property
    def is_attended(self) -> bool:
        """Whether anybody is connected here."""
        ...

    async def commit(self, by: int, command: str, decide: Callable[[], list[AnyEntry]]) -> int:
        """Append what *decide* makes of the table."""
        ...


class NotDueError(Exception):
    """Cancel what was to happen by itself."""


async def commit_due(table: DrivenTable, what: str, decide: Callable[[], list[AnyEntry]]) -> None:
    """Append what *decide* makes of the table, until it is stored or NotDueError.

    If two servers do so at once, it is the same command.
    """
    while True:
        try:
            await table.commit(0, f"{what}-{table.history.number + 1}", decide)
        except NotDueError:
            return
        except Refused:
            await asyncio.sleep(RETRY_SECONDS)
        else:
            return
