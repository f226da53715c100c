"""Builds the folder for players without Python on Linux or macOS, on that system, with PyInstaller.

usage: frozen_folder.py FOLDER

It makes FOLDER/playroom from the checkout and the packages of the Python that runs this. It needs no
installation and no Python; playroom there starts the program beside it, or a newer one that it has taken.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from locale_data import trim_babel, trim_icu
from windows_python import install

from playroom.sound.device import WHEELS, wheel_libraries

CHECKOUT: Final = Path(__file__).parents[1]
STARTER: Final = Path(__file__).with_name("starter")
PROGRAM: Final = Path(__file__).with_name("frozen_playroom.py")
WITH_DATA: Final = ("playroom", "accessible_output2", "confusable_homoglyphs")
"""The packages whose files that are not modules are needed."""
BY_NAME: Final = ("playroom", "accessible_output2")
"""The packages of which modules are imported by names that PyInstaller cannot know."""


def build(folder: Path) -> None:
    """Make the folder *folder*/playroom."""
    with tempfile.TemporaryDirectory() as place:
        site = Path(place) / "site"
        install(_wheel(Path(place)), site)
        # Not in the checkout, where Python would find the package without its words.
        command = [sys.executable, "-m", "PyInstaller", *_options(place, folder.resolve()), str(PROGRAM)]
        subprocess.run(command, check=True, cwd=place, env={**os.environ, "PYTHONPATH": str(site)})
    players = folder / "playroom"
    (players / "playroom").rename(players / "program")
    shutil.copy(STARTER, players / "playroom")
    libraries = players / "_internal"
    for record in libraries.glob("*.dist-info/RECORD"):  # with hashes of scripts that name the environment
        record.unlink()
    trim_babel(libraries / "babel" / "locale-data")
    for library in libraries.glob("libicudata*.so*"):  # those of macOS are signed
        library.write_bytes(trim_icu(library.read_bytes()))


def _wheel(place: Path) -> Path:
    """The wheel of the checkout: what is built into the folder is what others install."""
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(place)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(CHECKOUT)], check=True)
    (built,) = place.glob("*.whl")
    return built


def _options(place: str, folder: Path) -> Iterator[str]:
    """What PyInstaller is told: where it works, where the folder is to be, and what belongs to it."""
    yield from ("--noconfirm", "--log-level", "WARN", "--workpath", place, "--specpath", place)
    yield from ("--distpath", str(folder), "--onedir", "--name", "playroom")
    yield from ("--recursive-copy-metadata", "playroom")
    for package in WITH_DATA:
        yield from ("--collect-data", package)
    for package in BY_NAME:
        yield from ("--collect-submodules", package)
    libraries = [*wheel_libraries()]
    if not libraries:
        raise SystemExit(
            f"No library that plays sounds is installed here, neither of {' nor of '.join(WHEELS)}."
        )
    for library in libraries:
        yield from ("--add-binary", f"{library}{os.pathsep}{_package_folder(library)}")


def _package_folder(library: Path) -> Path:
    """The folder of a library as seen from that of all packages: the program looks for it there."""
    (package,) = (each for each in library.parents if each.name in WHEELS)
    return library.parent.relative_to(package.parent)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
