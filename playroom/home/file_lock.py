"""File locks between programs that share a home; the system releases those of an ended program."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EAGAIN
from pathlib import Path
from typing import Final

from playroom.home.files import make_private_folder

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
PAUSE: Final = 0.01
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
        time.sleep(PAUSE)
    try:
        yield
    finally:
        lock.release()
