"""The limits of the machine of a server: its open files and connections, and the room on its disk."""

import os
import sys
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

PROBE_BYTES: Final = 65_536
"""More than a server stores at once."""


def has_room(folder: Path) -> bool:
    """Whether a file can be written there now."""
    try:
        with TemporaryFile(dir=folder) as probe:
            probe.write(bytes(PROBE_BYTES))
            probe.flush()
            os.fsync(probe.fileno())
    except OSError:
        return False
    return True


WANTED: Final = 65_536
"""More than a server needs that is one process."""

RESERVED: Final = 64
"""The number that is left for files, threads and processes of bots when all else is connections."""

if sys.platform == "win32":

    def raised_limit() -> int | None:
        """None: Windows has no such limit."""
        return None
else:
    import resource

    def raised_limit() -> int | None:
        """The limit of open files, which is raised as far as the system allows; None for no limit."""
        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = WANTED if most == resource.RLIM_INFINITY else min(WANTED, most)
        if now != resource.RLIM_INFINITY and now < wanted:
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            except (OSError, ValueError):  # macOS has a lower limit that it does not name
                wanted = now
            now = wanted
        return None if now == resource.RLIM_INFINITY else now


def most_connections(files: int | None) -> int | None:
    """The number of connections that fit in a limit of open files; None for no limit."""
    return None if files is None else max(1, files - RESERVED)
