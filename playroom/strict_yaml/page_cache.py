"""A cache of pages: a program reads those that it read before without importing and running the YAML parser.

The cache is one file, with the content of each page as it was parsed. A page is taken from it only if the
content is the same to the byte. A cache that is damaged, of another version or not writable changes nothing
but the time that reading takes.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from msgspec import MsgspecError, Raw, Struct
from msgspec.msgpack import Decoder, Encoder, decode

from playroom import __version__
from playroom.strict_yaml.page import Page

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
