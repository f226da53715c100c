"""The writer of a log after a commit that has failed."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from playroom.online.log.sqlite import GroupCommit
from playroom.online.log.sqlite_store import SqliteStore
from playroom.online.log.table_log import LogEvent, Unknown


class BusyStore(SqliteStore):
    """Cannot commit the first time; the transaction stays open."""

    is_busy = False

    def commit(self) -> None:
        if self.is_busy:
            self.is_busy = False
            raise sqlite3.OperationalError("database is locked")
        super().commit()


def appended(store: SqliteStore, command: str) -> tuple[LogEvent, bool]:
    return store.append("oak", 0, command, b"")


def test_nothing_of_a_failed_commit_stands_in_the_way_of_the_next(tmp_path: Path) -> None:
    async def story() -> None:
        store = BusyStore(tmp_path / "log.sqlite")
        writer = GroupCommit(store)
        store.is_busy = True
        with pytest.raises(Unknown):
            await writer.request(lambda its: appended(its, "first"))

        event, is_new = await writer.request(lambda its: appended(its, "second"))

        assert (event.number, event.command_id, is_new) == (1, "second", True)
        assert store.events("oak", 0) == [event]
        await writer.close()
        store.close()

    asyncio.run(story())
