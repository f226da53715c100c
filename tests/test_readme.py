"""The keys that the README names, and its commands, run as written in a fresh clone."""

import os
import re
import subprocess
from pathlib import Path
from string import ascii_uppercase

import pytest
from player import Player
from private_dispatcher import Dispatcher

from playroom.keys.commands import PlaceName
from playroom.keys.keymap import keymap

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
INSTALLING = 600.0
"""The most seconds that an installation may take."""
ONE_TEST = "-n 1 tests/rules/test_clauses.py"
"""Run in place of all tests."""


def command(last_word: str) -> str:
    """The command of the README for a POSIX shell that ends with this word."""
    (line,) = re.findall(rf"^    (python3 -m venv .*{last_word})$", README, re.MULTILINE)
    return str(line)


def short_line() -> str:
    """The line of the README that starts what is installed."""
    (line,) = re.findall(r"^    (\.venv/bin/playroom)$", README, re.MULTILINE)
    return str(line)


def letters(text: str) -> set[str]:
    """The letters that stand alone in *text*, as keys do."""
    return set(re.findall(r"\b[A-Z]\b", text))


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone of the last commit, without anything else of this checkout; packages may come from a cache."""
    fresh = tmp_path / "playroom"
    subprocess.run(["git", "clone", "--quiet", ROOT, fresh], check=True)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("PIP_CACHE_DIR", str(Path("~/.cache/pip").expanduser()))
    return fresh


def test_windows_has_the_same_lines() -> None:
    windows = [line.strip() for line in README.splitlines() if "Scripts" in line]

    assert windows[0].startswith('cmd /c "py -m venv .venv && ')
    assert windows[1] == short_line().replace("bin", "Scripts").replace("/", "\\")


def test_the_letters_of_the_table_are_named_and_bound() -> None:
    keys = keymap("en")[0]
    first_column = " ".join(re.findall(r"^\| ([^|]*) \|", README, re.MULTILINE))

    bound = {letter for letter in ascii_uppercase if keys.command(PlaceName.HAND, letter.lower())}

    assert letters(first_column) <= bound <= letters(README)


@pytest.mark.long
def test_the_first_command_ends_in_the_spoken_menu_and_the_short_line_too_without_network(
    clone: Path, dispatcher: Dispatcher, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = ("bash", "-c", f"cd '{clone}' && {command('/playroom')}")
    with Player(dispatcher, home, program=program, is_new=True) as player:
        first = player.hear("Sound check.", INSTALLING)
        player.send("1")
        menu = player.hear("The playroom.")
        player.send("escape")
        player.wait_for("Leave the playroom?")
        player.send("y")

        assert player.end() == 0

    installed = _changed(clone)
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    program = ("bash", "-c", f"cd '{clone}' && {short_line()}")
    with Player(dispatcher, home, program=program) as player:
        again = player.hear("The playroom.")
        player.send("escape")
        player.wait_for("Leave the playroom?")
        player.send("y")

        assert player.end() == 0

    assert "Enter changes nothing." in first.text
    assert all(heard.text.startswith("The playroom. New match, 1 of 6") for heard in (menu, again))
    assert _changed(clone) == installed


def _changed(clone: Path) -> dict[Path, int]:
    """When each file that was installed was changed last."""
    return {file: file.stat().st_mtime_ns for file in (clone / ".venv").rglob("*.dist-info/*")}


@pytest.mark.long
def test_the_second_command_passes_the_tests(clone: Path) -> None:
    ended = subprocess.run(
        ["bash", "-c", command("pytest")],
        cwd=clone,
        env={**os.environ, "PYTEST_ADDOPTS": ONE_TEST},
        timeout=INSTALLING,
        capture_output=True,
        text=True,
        check=False,
    )

    assert ended.returncode == 0, ended.stderr
    assert re.search(r"\d+ passed", ended.stdout)
