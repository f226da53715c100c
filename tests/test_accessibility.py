"""ACCESSIBILITY names only what exists, and every setting."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from playroom.commands.parser import COMMANDS as COMMANDS_OF_THE_LINE
from playroom.home.settings import Settings
from playroom.keys.commands import Command, PlaceName
from playroom.keys.keymap import keymap
from playroom.narration.locales import phrasebook
from playroom.narration.message import Message

PAGE = Path(__file__).parents[1] / "ACCESSIBILITY.md"
TEXT = " ".join(PAGE.read_text(encoding="utf-8").split())
NOT_CHOSEN = {"table"}
"""Saved with the settings, but not set by the player: the last table."""

COMMANDS = re.findall(r"[Cc]ommand `([\w-]+)`(?: \(([^)]*)\))?", TEXT)
"""The commands that the page names, each with its keys: command `ends` (C)."""


def named_settings() -> set[str]:
    """The settings that the page names: setting `pace`, settings `rate` and `pause`."""
    lists = re.findall(r"[Ss]ettings? ((?:`\w+`(?:, | and )?)+)", TEXT)
    return {name for each in lists for name in re.findall(r"`(\w+)`", each)}


def keys_of(command: str) -> set[str]:
    """The keys of a command at all places, as the page writes them."""
    book, keys = phrasebook("en"), keymap("en")[0]
    found = {key for place in PlaceName for key in keys.keys(place, Command(command))}
    return {
        book.say(Message(f"keys.names.{key}")) if f"keys.names.{key}" in book.entries else key.upper()
        for key in found
    }


def test_every_setting_that_is_named_exists() -> None:
    assert named_settings() <= {each.name for each in fields(Settings)}


def test_every_setting_is_named() -> None:
    assert {each.name for each in fields(Settings)} - NOT_CHOSEN <= named_settings()


@pytest.mark.parametrize(("command", "keys"), COMMANDS)
def test_every_command_that_is_named_exists_and_has_these_keys(command: str, keys: str) -> None:
    assert set(keys.split(", ")) <= keys_of(command)


def test_every_way_to_call_the_program_that_is_named_exists() -> None:
    assert {*re.findall(r"`playroom (\w+)`", TEXT)} <= COMMANDS_OF_THE_LINE.keys()


@pytest.mark.parametrize(
    "row", ["103", "105", "106", "107", "108", "109", "112 to 114", "115", "116", "119 and 120"]
)
def test_every_row_of_the_guidelines_has_a_heading(row: str) -> None:
    assert f"## XAG {row}: " in TEXT
