"""Handles the events that Windows sends before it ends a console program.

They come when the window is closed, the user signs out or the system shuts down.
"""

import importlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

CLOSE_EVENTS: Final = frozenset({2, 5, 6})
"""CTRL_CLOSE_EVENT, CTRL_LOGOFF_EVENT and CTRL_SHUTDOWN_EVENT."""
GRACE: Final = 4.5
"""Seconds in which the program may end by itself; Windows ends it after five, or when the handler returns."""


@contextmanager
def window_closing(on_close: Callable[[], object]) -> Iterator[None]:
    """Have *on_close* called, in a thread of Windows, when the window is closed."""

    def handle(event: int) -> bool:
        if event not in CLOSE_EVENTS:
            return False
        on_close()
        time.sleep(GRACE)
        return True

    set_handler = importlib.import_module("win32api").SetConsoleCtrlHandler
    set_handler(handle, True)
    try:
        yield
    finally:
        set_handler(handle, False)
