"""Atomic writing and locks, with links, open files, and several programs on one file."""

import os
import subprocess
import sys
from pathlib import Path
from stat import S_IMODE

import pytest
from support.faults.other_program import locked_elsewhere
from support.systems import needs_device_files, needs_free_replacing, needs_links, needs_permission_bits

from playroom.home.files import ABANDONED, ATTEMPTS, FileLock, locked, write_atomically
from playroom.strict_yaml import NotRegularFileError

WRITER = """
import sys
from pathlib import Path
from playroom.home.files import write_atomically
for number in range(40):
    write_atomically(Path(sys.argv[1]), sys.argv[2] * 20_000)
"""


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


@needs_permission_bits
def test_a_file_and_its_folders_are_for_the_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "file.txt"
    file.parent.parent.mkdir(mode=0o755)

    write_atomically(file, "é\n")

    assert file.read_bytes() == "é\n".encode()
    assert [S_IMODE(each.stat().st_mode) for each in (file, file.parent, file.parent.parent)] == [
        0o600,
        0o700,
        0o755,
    ]
    assert names(file.parent) == ["file.txt"]


def test_bytes_are_written_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "certificate.pem"

    write_atomically(file, b"one\r\ntwo\n\xff")

    assert file.read_bytes() == b"one\r\ntwo\n\xff"


@needs_links
def test_a_link_stays_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    target = tmp_path / "dotfiles" / "mine.yaml"
    target.write_text("old")
    (tmp_path / "settings.yaml").symlink_to("dotfiles/mine.yaml")

    write_atomically(tmp_path / "settings.yaml", "new")

    assert (tmp_path / "settings.yaml").is_symlink()
    assert target.read_text() == "new"
    assert names(tmp_path / "dotfiles") == ["mine.yaml"]


@needs_links
def test_a_link_to_nothing_or_to_itself_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "missing").symlink_to("folder/target")
    (tmp_path / "circle").symlink_to("circle")

    for name in ("missing", "circle"):
        write_atomically(tmp_path / name, "new")

    assert (tmp_path / "folder" / "target").read_text() == "new"
    assert (tmp_path / "circle").read_text() == "new"


@needs_device_files
def test_no_device_pipe_or_folder_is_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "device").symlink_to("/dev/null")

    for name in ("pipe", "folder", "device"):
        with pytest.raises((NotRegularFileError, IsADirectoryError)):
            write_atomically(tmp_path / name, "new")
    assert names(tmp_path) == ["device", "folder", "pipe"]


def test_a_file_that_another_program_has_open_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace, pauses = Path.replace, list[float]()

    def refuse(source: Path, target: Path) -> Path:
        if len(pauses) < 3:
            raise PermissionError(13, "Permission denied")
        return replace(source, target)

    monkeypatch.setattr(Path, "replace", refuse)
    monkeypatch.setattr("time.sleep", pauses.append)
    write_atomically(tmp_path / "file.txt", "new")

    assert (tmp_path / "file.txt").read_text() == "new"
    assert len(pauses) == 3


def test_a_file_that_stays_open_elsewhere_is_an_error_and_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses = list[float]()
    (tmp_path / "file.txt").write_text("old")

    def refuse(*_: object) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    monkeypatch.setattr("time.sleep", pauses.append)
    with pytest.raises(PermissionError):
        write_atomically(tmp_path / "file.txt", "new")

    assert names(tmp_path) == ["file.txt"]
    assert (tmp_path / "file.txt").read_text() == "old"
    assert len(pauses) == ATTEMPTS - 1
    assert sum(pauses) == pytest.approx(0.3)


def test_what_killed_programs_left_is_removed_and_what_others_write_stays(tmp_path: Path) -> None:
    for name, age in ((".file.txt.1.new", 2 * ABANDONED), (".file.txt.2.new", 0), (".other.1.new", 9e6)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (1e9, (tmp_path / name).stat().st_mtime - age))

    write_atomically(tmp_path / "file.txt", "new")

    assert names(tmp_path) == [".file.txt.2.new", ".other.1.new", "file.txt"]


@pytest.mark.long
@needs_free_replacing
def test_two_programs_that_write_one_file_never_tear_it(tmp_path: Path) -> None:
    file = tmp_path / "file.txt"
    write_atomically(file, "a" * 20_000)
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(file), letter]) for letter in "ab"]
    found = set()

    while any(writer.poll() is None for writer in writers):
        found.add(file.read_text())

    assert [writer.returncode for writer in writers] == [0, 0]
    assert found <= {"a" * 20_000, "b" * 20_000}
    assert names(tmp_path) == ["file.txt"]


def test_a_lock_is_free_again_when_its_program_ends(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "lock")

    with locked_elsewhere(tmp_path / "lock"):
        assert not lock.acquire()

    assert lock.acquire()


def test_two_rooms_in_one_program_exclude_each_other(tmp_path: Path) -> None:
    one, other = FileLock(tmp_path / "lock"), FileLock(tmp_path / "lock")

    assert one.acquire()
    assert not other.acquire()
    assert not other.acquire()
    one.release()
    assert other.acquire()


def test_a_change_that_waits_too_long_for_another_program_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playroom.home.files.FileLock.acquire", lambda _: False)
    monkeypatch.setattr("playroom.home.files.WAIT", 0)

    with pytest.raises(OSError, match="another program is changing it"), locked(tmp_path / "file.txt"):
        pytest.fail("the lock is elsewhere")


def test_a_disk_without_room_for_a_lock_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    assert FileLock(tmp_path / "file" / "lock").acquire()
