"""The limit of files and connections that this program may have open at once."""

import sys
from typing import Final

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
