"""What backends need of the system: the programs that are running, and COM."""

import importlib
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


def initialise_com() -> None:
    """A context in which this thread uses COM; COM objects belong to the thread that creates them."""
    with suppress(ImportError):
        importlib.import_module("pythoncom").CoInitialize()
