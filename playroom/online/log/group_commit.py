"""One thread that writes: all changes that came in during a commit are committed together by the next one."""

import sqlite3
from collections.abc import Sequence
from typing import Any, Final

from playroom.online.log.sqlite_store import SqliteStore
from playroom.online.log.store_thread import Request, StoreThread, Work
from playroom.online.log.table_log import NotStored, Unknown

MOST_TOGETHER: Final = 512
"""Changes that are committed together at most, so that the first does not wait long for the last."""

DAMAGED_FILE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class GroupCommit(StoreThread):
    """The only thread that writes to a store.

    What is requested changes the store within a transaction, and its outcome comes once that is durable:
    what it returns or raises, such as a Conflict, or else NotStored or Unknown.
    """

    def __init__(self, store: SqliteStore) -> None:
        super().__init__("log writer", store, MOST_TOGETHER)

    def _closed(self) -> Exception:
        return NotStored("the log is closed")

    def _outcomes(self, group: Sequence[Request]) -> list[Any]:
        """The result or error of each change. One that meets a damaged page does not keep out the others."""
        try:
            self._store.begin()
            outcomes = [_outcome(request.work, self._store) for request in group]
        except sqlite3.Error as error:
            self._store.roll_back()
            if len(group) > 1 and _is_damage(error):
                return [outcome for request in group for outcome in self._outcomes([request])]
            return [NotStored(str(error))] * len(group)
        return self._committed(outcomes)

    def _committed(self, outcomes: list[Any]) -> list[Any]:
        try:
            self._store.commit()
        except sqlite3.Error as error:
            self._store.roll_back()
            return [_failed_commit(error)] * len(outcomes)
        return outcomes


def _outcome(change: Work, store: SqliteStore) -> object:
    try:
        return change(store)
    except sqlite3.Error:
        raise
    except Exception as error:  # noqa: BLE001 (it is raised where the change was requested)
        return error


def _failed_commit(error: sqlite3.Error) -> NotStored | Unknown:
    """A full disk takes no complete commit; after any other error it may be there when the file is opened."""
    return NotStored(str(error)) if _code(error) == sqlite3.SQLITE_FULL else Unknown(str(error))


def _is_damage(error: sqlite3.Error) -> bool:
    return _code(error) in DAMAGED_FILE


def _code(error: sqlite3.Error) -> int:
    """The primary result code, or 0 for an error of the module itself."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
