"""A terminal that says what is pasted, so that the letters of a pasted text are no key presses.

Every shell asks the same of its terminal at every prompt, so screen readers and displays know it; it shows
nothing and moves no cursor. Windows tells a paste by itself, and a terminal that knows no such thing is
asked for nothing.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from select import select
from typing import TextIO

ASK = b"\x1b[?2004h"
STOP_ASKING = b"\x1b[?2004l"

_KNOW_NOTHING = ("", "dumb", "unknown")


@contextmanager
def marked_pastes(terminal: TextIO) -> Iterator[None]:
    """Have *terminal* mark pasted text in this context, if it can."""
    ask_for_marks(terminal)
    try:
        yield
    finally:
        if _knows_pastes():
            _send(terminal, STOP_ASKING)


def ask_for_marks(terminal: TextIO) -> None:
    """Ask *terminal* to mark pasted text, if it can."""
    if _knows_pastes():
        _send(terminal, ASK)


def _knows_pastes() -> bool:
    return os.environ.get("TERM", "") not in _KNOW_NOTHING


def _send(terminal: TextIO, order: bytes) -> None:
    with suppress(OSError, ValueError):  # it is open for reading alone, or it has gone
        if select([], [terminal], [], 0)[1]:  # otherwise nobody reads it, and writing would block
            os.write(terminal.fileno(), order)
