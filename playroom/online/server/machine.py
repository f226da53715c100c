"""A server and its machine: limits of open files, room on the disk, and short pauses to collect garbage."""

import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic
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


SURVEY_SECONDS: Final = 3600
"""How often all objects are looked through, those too that survived earlier collections."""

THRESHOLDS: Final = (4_000, 2, 10)
"""The new objects, and the smaller collections, between two collections of each generation.

Each object that stays is looked through three times, whatever these numbers are, and then skipped. The first
two are small, as a key waits meanwhile for as long as there are objects, but not smaller: with 1,000, a tenth
of the time of a server went into looking through what a move needs for a moment. The last comes after some
130,000: what it meets of connections that end soon afterwards stays in memory until the survey.
"""

RUSH_SECONDS: Final = 10.0
RUSH_OBJECTS: Final = 3_000_000
"""In these seconds after its start, a server makes this number of new objects before a collection.

All who were at its tables come back in these seconds: 4000 people at a thousand tables make a million, which
stay, and to look through them would take a fifth of the time.
"""


@contextmanager
def short_collections(clock: Callable[[], float] = monotonic) -> Iterator[None]:
    """A context in which full collections skip the survivors of an earlier one.

    A thousand tables are some hundred thousand objects that stay, and every command waits while they are
    looked through. What has survived is frozen, so that the next full collection takes new objects alone.
    Frozen objects that refer to each other stay in memory until a survey, for which all is unfrozen.
    """
    surveyed = clock()

    def collected(phase: str, info: Mapping[str, int]) -> None:
        nonlocal surveyed
        if phase != "stop" or info["generation"] != len(gc.get_threshold()) - 1:
            return
        if clock() - surveyed < SURVEY_SECONDS:
            gc.freeze()
        else:
            surveyed = clock()
            gc.unfreeze()

    before = gc.get_threshold()
    gc.callbacks.append(collected)
    gc.set_threshold(*THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(collected)
        gc.unfreeze()


def begin_rush() -> None:
    """Collect next to nothing while all come back; within `short_collections`, until `end_rush`."""
    gc.set_threshold(RUSH_OBJECTS, *THRESHOLDS[1:])


def end_rush() -> None:
    """Collect again as usual, and skip what was made until now."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
