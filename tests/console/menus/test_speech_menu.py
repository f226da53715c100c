"""The list of speech backends: found, tried and chosen."""

import sys
from functools import partial
from pathlib import Path

import pytest
from support.console.hand_held import Console, without_position
from support.console.player import Player
from support.voice.fake_backend import FakeSpeaker
from support.voice.private_dispatcher import Dispatcher, until

from playroom.home.settings import load_settings
from playroom.voice.backends.backend import BackendError, Failure
from playroom.voice.sources import Source


def fake(name: str, speaker: FakeSpeaker) -> Source:
    return Source(name, speaker.build)


def ends_with(file: Path, line: str) -> bool:
    return file.exists() and without_position(file.read_text().rstrip("\n")).endswith(line)


def missing(_attempt: int) -> None:
    raise BackendError(Failure.NOT_INSTALLED, "")


@pytest.fixture
def speaker() -> FakeSpeaker:
    """A program that can speak."""
    return FakeSpeaker()


SPEAKING = ("s", "enter", "s", "s", "enter")
"""Settings, then Speech and braille, after Sound."""


@pytest.fixture
def console(home: Path, speaker: FakeSpeaker) -> Console:
    """The list of a server that speaks, a program that is not there, and a program that speaks."""
    ways = (
        fake("accessible-output2", FakeSpeaker()),
        fake("say", FakeSpeaker(before_building=missing)),
        fake("espeak-ng", speaker),
    )
    console = Console(home=home, sources=ways)
    console.answers(*SPEAKING, "w")
    return console


def test_what_was_found_is_listed_and_what_was_not_says_why(console: Console) -> None:
    counted = console.hear("enter")

    assert without_position(counted) == [
        "Ways to speak. Enter tries and chooses. Chosen: whatever speaks best",
        "2 ways to speak.",
    ]
    assert without_position(console.answers(*["down"] * 3)) == [
        "accessible-output2: fake",
        "espeak-ng: fake",
        "say: not installed",
    ]


def test_the_list_is_there_before_anything_was_found(console: Console) -> None:
    console.background.seconds = 2.0

    console.press("enter", "down")

    assert without_position(console.heard()[-1]) == "accessible-output2: searching"


def test_a_source_that_cannot_speak_says_what_to_do(console: Console) -> None:
    *_, told = console.answers("enter", "s", "enter")

    assert without_position(told) == "It comes with macOS. say: not installed"


def test_a_sentence_is_said_through_the_way_that_is_tried(console: Console, speaker: FakeSpeaker) -> None:
    console.answers("enter", "e", "enter")

    told = console.hear("enter")

    assert told == ["That was fake."]
    assert speaker.texts == ["This is fake. If you hear this sentence, the playroom can speak this way."]


def test_a_trial_that_fails_says_why(console: Console, speaker: FakeSpeaker) -> None:
    console.answers("enter", "e", "enter")

    def fail(_call: int) -> None:
        raise OSError

    speaker.before_speaking = fail

    assert console.hear("enter")[-1].startswith("espeak-ng fails. Try another")


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for a program is a shell script")
def test_the_way_that_is_chosen_speaks_from_then_on_at_its_rate(
    dispatcher: Dispatcher, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = tmp_path / "said"
    program = tmp_path / "espeak-ng"
    program.write_text(f'#!/bin/sh\necho "$@: $(/bin/cat)" >> "{written}"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "prism.py").write_text("raise ImportError")  # it may be installed, and speaks then as well
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    said = {
        "enter": "--stdin -v en: Chosen: espeak-ng: ready",
        "end": "--stdin -v en: Back",
        "up": "--stdin -v en: Rate of SAPI, say and espeak: its own",
        "right": "--stdin -v en -s 80: Rate of SAPI, say and espeak: 80 words a minute",
    }

    with Player(dispatcher, home, "--language", "en", "--mode", "voice") as player:
        player.wait_for("Up and Down move, ")
        for key in (*SPEAKING, "w", "enter"):
            player.send(key)
        player.wait_for("2 ways to speak.")
        for key in ("e", "enter", "down"):
            player.send(key)
        player.wait_for("Use this from now on")
        for key, line in said.items():
            player.send(key)
            assert until(partial(ends_with, written, line)), written.read_text()
        assert player.new() == []
        # Settings are saved in the background, and a player who leaves so does not wait for that.
        assert until(lambda: kept(home) == ("espeak-ng", 80)), kept(home)


def kept(home: Path) -> tuple[str, int]:
    """The way to speak that was saved, with its rate."""
    settings, _ = load_settings(home / "config" / "playroom" / "settings.yaml")
    return settings.speaker, settings.rate
