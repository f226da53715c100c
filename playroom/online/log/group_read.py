"""One thread that reads: all that was asked during a read is answered together after the next one.

Tables that are loaded after a kill ask by the hundred, and each answer of its own would wake the event loop.
"""

from collections.abc import Sequence
from typing import Any, Final

from playroom.online.log.sqlite_store import SqliteStore
from playroom.online.log.store_thread import Request, StoreThread
from playroom.online.log.table_log import Unknown

MOST_TOGETHER: Final = 16
"""Reads that are answered together at most, so that the first does not wait long for the last."""


class GroupRead(StoreThread):
    """The only thread that reads from a store."""

    def __init__(self, store: SqliteStore) -> None:
        super().__init__("log reader", store, MOST_TOGETHER)

    def _closed(self) -> Exception:
        return Unknown("the log is closed")

    def _outcomes(self, group: Sequence[Request]) -> list[Any]:
        return [self._outcome(request) for request in group]

    def _outcome(self, request: Request) -> object:
        try:
            return request.work(self._store)
        except Exception as error:  # noqa: BLE001 (it is raised where the read was requested)
            return error
