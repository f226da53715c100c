"""A file of logs that was damaged is noticed when it is read."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from playroom.online.log.sqlite_store import SqliteStore
from playroom.online.log.table_log import Damaged

LOSE_THE_LAST_EVENT = """
    PRAGMA writable_schema = ON;
    CREATE TABLE less (
        name TEXT, number INTEGER, command_id TEXT, body BLOB, salt BLOB, chain BLOB,
        PRIMARY KEY (name, number)) WITHOUT ROWID;
    INSERT INTO less SELECT * FROM events WHERE number < 3;
    UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'less')
        WHERE name = 'events';
"""
"""Leaves the index of commands as it was."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with three events of one table."""
    file = tmp_path / "log.sqlite"
    with closing(SqliteStore(file)) as store:
        store.begin()
        for number in range(3):
            store.append("oak", number, f"command{number}", b"")
        store.commit()
    return file


def damage(file: Path, statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(statements)


def test_a_log_that_ends_too_early_is_damaged(file: Path) -> None:
    damage(file, LOSE_THE_LAST_EVENT)

    with closing(SqliteStore(file)) as store, pytest.raises(Damaged, match="the last events are missing"):
        store.events("oak", 0)


def test_a_file_that_cannot_be_read_is_damaged(file: Path) -> None:
    damage(file, "DROP TABLE events")

    with closing(SqliteStore(file)) as store:
        for read in (store.tables, lambda: store.events("oak", 0), lambda: store.last("oak")):
            with pytest.raises(Damaged, match="cannot be read"):
                read()
