"""The title of the terminal's window, which screen readers read when they are asked for it.

It names the table where nothing else may be written, since the reader of the terminal would read it again.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

_LONGEST: Final = 1024
"""The characters of the longest title that is kept for the end."""
_XTERM: Final = ("xterm", "rxvt", "alacritty", "foot", "kitty", "wezterm", "konsole", "gnome", "vte")
"""The beginnings of TERM where titles, and a stack of them, are known; others might show the sequences."""
_BETWEEN: Final = ("TMUX", "STY")
"""The environment variables of programs that keep one title for several windows."""
_KEEP, _RESTORE = "\x1b[22;2t", "\x1b[23;2t"
"""The sequences that put the title on a stack, and take it from there."""


class WindowTitle(Protocol):
    """The title of a window."""

    def show(self, title: str) -> None:
        """Make this the title; the one before comes back with ``restore``."""

    def restore(self) -> None:
        """Bring back the title that the window had first, if it was changed."""


class ConsoleTitle:
    """The title of a console of Windows: of its own window, or of the tab of Windows Terminal."""

    def __init__(self, kernel: Any) -> None:  # noqa: ANN401 (a library of ctypes, which has no type)
        self._kernel = kernel
        self._before: str | None = None

    def show(self, title: str) -> None:
        """Make this the title."""
        if self._before is None:
            import ctypes  # noqa: PLC0415 (only Windows needs it)

            present = ctypes.create_unicode_buffer(_LONGEST)
            self._kernel.GetConsoleTitleW(present, _LONGEST)
            self._before = present.value
        self._kernel.SetConsoleTitleW(title)

    def restore(self) -> None:
        """Bring back the title that the window had first."""
        if self._before is not None:
            self._kernel.SetConsoleTitleW(self._before)
        self._before = None


class TerminalTitle:
    """The title of a terminal that takes control sequences; *send* writes to it."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._is_changed = False

    def show(self, title: str) -> None:
        """Make this the title."""
        self._send(("" if self._is_changed else _KEEP) + f"\x1b]2;{title}\x07")  # OSC 2
        self._is_changed = True

    def restore(self) -> None:
        """Bring back the title that the window had first."""
        if self._is_changed:
            self._send(_RESTORE)
        self._is_changed = False


def window_title(
    send: Callable[[str], None], environment: Mapping[str, str], platform: str
) -> WindowTitle | None:
    """The title of the terminal that *send* writes to; None if it may have none."""
    if platform == "win32":
        import ctypes  # noqa: PLC0415 (only Windows needs it)

        return ConsoleTitle(vars(ctypes)["windll"].kernel32)  # which other systems do not have
    is_shared = any(environment.get(name) for name in _BETWEEN)
    return TerminalTitle(send) if environment.get("TERM", "").startswith(_XTERM) and not is_shared else None
