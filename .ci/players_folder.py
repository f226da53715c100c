"""Builds the folder for Windows players without Python, and zips it, on any system.

usage: players_folder.py PYTHON WHEELS ZIP

PYTHON is a zip file with the embeddable Python 3.11 for Windows, WHEELS a folder with the wheels of the
playroom and its dependencies. ZIP is written, with one folder in it: playroom.cmd starts the playroom there.
It needs no installation and no administrator, and keeps its settings in the usual folder of the user.
"""

import shutil
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from email.parser import HeaderParser
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from windows_python import PATHS, WINDOWS, install

LANGUAGES: Final = ("en", "fr", "root")
"""The languages of which Babel's data are kept."""
UNUSED: Final = (
    "*.chm",
    "*.pdb",
    "adodbapi",
    "isapi",
    "pythonwin",
    "win32/Demos",
    "win32/test",
    "win32comext",
    "win32/win32gui.pyd",
    "win32/*.exe",
    "win32com/demos",
    "win32com/test",
    "win32com/HTML",
    "icu4py/*.cpp",
    "cyal/*.lib",
    "cyal/*.pxd",
    "cyal/*.pyx",
    "accessible_output2/lib/*32.dll",
    "accessible_output2/lib/PCTKUSR.dll",
    "accessible_output2/lib/ZDSRAPI.dll",
)
"""What no player needs, below the folder of libraries."""
UNUSED_PYTHON: Final = (
    "libcrypto-3.dll",
    "libssl-3.dll",
    "_ssl.pyd",
    "sqlite3.dll",
    "_sqlite3.pyd",
    "_msi.pyd",
    "_hashlib.pyd",
    "_lzma.pyd",
    "_elementtree.pyd",
    "pyexpat.pyd",
)
"""The same of Python: the playroom asks no server, reads no XML, and has no data base."""
STARTER: Final = '@"%~dp0python\\python.exe" -m playroom %*\r\n'


def needed(wheels: Path) -> Iterator[Path]:
    """The wheels of the playroom and of all that it needs on Windows, without extras."""
    files = {canonicalize_name(wheel.name.split("-")[0]): wheel for wheel in wheels.glob("*.whl")}
    names, found = ["playroom"], set[str]()
    while names:
        name = names.pop()
        if name not in found:
            found.add(name)
            yield files[name]
            names += [canonicalize_name(each.name) for each in _requirements(files[name])]


def _requirements(wheel: Path) -> Iterator[Requirement]:
    with zipfile.ZipFile(wheel) as packed:
        (metadata,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        text = packed.read(metadata).decode()
    for line in HeaderParser().parsestr(text).get_all("Requires-Dist", ()):
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({**WINDOWS, "extra": ""}):
            yield requirement


def build(python: Path, wheels: Path, folder: Path) -> None:
    """Make the players' folder."""
    home, site = folder / "python", folder / "python" / "Lib" / "site-packages"
    _unpack_python(python, home)
    for wheel in needed(wheels):
        install(wheel, site)
    _trim(home, site)
    (home / "python311._pth").write_bytes("".join(f"{line}\r\n" for line in PATHS).encode())
    (folder / "playroom.cmd").write_bytes(STARTER.encode())


def _unpack_python(packed: Path, home: Path) -> None:
    """Unpack an embeddable Python, of which some packages have a folder around it."""
    with zipfile.ZipFile(packed) as content, tempfile.TemporaryDirectory() as place:
        content.extractall(place)
        (program,) = Path(place).rglob("python.exe")
        shutil.copytree(program.parent, home)


def _trim(home: Path, site: Path) -> None:
    """Remove what no player needs."""
    languages = (site / "babel" / "locale-data").glob("*.dat")
    spoken = {each for each in languages if each.stem.split("_")[0] in LANGUAGES}
    for each in (
        *(site / "babel" / "locale-data").glob("*.dat"),
        *(found for pattern in UNUSED for found in site.glob(pattern)),
        *(home / name for name in UNUSED_PYTHON),
    ):
        if each in spoken:
            continue
        shutil.rmtree(each) if each.is_dir() else each.unlink()


def weights(folder: Path) -> Iterator[str]:
    """The ten heaviest parts of a folder, in megabytes."""
    sizes: Counter[str] = Counter()
    for file in folder.rglob("*"):
        parts = file.relative_to(folder).parts
        sizes["/".join(parts[3:4] if parts[1:2] == ("Lib",) else parts[:2])] += file.stat().st_size
    yield from (f"{name}: {size / 1e6:.1f} MB" for name, size in sizes.most_common(10))


def pack(folder: Path, packed: Path) -> None:
    """Zip a folder as small as every Windows can unpack it."""
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(folder.rglob("*")):
            archive.write(file, file.relative_to(folder.parent))


def main(python: str, wheels: str, packed: str) -> None:
    """Build the folder, zip it, and print what it weighs."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "playroom"
        build(Path(python), Path(wheels), folder)
        pack(folder, Path(packed))
        print(*weights(folder), sep="\n")
    print(f"{packed}: {Path(packed).stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main(*sys.argv[1:])
