"""The pages on accessibility name only what exists, every setting and every row of the XAG."""

import re
from pathlib import Path

import pytest
from msgspec.structs import fields
from support.console.hand_held import Console
from support.languages import CODES

from playroom.commands.parser import COMMANDS as COMMANDS_OF_THE_LINE
from playroom.console.ui.preferences import key_name
from playroom.home.settings import Settings
from playroom.keys.commands import Command, PlaceName
from playroom.keys.keymap import keymap
from playroom.narration.guide import PAGE, guide
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Verbosity

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = {"en": DOCS / PAGE, **{page.parent.name: page for page in DOCS.glob(f"*/{PAGE}")}}
TEXTS = {code: " ".join(page.read_text(encoding="utf-8").split()) for code, page in PAGES.items()}
NOT_CHOSEN = {"table", "companions"}
"""Saved with the settings, but not set by the player: the last table, and the people of the last of wood."""

SETTINGS = {each.name for each in fields(Settings)}
NAMES = {code: re.findall(r"`([a-z][a-z_-]+)`(?: \(([^)]*)\))?", text) for code, text in TEXTS.items()}
"""What each page names: the setting `pace`, the command `ends` (C) with its keys."""
OTHERS = {"say", "espeak-ng", "prism", "prismatoid", "facts"} | set(Verbosity)
"""Programs and values that are named like that too."""


def commands(code: str) -> set[str]:
    """The commands that a page names."""
    return {name for name, _ in NAMES[code] if name in set(Command)}


def keys_of(code: str, command: str) -> set[str]:
    """The keys of a command at all places, as the page of a language writes them."""
    book, keys = phrasebook(code), keymap(code)[0]
    found = {key for place in PlaceName for key in keys.keys(place, Command(command))}
    names = {key_name(book, key) for key in found}
    return {name.upper() if len(name) == 1 else name for name in names}


@pytest.mark.parametrize("code", PAGES)
def test_all_that_is_named_exists(code: str) -> None:
    assert {name for name, _ in NAMES[code]} <= SETTINGS | set(Command) | OTHERS


@pytest.mark.parametrize("code", PAGES)
def test_every_setting_is_named(code: str) -> None:
    assert {name for name, _ in NAMES[code]} >= SETTINGS - NOT_CHOSEN


@pytest.mark.parametrize("code", PAGES)
def test_every_command_has_the_keys_that_are_named(code: str) -> None:
    named = [
        (name, {*keys.split(", ")})
        for name, keys in NAMES[code]
        if name in set(Command) and keys and not keys[0].islower()
    ]

    assert named
    assert [(command, keys) for command, keys in named if not keys <= keys_of(code, command)] == []


@pytest.mark.parametrize("code", PAGES)
def test_every_way_to_call_the_program_that_is_named_exists(code: str) -> None:
    assert {*re.findall(r"`playroom (\w+)`", TEXTS[code])} <= COMMANDS_OF_THE_LINE.keys()


@pytest.mark.parametrize("code", PAGES)
def test_every_row_of_the_guidelines_has_a_heading(code: str) -> None:
    headings = re.findall(r"^## XAG (\d+)(?: \w+ (\d+))? ?:", PAGES[code].read_text("utf-8"), re.MULTILINE)
    rows = {row for first, last in headings for row in range(int(first), int(last or first) + 1)}

    assert rows == set(range(101, 124))


@pytest.mark.parametrize("code", PAGES)
def test_the_page_has_the_same_sections_as_many_points_and_the_same_commands(code: str) -> None:
    shapes = [[len(each.paragraphs) for each in guide(language)] for language in ("en", code)]

    assert code in CODES
    assert shapes[0] == shapes[1]
    assert commands(code) == commands("en")


def test_help_reads_the_page_aloud(home: Path) -> None:
    console = Console("--language", "fr", home=home)

    console.hear("?", "a", "enter", "end", "up", "up")
    opened = console.hear("enter")[-1]
    rows = [console.hear("down")[-1] for _ in range(4)]
    read = console.hear("enter")[-1]

    assert opened.startswith("Accessibilité. Entrée ouvre une section. Accessibilité, 1 sur ")
    assert any(row.startswith("XAG 102 : contraste, ") for row in rows)
    assert read.startswith(rows[-1].split(",")[0])
    assert "`" not in read
