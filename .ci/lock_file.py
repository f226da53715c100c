"""The lock file: its entries, and which of them a package needs.

usage: lock_file.py PACKAGE ...    prints the entries that these need, such as playroom[test] or hatchling

It needs nothing but Python: an environment is installed from what it prints.
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

CHECKOUT: Final = Path(__file__).parents[1]
LOCK: Final = CHECKOUT / ".ci" / "requirements.txt"
OURS: Final = "playroom"
_NAME: Final = re.compile(r"[A-Za-z0-9][\w.-]*")
_EXTRAS: Final = re.compile(r"\[(.*)\]")


@dataclass(frozen=True, slots=True)
class Entry:
    """A locked package: its line with the version and the marker, its hashes, and who asks for it."""

    requirement: str
    hashes: tuple[str, ...]
    asked_by: frozenset[str]

    @property
    def name(self) -> str:
        """The name of the package as the lock file spells it."""
        return self.requirement.partition("==")[0]

    @property
    def version(self) -> str:
        """The one version."""
        return self.requirement.partition("==")[2].split()[0]

    def __str__(self) -> str:
        return " \\\n    ".join((self.requirement, *(f"--hash={each}" for each in self.hashes)))


def entries(lock: str) -> Iterator[Entry]:
    """The entries of the text of a lock file."""
    for block in re.split(r"\n(?=[A-Za-z0-9])", lock)[1:]:
        requirement = block.splitlines()[0].removesuffix("\\").strip()
        comments = re.findall(r"^    #(?: via)? +([\w.-]+)", block, re.MULTILINE)
        yield Entry(requirement, tuple(re.findall(r"--hash=(\S+)", block)), frozenset(comments))


def needed(packages: Iterable[str], lock: str) -> list[Entry]:
    """The entries that the packages and all that they need have in a lock file, in its order."""
    locked = list(entries(lock))
    wanted = set[str]()
    for package in packages:
        wanted |= _asked_for(package)
    while True:
        more = {each.name for each in locked if each.asked_by & wanted} - wanted
        if not more:
            break
        wanted |= more
    if missing := wanted - {each.name for each in locked}:
        raise SystemExit(f"The lock file does not have {', '.join(sorted(missing))}: run .ci/lock.")
    return [each for each in locked if each.name in wanted]


def _asked_for(package: str) -> set[str]:
    """A package as the lock file names it; in place of ours, its dependencies and those of its extras."""
    name = _NAME.match(package)
    assert name
    if name[0] != OURS:
        return {_normal(name[0])}
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    listed = list(project["dependencies"])
    if extras := _EXTRAS.search(package):
        for extra in extras[1].split(","):
            listed += project["optional-dependencies"][extra]
    found = (_NAME.match(each) for each in listed)
    return {_normal(each[0]) for each in found if each}


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    print(*needed(sys.argv[1:], LOCK.read_text(encoding="utf-8")), sep="\n")
