"""The finished matches of a server, as records in an SQLite file."""

import asyncio
import json
import sqlite3
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from playroom.online.server.journal import note
from playroom.table.record import Record, text

LOG_FILE = "tables.sqlite"
ARCHIVE_FILE = "archive.sqlite"
"""The files of tables and of their finished matches in the folder of a server."""

TABLE = """CREATE TABLE IF NOT EXISTS matches (
    name TEXT NOT NULL, number INTEGER NOT NULL, kept TEXT NOT NULL,
    game TEXT NOT NULL, players TEXT NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (name, number))"""
INSERT = "INSERT OR IGNORE INTO matches VALUES (?, ?, ?, ?, ?, ?)"
"""A match is found again whenever the log of its table is read, and kept once."""


class ArchiveDamaged(Exception):  # noqa: N818 (a state of the file, not a mistake)
    """The archive cannot be read, or is no file of SQLite; that says nothing of the tables."""


class MatchArchive:
    """Keeps matches by the table and the number of the event that ended them, in a thread of its own."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._writer = ThreadPoolExecutor(1, "match archive")

    async def open(self) -> None:
        """Make the file if there is none. Raises OSError and ArchiveDamaged."""
        try:
            await asyncio.wrap_future(self._writer.submit(self._make))
        except sqlite3.Error as error:
            raise ArchiveDamaged(str(error)) from error

    def keep(self, table: str, number: int, record: Record) -> None:
        """Keep a match; one that cannot be kept is kept before its table's log forgets it."""
        self._writer.submit(self._write, table, number, record).add_done_callback(_report)

    async def store(self, table: str, number: int, record: Record) -> None:
        """Keep a match, and return once it is kept. Raises OSError and sqlite3.Error."""
        await asyncio.wrap_future(self._writer.submit(self._write, table, number, record))

    async def close(self) -> None:
        """Finish what is being written."""
        await asyncio.to_thread(self._writer.shutdown)

    def _make(self) -> None:
        self._file.touch(mode=0o600)
        with closing(sqlite3.connect(self._file)) as connection, connection:
            connection.execute(TABLE)

    def _write(self, table: str, number: int, record: Record) -> None:
        players = json.dumps(record.players, ensure_ascii=False)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        row = (table, number, now, record.variant.name, players, text(record))
        with closing(sqlite3.connect(self._file)) as connection, connection:
            connection.execute(INSERT, row)


def archive_beside(tables: Path) -> Path:
    """The archive that belongs to a file of tables: archive.sqlite in a server's folder, else by its name."""
    return tables.with_name(ARCHIVE_FILE if tables.name == LOG_FILE else f"{tables.stem}-{ARCHIVE_FILE}")


def copied_archive(source: Path, target: Path) -> int:
    """The number of matches in the archive *target*, which has those of *source* too from now on.

    Raises OSError and sqlite3.Error. A server may be writing to the source.
    """
    target.touch(mode=0o600)
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new, new:
        new.execute(TABLE)
        new.executemany(INSERT, old.execute("SELECT * FROM matches"))
        count: int = new.execute("SELECT count(*) FROM matches").fetchone()[0]
    return count


def _report(written: "Future[None]") -> None:
    if error := written.exception():
        note("match not archived", error=type(error).__name__)
