"""What an environment installs from the lock file: what its packages need, with hashes, and no more."""

from importlib.metadata import requires
from typing import Final

import pytest
from lock_file import LOCK, entries, needed
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TEXT: Final = LOCK.read_text(encoding="utf-8")
SMALL: Final = """# made
above==1.0 \\
    --hash=sha256:a1 \\
    --hash=sha256:a2
    # via -
below==2.0 ; sys_platform == 'win32' \\
    --hash=sha256:b
    # via
    #   above
    #   other
other==3.0 \\
    --hash=sha256:c
"""


def names(*packages: str) -> set[str]:
    return {each.name for each in needed(packages, TEXT)}


def test_a_package_brings_what_it_asks_for_with_all_hashes() -> None:
    assert "\n".join(map(str, needed(["Above"], SMALL))) == (
        "above==1.0 \\\n    --hash=sha256:a1 \\\n    --hash=sha256:a2\n"
        "below==2.0 ; sys_platform == 'win32' \\\n    --hash=sha256:b"
    )


def test_what_is_not_locked_is_named() -> None:
    with pytest.raises(SystemExit, match="does not have absent: run"):
        needed(["absent"], SMALL)


def test_every_entry_of_the_lock_file_is_read_with_its_version_and_hashes() -> None:
    read = list(entries(TEXT))

    assert len(read) == TEXT.count("==") - TEXT.count(" == ")
    assert sum(len(each.hashes) for each in read) == TEXT.count("--hash=")
    assert all(each.version and each.hashes for each in read)


def test_what_is_needed_is_what_the_installed_packages_say() -> None:
    locked = {each.name for each in entries(TEXT)}
    wanted, asked = set[str](), ["playroom"]
    while asked:
        name = asked.pop()
        for each in map(Requirement, requires(name) or ()):
            below = canonicalize_name(each.name)
            if below not in wanted and (each.marker is None or each.marker.evaluate({"extra": ""})):
                wanted.add(below)
                asked.append(below)

    assert wanted <= names("playroom") <= locked
    assert not {"pytest", "ruff", "pyinstaller"} & names("playroom")


def test_an_extra_brings_more() -> None:
    assert {"pytest", "numpy"} <= names("playroom[test]")
    assert "pyinstaller" in names("playroom[test,folder]")
