"""What the SQLite engine promises besides: commits in groups, on disks that are full or break."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from support.faults.faulty_disk import FaultyDisk
from support.online.log_engines import fill
from support.systems import ON_WINDOWS

from playroom.online.log.sqlite import GroupCommit, GroupRead, SqliteLog, Work
from playroom.online.log.sqlite_store import VERSION, SqliteStore
from playroom.online.log.table_log import Conflict, Damaged, LogEvent, NotStored, Unknown


def with_log(file: Path, case: Callable[[SqliteLog], Awaitable[None]]) -> None:
    """Run *case* with the log in *file*."""

    async def run() -> None:
        log = await SqliteLog.open(file)
        try:
            await case(log)
        finally:
            await log.close()

    asyncio.run(run())


def append_to(table: str, command_id: str = "id") -> Work:
    """The append of the first event of a table."""
    return lambda store: store.append(table, 0, command_id, b"")


class InterruptedReader(SqliteStore):
    """A store beside which another program appends an event after each of its queries."""

    def __init__(self, file: Path) -> None:
        super().__init__(file)
        self.other = SqliteStore(file)
        self.appended = 0

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        rows = super()._rows(query, *values)
        self.other.append("oak", self.appended, f"id-{self.appended}", b"")
        self.appended += 1
        return rows


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "log.sqlite"


@pytest.fixture
def disk() -> Iterator[FaultyDisk]:
    if ON_WINDOWS:
        pytest.skip("the Python of Windows has an SQLite of its own inside")
    with FaultyDisk().installed() as installed:
        yield installed


def test_a_log_that_opens_by_halves_leaves_nothing_open(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[SqliteStore] = []

    def store(of: Path) -> SqliteStore:
        if opened:
            raise sqlite3.OperationalError("too many open files")
        opened.append(SqliteStore(of))
        return opened[0]

    monkeypatch.setattr("playroom.online.log.sqlite.SqliteStore", store)
    with pytest.raises(sqlite3.OperationalError):
        asyncio.run(SqliteLog.open(file))

    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened[0].begin()


def test_a_table_that_begins_while_it_is_read_is_not_damaged(file: Path) -> None:
    reader = InterruptedReader(file)
    try:
        read = [[event.number for event in reader.events("oak", 0)] for _ in range(3)]
    finally:
        reader.other.close()
        reader.close()

    assert read == [[], [1, 2], [1, 2, 3, 4]]


def test_an_append_follows_what_another_program_has_stored(file: Path) -> None:
    with closing(SqliteStore(file)) as store, closing(SqliteStore(file)) as other:
        store.append("oak", 0, "first", b"")
        second, _ = other.append("oak", 1, "second", b"")

        with pytest.raises(Conflict) as conflict:
            store.append("oak", 1, "third", b"")
        assert conflict.value.number == second.number
        assert store.append("oak", 1, "second", b"") == (second, False)
        third, is_new = store.append("oak", 2, "third", b"")
        assert is_new
        assert store.events("oak", 1) == [second, third]


def test_an_append_that_knows_of_another_programs_is_stored(file: Path) -> None:
    with closing(SqliteStore(file)) as store, closing(SqliteStore(file)) as other:
        store.append("oak", 0, "first", b"")
        other.append("oak", 1, "second", b"")

        third, is_new = store.append("oak", 2, "third", b"")

        assert is_new
        assert third.number == 3


def test_no_append_follows_what_was_undone_or_removed(file: Path) -> None:
    with closing(SqliteStore(file)) as store:
        store.begin()
        store.append("oak", 0, "first", b"")
        store.roll_back()
        with pytest.raises(Conflict):
            store.append("oak", 1, "second", b"")

        store.append("oak", 0, "first", b"")
        store.remove("oak")
        with pytest.raises(Conflict):
            store.append("oak", 1, "second", b"")


def test_a_command_that_is_sent_again_does_not_keep_out_the_others_of_its_group(file: Path) -> None:
    async def case() -> None:
        store, go_on = SqliteStore(file), Event()
        old, _ = store.append("oak", 0, "old", b"")
        store.append("ash", 0, "first", b"")
        writer = GroupCommit(store)
        requests = [
            writer.request(lambda _: go_on.wait()),
            writer.request(append_to("elm")),
            writer.request(lambda its: its.append("oak", 1, "old", b"again")),
            writer.request(lambda its: its.append("ash", 1, "second", b"")),
            writer.request(lambda its: its.append("ash", 2, "third", b"")),
            writer.request(lambda its: its.append("ash", 2, "fourth", b"")),
        ]
        go_on.set()
        _, elm, again, *ash = await asyncio.gather(*requests, return_exceptions=True)
        await writer.close()
        assert again == (old, False)
        assert [type(each) for each in (elm, *ash)] == [tuple, tuple, tuple, Conflict]
        assert [each.command_id for each in store.events("ash", 1)] == ["second", "third"]
        assert store.events("oak", 1) == []
        store.close()

    asyncio.run(case())


def test_who_appended_goes_on_before_its_followers(file: Path) -> None:
    async def case(log: SqliteLog) -> None:
        went: list[str] = []
        await log.follow("oak", lambda _: went.append("follower"))
        await log.append("oak", 0, "first", b"")
        went.append("who appended")
        await asyncio.sleep(0)
        assert went == ["who appended", "follower"]

        cancelled = asyncio.ensure_future(log.append("oak", 1, "second", b""))
        await asyncio.sleep(0)
        cancelled.cancel()
        while len(went) < len(["who appended", "follower", "follower"]):
            await log.number("oak")
        assert await log.number("oak") == 2

    with_log(file, case)


def test_what_was_appended_is_there_when_the_file_is_opened_again(file: Path) -> None:
    read: list[LogEvent] = []

    async def write(log: SqliteLog) -> None:
        await fill(log, "oak", 3)
        read.extend(await log.read("oak"))

    async def compare(log: SqliteLog) -> None:
        assert await log.read("oak") == read
        assert (await log.append("oak", 9, "command-1", b"again")) == read[1]
        assert (await log.append("oak", 3, "new", b"")).number == 4

    with_log(file, write)
    with_log(file, compare)


def test_what_was_requested_during_a_commit_is_committed_together(file: Path, disk: FaultyDisk) -> None:
    async def case() -> None:
        store = SqliteStore(file)
        writer, started, go_on = GroupCommit(store), Event(), Event()
        first = writer.request(lambda _: (started.set(), go_on.wait()))  # type: ignore[func-returns-value]
        started.wait()
        others = [writer.request(append_to(f"table-{n}")) for n in range(100)]
        before = disk.syncs
        go_on.set()
        await asyncio.gather(first, *others)
        await writer.close()
        assert len(store.tables()) == 100
        assert disk.syncs - before == 1
        store.close()

    asyncio.run(case())


def test_an_append_returns_after_a_sync(file: Path, disk: FaultyDisk) -> None:
    async def case(log: SqliteLog) -> None:
        for number in range(5):
            before = disk.syncs
            await log.append("oak", number, f"command-{number}", b"")
            assert disk.syncs == before + 1

    with_log(file, case)


def test_a_full_disk_refuses_cleanly_and_heals(file: Path, disk: FaultyDisk) -> None:
    async def case(log: SqliteLog) -> None:
        await fill(log, "oak", 2)

        disk.is_full = True
        with pytest.raises(NotStored):
            await log.append("oak", 2, "third", b"")
        assert len(await log.read("oak")) == 2
        disk.is_full = False

        assert (await log.append("oak", 2, "third", b"")).number == 3

    with_log(file, case)


def test_a_sync_that_fails_leaves_the_outcome_unknown_and_the_command_can_be_sent_again(
    file: Path, disk: FaultyDisk
) -> None:
    async def case(log: SqliteLog) -> None:
        disk.syncs_fail = True
        with pytest.raises(Unknown):
            await log.append("oak", 0, "first", b"")
        disk.syncs_fail = False

        await log.append("oak", 0, "first", b"")
        assert [event.number for event in await log.read("oak")] == [1]

    with_log(file, case)


def test_a_refused_append_gives_no_hint(file: Path, disk: FaultyDisk) -> None:
    async def case(log: SqliteLog) -> None:
        hinted: list[LogEvent] = []
        await log.follow("oak", hinted.append)
        disk.is_full = True
        with pytest.raises(NotStored):
            await log.append("oak", 0, "first", b"")
        assert hinted == []

    with_log(file, case)


def test_a_damaged_table_does_not_keep_out_the_others_of_its_group(file: Path) -> None:
    def meets_damage(_store: SqliteStore) -> None:
        damage = sqlite3.DatabaseError("malformed")
        damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damage

    async def case() -> None:
        store = SqliteStore(file)
        writer, go_on = GroupCommit(store), Event()
        requests = [
            writer.request(lambda _: go_on.wait()),
            writer.request(meets_damage),
            writer.request(append_to("oak")),
            writer.request(append_to("oak", "other")),
        ]
        go_on.set()
        _, *outcomes = await asyncio.gather(*requests, return_exceptions=True)
        await writer.close()
        assert [type(each) for each in outcomes] == [NotStored, tuple, Conflict]
        assert len(store.events("oak", 0)) == 1
        store.close()

    asyncio.run(case())


def test_reads_that_came_in_during_another_are_answered_each_with_its_own_outcome(file: Path) -> None:
    async def case() -> None:
        store = SqliteStore(file)
        reader, go_on = GroupRead(store), Event()
        requests = [
            reader.request(lambda _: go_on.wait()),
            reader.request(lambda its: its.events("oak", 3)),
            reader.request(lambda its: its.no_such_query()),  # type: ignore[attr-defined]
            reader.request(SqliteStore.tables),
        ]
        go_on.set()
        _, *outcomes = await asyncio.gather(*requests, return_exceptions=True)
        await reader.close()
        late = await asyncio.gather(reader.request(SqliteStore.tables), return_exceptions=True)
        assert [type(each) for each in (*outcomes, *late)] == [list, AttributeError, list, Unknown]
        store.close()

    asyncio.run(case())


def test_who_waits_no_more_does_not_keep_the_event_from_the_followers(file: Path) -> None:
    async def case(log: SqliteLog) -> None:
        hinted: asyncio.Queue[LogEvent] = asyncio.Queue()
        await log.follow("oak", hinted.put_nowait)
        append = asyncio.create_task(log.append("oak", 0, "first", b""))
        await asyncio.sleep(0)
        append.cancel()
        assert [await hinted.get()] == await log.read("oak")

    with_log(file, case)


def test_closing_finishes_what_was_requested_and_then_nothing_is_stored(file: Path) -> None:
    async def case() -> None:
        log = await SqliteLog.open(file)
        appends = [asyncio.create_task(log.append(f"table-{n}", 0, "id", b"")) for n in range(50)]
        await asyncio.sleep(0)
        await log.close()
        with pytest.raises(NotStored):
            await log.append("late", 0, "id", b"")
        assert [(await each).number for each in appends] == [1] * 50

    asyncio.run(case())


def test_a_changed_byte_in_the_file_is_noticed(file: Path) -> None:
    async def write(log: SqliteLog) -> None:
        await fill(log, "oak", 3)

    async def refused(log: SqliteLog) -> None:
        with pytest.raises(Damaged):
            await log.read("oak")
        with pytest.raises(Damaged):
            await log.read("oak", 1)
        assert await log.read("oak", 2) != []

    with_log(file, write)
    contents = file.read_bytes()
    assert contents.count(b"body 1") == 1
    file.write_bytes(contents.replace(b"body 1", b"body 7"))

    with_log(file, refused)


def test_a_file_of_a_newer_version_is_refused(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()

    with pytest.raises(Damaged, match="newer"):
        SqliteStore(file)


@pytest.mark.skipif(ON_WINDOWS, reason="files have no mode there")
def test_others_on_this_computer_cannot_read_the_files(file: Path) -> None:
    async def case(log: SqliteLog) -> None:
        await fill(log, "oak", 1)
        modes = {each.name: each.stat().st_mode & 0o077 for each in file.parent.iterdir()}
        assert modes == {"log.sqlite": 0, "log.sqlite-wal": 0, "log.sqlite-shm": 0}

    with_log(file, case)
