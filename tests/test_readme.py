"""The keys that the README names, and its commands, run as written in a fresh clone."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from runpy import run_path
from string import ascii_uppercase

import pytest
from support.console.player import Player
from support.voice.private_dispatcher import Dispatcher

from playroom.commands.parser import COMMANDS
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
    (line,) = re.findall(rf"^    (python3 .*{last_word})$", README, re.MULTILINE)
    return str(line)


def short_line() -> str:
    """The line of the README that starts what is installed."""
    (line,) = re.findall(r"^    (\.venv/bin/playroom)$", README, re.MULTILINE)
    return str(line)


def version_check() -> Path:
    """The file that the first command runs first."""
    first, *_ = command("/playroom").split(" && ")
    return ROOT / first.removeprefix("python3 ")


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
    first, second = re.findall(r"^    (.*Scripts.*)$", README, re.MULTILINE)

    posix = re.sub(r"(?<!\S)py ", "python3 ", first.removeprefix('cmd /c "').removesuffix('"'))
    assert posix.replace("Scripts", "bin").replace("\\", "/") == command("/playroom")
    assert second == short_line().replace("bin", "Scripts").replace("/", "\\")


def test_an_older_python_is_refused_in_a_sentence_before_pip_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 13))

    with pytest.raises(SystemExit) as refused:
        run_path(str(version_check()))

    sentences = str(refused.value)
    assert sentences.startswith("The playroom needs Python 3.11 or later, and this is Python 3.10: see ")
    assert all((ROOT / page).is_file() for page in re.findall(r"docs/[\w/.]*md", sentences))


def test_the_oldest_python_is_accepted_as_the_project_declares_it(monkeypatch: pytest.MonkeyPatch) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    monkeypatch.setattr(sys, "version_info", (3, 11, 0))

    major, minor = run_path(str(version_check()))["OLDEST"]

    assert project["requires-python"] == f">={major}.{minor}"


def test_older_pythons_can_read_the_check_of_the_version() -> None:
    text = version_check().read_text(encoding="utf-8")

    assert ast.parse(text, feature_version=(3, 7))
    assert text.isascii()


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
        player.hear("Do you know QuentinC's Playroom")
        player.send("n")
        player.hear("Would you like to learn by playing?")
        player.send("n")
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

    assert "Enter goes on." in first.text
    assert all(heard.text.startswith("The playroom. New match, 1 of ") for heard in (menu, again))
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


@pytest.mark.parametrize("page", sorted(ROOT.glob("docs/*/install.md")), ids=lambda page: page.parent.name)
def test_the_page_on_installation_names_the_same_commands_in_every_language(page: Path) -> None:
    texts = (each.read_text(encoding="utf-8") for each in (ROOT / "docs" / "install.md", page))

    english, other = (
        set(re.findall(r"`((?:pipx|uv|playroom-windows-setup|xattr)[^`]*)`", text)) for text in texts
    )

    assert len(english) > 8
    assert other == english


@pytest.mark.parametrize("page", sorted(ROOT.glob("docs/*/README.md")), ids=lambda page: page.parent.name)
def test_a_page_in_another_language_has_the_same_install_lines_and_names_bound_keys(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    keys = keymap(page.parent.name)[0]
    bound = {letter for letter in ascii_uppercase if keys.command(PlaceName.HAND, letter.lower())}
    first_column = " ".join(re.findall(r"^\| ([^|]*) \|", text, re.MULTILINE))
    commands = re.findall(r"`playroom (\w+)", text)

    assert command("/playroom") in text
    assert short_line() in text
    assert letters(first_column) <= bound
    assert set(commands) <= COMMANDS.keys()
    assert set(re.findall(r"--\w+", text)) <= set(re.findall(r"--\w+", README))
