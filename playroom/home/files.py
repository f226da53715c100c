"""Atomic writing: a file is the old one until the new one is safe on the disk.

Only the owner can read what is written, and the folders that are made for it.
"""

import os
import time
from contextlib import suppress
from errno import EINVAL, EISDIR
from itertools import takewhile
from pathlib import Path
from typing import Final

from playroom.strict_yaml import NotRegularFileError

ATTEMPTS: Final = 11
"""Attempts to replace a file that another program has open, such as a virus scanner on Windows."""
PAUSE: Final = 0.03
"""Seconds between two attempts."""
ABANDONED: Final = 3600.0
"""Seconds after which a temporary file is taken for one that a killed program left."""

_TEMPORARY: Final = ".new"


def write_atomically(file: Path, text: str) -> None:
    """Write *text* to a new temporary file, sync it, and rename it to *file*; an OSError leaves the old file.

    A symbolic link stays, and its target is replaced.
    """
    target = regular_target(file)
    make_private_folder(target.parent)
    temporary = target.with_name(f".{target.name}.{os.urandom(6).hex()}{_TEMPORARY}")
    try:
        _write(temporary, text)
        _replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)
    _remove_abandoned(target)


def make_private_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for the owner alone."""
    missing = list(takewhile(lambda each: not each.is_dir(), (folder, *folder.parents)))
    for each in reversed(missing):
        each.mkdir(mode=0o700, exist_ok=True)


def regular_target(file: Path) -> Path:
    """The file that a write replaces, behind a link; an OSError if it is a device, a pipe or a folder."""
    target = Path(os.path.realpath(file)) if file.is_symlink() else file  # which allows for circles
    if target.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(file))
    if target.exists() and not target.is_file():
        raise NotRegularFileError(EINVAL, os.strerror(EINVAL), str(file))
    return target


def _write(file: Path, text: str) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)  # Windows adds \r without it
    handle = os.open(file, flags, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as new:
        new.write(text)
        new.flush()
        os.fsync(new.fileno())


def _replace(temporary: Path, target: Path) -> None:
    """Rename the file, again and again for a third of a second while another program has *target* open."""
    for _ in range(ATTEMPTS - 1):
        with suppress(PermissionError):
            temporary.replace(target)
            return
        time.sleep(PAUSE)
    temporary.replace(target)


def _remove_abandoned(target: Path) -> None:
    """Remove the temporary files of this file that killed programs left."""
    with suppress(OSError):
        for each in target.parent.iterdir():
            is_temporary = each.name.startswith(f".{target.name}.") and each.name.endswith(_TEMPORARY)
            if is_temporary and each.stat().st_mtime < time.time() - ABANDONED:
                each.unlink()


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
