"""Which programs are running on this system."""

from contextlib import suppress
from pathlib import Path


def is_running(program: str) -> bool:
    """Whether a program of this name is running, directly or as a script; always False except on Linux."""
    return any(_runs(process, program.encode()) for process in Path("/proc").glob("[0-9]*"))


def _runs(process: Path, program: bytes) -> bool:
    with suppress(OSError):
        words = (process / "cmdline").read_bytes().split(b"\0")
        return any(word.rpartition(b"/")[2] == program for word in words[:2])
    return False
