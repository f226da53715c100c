"""A home as one file, which a server gives to its owner and the program at home takes in."""

import json
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple
from zlib import error as zlib_error

from playroom.home.match_notes import RECORD_SUFFIX

LEFT_OUT: Final = "online"
"""The folder of a home that has keys to accounts and seats."""


MATCHES: Final = ("matches", "matches/past")
"""The folders of the matches that are taken in."""

MOST_UNPACKED: Final = 100_000_000
"""The bytes that are read of a file from elsewhere, which may claim to have any number."""


class PackedMatch(NamedTuple):
    """A record and the notes beside it, b"" without any."""

    record: bytes
    notes: bytes


class DamagedHome(ValueError):  # noqa: N818 (what is wrong with a file)
    """The file of a home that cannot be read, or that is too large."""


def is_home_file(file: Path) -> bool:
    """Whether there is the file of a home, and not one record."""
    from zipfile import is_zipfile  # noqa: PLC0415 (no start waits for it)

    return is_zipfile(file)


def packed_matches(file: Path) -> Iterator[PackedMatch]:
    """The matches in the file of a home. Raises DamagedHome."""
    from zipfile import BadZipFile, ZipFile  # noqa: PLC0415 (as above)

    left = MOST_UNPACKED
    try:
        with ZipFile(file) as archive:
            names = {each.filename: each for each in archive.infolist()}
            for name, each in sorted(names.items()):
                path = PurePosixPath(name)
                if str(path.parent) not in MATCHES or not name.endswith(RECORD_SUFFIX):
                    continue
                notes = names.get(f"{name.removesuffix(RECORD_SUFFIX)}.notes.yaml")
                left -= each.file_size + (notes.file_size if notes else 0)
                if left < 0:
                    raise DamagedHome(name)
                yield PackedMatch(archive.read(each), archive.read(notes) if notes else b"")
    # The library raises NotImplementedError of an unknown compression, RuntimeError of an encrypted file.
    except (OSError, BadZipFile, zlib_error, NotImplementedError, RuntimeError, EOFError) as error:
        raise DamagedHome(str(file)) from error


def home_file(home: Path, more: Mapping[str, object] | None = None) -> bytes:
    """A ZIP file of a home, without keys; *more* is what else is known of its owner, in `club.json`.

    A file that is written meanwhile is there as it was before or after, and one that vanishes is not.
    """
    from zipfile import ZIP_DEFLATED, ZipFile  # noqa: PLC0415 (as above)

    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for file in sorted(home.rglob("*")):
            path = file.relative_to(home)
            is_own = path.parts[0] != LEFT_OUT and not any(part.startswith(".") for part in path.parts)
            if is_own and file.is_file():
                archive.writestr(path.as_posix(), file.read_bytes())
        if more is not None:
            archive.writestr("club.json", json.dumps(more, indent=2, ensure_ascii=False))
    return packed.getvalue()
