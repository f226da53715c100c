"""Disks that are full, and files that cannot be read: it is told, and the game goes on."""

import errno
from collections.abc import Callable
from pathlib import Path

import pytest
from support.console.hand_held import Console, without_position
from support.console.opened import opened
from support.faults.refusing_disk import refusing_disk

from playroom.narration.phrases.locales import our_names, ours

TABLE = ("play", "--seed", "1", "--pace", "0", "--players", "3")


def test_a_match_goes_on_while_the_disk_is_full_and_is_kept_again_afterwards(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = opened(home, *TABLE)
    before = console.saved.file.read_bytes()
    with refusing_disk(monkeypatch, errno.EFBIG):
        heard = console.play()
        heard += console.hear("c")
    kept_meanwhile = console.saved.file.read_bytes()
    afterwards = console.hear("z", "g", "space", "p")

    told = " ".join(heard)
    assert told.count("The match cannot be saved: no file may grow so large.") == 1
    assert "You open: 6-6." in told
    assert kept_meanwhile == before
    assert " ".join(afterwards).count("saved") == 1
    assert "The match is saved again." in " ".join(afterwards)
    assert console.saved.file.read_bytes() != before


def test_a_match_begins_on_a_full_disk_too(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with refusing_disk(monkeypatch, errno.EFBIG):
        console = Console(*TABLE, home=home)
        told = " ".join(console.hear())

        assert "The match cannot be saved" in told
        assert "You start." in told
        assert console.hear("c") == ["No tiles on the table yet."]


def test_a_home_that_is_not_a_folder_is_reported_in_words(home: Path) -> None:
    (home / "data").touch()

    told = " ".join(Console(*TABLE, home=home).hear())

    assert "The match cannot be saved: a part of its path is not a folder." in told


def test_settings_hold_though_they_cannot_be_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    console = opened(home)

    with refusing_disk(monkeypatch, errno.EFBIG):
        told = console.hear("f6")

    assert "Verbosity: brief." in told
    assert "cannot be saved" in told[-1]


def test_keys_that_cannot_be_saved_are_reported_without_number_and_path(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = Console(home=home)
    console.answers("s", "enter", "k", "enter", "r")

    with refusing_disk(monkeypatch, errno.EFBIG):
        told = console.hear("enter", "y")[-1]

    assert told.startswith("The keys cannot be saved: no file may grow so large. ")


@pytest.mark.parametrize(
    "settings",
    [b"pace: 0.2\npace: 0.4\n", b"\xff\xfe\x00pace", b"verbosity: loud\n"],
    ids=["doubled key", "no text", "wrong answer"],
)
def test_settings_that_cannot_be_read_are_reported_and_the_menu_works(home: Path, settings: bytes) -> None:
    file = home / "config" / "playroom" / "settings.yaml"
    file.parent.mkdir(parents=True)
    file.write_bytes(settings)

    console = Console("--language", "en", home=home)

    told = " ".join(console.hear())
    assert "Ignored: " in told
    assert str(file) in told
    assert without_position(console.hear("down")) == ["All matches"]


def test_a_file_with_several_faults_is_named_once(home: Path) -> None:
    file = home / "config" / "playroom" / "settings.yaml"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"verbosity: loud\npace: fast\nmode: loud\nsound: loud\n")

    told = " ".join(Console("--language", "en", home=home).hear())

    assert told.count(str(file)) == 1
    assert f"Ignored: {file}, line 1: " in told
    assert "Line 2: " not in told
    assert "3 more errors there: playroom doctor names them." in told


def test_of_errors_in_several_files_their_number_is_told(home: Path) -> None:
    own = home / "data" / "playroom" / "languages" / "en"
    own.mkdir(parents=True)
    for name in ("events", "menus", "answers"):
        (own / f"{name}.yaml").write_text("of_old: Gone.\nof_older: Gone too.\n", encoding="utf-8")

    told = " ".join(Console("--language", "en", home=home).hear())

    assert "Ignored: 6 errors in 3 of your files. playroom doctor names them." in told
    assert told.count("Ignored: ") == 1


def test_a_language_of_ones_own_says_once_how_much_of_it_is_in_english(home: Path) -> None:
    own = home / "data" / "playroom" / "languages" / "an-example"
    own.mkdir(parents=True)
    english = (ours() / "en" / "language.yaml").read_text(encoding="utf-8")
    (own / "language.yaml").write_text(english, encoding="utf-8")
    (own / "menus.yaml").write_text('new: "Fresh match"\n', encoding="utf-8")

    console = Console("--language", "an-example", home=home)
    told = [*console.hear(), *console.hear("down", "up")]

    assert [f"{len([*our_names()]) - 1:,} sentences" in text for text in told].count(True) == 1
    assert any("Fresh match" in text for text in told)
    assert not any("Not translated" in text for text in Console("--language", "fr", home=home).hear())


def test_settings_that_are_a_folder_are_reported_and_the_menu_works(home: Path) -> None:
    (home / "config" / "playroom" / "settings.yaml").mkdir(parents=True)

    console = Console("--language", "en", home=home)

    assert "cannot be read" in " ".join(console.hear())
    assert without_position(console.hear("down")) == ["All matches"]


@pytest.mark.parametrize(
    "damage", [lambda whole: whole[: len(whole) // 2], lambda whole: b"\xff" + whole], ids=["half", "no text"]
)
def test_a_saved_match_that_cannot_be_read_is_reported_and_set_aside(
    home: Path, damage: Callable[[bytes], bytes]
) -> None:
    before = opened(home, *TABLE)
    before.close()
    file = before.saved.file
    broken = damage(file.read_bytes())
    file.write_bytes(broken)

    console = opened(home)
    (told,) = console.hear("enter")

    aside = file.parent / "unreadable" / "0001.domino.yaml"
    assert told.startswith("The saved match cannot be read: ")
    assert without_position(told).endswith(f"It is now in {aside}. New match")
    assert aside.read_bytes() == broken
    assert without_position(console.hear("down")) == ["All matches"]


@pytest.mark.parametrize(
    ("language", "beginning", "why"),
    [
        ("en", "The saved match cannot be read: ", "-12 is not in the double-six set"),
        ("fr", "La partie enregistrée est illisible", "12 n'est pas dans la boîte double-six"),
    ],
)
def test_a_saved_match_that_breaks_a_rule_is_reported_in_the_listeners_language(
    home: Path, language: str, beginning: str, why: str
) -> None:
    before = opened(home, *TABLE)
    before.close()
    file = before.saved.file
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("boneyard: ", "boneyard: 12-12 ", 1), encoding="utf-8")

    (told,) = opened(home, "--language", language).hear("enter")

    assert told.startswith(beginning)
    assert why in told


@pytest.mark.long
def test_a_match_whose_seats_are_lost_goes_on_against_bots(home: Path) -> None:
    opened(home, *TABLE).close()
    (home / "data/playroom/matches/0001.notes.yaml").unlink()

    console = opened(home, "--pace", "0")
    assert "Several people" in console.hear("enter")[-1]
    console.hear("down", "enter")
    told = " ".join(console.play())

    assert "Ben: " in told
    assert "Cleo: " in told
    assert told.endswith("Your turn.")


def test_a_match_is_free_again_where_the_question_who_plays_was_left_open(home: Path) -> None:
    opened(home, *TABLE).close()
    (home / "data/playroom/matches/0001.notes.yaml").unlink()
    asked = opened(home, "--pace", "0")
    assert "Several people" in asked.hear("enter")[-1]

    asked.close()

    assert "Several people" in opened(home, "--pace", "0").hear("enter")[-1]
