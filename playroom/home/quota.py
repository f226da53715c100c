"""The room of a home on a server: beyond it, no new match is saved there; those that are under way are."""

import errno
import os
from itertools import islice
from pathlib import Path
from typing import Final

from playroom.home.files import write_atomically
from playroom.strict_yaml import HomeFullError

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
