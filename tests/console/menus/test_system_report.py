"""The report of what was found on this system, as a list in the settings."""

from pathlib import Path

from support.console.hand_held import Console
from support.voice.fake_backend import FakeSpeaker

FOUND = ("s", "enter", "end", "up", "enter", "end", "up", "enter")
"""Settings, the last of their groups, and its last line."""


def test_the_report_is_read_line_by_line_and_copied(home: Path) -> None:
    console = Console(home=home, sources=(FakeSpeaker().source,))
    *_, looking, first, speech = console.answers(*FOUND, "home", "down")
    *_, last, copied = console.answers("end", "up", "enter")

    assert looking == "What was found here. Searching."
    assert first == "If you hear this sentence, the playroom can speak here."
    assert speech == "Speech: fake: ready."
    assert last == "Copy all of this."
    assert copied.startswith(f"Copied to {console.folders.copied}.")
    assert console.folders.copied.read_text(encoding="utf-8").splitlines()[1] == speech


def test_the_report_names_what_plays_the_sounds_of_the_room(home: Path) -> None:
    console = Console(home=home, settings={"sound": "mono"})
    console.answers(*FOUND, "end", "up", "enter")

    lines = console.folders.copied.read_text(encoding="utf-8").splitlines()

    assert "Sounds: Speakers, mono, through a list." in lines
