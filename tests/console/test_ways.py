"""The list of ways to speak, by ear: a real dispatcher, and a program of our own on the path."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from player import Player
from private_dispatcher import Dispatcher, until

from playroom.home.settings import SPEAKERS, load_settings
from playroom.voice.speakers import sources

if sys.platform == "win32":
    pytest.skip("the stand-in for a program is a shell script", allow_module_level=True)


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for espeak-ng, alone on the path, that writes down its options and its text."""
    script = tmp_path / "espeak-ng"
    script.write_text(f'#!/bin/sh\necho "$@: $(/bin/cat)" >> "{tmp_path}/said"\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    return script


@pytest.fixture
def player(dispatcher: Dispatcher, home: Path, program: Path) -> Iterator[Player]:
    """Somebody in front of the list, which has been filled."""
    assert program
    with Player(dispatcher, home, "--language", "en", "--mode", "voice") as player:
        player.hear()
        for key in ("s", "enter", "w"):
            player.press(key)
        player.send("enter")
        player.wait_for("2 can speak.")
        yield player


def settings(home: Path) -> tuple[str, int, float]:
    kept, _ = load_settings(home / "config" / "playroom" / "settings.yaml")
    return kept.speaker, kept.rate, kept.pause


def said(program: Path) -> list[str]:
    file = program.with_name("said")
    return file.read_text().splitlines() if file.exists() else []


def heard(player: Player, *keys: str) -> list[str]:
    return [each.text for key in keys for each in player.press(key)]


def last(player: Player, program: Path, key: str, line: str) -> str:
    """What the program said last after a key, once that is *line*, or for some seconds has not been."""
    player.send(key)
    until(lambda: said(program)[-1:] == [line], 5)
    return said(program)[-1]


def test_the_settings_know_every_way_to_speak() -> None:
    assert tuple(source.name for source in sources()) == SPEAKERS


def test_what_was_found_is_listed_and_what_was_not_says_why(player: Player) -> None:
    ways = heard(player, *["down"] * 5)

    assert ways == [
        "accessible-output2: Linux Speech Dispatcher, 2 of 9",
        "espeak-ng: ready, 3 of 9",
        "prism: not installed, 4 of 9",
        "say: not installed, 5 of 9",
        "espeak: not installed, 6 of 9",
    ]


def test_a_way_that_cannot_speak_tells_what_to_do(player: Player) -> None:
    told = heard(player, "s", "enter")

    assert told[-1] == "It comes with macOS. say: not installed, 5 of 9"


def test_a_sentence_is_said_through_the_way_that_is_tried(player: Player, program: Path) -> None:
    heard(player, "e", "enter")

    player.send("enter")
    player.wait_for("That was espeak-ng.")

    sentence = "This is espeak-ng. If you hear this sentence, the playroom can speak this way."
    assert said(program) == [f"--stdin -v en: {sentence}"]


def test_a_trial_that_fails_says_why(player: Player, program: Path) -> None:
    program.write_text("#!/bin/sh\nexit 3\n")
    heard(player, "e", "enter")

    player.send("enter")

    assert "espeak-ng fails. Try another" in player.wait_for("espeak-ng fails.")[-1].text


def test_the_way_that_is_chosen_speaks_from_then_on_with_its_rate_and_pause(
    player: Player, program: Path, home: Path
) -> None:
    keys = {
        "enter": "--stdin -v en: espeak-ng: ready, chosen, 3 of 9",
        "end": "--stdin -v en: Back, 9 of 9",
        "up": "--stdin -v en: Pause of say and espeak: none, 8 of 9",
        "right": "--stdin -v en: Pause of say and espeak: 0.1 seconds, 8 of 9",
        "text \x1b[A": "--stdin -v en: Rate of say and espeak: its own, 7 of 9",
        "text \x1b[C": "--stdin -v en -s 80: Rate of say and espeak: 80 words a minute, 7 of 9",
    }
    heard(player, "e", "enter", "down")

    told = {key: last(player, program, key, line) for key, line in keys.items()}

    assert told == keys
    assert settings(home) == ("espeak-ng", 80, 0.1)
    assert player.new() == []
