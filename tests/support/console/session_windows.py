"""A stand-in for the hidden window by which Windows says that a session ends."""

from queue import SimpleQueue
from types import ModuleType, SimpleNamespace

from playroom.console.terminal.windows_console import WM_CLOSE, WM_DESTROY
from support.time.patience import PATIENCE


class GuiError(Exception):
    """An error of Windows."""


class SessionWindows(ModuleType):
    """The part of pywin32 for windows: one window, which takes the messages that are sent to it in turn."""

    error = GuiError

    def __init__(self, *, fails: bool = False) -> None:
        super().__init__("win32gui")
        self.fails = fails
        self.registered: list[SimpleNamespace] = []
        self.messages: SimpleQueue[tuple[int, int] | None] = SimpleQueue()
        self.results: SimpleQueue[object] = SimpleQueue()

    def WNDCLASS(self) -> SimpleNamespace:  # noqa: N802 (its name in Windows)
        return SimpleNamespace()

    def RegisterClass(self, window_class: SimpleNamespace) -> int:  # noqa: N802 (its name in Windows)
        self.registered.append(window_class)
        return 7

    def CreateWindow(self, window_class: int, *_rest: object) -> int:  # noqa: N802 (its name in Windows)
        if self.fails:
            raise GuiError
        return window_class

    def PumpMessages(self) -> None:  # noqa: N802 (its name in Windows)
        while sent := self.messages.get():
            message, first = sent
            take = self.registered[-1].lpfnWndProc.get(message)
            self.results.put(take(7, message, first, 0) if take else None)

    def PostMessage(self, _window: int, message: int, _first: int, _second: int) -> None:  # noqa: N802
        assert message == WM_CLOSE
        self.messages.put((WM_DESTROY, 0))

    def PostQuitMessage(self, _code: int) -> None:  # noqa: N802 (its name in Windows)
        self.messages.put(None)

    def UnregisterClass(self, _window_class: int, _instance: int) -> None:  # noqa: N802 (its name in Windows)
        self.registered.pop()

    def send(self, message: int, first: int) -> object:
        """The result of the window for a message."""
        self.messages.put((message, first))
        return self.results.get(timeout=PATIENCE)
