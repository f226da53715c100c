"""The player's file of keys, as the menu writes it."""

from pathlib import Path

import pytest
from support.english import why

from playroom.home.files import locked, write_atomically
from playroom.home.own_keys import OwnKeys
from playroom.home.settings import load_settings
from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import Command, PlaceName
from playroom.keys.keymap import keymap
from playroom.strict_yaml import Key, Value, read

KEYS = (
    "x",
    "R",
    "y",
    "n",
    "1",
    "0",
    ".",
    "?",
    "#",
    "'",
    '"',
    "-",
    ":",
    "~",
    "з",
    "é",
    "f9",
    "ctrl-x",
    "alt-é",
)


@pytest.mark.parametrize("key", KEYS)
def test_every_key_comes_back_as_it_was_kept(tmp_path: Path, key: str) -> None:
    own = OwnKeys(tmp_path / "keys.yaml")
    replaced = keymap("en")[0].command(PlaceName.HAND, key)
    moved = [("hand", "ctrl-t", str(replaced))] if replaced else []

    own.save("playroom", [("hand", key, "draw"), *moved])
    found, faults = keymap("en", own.file)

    assert faults == ()
    assert found.command(PlaceName.HAND, key) is Command.DRAW


def test_words_of_an_enumeration_are_kept_as_words(tmp_path: Path) -> None:
    own = OwnKeys(tmp_path / "keys.yaml")

    own.save(KeyProfile.SWITCH, [(PlaceName.HAND, "x", Command.DRAW)])

    assert read(own.file).value == {"profiles": {"switch": {"hand": {"x": "draw"}}}}


def test_what_stood_there_stays(tmp_path: Path) -> None:
    own = OwnKeys(tmp_path / "keys.yaml")
    own.file.write_text("hand: {x: pass}\nprofiles:\n  switch:\n    hand: {u: scan}\n")

    own.save("switch", [("hand", "j", "take"), ("hand", "u", "nothing")])

    assert read(own.file).value == {
        "hand": {"x": "pass"},
        "profiles": {"switch": {"hand": {"u": "nothing", "j": "take"}}},
    }


def test_going_back_to_ours_puts_the_old_keys_aside_and_keeps_those_of_other_profiles(tmp_path: Path) -> None:
    own = OwnKeys(tmp_path / "keys.yaml")
    before = {"hand": {"x": "pass"}, "profiles": {"switch": {"hand": {"u": "scan"}}, "playroom": {}}}
    own.file.write_text("hand: {x: pass}\nprofiles:\n  switch:\n    hand: {u: scan}\n  playroom: {}\n")

    own.reset("playroom")

    assert read(own.file).value == {"profiles": {"switch": {"hand": {"u": "scan"}}}}
    assert read(own.backup).value == before


def test_keys_and_backup_are_changed_only_under_the_lock_of_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playroom.home.files.WAIT", 0)
    own = OwnKeys(tmp_path / "keys.yaml")
    own.file.write_text("hand: {x: pass}\n")
    own.backup.write_text("hand: {y: pass}\n")

    with locked(own.file):
        with pytest.raises(OSError, match="another program is changing it"):
            own.restore()
        with pytest.raises(OSError, match="another program is changing it"):
            own.reset("playroom")

    assert (own.file.read_text(), own.backup.read_text()) == ("hand: {x: pass}\n", "hand: {y: pass}\n")


def test_keys_stay_if_their_backup_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = OwnKeys(tmp_path / "keys.yaml")
    own.file.write_text("hand: {x: pass}\n")
    own.backup.write_text("hand: {y: pass}\n")

    def write(file: Path, text: str) -> None:
        if file == own.backup:
            raise OSError(28, "No space left on device")
        write_atomically(file, text)

    monkeypatch.setattr("playroom.home.own_keys.write_atomically", write)
    with pytest.raises(OSError, match="No space left"):
        own.restore()

    assert (own.file.read_text(), own.backup.read_text()) == ("hand: {x: pass}\n", "hand: {y: pass}\n")


@pytest.mark.parametrize(
    ("text", "readable"),
    [
        ("hand: [", {}),
        ("- x\n", {}),
        ("hand: {x: draw}\nhand: {}\nmenu: {j: back}\n", {"hand": {"x": "draw"}, "menu": {"j": "back"}}),
    ],
)
def test_a_file_that_cannot_be_read_is_kept_beside_the_new_one(
    tmp_path: Path, text: str, readable: dict[Key, Value]
) -> None:
    own = OwnKeys(tmp_path / "keys.yaml")
    own.file.write_text(text)

    kept = own.save("playroom", [("hand", "y", "draw")])

    assert kept == tmp_path / "keys.unreadable.yaml"
    assert kept.read_text() == text
    assert read(own.file).value == readable | {"profiles": {"playroom": {"hand": {"y": "draw"}}}}
    assert own.save("playroom", [("hand", "z", "draw")]) is None


def test_what_can_be_read_of_a_file_is_in_force(tmp_path: Path) -> None:
    file = tmp_path / "keys.yaml"
    file.write_text("hand: {x: draw}\nhand: {}\nshared: {f9: help}\nmenu: [\n")

    keys, errors = keymap("en", file)

    assert keys.command(PlaceName.HAND, "x") is Command.DRAW
    assert [error.line for error in errors] == [2, 3, 4]


def test_comments_stay_when_a_key_changes(tmp_path: Path) -> None:
    own = OwnKeys(tmp_path / "keys.yaml")
    own.file.write_text("# mine\nhand:\n  x: draw  # near\n  # far\n  y: pass\n")

    own.save("playroom", [("hand", "?", "draw")])

    assert own.file.read_text() == (
        "# mine\nhand:\n  x: draw  # near\n  # far\n  y: pass\n"
        "profiles:\n  playroom:\n    hand:\n      '?': draw\n"
    )


@pytest.mark.parametrize(
    ("line", "allowed"),
    [
        ("brake: 1501", "milliseconds from 0 to 1,500"),
        ("brake: -1", "milliseconds from 0 to 1,500"),
        ("brake: true", "milliseconds from 0 to 1,500"),
        ("keys: feet", "playroom, one-hand-left, one-hand-right, switch, salon, browser or touch"),
        ("confirm: 1", "true or false"),
        ("scan: 11", "seconds from 0 to 10"),
    ],
)
def test_an_invalid_setting_of_keys_is_reported(tmp_path: Path, line: str, allowed: str) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text(f"{line}\n")

    _, faults = load_settings(file)

    assert [why(fault).rpartition("Write ")[2] for fault in faults] == [f"{allowed}."]
