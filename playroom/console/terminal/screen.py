"""The transcript on the screen: lines that are added at its end, in no colour, and never changed again.

The newline stands before the text: the cursor, and a braille display with it, rests on the newest line. In
lines for a braille display it rests at the beginning of the newest text, however many lines that has.
"""

import errno
import os
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from io import StringIO
from itertools import pairwise
from select import select
from typing import Final, TextIO

from playroom.console.terminal.control_sequences import (
    WindowTitle,
    clear_terminal,
    copying,
    move_console_cursor,
    takes_copies,
    window_title,
)
from playroom.voice.terminal import silence_stream

UP, DOWN = "A", "B"
"""The letters of the sequences that move the cursor."""
USUAL: Final = 80
USUAL_LINES: Final = 24
"""The columns and lines of a terminal that does not say how many it has."""
NARROWEST: Final = 10
"""Columns below which a terminal breaks the lines itself."""
_GONE: Final = (errno.EPIPE, errno.EIO)
"""The errors of a pipe and of a terminal that nobody reads any more."""


class Screen:
    """Writes lines to *out*, a terminal, a file or a pipe; its errors are never raised."""

    def __init__(self, out: TextIO, cells: int = 0) -> None:
        """Write to *out*, in lines of at most *cells* if they are to be read on a braille display."""
        self._cells = cells
        self._out = out
        self._begun = False
        self._below = 0
        """The number of lines of the newest text below the cursor."""
        self._is_ending = False
        self._title: WindowTitle | None = None
        self._reports_focus = False
        self.error: OSError | None = None
        """Why nothing can be written; None too if nobody reads it any more."""

    def fit(self, cells: int) -> None:
        """Set the width of lines in cells; 0 is the width of the terminal."""
        self._cells = cells

    @property
    def cells(self) -> int:
        """The cells of a line for a braille display, no more than the terminal shows; 0 without a display."""
        return self._cells and self._width()

    @property
    def shows_first_line(self) -> bool:
        """Whether a braille display shows the beginning of the newest text, however many lines it has."""
        return bool(self._cells) and (self._moves_cursor or self._has_console)

    def show(self, text: str) -> None:
        """Add *text* as the newest lines; for a braille display, the cursor goes back to the first."""
        lines = wrapped_lines(text, self._width())
        if self._cells:
            below = max(0, len(lines) - 1) if self.shows_first_line else 0
            self._write("".join(f"\n{line}\r" for line in lines), below)
        else:
            self._write("".join(f"\n{line}" for line in lines))

    def draw(self, rows: Sequence[str]) -> bool:
        """Add a picture for eyes, row by row; False where the terminal has no room or no such characters."""
        columns, lines = _size(self._out) or (0, 0)
        is_known = all(_known(row, self._encoding) for row in rows)
        fits = is_known and len(rows) < lines and max(map(len, rows)) <= columns
        if fits:
            self._write("".join(f"\n{row}" for row in rows))
        return fits

    @property
    def terminal(self) -> TextIO | None:
        """The terminal; None if the lines go to a file or a pipe."""
        return None if _columns(self._out) is None else self._out

    def send_to_clipboard(self, text: str) -> bool:
        """Ask the terminal to copy *text*, which shows nothing; False if it cannot be asked."""
        if self.terminal is None or not takes_copies(os.environ, sys.platform):
            return False
        self._send(copying(text))
        return True

    def name_window(self, title: str) -> None:
        """Make this the title of the terminal's window, if it has one; nothing is shown in the window."""
        if self.terminal is None:
            return
        self._title = self._title or window_title(self._send, os.environ, sys.platform)
        if self._title:
            self._title.show(spelled(title, self._encoding))

    def report_focus(self, *, wanted: bool) -> None:
        """Have the terminal report whether its window has the focus, as key presses, if it can."""
        if wanted != self._reports_focus and self.terminal and self._moves_cursor:
            self._reports_focus = wanted
            self._send(f"\x1b[?1004{'h' if wanted else 'l'}")

    def clear(self) -> None:
        """Leave nothing to read of what was written, on the screen or above it; a file or pipe keeps it."""
        if self.terminal:
            with suppress(OSError):
                clear_terminal(self.terminal)
            self._begun, self._below = False, 0

    def end(self) -> None:
        """Discard from now on what nobody reads, instead of waiting; safe in a signal handler."""
        self._is_ending = True
        if not _is_read(self._out):
            silence_stream(self._out)

    def close(self) -> None:
        """End the last line, and give the window its title back: what comes after the game stands alone."""
        self.report_focus(wanted=False)
        if self._title:
            self._title.restore()
        if self._begun:
            self._write("\n")
            self._begun = False

    def _width(self) -> int:
        """The columns of a line; a terminal's last stays free, since some break the line there themselves."""
        columns = _columns(self._out)
        width = columns - 1 if columns else sys.maxsize
        return max(NARROWEST, min(width, self._cells or width))

    @property
    def _has_console(self) -> bool:
        """Whether the terminal is a console of Windows."""
        return sys.platform == "win32" and self.terminal is not None

    @property
    def _moves_cursor(self) -> bool:
        """Whether sequences move the cursor of the terminal."""
        return self.terminal is not None and moves_cursor(os.environ, sys.platform)

    def _write(self, text: str, below: int = 0) -> None:
        """Add *text* under the last line, and leave the cursor above its last *below* lines."""
        if not text:
            return
        added = text if self._begun else text.removeprefix("\n")
        if self._has_console:  # whose cursor is moved by calls, not by sequences
            if self._below:
                move_console_cursor(self._below)
            self._send(spelled(added, self._encoding))
            self._below = below if below and move_console_cursor(-below) else 0
        else:
            self._send(spelled(_moved(DOWN, self._below) + added + _moved(UP, below), self._encoding))
            self._below = below
        self._begun = True

    @property
    def _encoding(self) -> str:
        return self._out.encoding or "utf-8"

    def _send(self, text: str) -> None:
        if self._is_ending and not _is_read(self._out):
            silence_stream(self._out)
        try:
            self._out.write(text)
            self._out.flush()
        except BlockingIOError:
            pass  # a terminal that is slow: what it did not take goes out with the next line
        except (OSError, ValueError) as error:
            if isinstance(error, OSError) and error.errno not in _GONE:
                self.error = error
            silence_stream(self._out)


def code_rows(address: str) -> tuple[str, ...]:
    """An address as the rows of a QR code in blocks, which a screen reader would read."""
    from segno import make_qr  # noqa: PLC0415 (few ask for it)

    drawn = StringIO()
    make_qr(address).terminal(drawn, compact=True)
    return tuple(drawn.getvalue().splitlines())


def moves_cursor(environment: Mapping[str, str], platform: str) -> bool:
    """Whether a terminal obeys the sequences that move its cursor; the console of Windows may show them."""
    return platform != "win32" and environment.get("TERM", "") not in {"", "dumb", "unknown"}


def _moved(way: str, lines: int) -> str:
    """The sequence that moves the cursor by a number of lines."""
    return f"\x1b[{lines}{way}" if lines else ""


def _columns(out: TextIO) -> int | None:
    """The columns of the terminal at *out* as it is now, None for a file or a pipe."""
    size = _size(out)
    return size and size[0]


def _size(out: TextIO) -> tuple[int, int] | None:
    """The columns and lines of the terminal at *out* as it is now, None for a file or a pipe."""
    try:
        columns, lines = os.get_terminal_size(out.fileno())
    except (OSError, ValueError):
        return None
    return columns or USUAL, lines or USUAL_LINES


def _is_read(out: TextIO) -> bool:
    """Whether *out* takes text at once; True where one cannot know."""
    try:
        return sys.platform == "win32" or bool(select([], [out], [], 0)[1])
    except (OSError, ValueError):
        return True


SHORTEST: Final = 3
"""Characters that a line must have: NVDA and Orca drop shorter ones, and lines of digits alone."""

_COMBINING: Final = "\N{COMBINING GRAVE ACCENT}"
"""The first character that may take no column, or two."""
_SEQUENCE: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[P\]X^_][^\x07\x1b]*(?:\x07|\x1b\\)|[ -~])?")
_BREAK: Final = re.compile(r"[\n\r\v\f\x85\u2028\u2029]+")
_SPACE: Final = re.compile(r"(?<!«) +(?![:;!?»](?: |$))")
"""The spaces at which a line may end: not those before a colon and the like, which French does not part."""
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]+")
_PLAINER: Final = str.maketrans(
    {
        "\N{LEFT SINGLE QUOTATION MARK}": "'",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{LEFT DOUBLE QUOTATION MARK}": '"',
        "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
        "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
        "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
        "\N{EN DASH}": "-",
        "\N{EM DASH}": "-",
        "\N{MINUS SIGN}": "-",
        "\N{LATIN SMALL LIGATURE OE}": "oe",
        "\N{LATIN CAPITAL LIGATURE OE}": "OE",
    }
)


def wrapped_lines(text: str, width: int) -> tuple[str, ...]:
    """*text* in lines of at most *width* columns, broken between words, none too thin to be read out."""
    parts = _BREAK.split(_SEQUENCE.sub("", text))
    return tuple(line for part in parts for line in _wrapped(_CONTROL.sub(" ", part), width))


def spelled(text: str, encoding: str) -> str:
    """*text* with the nearest letters that *encoding* has, "?" where it has none."""
    if _known(text, encoding):
        return text

    def nearest(letter: str) -> str:
        apart = unicodedata.normalize("NFKD", letter.translate(_PLAINER))
        return apart.encode(encoding, "ignore").decode(encoding) or "?"

    return "".join(letter if _known(letter, encoding) else nearest(letter) for letter in text)


def _wrapped(text: str, width: int) -> list[str]:
    """The words of *text* in rows, as many in each as it holds; a thin row gets words from the one above."""
    rows: list[list[str]] = []
    room = 0
    for word in _words(text, width):
        room -= _width(word) + 1
        if not rows or room < 0:
            rows.append([])
            room = width - _width(word)
        rows[-1].append(word)
    for above, below in reversed(list(pairwise(rows))):
        while _thin(" ".join(below)) and _width(" ".join([above[-1], *below])) <= width:
            below.insert(0, above.pop())
    return [_thick(" ".join(row)) for row in rows]


def _words(text: str, width: int) -> Iterator[str]:
    """The words of *text*, with what no space may part from them; those wider than *width* in pieces."""
    for word in filter(None, _SPACE.split(text.strip())):
        if _width(word) <= width:
            yield " ".join(word.split())
        else:
            for part in word.split():
                yield from [part] if _width(part) <= width else _pieces(part, width)


def _pieces(word: str, width: int) -> Iterator[str]:
    piece = ""
    for letter in word:
        if _width(piece + letter) > width:
            yield piece
            piece = ""
        piece += letter
    yield piece


def _width(text: str) -> int:
    """The columns that *text* takes; a Latin letter takes one."""
    if max(text, default="") < _COMBINING:
        return len(text)
    from prompt_toolkit.utils import get_cwidth  # noqa: PLC0415 (it takes long to load, and few texts need it)

    return get_cwidth(text)


def _thin(line: str) -> bool:
    return len(line) < SHORTEST or line.replace(" ", "").isdigit()


def _thick(line: str) -> str:
    """*line* with the full stops that it lacks."""
    return _thick(f"{line}.") if _thin(line) else line


def _known(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
