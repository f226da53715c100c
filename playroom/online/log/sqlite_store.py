"""The logs of all tables in one SQLite file, as one thread sees them."""

import secrets
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from msgspec.structs import astuple

from playroom.online.log.table_log import (
    SALT_BYTES,
    Conflict,
    Damaged,
    LogEvent,
    check_next,
    first_chain,
    new_log_event,
    verify,
    verify_from_first,
)

VERSION: Final = 1
"""The version of the tables in the file, in its header."""

TIMEOUT: Final = 5.0
"""Timeout of a statement while another program writes, in seconds."""

MOST_ENDS: Final = 4096
"""The most tables of which the end is known without a question to the file."""

SETTINGS: Final = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",  # on macOS a plain fsync does not reach the disk
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA cache_size = -8192",  # KiB: two pages of each table that is played at, and those above
)

TABLES: Final = (
    """CREATE TABLE IF NOT EXISTS events (
        name TEXT NOT NULL, number INTEGER NOT NULL, command_id TEXT NOT NULL,
        body BLOB NOT NULL, salt BLOB NOT NULL, chain BLOB NOT NULL,
        PRIMARY KEY (name, number)) WITHOUT ROWID""",
    "CREATE UNIQUE INDEX IF NOT EXISTS commands ON events (name, command_id)",
    f"PRAGMA user_version = {VERSION}",
)

OF_COMMAND: Final = "SELECT * FROM events WHERE name = ? AND command_id = ?"
LAST: Final = "SELECT * FROM events WHERE name = ? ORDER BY number DESC LIMIT 1"
SINCE: Final = "SELECT * FROM events WHERE name = ? AND number >= ? ORDER BY number"
EXTENT: Final = "SELECT count(*), min(number) FROM events INDEXED BY commands WHERE name = ?"
"""The number of events in a log, and the first, by the other index: a damaged page may hide some."""
ROW: Final = "(?, ?, ?, ?, ?, ?)"
INSERT: Final = f"INSERT INTO events VALUES {ROW}"  # noqa: S608 (made of constants)
INSERT_TOGETHER: Final = {
    count: f"INSERT OR ROLLBACK INTO events VALUES {', '.join([ROW] * count)}"  # noqa: S608 (likewise)
    for count in (64, 16, 4, 1)
}
"""By the number of events. An error undoes the transaction: to undo the statement alone costs copies."""

SALTS: Final = 64
"""How many salts are drawn at a time: whenever the system is asked for some, another thread may run."""


class SqliteStore:
    """A connection to the file, which is used by one thread at a time."""

    def __init__(self, file: Path) -> None:
        self._ends: dict[str, tuple[int, bytes]] = {}
        """The number and chain of the last event of tables to which this program has just appended."""
        self._waiting: list[LogEvent] | None = None
        """The events of this transaction that are still to be inserted together; None: each is at once."""
        self._salts: list[bytes] = []
        file.touch(mode=0o600)
        self._connection = sqlite3.connect(
            file, timeout=TIMEOUT, isolation_level=None, check_same_thread=False
        )
        try:
            for setting in SETTINGS:
                self._connection.execute(setting)
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
            if version > VERSION:
                why = f"a newer playroom has written this file (version {version}, not {VERSION})"
                raise Damaged(why)  # noqa: TRY301 (the connection is closed below)
            if version < VERSION:
                self.begin()
                for statement in TABLES:
                    self._connection.execute(statement)
                self.commit()
        except UnicodeDecodeError as error:  # of an error's text, which quotes a damaged file
            self._connection.close()
            raise Damaged(f"{file} cannot be read") from error
        except BaseException:
            self._connection.close()
            raise

    def begin(self, *, together: bool = False) -> None:
        """Begin a transaction that writes; *together*: what is appended waits for `insert_waiting`."""
        self._connection.execute("BEGIN IMMEDIATE")
        self._waiting = [] if together else None

    def insert_waiting(self) -> None:
        """Insert the events that wait, in few statements: with each, another thread may run in between.

        Raises sqlite3.IntegrityError, and the transaction is undone, if the log has one of the commands, or
        another program took a number.
        """
        waiting, at = self._waiting or (), 0
        for count, statement in INSERT_TOGETHER.items():
            while at + count <= len(waiting):
                values = [value for event in waiting[at : at + count] for value in astuple(event)]
                self._connection.execute(statement, values)
                at += count
        if self._waiting:
            self._waiting.clear()

    def commit(self) -> None:
        """End the transaction; what it has written is durable."""
        self._connection.execute("COMMIT")

    def roll_back(self) -> None:
        """Undo the transaction, if there is one; SQLite has undone it already after some errors."""
        self._ends.clear()
        self._waiting = None
        with suppress(sqlite3.Error):
            self._connection.rollback()

    def append(self, table: str, expected: int, command_id: str, body: bytes) -> tuple[LogEvent, bool]:
        """The event of a command in the log, and whether it is new there. Raises Conflict."""
        known = self._ends.pop(table, None)
        number, chain = known if known and known[0] == expected else self.end(table)
        if expected == number:
            event = new_log_event(table, number + 1, chain, command_id, body, self._salt())
            # A command that is in the log violates an index, and so does a number that another program took.
            with suppress(sqlite3.IntegrityError):
                if self._waiting is None:
                    self._connection.execute(INSERT, astuple(event))
                else:
                    self._waiting.append(event)
                if len(self._ends) >= MOST_ENDS:
                    self._ends.clear()
                self._ends[table] = event.number, event.chain
                return event, True
        if found := self._event(OF_COMMAND, table, command_id):
            return found, False
        raise Conflict(table, expected, self.end(table)[0])

    def adopt(self, event: LogEvent) -> None:
        """Insert an event of another engine. Raises Conflict and Damaged."""
        check_next(event, *self.end(event.table))
        self.insert_waiting()
        self._connection.execute(INSERT, astuple(event))

    def end(self, table: str) -> tuple[int, bytes]:
        """The number and chain of a table's last event."""
        last = self._event(LAST, table)
        return (last.number, last.chain) if last else (0, first_chain(table))

    def events(self, table: str, after: int) -> list[LogEvent]:
        """The events that follow a number. Raises Damaged."""
        self._connection.execute("BEGIN")  # both see the same state of the file, written meanwhile or not
        try:
            ((count, first),) = self._rows(EXTENT, table)
            rows = self._rows(SINCE, table, after)
        finally:
            self.roll_back()
        found = [_log_event(table, row) for row in rows]
        if count and first + count - 1 > max(after, found[-1].number if found else 0):
            raise Damaged(f"{table}: the last events are missing")
        if found and found[0].number == after:
            verify(found[1:], after, found[0].chain)
            return found[1:]
        if found and found[0].number != first:
            raise Damaged(f"{table}: the first events are missing")
        verify_from_first(table, found)
        return found

    def last(self, table: str) -> LogEvent | None:
        """The last event, checked against that before it. Raises Damaged."""
        found = self._rows(LAST, table)
        events = self.events(table, max(0, _log_event(table, found[0]).number - 1)) if found else []
        return events[-1] if events else None

    def tables(self) -> list[str]:
        """The tables that have events. Raises Damaged."""
        names = [name for (name,) in self._rows("SELECT DISTINCT name FROM events ORDER BY name")]
        if not all(isinstance(name, str) for name in names) or names != sorted(set(names)):
            raise Damaged(f"{names} are not names of tables")
        return names

    def remove(self, table: str) -> None:
        """Delete the events of a table."""
        self._ends.pop(table, None)
        self.insert_waiting()
        self._connection.execute("DELETE FROM events WHERE name = ?", (table,))

    def trim(self, table: str, number: int) -> None:
        """Delete the events before a number."""
        self.insert_waiting()
        self._connection.execute("DELETE FROM events WHERE name = ? AND number < ?", (table, number))

    def close(self) -> None:
        """Close the connection; the last one that is closed empties the write-ahead log."""
        self._connection.close()

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(query, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise Damaged(f"the logs cannot be read: {error}") from error

    def _salt(self) -> bytes:
        if not self._salts:
            drawn = secrets.token_bytes(SALTS * SALT_BYTES)
            self._salts = [drawn[at : at + SALT_BYTES] for at in range(0, len(drawn), SALT_BYTES)]
        return self._salts.pop()

    def _event(self, query: str, table: str, *values: str) -> LogEvent | None:
        self.insert_waiting()
        row = self._connection.execute(query, (table, *values)).fetchone()
        return _log_event(table, row) if row else None


def _log_event(table: str, row: tuple[Any, ...]) -> LogEvent:
    """The event in a row; a flipped bit may have changed its table or a type. Raises Damaged."""
    if row[0] != table or tuple(map(type, row)) != (str, int, str, bytes, bytes, bytes):
        raise Damaged(f"{row[:3]} is not an event of {table}")
    return LogEvent(*row)
