"""The files of a player of an earlier version, in `earlier`: they are read, and written as they were."""

import shutil
from pathlib import Path

import pytest
from support.games.random_matches import VARIANTS

from playroom.home.presets import Presets
from playroom.home.saved_match import SavedMatches
from playroom.home.settings import Settings, load_settings, save_settings
from playroom.keys.commands import Command, PlaceName
from playroom.keys.keymap import keymap
from playroom.table.record import text

EARLIER = Path(__file__).parent / "earlier"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A copy of the player's files."""
    return Path(shutil.copytree(EARLIER, tmp_path / "home"))


def test_the_settings_are_read_and_written_as_they_were(home: Path) -> None:
    found, errors = load_settings(home / "settings.yaml")

    save_settings(home / "settings.yaml", {"volume": 70, "rate": 180})

    assert errors == ()
    assert found == Settings(
        verbosity="brief",
        braille=40,
        told={"alert": "full", "event": "brief"},
        volume=70,
        volumes={"table": 50},
        rate=180,
        table={"game": "mexican-train", "players": 4},
        people={"Ada": {"pace": 0.2}},
    )
    assert (home / "settings.yaml").read_bytes() == (EARLIER / "settings.yaml").read_bytes()


def test_the_presets_are_read(home: Path) -> None:
    presets = Presets(home / "presets.yaml")

    assert presets.errors == ()
    assert presets.names == ("evening",)
    assert presets.settings("evening")["rate"] == 180


def test_the_keys_are_read(home: Path) -> None:
    found, errors = keymap("en", home / "keys.yaml")

    assert errors == ()
    assert found.command(PlaceName.HAND, "ctrl-b") is Command.PREVIOUS
    assert found.command(PlaceName.MENU, "ctrl-g") is Command.HELP


def test_a_saved_match_is_read_and_written_as_it_was(home: Path) -> None:
    (saved,) = SavedMatches(home / "matches").newest_first()

    found = saved.load(VARIANTS)

    assert saved.notes().bots == {1: "hard", 2: "steady"}
    assert found.players == ("Ada", "Ben", "Cy")
    assert text(found) == saved.file.read_text(encoding="utf-8")
