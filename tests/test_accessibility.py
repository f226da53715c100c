"""The pages on accessibility name only what exists, every setting and every row of the XAG."""

import re
from pathlib import Path

import pytest
from msgspec.structs import fields
from support.console.hand_held import Console

from playroom.commands.parser import COMMANDS as COMMANDS_OF_THE_LINE
from playroom.console.spoken_keys import key_name
from playroom.home.settings import Settings
from playroom.keys.commands import Command, PlaceName
from playroom.keys.keymap import keymap
from playroom.narration.guide import guide
from playroom.narration.phrases.locales import ours, phrasebook

ROOT = Path(__file__).parents[1]
PAGES = {"en": ROOT / "docs" / "accessibility.md", "fr": ROOT / "docs" / "fr" / "accessibility.md"}
TEXTS = {code: " ".join(page.read_text(encoding="utf-8").split()) for code, page in PAGES.items()}
NOT_CHOSEN = {"table"}
"""Saved with the settings, but not set by the player: the last table."""

COMMANDS = [
    (code, command, keys)
    for code, text in TEXTS.items()
    for command, keys in re.findall(r"[Cc]omm(?:and|ande) `([\w-]+)`(?: \(([^)]*)\))?", text)
]
"""The commands that each page names, each with its keys: command `ends` (C)."""


def named_settings(code: str) -> set[str]:
    """The settings that a page names: setting `pace`, settings `rate` and `pause`."""
    lists = re.findall(r"(?:[Ss]etting|[Rr]églage)s? ((?:`\w+`(?:, | and | et )?)+)", TEXTS[code])
    return {name for each in lists for name in re.findall(r"`(\w+)`", each)}


def keys_of(code: str, command: str) -> set[str]:
    """The keys of a command at all places, as the page of a language writes them."""
    book, keys = phrasebook(code), keymap(code)[0]
    found = {key for place in PlaceName for key in keys.keys(place, Command(command))}
    names = {key_name(book, key) for key in found}
    return {name.upper() if len(name) == 1 else name for name in names}


@pytest.mark.parametrize("code", PAGES)
def test_every_setting_that_is_named_exists(code: str) -> None:
    assert named_settings(code) <= {each.name for each in fields(Settings)}


@pytest.mark.parametrize("code", PAGES)
def test_every_setting_is_named(code: str) -> None:
    assert {each.name for each in fields(Settings)} - NOT_CHOSEN <= named_settings(code)


@pytest.mark.parametrize("code", PAGES)
def test_every_command_that_is_named_exists_and_has_these_keys(code: str) -> None:
    named = [(command, {*filter(None, keys.split(", "))}) for each, command, keys in COMMANDS if each == code]

    assert named
    assert [(command, keys) for command, keys in named if not keys <= keys_of(code, command)] == []


@pytest.mark.parametrize("code", PAGES)
def test_every_way_to_call_the_program_that_is_named_exists(code: str) -> None:
    assert {*re.findall(r"`playroom (\w+)`", TEXTS[code])} <= COMMANDS_OF_THE_LINE.keys()


@pytest.mark.parametrize("code", PAGES)
def test_every_row_of_the_guidelines_has_a_heading(code: str) -> None:
    headings = re.findall(
        r"^## XAG (\d+)(?: (?:to|and|à|et) (\d+))? ?:", PAGES[code].read_text("utf-8"), re.MULTILINE
    )
    rows = {row for first, last in headings for row in range(int(first), int(last or first) + 1)}

    assert rows == set(range(101, 124))


def test_every_language_has_the_page_with_the_same_headings_as_many_points_and_the_same_commands() -> None:
    codes = {each.name for each in ours().iterdir()}
    shapes = {code: [len(each.paragraphs) for each in guide(code)] for code in codes}
    named = {code: sorted(each[1] for each in COMMANDS if each[0] == code) for code in codes}

    assert PAGES.keys() == codes
    assert len({*map(tuple, shapes.values())}) == 1
    assert set(named["en"]) == set(named["fr"])


def test_help_reads_the_page_aloud(home: Path) -> None:
    console = Console("--language", "fr", home=home)

    console.hear("?", "a", "enter", "end", "up")
    opened = console.hear("enter")[-1]
    rows = [console.hear("down")[-1] for _ in range(4)]
    read = console.hear("enter")[-1]

    assert opened.startswith("Accessibilité. Entrée ouvre une partie. Accessibilité, 1 sur ")
    assert any(row.startswith("XAG 102 : contraste, ") for row in rows)
    assert read.startswith(rows[-1].split(",")[0])
    assert "`" not in read
