"""Builds the folder for Windows players without Python, and zips it, on any system with Python 3.11.

usage: players_folder.py PYTHON WHEELS ZIP [NVDA]

PYTHON is a zip file with the embeddable Python 3.11 for Windows, WHEELS a folder with the wheels of the
playroom and its dependencies. ZIP is written, with one folder in it: playroom.cmd starts the playroom there.
NVDA is the zip file of NV Access with the client library of NVDA 2024 and later.
It needs no installation and no administrator, and keeps its settings in the usual folder of the user.
"""

import compileall
import shutil
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from email.parser import HeaderParser
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import Final

from locale_data import trim_babel, trim_icu
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from windows_python import PATHS, WINDOWS, install

CHECKOUT: Final = Path(__file__).parents[1]
TEXTS: Final = ("README.md", "ACCESSIBILITY.md", "LICENSE")
"""What stands beside playroom.cmd, with the ending that Windows opens."""
MOST: Final = 30_000_000
"""The most bytes that the zip file may have."""
VERSION: Final = (3, 11)
"""The version of Python that players get."""
UNUSED: Final = (
    "*.chm",
    "*.pdb",
    "adodbapi",
    "isapi",
    "pythonwin",
    "win32/Demos",
    "win32/test",
    "win32comext",
    "win32/*.exe",
    "win32com/demos",
    "win32com/test",
    "win32com/HTML",
    "icu4py/*.cpp",
    "pycparser",
    "cyal/*.lib",
    "cyal/*.pxd",
    "cyal/*.pyx",
    "accessible_output2/lib/*32.dll",
    "accessible_output2/lib/PCTKUSR.dll",
    "accessible_output2/lib/ZDSRAPI.dll",
)
"""What no player needs, below the folder of libraries."""
COMPILED: Final = ("accessible_output2", "playroom", "prompt_toolkit", "yaml")
"""The libraries that every start loads."""
NVDA_LIBRARY: Final = "x64/nvdaControllerClient.dll"
"""The client library for the processors that the folder is built for."""
STARTER: Final = '@"%~dp0python\\python.exe" -m playroom %*\r\n'


def needed(wheels: Path) -> Iterator[Path]:
    """The wheels of the playroom and of all that it needs on Windows, without extras."""
    files = {canonicalize_name(wheel.name.split("-")[0]): wheel for wheel in wheels.glob("*.whl")}
    names, found = [canonicalize_name("playroom")], set[str]()
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
    _trim(site)
    _compile(site)
    (home / "python311._pth").write_bytes("".join(f"{line}\r\n" for line in PATHS).encode())
    (folder / "playroom.cmd").write_bytes(STARTER.encode())
    for text in TEXTS:
        shutil.copy(CHECKOUT / text, folder / f"{Path(text).stem}.txt")


def add_nvda(packed: Path, libraries: Path) -> None:
    """Put the client library for NVDA, with its license, beside the libraries of accessible-output2."""
    with zipfile.ZipFile(packed) as content:
        (library,) = (name for name in content.namelist() if name.endswith(NVDA_LIBRARY))
        (license_,) = (name for name in content.namelist() if name.lower() == "license.txt")
        (libraries / Path(library).name).write_bytes(content.read(library))
        (libraries / "nvdaControllerClient.txt").write_bytes(content.read(license_))


def _unpack_python(packed: Path, home: Path) -> None:
    """Unpack an embeddable Python, of which some packages have a folder around it."""
    with zipfile.ZipFile(packed) as content, tempfile.TemporaryDirectory() as place:
        content.extractall(place)
        (program,) = Path(place).rglob("python.exe")
        shutil.copytree(program.parent, home)


def _trim(site: Path) -> None:
    """Remove what no player needs of the libraries; Python stays whole, as they import parts of it late."""
    for each in [found for pattern in UNUSED for found in site.glob(pattern)]:
        shutil.rmtree(each) if each.is_dir() else each.unlink()
    for library in site.glob("icu4py.libs/icudt*.dll"):
        library.write_bytes(trim_icu(library.read_bytes()))
    sys.path.append(str(site))  # the data of Babel are made of its classes
    trim_babel(site / "babel" / "locale-data")


def _compile(site: Path) -> None:
    """Let the first start be as soon as all others; only the same Python can compile for Windows."""
    if sys.version_info[:2] != VERSION:
        print("The first start will take longer: the modules are not compiled.")
        return
    for library in COMPILED:
        compileall.compile_dir(
            site / library,
            quiet=1,
            stripdir=site.parents[3],
            invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
        )


def weights(packed: Path) -> Iterator[str]:
    """The ten heaviest parts of a zip file, in megabytes: as they are zipped, and unpacked."""
    zipped, unpacked = Counter[str](), Counter[str]()
    with zipfile.ZipFile(packed) as archive:
        for each in archive.infolist():
            part = _part(each.filename)
            zipped[part] += each.compress_size
            unpacked[part] += each.file_size
    for part, size in zipped.most_common(10):
        yield f"{part}: {size / 1e6:.1f} MB, unpacked {unpacked[part] / 1e6:.1f} MB"
    yield f"all: {zipped.total() / 1e6:.1f} MB, unpacked {unpacked.total() / 1e6:.1f} MB"


def _part(name: str) -> str:
    """The part of the folder to which a file belongs: a library, or Python itself."""
    parts = name.split("/")
    return parts[4].partition(".libs")[0] if parts[2:4] == ["Lib", "site-packages"] else "python"


def pack(folder: Path, packed: Path) -> None:
    """Zip a folder as small as every Windows can unpack it; the same files make the same bytes."""
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(each for each in folder.rglob("*") if each.is_file()):
            entry = zipfile.ZipInfo(file.relative_to(folder.parent).as_posix())
            archive.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED)


def main(python: str, wheels: str, packed: str, nvda: str = "") -> None:
    """Build the folder, zip it, and print what it weighs."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "playroom"
        build(Path(python), Path(wheels), folder)
        if nvda:
            add_nvda(Path(nvda), folder / "python" / "Lib" / "site-packages" / "accessible_output2" / "lib")
        pack(folder, Path(packed))
    print(*weights(Path(packed)), sep="\n")
    size = Path(packed).stat().st_size
    print(f"{packed}: {size / 1e6:.1f} MB")
    if size > MOST:
        raise SystemExit(f"The zip file may have {MOST / 1e6:.0f} MB at most.")


if __name__ == "__main__":
    main(*sys.argv[1:])
