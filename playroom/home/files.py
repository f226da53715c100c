"""Atomic writing, locks between programs that share a home, and the room of a home on a server.

A file keeps its old content until the new one is synced. Only the owner can read what is written, and the
folders that are made for it. The system releases the locks of an ended program. Beyond the room of a home, no
new match is saved there; those that are under way are.
"""

import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EAGAIN, EINVAL, EISDIR, ENOTDIR
from itertools import islice, takewhile
from pathlib import Path
from typing import Final, TypeVar

from playroom.strict_yaml import HomeFullError, NotRegularFileError

Result = TypeVar("Result")

ATTEMPTS: Final = 11
"""Attempts to open or replace a file in use by another program, such as a virus scanner on Windows."""
PAUSE: Final = 0.03
"""Seconds between two attempts."""
ABANDONED: Final = 3600.0
"""Seconds after which a temporary file counts as left by a killed program."""

_TEMPORARY: Final = ".new"
_BINARY: Final = getattr(os, "O_BINARY", 0)  # Windows adds \r without it


def write_atomically(file: Path, content: str | bytes) -> None:
    """Write a new temporary file, sync it, and rename it to *file*; an OSError leaves the old file.

    A symbolic link stays, and its target is replaced.
    """
    target = regular_target(file)
    make_private_folder(target.parent)
    temporary = target.with_name(f".{target.name}.{os.urandom(6).hex()}{_TEMPORARY}")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)
        with os.fdopen(handle, "wb") as new:
            new.write(content if isinstance(content, bytes) else content.encode())
            new.flush()
            os.fsync(new.fileno())
        _patiently(lambda: temporary.replace(target))
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)
    with suppress(OSError):  # the temporary files of this file that killed programs have left
        for each in target.parent.iterdir():
            is_temporary = each.name.startswith(f".{target.name}.") and each.name.endswith(_TEMPORARY)
            if is_temporary and each.stat().st_mtime < time.time() - ABANDONED:
                each.unlink()


def replace_end(file: Path, size: int, start: int, end: bytes) -> bool:
    """Replace the bytes from *start* on in a file of *size* bytes, and sync it; an OSError leaves it.

    The first new byte is written last. Until then a reader, or a program that is killed, leaves a NUL byte in
    its place, or nothing: what stands after a NUL byte was never finished. False, and nothing is done, if
    there is no such file.
    """
    try:
        handle = _patiently(lambda: os.open(regular_target(file), os.O_RDWR | _BINARY))
    except FileNotFoundError:
        return False
    try:
        if os.fstat(handle).st_size != size:
            return False
        os.lseek(handle, start, os.SEEK_SET)
        old = os.read(handle, os.fstat(handle).st_size - start)
        try:
            _put_end(handle, start, end)
        except OSError:
            with suppress(OSError):
                _put_end(handle, start, old)
            raise
    finally:
        os.close(handle)
    return True


def make_private_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for the owner alone; an OSError if that fails."""
    missing = list(takewhile(lambda each: not each.is_dir(), (folder, *folder.parents)))
    for each in reversed(missing):
        try:
            each.mkdir(mode=0o700, exist_ok=True)
        except FileExistsError as error:
            raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), str(each)) from error


def regular_target(file: Path) -> Path:
    """The file that a write replaces, behind a link; an OSError if it is a device, a pipe or a folder."""
    target = Path(os.path.realpath(file)) if file.is_symlink() else file  # which allows for circles
    if target.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(file))
    if target.exists() and not target.is_file():
        raise NotRegularFileError(EINVAL, os.strerror(EINVAL), str(file))
    return target


def _put_end(handle: int, start: int, end: bytes) -> None:
    os.ftruncate(handle, start)
    _put(handle, start + 1, end[1:])
    _put(handle, start, end[:1])
    os.fsync(handle)


def _put(handle: int, start: int, content: bytes) -> None:
    """Write all of *content* at *start*; a disk that is almost full takes only a part of it at first."""
    os.lseek(handle, start, os.SEEK_SET)
    while content:
        content = content[os.write(handle, content) :]


def _patiently(call: Callable[[], Result]) -> Result:
    """The result of a call, repeated for a third of a second while another program has the file open."""
    for _ in range(ATTEMPTS - 1):
        with suppress(PermissionError):
            return call()
        time.sleep(PAUSE)
    return call()


def _sync_folder(folder: Path) -> None:
    """Sync the new name; Windows needs no such call."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno:
                raise
            raise BlockingIOError from error  # Wine sets no error number for a lock of another program

    def _unlock(handle: int) -> None:
        # Windows frees the lock of a file that is closed some time later.
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _lock(handle: int) -> None:
        # Not lockf, whose locks belong to the process: two rooms in one would not exclude each other.
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)


WAIT: Final = 2.0
"""Timeout of a lock for changing a file, in seconds."""
LOCK_PAUSE: Final = 0.01
"""Seconds between attempts to lock."""


class FileLock:
    """A lock on the empty *file*, which is never removed, as a removed lock file could be locked twice."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._handle: int | None = None

    def __del__(self) -> None:
        self.release()

    def acquire(self) -> bool:
        """Acquire the lock; False if another program has it, True too if the disk cannot lock or is full."""
        if self._handle is not None:
            return True
        try:
            make_private_folder(self._file.parent)
            self._handle = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
            _lock(self._handle)
        except (BlockingIOError, PermissionError):
            is_elsewhere = self._handle is not None
            self.release()
            return not is_elsewhere
        except OSError:
            self.release()
        return True

    def release(self) -> None:
        """Release the lock."""
        handle, self._handle = self._handle, None
        if handle is not None:
            with suppress(OSError):
                _unlock(handle)
            with suppress(OSError):
                os.close(handle)


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """A context for changing *file* exclusively; an OSError after a timeout."""
    lock = FileLock(file.with_name(f".{file.name}.lock"))
    end = time.perf_counter() + WAIT
    while not lock.acquire():
        if time.perf_counter() > end:
            raise OSError(EAGAIN, "another program is changing it", str(file))
        time.sleep(LOCK_PAUSE)
    try:
        yield
    finally:
        lock.release()


QUOTA_FILE: Final = ".quota"
"""At the top of a home whose room is limited: the number of bytes. A player's own home has none."""

DELETED_FOLDER: Final = "deleted"
"""Below the folder of matches: those that can be restored."""

MOST_BYTES: Final = 5_000_000
"""The room of a member or a guest on a server."""

_DEPTH: Final = 4
"""The folders above a file in which the top of its home is looked for."""


def set_quota(home: Path, most: int = MOST_BYTES) -> None:
    """Limit the room of a home."""
    file = home / QUOTA_FILE
    if not file.exists():
        write_atomically(file, str(most))


def check_room(file: Path, size: int = 0) -> None:
    """Raise HomeFullError if a new file of *size* bytes has no room in its home."""
    for folder in islice(file.parents, _DEPTH):
        try:
            most = int((folder / QUOTA_FILE).read_bytes())
        except (OSError, ValueError):
            continue
        if used_bytes(folder) + size >= most:
            raise HomeFullError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(file))
        return


def used_bytes(home: Path) -> int:
    """The bytes of all files of a home, without deleted matches, which are there until the visit ends."""
    files = (each for each in home.rglob("*") if each.is_file() and each.parent.name != DELETED_FOLDER)
    return sum(each.stat().st_size for each in files)
