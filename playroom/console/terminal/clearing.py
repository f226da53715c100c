"""Clearing a terminal: its screen, and the lines that have scrolled away."""

import importlib
import os
import sys
from contextlib import suppress
from typing import Final, TextIO

CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"
"""The sequences that go to the first place, and clear the screen and the lines that have scrolled away."""

_OBEYS_SEQUENCES: Final = 4
"""ENABLE_VIRTUAL_TERMINAL_PROCESSING: the mode in which a console of Windows 10 and 11 obeys sequences."""


def clear_terminal(out: TextIO) -> None:
    """Clear the terminal at *out*; a console of Windows by its own means, an OSError if that fails."""
    out.flush()
    if sys.platform == "win32":
        _clear_console(out)
    elif os.environ.get("TERM", "") not in {"", "dumb", "unknown"}:
        out.write(CLEAR)
        out.flush()


def _clear_console(out: TextIO) -> None:
    """Empty the whole buffer of the console, and the lines that Windows Terminal keeps besides it."""
    console, files = importlib.import_module("win32console"), importlib.import_module("win32file")
    shared = files.FILE_SHARE_READ | files.FILE_SHARE_WRITE
    handle = files.CreateFile(
        "CONOUT$", files.GENERIC_READ | files.GENERIC_WRITE, shared, None, files.OPEN_EXISTING, 0, 0
    )
    buffer = console.PyConsoleScreenBufferType(handle)
    mode = buffer.GetConsoleMode()
    with suppress(importlib.import_module("pywintypes").error):  # an old console knows no sequences
        buffer.SetConsoleMode(mode | _OBEYS_SEQUENCES)
        out.write(CLEAR)
        out.flush()
        buffer.SetConsoleMode(mode)
    # Last, since the console of Wine takes the mode and shows the sequences.
    size, start = buffer.GetConsoleScreenBufferInfo()["Size"], console.PyCOORDType(0, 0)
    buffer.FillConsoleOutputCharacter(" ", size.X * size.Y, start)
    buffer.SetConsoleCursorPosition(start)
