"""A console in a home, with its settings."""

from collections.abc import Mapping
from pathlib import Path

import yaml

from support.console.hand_held import Console

TABLE = ("play", "--seed", "7", "--pace", "0", "--players", "2")
"""The command line of a match against one bot."""

TABLE_KEYS = (
    "Left and Right move through your hand, Enter plays, Space draws, C says the ends, F1 lists all keys."
)
"""What the first match says of its keys."""


def opened(home: Path, *arguments: str, **settings: object) -> Console:
    """A console with these settings, whose first words were heard."""
    console = Console(*arguments, home=home, settings=settings)
    console.hear()
    return console


def kept(home: Path) -> Mapping[str, object]:
    """The settings as they stand in their file."""
    text = (home / "config/playroom/settings.yaml").read_text()
    return yaml.safe_load(text) or {}
