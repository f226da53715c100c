"""Ends the program in order when Windows is about to end it.

That is when the window of the console is closed, when the user signs out and when the system shuts down.
"""

import importlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from playroom.console.terminal.session_end import session_ending

CLOSE_EVENTS: Final = frozenset({2, 5, 6})
"""CTRL_CLOSE_EVENT, and where user32.dll is not loaded CTRL_LOGOFF_EVENT and CTRL_SHUTDOWN_EVENT."""
GRACE: Final = 4.5
"""Seconds in which the program may end by itself; Windows ends it after five, or when the handler returns."""


@contextmanager
def window_closing(on_close: Callable[[], object]) -> Iterator[None]:
    """Have *on_close* called, from any thread, when the window is closed or the session ends."""

    def end() -> None:
        on_close()
        time.sleep(GRACE)

    def handle(event: int) -> bool:
        if event in CLOSE_EVENTS:
            end()
        return event in CLOSE_EVENTS

    set_handler = importlib.import_module("win32api").SetConsoleCtrlHandler
    set_handler(handle, True)
    try:
        with session_ending(end):
            yield
    finally:
        set_handler(handle, False)
