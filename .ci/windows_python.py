"""Builds a Windows Python with the playroom in it, on any system.

usage: windows_python.py requirements LOCK          prints the lines of the lock file that hold on Windows
       windows_python.py build FOLDER DATA WHEELS   unpacks Python from DATA and the wheels of folder WHEELS
"""

import shutil
import sys
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from lock_file import entries
from packaging.requirements import Requirement

WINDOWS: Final[Mapping[str, str]] = {
    "implementation_name": "cpython",
    "os_name": "nt",
    "platform_machine": "AMD64",
    "platform_python_implementation": "CPython",
    "platform_system": "Windows",
    "python_full_version": "3.11.9",
    "python_version": "3.11",
    "sys_platform": "win32",
}
"""What the markers of requirements ask for, on the Windows that is built for."""
LEFT_OUT: Final = frozenset({"mypy", "prismatoid", "ruff"})
"""Checks that run elsewhere, and what is optional."""
PATHS: Final = ("python311.zip", ".", "Lib\\site-packages", "import site")
"""What the embeddable Python searches for modules."""


def requirements(lock: str) -> Iterator[str]:
    """The entries of a lock file that hold on Windows, each with its hashes and without its marker."""
    for entry in entries(lock):
        requirement = Requirement(entry.requirement)
        if _is_wanted(requirement):
            yield " --hash=".join((f"{requirement.name}{requirement.specifier}", *entry.hashes))


def _is_wanted(requirement: Requirement) -> bool:
    holds = requirement.marker is None or requirement.marker.evaluate(dict(WINDOWS))
    return holds and requirement.name not in LEFT_OUT


def build(folder: Path, data: Path, wheels: Path) -> None:
    """Unpack the embeddable Python of 3.11 in *data*, and all wheels, to a new *folder*.

    Its file of paths is removed: without it, an embeddable Python obeys the environment as any other does.
    """
    shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(data) as packed:
        packed.extractall(folder, [name for name in packed.namelist() if name.startswith("cp311/")])
    python = folder / "cp311"
    (python / "python311._pth").unlink()
    for wheel in sorted(wheels.glob("*.whl")):
        install(wheel, python / "Lib" / "site-packages")


def install(wheel: Path, site: Path) -> None:
    """Unpack a wheel as an installer does, but for its scripts."""
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    for each in (*site.glob("*.data/purelib"), *site.glob("*.data/platlib")):
        shutil.copytree(each, site, dirs_exist_ok=True)
    for each in site.glob("*.data"):
        shutil.rmtree(each)


def main(task: str, *paths: str) -> None:
    """Do one of the two tasks."""
    match task, *map(Path, paths):
        case "requirements", Path() as lock:
            print(*requirements(lock.read_text(encoding="utf-8")), sep="\n")
        case "build", Path() as folder, Path() as data, Path() as wheels:
            build(folder, data, wheels)
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(*sys.argv[1:])
