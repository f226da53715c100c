"""Reading files and texts as pages, and the cache of pages; each error is a PageError with its line."""

import errno
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from errno import EINVAL, EISDIR, ENOENT
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import BinaryIO, Final

from msgspec import MsgspecError, Raw, Struct
from msgspec.msgpack import Decoder, Encoder, decode

from playroom import __version__
from playroom.strict_yaml.page import NO_LINE, Page, PageError, Reason, reason

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
    content, source = part(content_of(file, most)), _name(file)
    # A record, which may be longer than other pages, changes move by move.
    cache = cache_in_use() if most == MOST_BYTES else None
    if cache and (kept := cache.page(source, content)):
        return kept
    page = _faultless(*_load_content(content, source))
    if cache:
        cache.keep(page, content)
    return page


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
    from playroom.strict_yaml.parser import page_in  # noqa: PLC0415 (a start without files needs no YAML)

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
    is_stdin = False
    with suppress(OSError):
        is_stdin = os.path.samestat(found, os.fstat(_STDIN))
    if is_stdin:
        return os.fdopen(_STDIN, "rb", closefd=False)
    raise NotRegularFileError(EINVAL, os.strerror(EINVAL), str(file))


_IN_USE: Final = frozenset({32, 33})
"""The errors of Windows for a file that another program has open or has locked."""

_ERRORS: Final[Mapping[str, tuple[str, ...]]] = {
    "no_file": ("ENOENT",),
    "no_permission": ("EACCES", "EPERM"),
    "is_folder": ("EISDIR",),
    "no_folder": ("ENOTDIR",),
    "name_taken": ("EEXIST",),
    "not_empty": ("ENOTEMPTY",),
    "disk_full": ("ENOSPC",),
    "quota": ("EDQUOT",),
    "file_limit": ("EFBIG",),
    "read_only": ("EROFS",),
    "in_use": ("EBUSY", "ETXTBSY", "EAGAIN"),
    "name_too_long": ("ENAMETOOLONG",),
    "wrong_name": ("EILSEQ",),
    "link_loop": ("ELOOP",),
    "disk_error": ("EIO", "EUCLEAN", "EREMOTEIO"),
    "no_device": ("ENODEV", "ENXIO", "ENOMEDIUM"),
    "no_answer": ("ETIMEDOUT", "ENOTCONN", "EHOSTDOWN", "EHOSTUNREACH", "ENETDOWN", "ENETUNREACH", "ESTALE"),
    "too_many_files": ("EMFILE", "ENFILE"),
    "no_memory": ("ENOMEM",),
    "address_in_use": ("EADDRINUSE",),
    "no_address": ("EADDRNOTAVAIL",),
    "closed": ("EBADF",),
}
"""The entries of files.system with the names of their errors, some of which only some systems have."""

_ENTRIES: Final[Mapping[int, str]] = {
    getattr(errno, name): entry for entry, names in _ERRORS.items() for name in names if hasattr(errno, name)
}


class NotRegularFileError(OSError):
    """A device or a pipe, which might have no end, where a file is needed."""


class HomeFullError(OSError):
    """There is no room for a new file in a home on a server."""


class TooManyPresetsError(OSError):
    """There is no room for one more preset."""


def system_reason(error: OSError) -> Reason | str:
    """The reason for a file error; for rare errors their name, for a library's errors its text."""
    if isinstance(error, HomeFullError):
        entry: str | None = "home_full"
    elif isinstance(error, TooManyPresetsError):
        entry = "too_many_presets"
    elif isinstance(error, NotRegularFileError):
        entry = "not_regular"
    elif getattr(error, "winerror", None) in _IN_USE:
        entry = "in_use"
    else:
        entry = _ENTRIES.get(error.errno or 0)
    if entry:
        return reason(f"system.{entry}")
    if name := errno.errorcode.get(error.errno or 0):
        return reason("system.other", name=name)
    return error.strerror or str(error)


MOST_PAGES: Final = 120
"""The most pages that are kept: more than a start reads, and fewer than a folder of matches may have."""


class _Kept(Struct, array_like=True, frozen=True):
    """A page as it was read: *parsed* is its value with the lines of its entries."""

    content: bytes
    parsed: Raw


class PageCache:
    """The pages in the file of a cache, by the name of their own file; without a file it is empty."""

    def __init__(self, file: Path) -> None:
        self.file, self.is_changed = file, False
        self._kept: dict[str, _Kept] = {}
        self._used: set[str] = set()
        """The names of the pages that this program has read."""
        with suppress(OSError, MsgspecError):
            version, kept = Decoder(tuple[str, dict[str, _Kept]]).decode(file.read_bytes())
            self._kept = kept if version == __version__ else {}

    def page(self, source: str, content: bytes) -> Page | None:
        """The page that was parsed from this content, if it is kept."""
        kept = self._kept.get(source)
        if kept is None or kept.content != content:
            return None
        try:
            page = Page(source, *decode(kept.parsed))
        except (MsgspecError, TypeError):
            return None
        self._used.add(source)
        return page

    def keep(self, page: Page, content: bytes) -> None:
        """Keep a page without errors; a number that is too large for the cache leaves it out.

        In a full cache it takes the place of a page that this program has not read, such as one of a folder
        in which the program was installed before.
        """
        if page.source not in self._kept and len(self._kept) >= MOST_PAGES:
            # A copy, as another thread may read pages meanwhile.
            unused = next((source for source in tuple(self._kept) if source not in self._used), None)
            if unused is None:
                return
            self._kept.pop(unused, None)
        with suppress(OverflowError):
            self._kept[page.source] = _Kept(content, Raw(Encoder().encode((page.value, page.lines))))
            self._used.add(page.source)
            self.is_changed = True

    def as_bytes(self) -> bytes:
        """The content of its file."""
        return Encoder().encode((__version__, self._kept))


_in_use: list[PageCache] = []


@contextmanager
def using(cache: PageCache) -> Iterator[None]:
    """Read pages from this cache, and keep there what is read."""
    _in_use.append(cache)
    try:
        yield
    finally:
        _in_use.remove(cache)


def cache_in_use() -> PageCache | None:
    """The cache of this program, if it has one."""
    return _in_use[-1] if _in_use else None
