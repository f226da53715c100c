"""Builds the folder for Windows players without Python, and zips it, on any system with Python 3.11.

usage: players_folder.py PYTHON WHEELS ZIP [NVDA]

PYTHON is a zip file with the embeddable Python 3.11 for Windows, WHEELS a folder with the wheels of the
playroom and its dependencies. ZIP is written, with one folder in it: playroom.cmd starts the playroom there.
NVDA is the zip file of NV Access with the client library of NVDA 2024 and later.
It needs no installation and no administrator, and keeps its settings in the usual folder of the user.
"""

import compileall
import io
import re
import shutil
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from email.parser import HeaderParser
from functools import partial
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import Final

from locale_data import trim_babel, trim_icu
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from windows_python import PATHS, WINDOWS, install

CHECKOUT: Final = Path(__file__).parents[1]
TEXTS: Final = ("README.md", "docs/install.md", "docs/accessibility.md", "LICENSE")
"""What stands beside playroom.cmd, with the ending that Windows opens."""
MOST: Final = 30_000_000
"""The most bytes that the zip file may have."""
VERSION: Final = (3, 11)
"""The version of Python that players get."""
UNUSED: Final = (
    "*.chm",
    "*.pdb",
    "**/*.pyi",
    "**/*.pyx",
    "**/*.pxd",
    "*.dist-info/RECORD",
    "*.dist-info/sboms",
    "accessible_output2/lib/*32.dll",
    "accessible_output2/lib/PCTKUSR.dll",
    "accessible_output2/lib/ZDSRAPI.dll",
    "adodbapi",
    "babel/messages",
    "cyal/*.lib",
    "cyal/*.py",
    "cyal/*.pyd",  # the playroom loads the library of sounds itself, and finds it by its folder
    "icu4py/*.cpp",
    "ifaddr/test_*.py",
    "isapi",
    "platformdirs/pytest_plugin.py",
    "platformdirs/testing.py",
    "prompt_toolkit/contrib",
    "pycparser",
    "pythonwin",
    "win32/*.dll",
    "win32/*.exe",
    "win32/Demos",
    "win32/include",
    "win32/libs",
    "win32/scripts",
    "win32/test",
    "win32/winxpgui.py",
    "win32com/HTML",
    "win32com/demos",
    "win32com/include",
    "win32com/libs",
    "win32com/makegw",
    "win32com/readme.html",
    "win32com/servers",
    "win32com/test",
    "win32comext",
)
"""What no player needs, below the folder of libraries."""
UNUSED_STANDARD: Final = ("distutils", "lib2to3", "msilib", "pydoc_data")
"""Packages of Python's own library that no other module needs: they build, convert, install and explain."""
PYWIN32: Final = {
    "win32/*.pyd": (
        *("_win32sysloader", "win32api", "win32clipboard", "win32console", "win32event", "win32file"),
        "win32gui",
    ),
    "win32/lib/*.py": ("pywin32_bootstrap", "pywintypes", "win32con", "win32timezone", "winerror"),
}
"""The modules of pywin32 that the playroom, accessible-output2, platform-utils and its COM client import."""
SOURCED: Final = ("accessible_output2", "libloader", "platform_utils")
"""The libraries that find their files by their sources."""
NVDA_LIBRARY: Final = "x64/nvdaControllerClient.dll"
"""The client library for the processors that the folder is built for."""
STARTER: Final = r"""@echo off
set "PLAYROOM_FOLDER=%~dp0."
set "program=%~dp0"
set "newer="
if exist "%~dp0newer.txt" for /f "usebackq" %%v in ("%~dp0newer.txt") do set "newer=%%v"
if defined newer if exist "%~dp0%newer%\python\python.exe" set "program=%~dp0%newer%\"
if exist "%program%python\python.exe" goto start
echo The playroom cannot start inside a zip file. Extract all files to a folder, and open playroom.cmd there.
echo Le jeu ne part pas d'un fichier zip. Placez tous les fichiers dans un dossier, puis ouvrez playroom.cmd.
set code=1
goto wait
:start
"%program%python\python.exe" -m playroom %* & call set code=%%ERRORLEVEL%%
if %code%==0 goto end
if %code%==130 goto end
echo The playroom has stopped with error %code%. The text above says why.
echo Le jeu s'est interrompu avec l'erreur %code%. Le texte plus haut dit pourquoi.
:wait
if "%~1"=="" pause
:end
exit /b %code%
""".replace("\n", "\r\n")
"""playroom.cmd. It starts the newest version in the folder. A window that it opened, where there are no
arguments, stays until its text has been read.

In ASCII, as each Windows has a character set of its own. 130 is the exit code of Ctrl+C, after which cmd asks
whether to end the batch job, unless the rest of the line takes the exit code (microsoft/terminal #19824).
"""


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
    """Unpack an embeddable Python, of which some packages have a folder around it, without what is unused."""
    with zipfile.ZipFile(packed) as content, tempfile.TemporaryDirectory() as place:
        content.extractall(place)
        (program,) = Path(place).rglob("python.exe")
        shutil.copytree(program.parent, home)
    (library,) = home.glob("python*.zip")
    with zipfile.ZipFile(io.BytesIO(library.read_bytes())) as whole, zipfile.ZipFile(library, "w") as kept:
        for module in whole.infolist():
            if module.filename.partition("/")[0] not in UNUSED_STANDARD:
                kept.writestr(module, whole.read(module), module.compress_type, compresslevel=9)


def _trim(site: Path) -> None:
    """Remove what no player needs of the libraries."""
    remove_unused(site)
    for library in site.glob("icu4py.libs/icudt*.dll"):
        library.write_bytes(trim_icu(library.read_bytes()))
    sys.path.append(str(site))  # the data of Babel are made of its classes
    trim_babel(site / "babel" / "locale-data")


def remove_unused(site: Path) -> None:
    """Remove from the folder of libraries the files and folders that no player needs."""
    named = [found for pattern in UNUSED for found in site.glob(pattern)]
    modules = [(each, kept) for pattern, kept in PYWIN32.items() for each in site.glob(pattern)]
    for each in named + [module for module, kept in modules if module.stem not in kept]:
        shutil.rmtree(each) if each.is_dir() else each.unlink(missing_ok=True)


def _compile(site: Path) -> None:
    """Put compiled modules in the place of their sources: half as many files, and no start compiles any.

    Only the same Python can compile for Windows.
    """
    if sys.version_info[:2] != VERSION:
        print("The first start will take longer: the modules are not compiled.")
        return
    compiled = partial(
        compileall.compile_dir,
        quiet=2,  # some libraries have templates that are no Python
        stripdir=site.parents[3],
        invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
    )
    for library in SOURCED:
        compiled(site / library)
    compiled(site, legacy=True, rx=re.compile("|".join(SOURCED)))
    for module in site.rglob("*.pyc"):
        module.with_suffix(".py").unlink(missing_ok=True)


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
    with zipfile.ZipFile(packed, "w") as archive:
        for file in sorted(each for each in folder.rglob("*") if each.is_file()):
            entry = zipfile.ZipInfo(file.relative_to(folder.parent).as_posix())
            archive.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED, compresslevel=9)


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
