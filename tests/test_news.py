"""What is new: a page in every language, read by help, and named once after an update."""

import re
from pathlib import Path

import pytest
from support.console.hand_held import Console
from support.languages import CODES

from playroom import __version__
from playroom.commands.assembly import tell_new_version
from playroom.commands.context import Context
from playroom.commands.dispatch import read_command_line
from playroom.home.last_version import is_another_version
from playroom.narration.guide import news

CHANGELOG = (Path(__file__).parents[1] / "CHANGELOG.md").read_text(encoding="utf-8")
MOST = 12
"""Paragraphs of one version: what is read aloud is short."""


def number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def context(console: Console) -> Context:
    return read_command_line((), console.folders)[0]


@pytest.mark.parametrize("code", CODES)
def test_every_language_has_the_same_versions_with_as_much_in_each(code: str) -> None:
    english, theirs = news("en"), news(code)

    assert [each.heading for each in theirs] == [each.heading for each in english]
    assert [len(each.paragraphs) for each in theirs] == [len(each.paragraphs) for each in english]
    assert all(len(each.paragraphs) <= MOST for each in theirs)
    assert code == "en" or not {*theirs} & {*english}


def test_the_newest_news_are_of_the_version_that_comes_or_has_come() -> None:
    headings = re.findall(r"^## (.*)$", CHANGELOG, re.MULTILINE)
    released = [re.fullmatch(r"(\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d", each) for each in headings]
    newest, *_ = (each[1] for each in released if each)
    first, *_ = (each.heading for each in news("en"))

    assert all(released[1:])
    assert headings[0] == "Unreleased" or released[0]
    assert number(first) > number(newest) if headings[0] == "Unreleased" else first == newest


def test_help_reads_what_is_new(home: Path) -> None:
    console = Console("--language", "fr", home=home)

    console.hear("?", "a", "enter", "end", "up")
    opened = console.hear("enter")[-1]
    headline = console.hear("enter")[-1]

    assert opened.startswith(f"Nouveautés. Entrée ouvre une version. {news('fr')[0].heading}, 1 sur ")
    assert headline == f"{news('fr')[0].heading}. {news('fr')[0].paragraphs[0]}"


def note(folder: Path, version: bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "version.txt").write_bytes(version)
    return folder


def test_an_update_is_told_once(tmp_path: Path) -> None:
    folder = tmp_path / "updates"

    assert [is_another_version(folder, each) for each in ("1.0.0", "1.0.0", "1.1.0", "1.1.0")] == [
        *(False, False, True, False)
    ]


def test_what_cannot_be_noted_or_read_is_no_update(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"")

    assert not is_another_version(note(tmp_path, b"\xff"), "1.1.0")
    assert is_another_version(tmp_path, "1.2.0")
    assert not is_another_version(file, "1.1.0")


def test_after_an_update_the_menu_says_where_the_news_are(home: Path) -> None:
    console = Console(home=home)
    console.hear()
    note(console.folders.updates, b"0.9.0\n")

    for _ in range(2):
        tell_new_version(context(console), console.opened)

    assert console.hear() == [f"This is version {__version__} now: the help says what is new."]


def test_in_a_match_nothing_is_said_of_an_update_until_the_next_start(home: Path) -> None:
    console = Console("play", "--seed", "1", home=home)
    console.hear()
    folder = note(console.folders.updates, b"0.9.0\n")

    tell_new_version(context(console), console.opened)

    assert console.hear() == []
    assert is_another_version(folder, __version__)
