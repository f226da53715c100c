"""The version of the program that the player has started last."""

from contextlib import suppress
from pathlib import Path

from playroom.home.files import write_atomically


def is_another_version(folder: Path, version: str) -> bool:
    """Whether the last version, noted in *folder*, was another one; *version* is noted.

    Where none is noted, the player may be new.
    """
    file = folder / "version.txt"
    try:
        last = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        last = ""
    if last != version:
        with suppress(OSError):
            write_atomically(file, f"{version}\n")
    return last not in {"", version}
