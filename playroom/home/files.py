"""Atomic writing: a file is the old one until the new one is safe on the disk."""

import os
from contextlib import suppress
from pathlib import Path


def write_atomically(file: Path, text: str) -> None:
    """Write *text* to a temporary file, sync it, and rename it to *file*; an OSError leaves the old file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_name(f".{file.name}.new")
    try:
        with temporary.open("w", encoding="utf-8", newline="\n") as new:
            new.write(text)
            new.flush()
            os.fsync(new.fileno())
        temporary.replace(file)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(file.parent)


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
