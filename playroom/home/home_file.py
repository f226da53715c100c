"""A home as one file, which a server gives to its owner and the program at home takes in."""

import json
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

LEFT_OUT: Final = "online"
"""The folder of a home that has keys to accounts and seats."""


def home_file(home: Path, more: Mapping[str, object] | None = None) -> bytes:
    """A ZIP file of a home, without keys; *more* is what else is known of its owner, in `club.json`.

    A file that is written meanwhile is there as it was before or after, and one that vanishes is not.
    """
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(home.rglob("*")):
            path = file.relative_to(home)
            is_own = path.parts[0] != LEFT_OUT and not any(part.startswith(".") for part in path.parts)
            if is_own and file.is_file():
                archive.writestr(path.as_posix(), file.read_bytes())
        if more is not None:
            archive.writestr("club.json", json.dumps(more, indent=2, ensure_ascii=False))
    return packed.getvalue()
