"""Where the shared library of OpenAL Soft is: inside an installed wheel, or else in the system."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

WHEELS: Final = {"pyalsoft": "_native", "cyal": ""}
"""The packages that have the library inside, and the folder in which it is. They are never imported."""

FILE_NAMES: Final = ("libopenal.so.1", "libopenal.1.dylib", "soft_oal.dll", "OpenAL32.dll")
"""The names of the library, of which each system knows one or two."""

HOMEBREW: Final = ("/opt/homebrew/opt/openal-soft/lib", "/usr/local/opt/openal-soft/lib")
"""Where Homebrew has it, as the library of macOS itself is another one."""


def library_paths() -> Iterator[str]:
    """What to load as the library, the best first; a name without a folder is known to the system."""
    for package, folder in WHEELS.items():
        yield from _existing(place / folder for place in _folders(package))
    yield from _existing(map(Path, HOMEBREW))
    yield from FILE_NAMES


def _folders(package: str) -> list[Path]:
    spec = find_spec(package)
    return list(map(Path, (spec and spec.submodule_search_locations) or ()))


def _existing(folders: Iterator[Path]) -> Iterator[str]:
    for folder in folders:
        yield from (str(folder / name) for name in FILE_NAMES if (folder / name).is_file())
