"""Nothing falls silent by a slip: what silences asks first, and says how to come back."""

from pathlib import Path

import pytest
from support.console.hand_held import Console
from support.console.opened import TABLE, kept, opened
from support.languages import CODES

from playroom.console.console import SILENT_MODES
from playroom.home.presets import Presets
from playroom.home.settings import Settings
from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import Command, PlaceName
from playroom.keys.keymap import keymap
from playroom.voice.mode import Mode

SPEECH_OFF = "Turn speech off, and only write? F5 brings it back."


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("profile", KeyProfile)
def test_no_letter_changes_the_mode(profile: KeyProfile, language: str) -> None:
    keys, _ = keymap(language, None, profile)

    assert all(len(key) > 1 for place in PlaceName for key in keys.keys(place, Command.MODE))


@pytest.mark.long
def test_a_mode_that_silences_asks_first_and_says_how_to_come_back(home: Path) -> None:
    console = opened(home, *TABLE, mode="both")

    assert console.hear("f5")[0].startswith(SPEECH_OFF)
    console.hear("n")
    assert kept(home)["mode"] == "both"
    console.hear("f5")
    assert console.hear("y") == ["Mode: screen. F5 brings speech back."]
    assert console.hear("f5") == ["Mode: speech."]
    assert kept(home)["mode"] == "voice"


def test_the_key_for_the_mode_asks_once_more_and_only_one_answer_is_awaited(home: Path) -> None:
    console = opened(home, *TABLE, mode="both")

    asked = console.hear("f5", "f5", "f5")

    assert asked[-1].startswith(SPEECH_OFF)
    assert "Your turn" in console.hear("n")[-1]


@pytest.mark.parametrize(("before", "key"), [("both", "right"), ("voice", "left")])
def test_a_mode_that_silences_asks_in_the_settings_too(home: Path, before: str, key: str) -> None:
    console = opened(home, mode=before)
    console.answers("s", "enter", "m")

    (asked,) = console.hear(key)
    console.hear("escape")

    assert asked.startswith(SPEECH_OFF)
    assert kept(home)["mode"] == before


def test_a_preset_that_silences_asks_first(home: Path) -> None:
    console = opened(home, mode="voice")
    Presets(console.folders.presets).save("Quiet", Settings(mode="text"))

    (asked,) = console.hear("f4")
    console.hear("n")

    assert asked.startswith(SPEECH_OFF)
    assert kept(home)["mode"] == "voice"
    console.hear("f4")
    console.hear("y")
    assert kept(home)["mode"] == "text"


@pytest.mark.sample(3)
@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("arguments", [(), TABLE], ids=["menu", "table"])
def test_a_start_with_speech_off_is_announced_once_aloud(
    home: Path, mode: Mode, arguments: tuple[str, ...]
) -> None:
    console = Console(*arguments, home=home, settings={"mode": str(mode)})

    told = [text for text in console.hear() if text.endswith(" F5 brings speech back.")]

    assert len(told) == (mode in SILENT_MODES)
    assert len([line for line in console.lines() if line in told]) == len(told)
    assert console.hear("right", "f1") == [] or mode is not Mode.TEXT


def test_a_start_with_speech_off_does_not_complain_where_nothing_can_speak(home: Path) -> None:
    console = Console(home=home, settings={"mode": "text"}, kind=None)

    console.rest()

    assert "No speech is available here, so everything is written." not in console.lines()


def test_a_part_of_the_history_is_muted_after_a_question(home: Path) -> None:
    console = opened(home, *TABLE)
    console.hear("f3", "right")

    (asked,) = console.hear("s")
    console.hear("n")
    assert "muted" not in kept(home)
    console.hear("s")
    muted = console.hear("y")[-1]

    assert asked.startswith("Mute Table? It is still recorded. S unmutes it.")
    assert muted == "Table muted, but still recorded."
    assert kept(home)["muted"] == ["table"]
    assert console.hear("s") == ["Table unmuted."]
