"""Closed standard streams, and the errors of streams."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import Final, TextIO

from playroom.narration.file_errors import system_error_blank
from playroom.narration.message import Message
from playroom.voice.terminal import silence_stream

_REPLACEMENTS: Final = (os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)
"""The modes of the null device that replaces each: input and output stay unusable, errors are discarded."""


class StreamError(Exception):
    """Standard input cannot be read ("no_input"), or standard output not be written ("no_output")."""

    def __init__(self, entry: str, error: OSError) -> None:
        super().__init__(str(error))
        why = Message("menus.stream_closed") if error.errno == errno.EBADF else system_error_blank(error)
        self.why = Message(f"menus.{entry}", blanks={"why": why})


class OutputStream(TextIOWrapper):
    """Standard output, whose errors are StreamErrors, but for that of a pipe that nobody reads."""

    def write(self, text: str) -> int:
        """Write *text*."""
        with output_errors(self):
            return super().write(text)

    def flush(self) -> None:
        """Write what is buffered."""
        with output_errors(self):
            super().flush()


class ErrorStream(TextIOWrapper):
    """Standard error, whose own errors are ignored, as there is no place to report them."""

    def write(self, text: str) -> int:
        """Write *text* if that is possible."""
        with suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        """Write what is buffered if that is possible."""
        with suppress(OSError):
            super().flush()


@contextmanager
def output_errors(out: TextIO) -> Iterator[None]:
    """Turn an error of *out* into a StreamError, and discard later output."""
    try:
        yield
    except BrokenPipeError:
        silence_stream(out)
        raise
    except OSError as error:
        silence_stream(out)
        raise StreamError("no_output", error) from error


def open_standard_streams() -> None:
    """Report the errors of the standard streams, and open those that are closed.

    Otherwise a file of ours would get the number of a closed one, and what is printed would be written there.
    """
    for number, flags in enumerate(_REPLACEMENTS):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, flags), True)
    sys.stdin = sys.stdin or os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = _wrapped(OutputStream, sys.stdout, 1)
    sys.stderr = _wrapped(ErrorStream, sys.stderr, 2)


def check_input() -> None:
    """Raise a StreamError if no keys can be read from standard input."""
    try:
        os.read(sys.stdin.fileno(), 0)
    except OSError as error:
        raise StreamError("no_input", error) from error


def check_output() -> None:
    """Raise a StreamError if nothing can be printed, before the work whose result is to be printed."""
    try:
        os.write(sys.stdout.fileno(), b"")
    except OSError as error:
        raise StreamError("no_output", error) from error


def _wrapped(kind: type[TextIOWrapper], stream: TextIO | None, number: int) -> TextIOWrapper:
    """The stream of this kind on the buffer of another, or of a file descriptor if there is none."""
    old = (
        stream
        if isinstance(stream, TextIOWrapper)
        else os.fdopen(number, "w", encoding="utf-8", closefd=False)
    )
    encoding, errors, line_buffering = old.encoding, old.errors, old.line_buffering
    return kind(old.detach(), encoding, errors, line_buffering=line_buffering)
