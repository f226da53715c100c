"""A long record is read beside the keys: what is done is said at once, and can be given up."""

from pathlib import Path

import pytest
from support.console.hand_held import Console, folders, keys_of_a_move, without_position

from playroom.console.menus import main
from playroom.console.ui.list import WaitList
from playroom.home.saved_match import SavedMatches

READING = {"en": "Reading the match.", "fr": "Lecture de la partie."}
SECONDS = 20.0
"""How long it takes to read the record."""


@pytest.fixture(autouse=True)
def _every_record_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(main, "LONG", 0)


@pytest.fixture
def saved(home: Path) -> Path:
    """A home with a match in which a move was made."""
    console = Console("play", "draw", "--seed", "1", "--pace", "0", home=home)
    console.hear()
    console.play()
    console.hear("q", "y")
    return home


def reading(home: Path, language: str = "en") -> Console:
    """The console while it reads the match with which the player goes on."""
    console = Console("--language", language, home=home)
    console.background.seconds = SECONDS
    console.hear()
    console.press("enter")
    return console


@pytest.mark.parametrize("language", READING)
def test_it_is_said_that_a_long_record_is_read_and_then_the_match_goes_on(saved: Path, language: str) -> None:
    console = reading(saved, language)

    console.wait(1.0)
    first = console.heard()
    then = console.hear()

    assert first == [READING[language]]
    assert any("Ben" in text for text in then)
    before = console.match
    console.hear(*keys_of_a_move(before))
    assert console.match != before


def test_no_key_acts_on_the_menu_while_a_record_is_read(saved: Path) -> None:
    console = reading(saved)
    console.wait(1.0)
    console.forget()

    console.press("enter")
    console.wait(1.0)

    assert console.heard() == [READING["en"]]
    assert isinstance(console.place, WaitList)


def test_the_wait_for_a_record_can_be_given_up(saved: Path) -> None:
    console = reading(saved)
    console.wait(1.0)
    console.forget()

    console.press("escape")
    then = console.hear()

    assert without_position(then) == ["The playroom. Continue the match of Draw"]
    assert console.saved.open()
    console.saved.close()


def test_a_program_that_ends_while_it_reads_unlocks_the_match(saved: Path) -> None:
    console = reading(saved)

    console.close()

    assert console.saved.open()
    console.saved.close()


def test_a_long_record_that_cannot_be_read_is_moved_and_the_menu_says_so(saved: Path) -> None:
    file = SavedMatches(folders(saved).matches).newest_first()[0].file
    file.write_text(file.read_text(encoding="utf-8").replace("starter:", "begins:"), encoding="utf-8")

    then = reading(saved).hear()

    assert any("The saved match cannot be read: " in text for text in then)
    assert not file.exists()


def test_continue_goes_on_with_a_long_record(saved: Path) -> None:
    console = Console("continue", home=saved)

    then = console.hear()

    assert any("Ben" in text for text in then)
