"""The data of ICU and Babel that players are given: what is spoken here, and the rules of every language."""

import pickle
import struct
from itertools import accumulate
from pathlib import Path
from typing import Final

from locale_data import trim_babel, trim_icu

HEADER: Final = struct.pack("<HBBHHBBBB4s4x", 24, 0xDA, 0x27, 20, 0, 0, 0, 2, 0, b"CmnD").ljust(24, b"\0")
ITEMS: Final = {
    "icudt78l/curr/fr.res": b"francs",
    "icudt78l/curr/haw.res": b"Dollar",
    "icudt78l/curr/supplementalData.res": b"money",
    "icudt78l/fr.res": b"French",
    "icudt78l/frr.res": b"Frisian",
    "icudt78l/haw.res": b"Hawaiian",
    "icudt78l/ibm-37.cnv": b"EBCDIC",
    "icudt78l/plurals.res": b"rules",
    "icudt78l/root.res": b"all",
    "icudt78l/unit/fr.res": b"metres",
    "icudt78l/zu.res": b"",
}
"""The files of a library, in the order of their names."""


def icu(items: dict[str, bytes]) -> bytes:
    """A library with ICU's data between other bytes, as ICU packs them."""
    names = [name.encode() + b"\0" for name in items]
    places = accumulate(map(len, (*names, *items.values())), initial=4 + 8 * len(items))
    *starts, _end = places
    entries = zip(starts[: len(items)], starts[len(items) :], strict=True)
    table = struct.pack("<I", len(items)) + b"".join(struct.pack("<II", *entry) for entry in entries)
    return b"".join((b"code", HEADER, table, *names, *items.values(), b"tail"))


def names(library: bytes) -> list[str]:
    """The files that ICU finds in a library."""
    contents = library.index(HEADER) + len(HEADER)
    (count,) = struct.unpack_from("<I", library, contents)
    places = [struct.unpack_from("<I", library, contents + 4 + 8 * number)[0] for number in range(count)]
    return [library[contents + at : library.index(b"\0", contents + at)].decode() for at in places]


def test_icu_finds_what_is_spoken_and_the_rules_of_every_language() -> None:
    kept = ("curr/fr", "curr/supplementalData", "fr", "plurals", "root")

    assert names(trim_icu(icu(ITEMS))) == [f"icudt78l/{name}.res" for name in kept]


def test_what_is_not_needed_is_blank_and_all_else_keeps_its_place() -> None:
    library = icu(ITEMS)

    trimmed = trim_icu(library)

    assert len(trimmed) == len(library)
    assert not any(gone in trimmed for gone in (b"Dollar", b"Hawaiian", b"Frisian", b"EBCDIC", b"metres"))
    assert all(
        trimmed.index(kept) == library.index(kept) for kept in (b"francs", b"money", b"French", b"tail")
    )


def test_babel_keeps_the_lists_and_plurals_of_every_language(tmp_path: Path) -> None:
    file = tmp_path / "nl.dat"
    file.write_bytes(pickle.dumps({"list_patterns": ["en"], "plural_form": 2, "currency_names": ["gulden"]}))

    trim_babel(tmp_path)

    assert pickle.loads(file.read_bytes()) == {"list_patterns": ["en"], "plural_form": 2}  # noqa: S301 (made here)
