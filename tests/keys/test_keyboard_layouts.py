"""Letters of other layouts stand for the key that they sit on, where they stand for nothing else."""

from pathlib import Path

import pytest

from playroom.keys.bindings import LAYOUTS_PAGE, KeyProfile, keyboard_layout
from playroom.keys.commands import Command, PlaceName
from playroom.keys.keymap import keymap
from playroom.strict_yaml import read


def test_each_layout_names_one_key_for_each_character() -> None:
    pages = read(LAYOUTS_PAGE).value

    assert isinstance(pages, dict)
    for name, page in pages.items():
        assert isinstance(page, dict), name
        assert len(str(page["typed"])) == len(str(page["keys"])), name
        assert len(set(str(page["typed"]))) == len(str(page["typed"])), name
        assert set(str(page["keys"])) <= set("abcdefghijklmnopqrstuvwxyz1234567890"), name


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("з", Command.PASS),
        ("З", Command.PASS),
        ("с", Command.ENDS),
        ("ы", Command.SCORES),
        ("і", Command.SCORES),
        ("я", Command.NEXT_PLAYABLE),
        ("Я", Command.PREVIOUS_PLAYABLE),
        ("σ", Command.SCORES),
        ("Π", Command.PASS),
        ("ή", Command.HISTORY),
        ("ύ", Command.REDO),
        ("ד", Command.SCORES),
        ("س", Command.SCORES),
        ("٥", Command.NUMBER),
        ("۰", Command.NUMBER),
        ("@", None),
        ("€", None),
    ],
)
def test_a_letter_stands_for_the_key_that_it_sits_on(typed: str, command: Command | None) -> None:
    keys, _ = keymap("en")

    assert keys.command(PlaceName.HAND, typed) is command


def test_a_letter_that_a_player_has_bound_is_that_alone(tmp_path: Path) -> None:
    own = tmp_path / "keys.yaml"
    own.write_text("hand: {з: draw, '@': chain}\n", encoding="utf-8")

    keys, faults = keymap("en", own)

    assert faults == ()
    assert keys.command(PlaceName.HAND, "з") is Command.DRAW
    assert keys.command(PlaceName.HAND, "@") is Command.CHAIN


def test_the_same_letter_sits_elsewhere_on_the_layout_of_another_language() -> None:
    assert keyboard_layout("sr")["р"] == keyboard_layout("sr-RS")["р"] == "r"
    assert keyboard_layout("ru")["р"] == keyboard_layout("en")["р"] == "h"


def test_digits_of_azerty_are_digits_without_shift_in_french_alone() -> None:
    french, _ = keymap("fr", None, KeyProfile.ONE_HAND_LEFT)
    english, _ = keymap("en", None, KeyProfile.ONE_HAND_LEFT)

    assert [french.digit(key) for key in "&é\"'(-è_çà"] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]
    assert french.command(PlaceName.HAND, "&") is Command.HAND
    assert english.command(PlaceName.HAND, "&") is None


def test_what_is_no_digit_is_none() -> None:
    keys, _ = keymap("en")

    assert [keys.digit(key) for key in ("5", "٣", "²", "x", "é", "f5", "enter")] == [5, 3, *(None,) * 5]


def test_letters_are_written_as_they_are() -> None:
    keys, _ = keymap("ru")

    assert {keys.command(PlaceName.WRITING, letter) for letter in keyboard_layout("ru")} == {None}
