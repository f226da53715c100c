"""The console of Windows: its key presses, read by prompt_toolkit, and the end of its window or session."""

import importlib
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, TextIO

from prompt_toolkit.input import create_input
from prompt_toolkit.input.ansi_escape_sequences import REVERSE_ANSI_SEQUENCES
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

from playroom.console.terminal.strokes import PASTE_END, PASTE_START

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


CLASS_NAME: Final = "playroom-session"
WM_DESTROY: Final = 0x02
WM_CLOSE: Final = 0x10
WM_QUERYENDSESSION: Final = 0x11
WM_ENDSESSION: Final = 0x16
_TIMEOUT: Final = 2.0
"""Seconds in which the window is made, or closed."""


class _SessionWindow:
    """The window and its thread. *on_end* is called there; Windows waits until it returns."""

    def __init__(self, on_end: Callable[[], object]) -> None:
        self._gui: Any = importlib.import_module("win32gui")
        self._on_end = on_end
        self._window = 0
        self._is_made = threading.Event()
        self._thread = threading.Thread(target=self._run, name="session end", daemon=True)
        self._thread.start()
        self._is_made.wait(_TIMEOUT)

    def close(self) -> None:
        """Close the window."""
        if self._window:
            self._gui.PostMessage(self._window, WM_CLOSE, 0, 0)
            self._thread.join(_TIMEOUT)

    def _run(self) -> None:
        try:
            window_class = self._registered_class()
            self._window = self._gui.CreateWindow(window_class, CLASS_NAME, 0, 0, 0, 0, 0, 0, 0, 0, None)
        except self._gui.error:
            return  # the match is saved all the same
        finally:
            self._is_made.set()
        self._gui.PumpMessages()
        self._gui.UnregisterClass(window_class, 0)

    def _registered_class(self) -> Any:  # noqa: ANN401 (pywin32 has no types)
        window_class = self._gui.WNDCLASS()
        window_class.lpszClassName = CLASS_NAME

        def take_end(_window: int, _message: int, is_ending: int, _reason: int) -> int:
            """Take the news that the session ends, or that another program has prevented that."""
            if is_ending:
                self._on_end()
            return 0

        def take_destruction(_window: int, _message: int, _first: int, _second: int) -> int:
            self._gui.PostQuitMessage(0)
            return 0

        window_class.lpfnWndProc = {
            WM_QUERYENDSESSION: lambda *_message: True,
            WM_ENDSESSION: take_end,
            WM_DESTROY: take_destruction,
        }
        return self._gui.RegisterClass(window_class)


@contextmanager
def session_ending(on_end: Callable[[], object]) -> Iterator[None]:
    """Have *on_end* called, in a thread of its own, when the session ends, which waits until it returns."""
    window = _SessionWindow(on_end)
    try:
        yield
    finally:
        window.close()
