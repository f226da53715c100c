"""The console of Windows: its key presses, read by prompt_toolkit, and the closing of its window."""

import importlib
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Final, TextIO

from prompt_toolkit.input import create_input
from prompt_toolkit.input.ansi_escape_sequences import REVERSE_ANSI_SEQUENCES
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

from playroom.console.terminal.key_sequences import PASTE_END, PASTE_START
from playroom.console.terminal.session_end import session_ending

_NOT_KEYS: Final = frozenset({Keys.WindowsMouseEvent, Keys.ScrollUp, Keys.ScrollDown})


class WindowsConsole:
    """The console at *stdin*; its key presses are given as the text that a terminal would send."""

    def __init__(self, stdin: TextIO) -> None:
        self._input = create_input(stdin)

    def read(self) -> str | None:
        """The text of the key presses since the last call."""
        return _text(self._input.read_keys())

    def flush(self) -> str:
        """The text of the key presses that were held back, such as a lone Escape."""
        return _text(self._input.flush_keys())

    def raw_mode(self) -> AbstractContextManager[None]:
        """Have every key sent at once and as it is; then give the console back."""
        return self._input.raw_mode()

    def attached(self, ready: Callable[[], None]) -> AbstractContextManager[None]:
        """Call *ready* in the running event loop whenever there are key presses to read."""
        return self._input.attach(ready)

    def closing(self, on_close: Callable[[], object]) -> AbstractContextManager[None]:
        """Have *on_close* called from another thread when the window is closed."""
        return window_closing(on_close)


def terminal_text(press: KeyPress) -> str:
    """The text that a terminal would send for *press*; "" for the mouse and the like."""
    if press.key is Keys.BracketedPaste:
        return PASTE_START + press.data.replace("\x03", "") + PASTE_END
    if press.key in _NOT_KEYS:
        return ""
    return REVERSE_ANSI_SEQUENCES.get(press.key, press.data) if isinstance(press.key, Keys) else press.key


def _text(presses: Iterable[KeyPress]) -> str:
    return "".join(map(terminal_text, presses))


CLOSE_EVENTS: Final = frozenset({2, 5, 6})
"""The window is closed, the user signs out, the system shuts down.

CTRL_CLOSE_EVENT, and where user32.dll is not loaded CTRL_LOGOFF_EVENT and CTRL_SHUTDOWN_EVENT.
"""
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
