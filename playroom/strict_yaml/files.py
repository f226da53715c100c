"""Reading files and texts as pages; each error is a PageError with its line."""

import os
from collections.abc import Callable
from contextlib import suppress
from errno import EINVAL, EISDIR, ENOENT
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import BinaryIO, Final

from playroom.strict_yaml.page import NO_LINE, Page, PageError, reason
from playroom.strict_yaml.system_errors import NotRegularFileError, system_reason

MEGABYTE: Final = 1_000_000
MOST_BYTES: Final = MEGABYTE
"""The size of the largest file that is read, unless its reader allows more."""

_STDIN: Final = 0
_STDIN_PATH: Final = Path("-")
"""The name of standard input on a command line."""


def read(file: Path, part: Callable[[bytes], bytes] = bytes, most: int = MOST_BYTES) -> Page:
    """The page in *file*, or standard input for "-"; an OSError or a PageError if it cannot be read.

    *part* extracts the page from the content; a file of more than *most* bytes is refused.
    """
    return _faultless(*_load_content(part(content_of(file, most)), _name(file)))


def read_whole(file: Path) -> tuple[Page, tuple[PageError, ...]]:
    """The readable part of the page in *file*, and every error in it; an OSError if it cannot be opened."""
    return _load_content(content_of(file), _name(file))


def _load_content(content: bytes, source: str) -> tuple[Page, tuple[PageError, ...]]:
    try:
        return load_whole(content.decode("utf-8"), source)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise PageError(source, line, reason("not_utf_8")) from error


def load(text: str, source: str) -> Page:
    """The page in *text*; *source* is the name for a PageError."""
    return _faultless(*load_whole(text, source))


def load_whole(text: str, source: str) -> tuple[Page, tuple[PageError, ...]]:
    """The page in *text* as far as it can be read, and every error."""
    from playroom.strict_yaml.page_text import page_in  # noqa: PLC0415 (a start without files needs no YAML)

    return page_in(text, source)


def _faultless(page: Page, errors: tuple[PageError, ...]) -> Page:
    if errors:
        raise errors[0]
    return page


def unreadable(file: Path, error: OSError) -> PageError:
    """The error for a file that cannot be opened."""
    return PageError(_name(file), NO_LINE, reason("unreadable", why=system_reason(error)))


def _name(file: Path) -> str:
    """The name of a file in errors."""
    return "stdin" if file == _STDIN_PATH else str(file)


def content_of(file: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a regular file or of standard input; a PageError if there are more than *most*."""
    with _opened(file) as opened:
        content = opened.read(most + 1)
    if len(content) > most:
        raise PageError(_name(file), NO_LINE, reason("too_large", most=most // MEGABYTE))
    return content


def _opened(file: Path) -> BinaryIO:
    """*file* open for reading; an OSError for a device or a pipe, which might have no end."""
    if file == _STDIN_PATH:
        return os.fdopen(_STDIN, "rb", closefd=False)
    try:
        found = file.stat()
    except ValueError as error:
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), str(file)) from error
    if S_ISDIR(found.st_mode):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(file))
    if S_ISREG(found.st_mode):
        return file.open("rb")
    if _is_stdin(found):
        return os.fdopen(_STDIN, "rb", closefd=False)
    raise NotRegularFileError(EINVAL, os.strerror(EINVAL), str(file))


def _is_stdin(found: os.stat_result) -> bool:
    with suppress(OSError):
        return os.path.samestat(found, os.fstat(_STDIN))
    return False
