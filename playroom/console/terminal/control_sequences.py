"""Control sequences that have a terminal mark what is pasted, clear itself, copy a text, and bear a title.

With marks, the letters of a pasted text are no key presses. Every shell asks for them at every prompt, so
screen readers and displays know that; it shows nothing and moves no cursor. Windows tells a paste by itself,
and a terminal that knows no such thing is asked for nothing.

The title of the window, which screen readers read when they are asked for it, names the table where nothing
else may be written, since the reader of the terminal would read it again.
"""

import importlib
import os
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from select import select
from typing import Any, Final, Protocol, TextIO

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


CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"
"""The sequences that go to the first place, and clear the screen and the lines that have scrolled away."""

_OBEYS_SEQUENCES: Final = 4
"""ENABLE_VIRTUAL_TERMINAL_PROCESSING: the mode in which a console of Windows 10 and 11 obeys sequences."""


def clear_terminal(out: TextIO) -> None:
    """Clear the terminal at *out*; a console of Windows by its own means, an OSError if that fails."""
    out.flush()
    if sys.platform == "win32":
        console, buffer = _console_buffer()
        mode = buffer.GetConsoleMode()
        with suppress(importlib.import_module("pywintypes").error):  # an old console knows no sequences
            buffer.SetConsoleMode(mode | _OBEYS_SEQUENCES)
            out.write(CLEAR)
            out.flush()
            buffer.SetConsoleMode(mode)
        # Last, since the console of Wine takes the mode and shows the sequences.
        size, start = buffer.GetConsoleScreenBufferInfo()["Size"], console.PyCOORDType(0, 0)
        buffer.FillConsoleOutputCharacter(" ", size.X * size.Y, start)
        buffer.SetConsoleCursorPosition(start)
    elif os.environ.get("TERM", "") not in {"", "dumb", "unknown"}:
        out.write(CLEAR)
        out.flush()


def move_console_cursor(lines: int) -> bool:
    """Move the cursor of the console of Windows down by a number of lines, up if negative; whether it did."""
    with suppress(importlib.import_module("pywintypes").error):
        console, buffer = _console_buffer()
        place = buffer.GetConsoleScreenBufferInfo()["CursorPosition"]
        buffer.SetConsoleCursorPosition(console.PyCOORDType(0, place.Y + lines))
        return True
    return False


def _console_buffer() -> tuple[Any, Any]:
    """The library for consoles of Windows, and the buffer of this one."""
    console, files = importlib.import_module("win32console"), importlib.import_module("win32file")
    shared = files.FILE_SHARE_READ | files.FILE_SHARE_WRITE
    handle = files.CreateFile(
        "CONOUT$", files.GENERIC_READ | files.GENERIC_WRITE, shared, None, files.OPEN_EXISTING, 0, 0
    )
    return console, console.PyConsoleScreenBufferType(handle)


_DEAF: Final[Mapping[str, frozenset[str]]] = {
    "TERM": frozenset({"", "dumb", "linux"}),
    "TERM_PROGRAM": frozenset({"Apple_Terminal"}),
}
"""The terminals without that sequence, by their environment variables."""

_BETWEEN: Final = ("TMUX", "STY", "VTE_VERSION")
"""The environment variables of programs and libraries that drop the sequence."""


def copying(text: str) -> str:
    """The sequence (OSC 52) that puts *text* on the clipboard of the terminal."""
    return f"\x1b]52;c;{b64encode(text.encode()).decode()}\x07"


def takes_copies(environment: Mapping[str, str], platform: str) -> bool:
    """Whether a terminal may support the sequence: all but those known not to, as none of them replies."""
    deaf = any(environment.get(name, "") in values for name, values in _DEAF.items())
    return not (deaf or platform == "win32" or any(environment.get(name) for name in _BETWEEN))


_LONGEST: Final = 1024
"""The characters of the longest title that is kept for the end."""
_XTERM: Final = ("xterm", "rxvt", "alacritty", "foot", "kitty", "wezterm", "konsole", "gnome", "vte")
"""The beginnings of TERM where titles, and a stack of them, are known; others might show the sequences."""
_SHARING: Final = ("TMUX", "STY")
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
    is_shared = any(environment.get(name) for name in _SHARING)
    return TerminalTitle(send) if environment.get("TERM", "").startswith(_XTERM) and not is_shared else None
