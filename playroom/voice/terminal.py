"""Redirection of what libraries print, which would disturb the lines on the terminal."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

OUTPUT, ERROR = 1, 2
"""The file descriptors of standard output and standard error."""


@contextmanager
def own_terminal(standard: int = OUTPUT) -> Iterator[TextIO]:
    """The terminal as a stream; what else is printed meanwhile, by C libraries too, is discarded."""
    saved = {each: os.dup(each) for each in (OUTPUT, ERROR)}
    _flush()
    null = os.open(os.devnull, os.O_WRONLY)
    for each in saved:
        os.dup2(null, each)
    os.close(null)
    try:
        with open(
            saved[standard], "w", encoding=sys.stdout.encoding, errors="replace", closefd=False
        ) as ours:
            yield ours
    finally:
        _flush()
        for each, terminal in saved.items():
            os.dup2(terminal, each)
            os.close(terminal)


def silence_stream(out: TextIO) -> None:
    """Redirect *out* to the null device, so that Python raises nothing when it flushes it at exit."""
    with suppress(OSError, ValueError), Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), out.fileno())


def _flush() -> None:
    """Write what is buffered before the descriptors change."""
    sys.stdout.flush()
    sys.stderr.flush()
