"""What the playroom depends on: bounded in pyproject.toml, locked with hashes, and audited."""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

CHECKOUT = Path(__file__).parents[1]
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (CHECKOUT / ".ci" / "requirements.txt").read_text(encoding="utf-8")
UNLOCKED = ("bench", "fuzz")
"""The extras that the lock file leaves out: not all have wheels, and the checks can do without them."""
FOLLOWING = ("types-",)
"""Stubs have the versions of the library that they describe."""


def required(*without: str) -> Iterator[Requirement]:
    """All that pyproject.toml asks for, but for these extras."""
    project = PROJECT["project"]
    extras = (listed for name, listed in project["optional-dependencies"].items() if name not in without)
    for listed in (PROJECT["build-system"]["requires"], project["dependencies"], *extras):
        yield from map(Requirement, listed)


def locked() -> dict[str, list[str]]:
    """The lines of each locked package: its name with its version, then its hashes."""
    blocks: dict[str, list[str]] = {}
    for line in LOCK.splitlines():
        if "==" in line and not line.startswith((" ", "#")):
            blocks[line.partition("==")[0]] = [line]
        elif line.strip().startswith("--hash="):
            blocks[next(reversed(blocks))].append(line)
    return blocks


def is_bounded(requirement: Requirement) -> bool:
    """Whether there is a version that is too new."""
    return any(each.operator == "<" for each in requirement.specifier)


def test_a_dependency_has_an_upper_bound() -> None:
    independent = [each for each in required() if not each.name.startswith(FOLLOWING)]

    assert [str(each) for each in independent if not is_bounded(each)] == []


def test_the_lock_file_has_an_allowed_version_of_a_dependency() -> None:
    lines = {name: line for name, (line, *_) in locked().items()}
    versions = {name: line.partition("==")[2].split()[0] for name, line in lines.items()}

    wrong = [
        str(each)
        for each in required(*UNLOCKED)
        if not each.specifier.contains(versions[canonicalize_name(each.name)])
    ]

    assert wrong == []


def test_all_that_is_locked_has_hashes() -> None:
    assert [name for name, lines in locked().items() if len(lines) < 2] == []
    assert len(locked()) > 50


def audited(folder: Path, body: str) -> tuple[int, str]:
    """What the audit makes of a pip-audit that does this: the exit code and the output."""
    (folder / "pip_audit.py").write_text(body)
    ended = subprocess.run(
        [sys.executable, CHECKOUT / ".ci" / "audit.py"],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.returncode, ended.stdout


def test_a_known_vulnerability_fails_the_audit(tmp_path: Path) -> None:
    bad = {"name": "bad", "version": "1", "vulns": [{"id": "CVE-1"}]}
    found = json.dumps({"dependencies": [{"name": "odd", "skip_reason": "unknown"}, bad]})

    assert audited(tmp_path, f"print({found!r}); raise SystemExit(1)") == (
        1,
        "bad 1: [{'id': 'CVE-1'}]\npip-audit has data on 1 of 2 dependencies.\n",
    )


@pytest.mark.long
def test_an_audit_without_data_says_so_and_fails_nothing(tmp_path: Path) -> None:
    code, told = audited(tmp_path, "raise ConnectionError('no network')")

    assert (code, told) == (0, "The data of pip-audit is not to be had here: ConnectionError: no network\n")
