"""What whoever runs a server relies on: files, limits, the journal and the disk."""

import asyncio
import errno
import resource
import sqlite3
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryFile
from typing import Self

import pytest

from playroom.online.log.memory import MemoryLog
from playroom.online.server import machine
from playroom.online.server.journal import journal, note, table_mark
from playroom.online.server.machine import RESERVED, WANTED, has_room, most_connections, raised_limit
from playroom.online.server.match_archive import INSERT, MatchArchive, archive_beside, copied_archive
from playroom.online.server.room_server import RoomServer
from playroom.online.server.rooms import RoomPolicy

UNLIMITED = resource.RLIM_INFINITY


class Limits:
    """The limits of a process that a test makes up."""

    def __init__(self, now: int, most: int, *, is_fixed: bool = False) -> None:
        self.now, self.most, self._is_fixed = now, most, is_fixed

    def getrlimit(self, _: int) -> tuple[int, int]:
        return self.now, self.most

    def setrlimit(self, _: int, limits: tuple[int, int]) -> None:
        if self._is_fixed:
            raise ValueError("not allowed to raise maximum limit")
        self.now, self.most = limits


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (Limits(256, 4096), 4096),
        (Limits(256, UNLIMITED), WANTED),
        (Limits(1_000_000, 1_000_000), 1_000_000),
        (Limits(256, UNLIMITED, is_fixed=True), 256),
        (Limits(UNLIMITED, UNLIMITED), None),
    ],
)
def test_the_limit_of_open_files_is_raised(
    limits: Limits, expected: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource, "getrlimit", limits.getrlimit)
    monkeypatch.setattr(resource, "setrlimit", limits.setrlimit)

    assert raised_limit() == expected
    assert limits.now == (UNLIMITED if expected is None else expected)


@pytest.mark.parametrize(("files", "connections"), [(256, 256 - RESERVED), (10, 1), (None, None)])
def test_some_files_are_left_for_what_is_not_a_connection(files: int | None, connections: int | None) -> None:
    assert most_connections(files) == connections


def test_a_full_disk_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class FullDisk:
        def __init__(self, **given: object) -> None:
            assert given == {"dir": tmp_path}
            self._file = TemporaryFile()  # noqa: SIM115 (closed by the context)

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            self._file.close()

        def write(self, _: bytes) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    async def health() -> tuple[HTTPStatus, str]:
        policy = RoomPolicy("", folder=tmp_path)
        return await RoomServer(MemoryLog(), {}, {}, policy).health_page()

    assert asyncio.run(health()) == (HTTPStatus.OK, "ok\n")
    assert not [*tmp_path.iterdir()]
    monkeypatch.setattr(machine, "TemporaryFile", FullDisk)
    status, page = asyncio.run(health())
    assert status == HTTPStatus.SERVICE_UNAVAILABLE
    assert "disk is full" in page


def test_a_folder_that_is_gone_has_no_room(tmp_path: Path) -> None:
    assert not has_room(tmp_path / "gone")


def test_nobody_else_reads_the_journal(tmp_path: Path) -> None:
    file = tmp_path / "journal"
    file.touch(mode=0o644)
    file.chmod(0o644)

    with journal(file):
        note("server started")

    assert file.stat().st_mode & 0o777 == 0o600


def test_the_journal_goes_on_in_another_file_after_a_rotation(tmp_path: Path) -> None:
    file, old = tmp_path / "journal", tmp_path / "journal.1"
    with journal(file):
        note("before")
        file.rename(old)
        note("after")

    assert "before" in old.read_text(encoding="utf-8")
    assert "after" not in old.read_text(encoding="utf-8")
    assert "after" in file.read_text(encoding="utf-8")
    assert file.stat().st_mode & 0o777 == 0o600


def test_the_journal_names_a_table_by_a_mark() -> None:
    assert table_mark("7KQ2M9XD") == table_mark("7KQ2M9XD") != table_mark("7KQ2M9XE")
    assert "7KQ2M9XD" not in table_mark("7KQ2M9XD")


@pytest.mark.parametrize(
    ("tables", "archive"), [("tables.sqlite", "archive.sqlite"), ("backup.sqlite", "backup-archive.sqlite")]
)
def test_each_file_of_tables_has_its_archive(tables: str, archive: str) -> None:
    assert archive_beside(Path("club") / tables) == Path("club") / archive


def test_the_archive_is_copied_and_grows_with_the_next_copy(tmp_path: Path) -> None:
    source, target = tmp_path / "archive.sqlite", tmp_path / "backup-archive.sqlite"
    asyncio.run(MatchArchive(source).open())

    def play(number: int) -> None:
        with sqlite3.connect(source) as archive:
            archive.execute(INSERT, ("OAK", number, "2026", "draw", "[]", "record"))
        archive.close()

    counts = []
    for number in (4, 9):
        play(number)
        counts.append(copied_archive(source, target))

    assert counts == [1, 2]
    assert target.stat().st_mode & 0o777 == 0o600
