"""A terminal that says what is pasted, so that the letters of a pasted text are no key presses.

Every shell asks the same of its terminal at every prompt, so screen readers and displays know it; it shows
nothing and moves no cursor. Windows tells a paste by itself, and a terminal that knows no such thing is
asked for nothing.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

ASK = b"\x1b[?2004h"
STOP_ASKING = b"\x1b[?2004l"

_KNOW_NOTHING = ("", "dumb", "unknown")


@contextmanager
def marked_pastes(terminal: TextIO) -> Iterator[None]:
    """Have *terminal* mark pasted text in this context, if it can."""
    if os.environ.get("TERM", "") in _KNOW_NOTHING:
        yield
        return
    _send(terminal, ASK)
    try:
        yield
    finally:
        _send(terminal, STOP_ASKING)


def _send(terminal: TextIO, order: bytes) -> None:
    with suppress(OSError, ValueError):  # it is open for reading alone, or it has gone
        os.write(terminal.fileno(), order)
