"""The page with a club's own words, as `playroom serve --check` reads it."""

from pathlib import Path

import pytest
from support.programs.runs import Program

from playroom.commands.club_page import MOST_RULES, ClubPage, club_page
from playroom.table.shared_table import ClubWords

WHOLE = """\
# The page of our club.
name: Lyon Dominoes
greeting: |
  Welcome!
  We play at eight.
rules:
- Be kind to beginners.
- No shouting.
language: fr
games: [draw, block]
"""


def read(folder: Path, text: str) -> tuple[ClubPage, tuple[int, ...]]:
    """The page of a text, and the lines of its errors."""
    (folder / "club.yaml").write_text(text, encoding="utf-8")
    page, errors = club_page(folder, ("en", "fr"), ("draw", "block"))
    return page, tuple(error.line for error in errors)


def test_a_page_has_what_a_club_says(tmp_path: Path) -> None:
    rules = ("Be kind to beginners.", "No shouting.")
    page = ClubPage("Lyon Dominoes", "Welcome! We play at eight.", rules, "fr", ("draw", "block"))

    assert read(tmp_path, WHOLE) == (page, ())
    assert page.words == ClubWords(page.name, page.greeting, rules)


def test_a_club_needs_no_page(tmp_path: Path) -> None:
    assert club_page(tmp_path, (), ()) == (ClubPage(), ())
    assert ClubPage(language="fr").words is None


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ()),
        ("name: A\nrulez: [x]\n", (2,)),
        ("name: A\n\nlanguage: xx\ngames: [draw, chess]\n", (3, 4)),
        ("rules: be kind\n", (1,)),
        ("greeting: [a]\n", (1,)),
        (f"name: {'x' * 61}\n", (1,)),
        (f"rules: [{', '.join(['a'] * (MOST_RULES + 1))}]\n", (1,)),
        ("- a\n", (1,)),
        ("name: [\n", (1,)),
    ],
)
def test_each_error_has_its_line_and_nothing_of_a_wrong_page_is_taken(
    tmp_path: Path, text: str, lines: tuple[int, ...]
) -> None:
    assert read(tmp_path, text) == (ClubPage(), lines)


def test_a_page_is_checked_by_the_command(program: Program, tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text(WHOLE, encoding="utf-8")

    told = program.run("serve", str(tmp_path), "--check", "--mode", "text")

    assert (told.code, told.out) == (0, "club.yaml has no error. 2 rules of conduct, 2 games.\n")


def test_the_check_of_a_folder_without_a_page_says_so(program: Program, tmp_path: Path) -> None:
    told = program.run("serve", str(tmp_path), "--check", "--mode", "text")

    assert (told.code, told.out) == (0, f"There is no club.yaml in {tmp_path}: nothing to check.\n")


@pytest.mark.parametrize("check", [["--check"], []])
def test_a_server_does_not_start_with_a_wrong_page(
    program: Program, tmp_path: Path, check: list[str]
) -> None:
    (tmp_path / "club.yaml").write_text("name: A\ngames: [drawn]\n", encoding="utf-8")

    told = program.run("serve", str(tmp_path), "--port=0", *check, "--mode", "text")

    assert told.code == 1
    assert "line 2" in told.err
    assert "drawn" in told.err
