"""Text read from a terminal, a pipe or a file as soon as it is there."""

import codecs
import os
from collections.abc import Callable
from typing import Final, TextIO

_CHUNK: Final = 4096


def text_reader(stdin: TextIO) -> Callable[[], str | None]:
    """A function that reads the next text, None at the end; bytes that are not text become lone surrogates.

    They are kept since the mouse sends its place in such bytes, which must not be taken from the next keys.
    """
    decoder = codecs.getincrementaldecoder(stdin.encoding or "utf-8")(errors="surrogateescape")

    def read() -> str | None:
        try:
            found = os.read(stdin.fileno(), _CHUNK)
        except BlockingIOError:
            return ""
        except (OSError, ValueError):  # the terminal has gone, or was closed
            return None
        return decoder.decode(found) if found else None

    return read


def with_one_line_end(read: Callable[[], str | None]) -> Callable[[], str | None]:
    """The same texts with a single character at each end of a line, where Windows writes two."""
    before = ""

    def read_on() -> str | None:
        nonlocal before
        if not (text := read()):
            return text
        joined = (before + text).replace("\r\n", "\r").removeprefix(before)
        before = "\r" if text.endswith("\r") else ""
        return joined

    return read_on
