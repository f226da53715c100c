"""A hidden window that Windows tells when the user signs out or the system shuts down.

To Windows 7 and later, a console program that has loaded user32.dll, as libraries for speech do, is one with
windows: its handler of console events is not called then.
"""

import importlib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

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
        window_class.lpfnWndProc = {
            WM_QUERYENDSESSION: lambda *_message: True,
            WM_ENDSESSION: self._take_end,
            WM_DESTROY: self._take_destruction,
        }
        return self._gui.RegisterClass(window_class)

    def _take_end(self, _window: int, _message: int, is_ending: int, _reason: int) -> int:
        """Take the news that the session ends, or that another program has prevented that."""
        if is_ending:
            self._on_end()
        return 0

    def _take_destruction(self, _window: int, _message: int, _first: int, _second: int) -> int:
        self._gui.PostQuitMessage(0)
        return 0


@contextmanager
def session_ending(on_end: Callable[[], object]) -> Iterator[None]:
    """Have *on_end* called, in a thread of its own, when the session ends, which waits until it returns."""
    window = _SessionWindow(on_end)
    try:
        yield
    finally:
        window.close()
