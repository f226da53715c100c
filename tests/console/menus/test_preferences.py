"""What is made anew when a setting changes: the words and the keys that follow from it, and nothing else."""

from pathlib import Path

import pytest
from support.console.hand_held import Console

from playroom.console.settings.setting_item import setting_item
from playroom.console.ui.preferences import Preferences
from playroom.home.settings import Settings
from playroom.keys.keymap import Keymap, keymap
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Phrasebook


class Made:
    """Preferences whose phrasebooks and keymaps are noted as they are made."""

    def __init__(self, settings: Settings) -> None:
        self.noted: list[str] = []
        self.preferences = Preferences(settings, self._book, self._keymap, lambda _: ())
        self.noted.clear()

    def _book(self, settings: Settings) -> Phrasebook:
        self.noted.append(f"book {settings.language}")
        return phrasebook(settings.language)

    def _keymap(self, book: Phrasebook, settings: Settings) -> Keymap:
        self.noted.append(f"keymap {settings.keys} {book.language.code}")
        return keymap(book.language.code)[0]


@pytest.mark.parametrize(
    ("changes", "noted"),
    [
        ({"volume": 50}, []),
        ({"verbosity": "brief", "mode": "text", "rate": 200}, []),
        ({"language": "en"}, []),
        ({"language": "fr"}, ["book fr", "keymap playroom fr"]),
        ({"tiles": "words"}, ["book en"]),
        ({"keys": "numpad"}, ["keymap numpad en"]),
    ],
)
def test_a_change_makes_anew_what_follows_from_it(changes: dict[str, object], noted: list[str]) -> None:
    made = Made(Settings(language="en"))

    made.preferences.change(**changes)

    assert made.noted == noted


def test_another_person_at_the_keyboard_has_the_words_of_their_language() -> None:
    made = Made(Settings(language="en", people={"Ben": {"language": "fr"}, "Cy": {"rate": 200}}))

    for person in ("Cy", "Ben", "Ben", ""):
        made.preferences.listen_as(person)

    assert made.noted == ["book fr", "keymap playroom fr", "book en", "keymap playroom en"]


def test_keys_that_the_player_has_changed_are_read_again() -> None:
    made = Made(Settings(language="en"))

    made.preferences.read_keymap()

    assert made.noted == ["keymap playroom en"]


@pytest.mark.parametrize(
    ("choices", "now", "by", "told", "changed"),
    [
        ((0.0, 0.4, 0.8), 0.8, 1, "menus.highest", 0.8),
        ((0.8, 1.2), 0.8, -1, "menus.lowest", 0.8),
        ((0.4, 0.8), 0.8, -1, None, 0.4),
    ],
)
def test_numbers_end_at_the_lowest_and_the_highest(
    home: Path, choices: tuple[float, ...], now: float, by: int, told: str | None, changed: float
) -> None:
    room = Console(home=home)._console.room  # noqa: SLF001 (what a list has)

    step = setting_item(room, "pace", "", choices, now).step
    assert step
    said = step(by)

    assert (said and said.entry, room.settings.pace) == (told, changed)


def test_words_go_on_from_the_last_to_the_first(home: Path) -> None:
    room = Console(home=home)._console.room  # noqa: SLF001 (what a list has)

    step = setting_item(room, "tiles", "", ("words", "digits"), "digits").step

    assert step
    assert step(1) is None
    assert room.settings.tiles == "words"
