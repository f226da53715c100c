"""Trims the data that two libraries have on hundreds of languages to what the playroom asks them for.

Plurals and lists stay those of every language, as a player can add one. Of all else,
those of the languages in `locales/` stay.
"""

import pickle
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

BABEL_ASKED: Final = ("list_patterns", "plural_form")
"""What Babel is asked for."""
_SPOKEN: Final = sorted(
    {each.parent.name.partition("-")[0] for each in Path(__file__).parents[1].glob("locales/*/language.yaml")}
)
_UNUSED: Final = re.compile(
    rf"[^/]+/(?!curr/).*/.*|.*\.cnv|.*/(?!(?:{'|'.join(_SPOKEN)})[_.])[a-z]{{2,3}}(_\w+)?\.res"
)
"""ICU's data on names of places and the like, which are in folders, on character sets and other languages.

All that formats numbers asks for currencies, in the folder curr.
"""
_FORMAT: Final = b"CmnD"
_FORMAT_OFFSET: Final = 12
"""The format of ICU's data, and where it stands in their header."""


@dataclass(frozen=True, slots=True)
class Item:
    """One file in ICU's data: its entry in the table of contents, its name and its bytes."""

    entry: bytes
    name: str
    place: slice

    @property
    def is_used(self) -> bool:
        """Whether the playroom needs it."""
        return not _UNUSED.fullmatch(self.name)


def trim_icu(library: bytes) -> bytes:
    """A library of ICU in which data that nobody needs are zeros, and not in the table of contents.

    Nothing changes its place. What ICU does not find, it takes from the data of no language in particular.
    """
    start = library.index(_FORMAT) - _FORMAT_OFFSET
    contents = start + int.from_bytes(library[start : start + 2], "little")
    items = list(_items(library, contents))
    trimmed = bytearray(library)
    for item in items:
        if not item.is_used:
            trimmed[item.place] = bytes(len(library[item.place]))
    entries = [item.entry for item in items if item.is_used]
    table = struct.pack("<I", len(entries)) + b"".join(entries)
    trimmed[contents : contents + len(table)] = table
    return bytes(trimmed)


def _items(library: bytes, contents: int) -> Iterator[Item]:
    """All items; that the last has no bytes is well, as nothing says where it ends."""
    (count,) = struct.unpack_from("<I", library, contents)
    table = library[contents + 4 : contents + 4 + 8 * count]
    places = [contents + place for _, place in struct.iter_unpack("<II", table)]
    for number, (name, _) in enumerate(struct.iter_unpack("<II", table)):
        begin = contents + name
        yield Item(
            table[8 * number : 8 * number + 8],
            library[begin : library.index(b"\0", begin)].decode(),
            slice(places[number], places[min(number + 1, count - 1)]),
        )


def trim_babel(folder: Path) -> None:
    """Keep what is asked for in the data of Babel in *folder*, which must be importable."""
    for file in folder.glob("*.dat"):
        data = pickle.loads(file.read_bytes())  # noqa: S301 (the package comes with its hash)
        file.write_bytes(pickle.dumps({name: data[name] for name in BABEL_ASKED if name in data}))
