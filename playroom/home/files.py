"""Files that are whole at every moment: the old one until the new one is safe on the disk."""

import os
from contextlib import suppress
from pathlib import Path


def write_whole(file: Path, text: str) -> None:
    """Put *text* into *file*: written aside, synced, renamed. An OSError leaves the old file as it was."""
    file.parent.mkdir(parents=True, exist_ok=True)
    aside = file.with_name(f".{file.name}.new")
    try:
        with aside.open("w", encoding="utf-8", newline="\n") as new:
            new.write(text)
            new.flush()
            os.fsync(new.fileno())
        aside.replace(file)
    except OSError:
        with suppress(OSError):
            aside.unlink()
        raise
    _sync_folder(file.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new name last; a system that knows no such thing (Windows) keeps names by itself."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
