"""Files and texts read as pages; everything wrong with one is a PageError with its line."""

import os
from contextlib import suppress
from errno import EINVAL, EISDIR, ENOENT
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import BinaryIO, Final

import yaml
from yaml.reader import Reader

from playroom.strict_yaml.page import Page, PageError
from playroom.strict_yaml.parser import StrictParser

MOST_BYTES: Final = 1_000_000
"""The size of the largest file that is read."""

_STDIN: Final = 0
_STDIN_PATH: Final = Path("-")
"""What stands for standard input on a command line."""


def read(file: Path) -> Page:
    """The page in *file*, or standard input for "-"; an OSError or a PageError if it cannot be read."""
    content = content_of(file)
    source = "stdin" if file == _STDIN_PATH else str(file)
    try:
        return load(content.decode("utf-8"), source)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise PageError(source, line, "this is not UTF-8 text: save the file as UTF-8.") from error


def load(text: str, source: str) -> Page:
    """The page in *text*; *source* is the name for a PageError."""
    if found := Reader.NON_PRINTABLE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise PageError(source, line, f"the character U+{ord(found[0]):04X} may not stand in a text file.")
    try:
        return Page(source, *StrictParser(text, source).document())
    except yaml.MarkedYAMLError as error:
        raise _syntax_error(error, source) from error


def unreadable(file: Path, error: OSError) -> PageError:
    """The error for a file that cannot be opened."""
    return PageError(str(file), 1, f"the file cannot be read: {error.strerror}.")


def content_of(file: Path) -> bytes:
    """The bytes of a regular file or of standard input; a PageError if they are more than 1 MB."""
    with _opened(file) as opened:
        content = opened.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise PageError(str(file), 1, "the file is larger than 1 MB.")
    return content


def _opened(file: Path) -> BinaryIO:
    """*file* open for reading; an OSError for a device or a pipe, which might have no end."""
    if file == _STDIN_PATH:
        return os.fdopen(_STDIN, "rb", closefd=False)
    try:
        found = file.stat()
    except ValueError as error:
        raise FileNotFoundError(ENOENT, "no file can be called so", str(file)) from error
    if S_ISDIR(found.st_mode):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(file))
    if S_ISREG(found.st_mode):
        return file.open("rb")
    if _is_stdin(found):
        return os.fdopen(_STDIN, "rb", closefd=False)
    raise OSError(EINVAL, "it is not a regular file", str(file))


def _is_stdin(found: os.stat_result) -> bool:
    with suppress(OSError):
        return os.path.samestat(found, os.fstat(_STDIN))
    return False


def _syntax_error(error: yaml.MarkedYAMLError, source: str) -> PageError:
    mark = error.problem_mark or error.context_mark
    start = (
        f", {error.context} that begins on line {error.context_mark.line + 1}" if error.context_mark else ""
    )
    return PageError(source, mark.line + 1 if mark else 1, f"this is not YAML: {error.problem}{start}.")
