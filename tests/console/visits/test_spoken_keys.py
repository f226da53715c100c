"""Every key that is spoken is one of the player's keymap and profile; no sentence names another."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.console.hand_held import Console
from support.languages import CODES
from test_few_keys import Hand

from playroom.console.ui.preferences import PHRASES, SpokenKeys, book_with_keys, key_name
from playroom.keys.bindings import KeyProfile, is_key
from playroom.keys.commands import Command, PlaceName
from playroom.keys.keymap import keymap
from playroom.narration.message import Message
from playroom.narration.phrases.entry import blanks, words
from playroom.narration.phrases.locales import ITSELF, ours, phrasebook
from playroom.narration.phrases.phrasebook import Verbosity
from playroom.strict_yaml import read

KEYS = {
    "en": re.compile(
        r"\b(Left|Right|Enter|Escape|Space|Tab|Backspace|Home|Insert|Page (Up|Down)|Shift|Control"
        r"|F\d+|[B-HJ-Z])\b(?!-)"
    ),
    "fr": re.compile(
        r"\b(Flèche (?:gauche|droite|haut|bas)|Entrée|Échap|Espace|Tabulation|Retour arrière|Début"
        r"|Suppression|Insertion|Page (précédente|suivante)|Majuscule|Contrôle|F\d+|[B-Z])\b(?!')"
    ),
}
"""The names of keys, without those that are other words too: End, Fin, Delete."""

OTHER_KEYS = frozenset({"command_line", "doctor", "files", "simulation", "web"})
"""Files on what stands outside the playroom: the shell, screen readers, an editor, the page in a browser."""

NO_KEYS = frozenset(
    {
        *("answers.which_end", "ends.choice.left", "ends.choice.right"),
        *("keys.side.left-end", "keys.side.right-end"),
        *(f"listener.line.{end}" for end in ("left", "right", "up", "down", "train", "mexican")),
    }
)
"""Entries in which such a word is an end of the line; a braille line shortens it to a letter."""


def texts(language: str) -> Iterator[tuple[str, str]]:
    """The name and the text of each form of each entry."""
    for file in sorted((ours() / language).glob("*.yaml")):
        if file.name != ITSELF:
            for name, entry in words(read(file)).entries.items():
                yield from ((name, text) for forms in entry.values() for text in forms.values())


@pytest.mark.long
@pytest.mark.parametrize("language", KEYS)
def test_no_entry_names_a_key_in_its_text(language: str) -> None:
    checked = [
        (name, text)
        for name, text in texts(language)
        if name.partition(".")[0] not in OTHER_KEYS
        and not name.startswith(("keys.names.", "keys.modifiers."))
    ]

    named = [(name, text) for name, text in checked if KEYS[language].search(text) and name not in NO_KEYS]

    assert named == []
    assert len(checked) > 1000


@pytest.mark.long
@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("profile", KeyProfile)
def test_every_blank_for_a_key_is_a_key_that_does_that(profile: KeyProfile, language: str) -> None:
    keys, _ = keymap(language, None, profile)
    spoken = SpokenKeys(phrasebook(language), keys, profile)
    wanted = {blank for _, text in texts(language) for blank in blanks(text) if blank.startswith("key_")}

    for blank in wanted:
        _, place, command = blank.split("_", 2)
        bound = keys.named_key(PlaceName(place), Command(command.replace("_", "-")))
        assert spoken(blank)
        assert keys.command(PlaceName(place), bound) == command.replace("_", "-")
    assert len(wanted) > 20


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("profile", KeyProfile)
def test_phrases_with_keys_are_entries(profile: KeyProfile, language: str) -> None:
    book = book_with_keys(phrasebook(language), keymap(language, None, profile)[0], profile)

    for phrase in PHRASES:
        assert book.say(Message(f"keys.{phrase}")) == book.key_words(phrase)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("profile", "keys", "told"),
    [
        ("playroom", ["down", "down", "down", "down", "enter"], "Settings. Left and Right change."),
        ("one-hand-left", ["d", "d", "d", "d", "space"], "Settings. S and F change."),
        ("one-hand-right", ["k", "k", "k", "k", "enter"], "Settings. J and L change."),
        ("switch", ["space", "space", "space", "space", "enter"], "Settings. Enter changes."),
    ],
)
def test_a_title_names_the_keys_of_the_profile(home: Path, profile: str, keys: list[str], told: str) -> None:
    console = Console(home=home, settings={"keys": profile})
    console.hear()

    assert told in " ".join(console.hear(*keys))


@pytest.mark.parametrize(
    ("language", "arrow"),
    [
        *(("fr", "Flèche"), ("es", "Flecha"), ("pt", "Seta"), ("de", "Pfeil"), ("it", "Freccia")),
        *(("pl", "Strzałka"), ("ru", "Стрелка")),
    ],
)
def test_an_arrow_key_is_called_an_arrow(language: str, arrow: str) -> None:
    book = phrasebook(language)

    assert all(key_name(book, key).startswith(arrow) for key in ("left", "right", "up", "down"))


@pytest.mark.parametrize(
    ("profile", "told"),
    [
        ("playroom", "Y or N, Enter for no."),
        ("salon", "Y for yes, N or Enter for no."),
        ("one-hand-left", "D for yes, Escape or Space for no."),
        ("one-hand-right", "K for yes, Delete or Enter for no."),
        ("switch", "Yes or no, Enter for no."),
    ],
)
def test_a_question_names_the_keys_of_the_profile(home: Path, profile: str, told: str) -> None:
    console = Console("play", "--seed", "1", home=home, settings={"keys": profile})
    console.hear()

    assert console.hear("ctrl-c")[-1].endswith(told)


@pytest.mark.sample(3)
@pytest.mark.parametrize("verbosity", Verbosity)
@pytest.mark.parametrize(
    ("language", "told"), [("en", "Y or N, Enter for no."), ("fr", "O ou N, Entrée pour non.")]
)
def test_a_question_says_at_every_length_how_it_is_answered(
    home: Path, verbosity: Verbosity, language: str, told: str
) -> None:
    settings = {"language": language, "verbosity": str(verbosity)}
    console = Console("play", "--seed", "1", home=home, settings=settings)
    console.hear()

    assert console.hear("ctrl-c")[-1].endswith(told)


def test_the_key_that_goes_back_in_a_profile_cancels_the_question_for_a_key(home: Path) -> None:
    console = Console(home=home, settings={"keys": "one-hand-right"})
    console.hear("s", "enter")
    hand = Hand(console, "k", "i", "enter")
    for wanted in ("^Keys", "^Change keys", "^At the table", "^Moves"):
        hand.choose(wanted)

    assert hand.choose("^Draw") == "Press the key for Draw. Delete cancels."
    assert "Draw: k," in hand.press("delete")


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("language", "key", "told"),
    [
        ("en", "ctrl-d", "Control D does nothing here."),
        ("en", "alt-x", "Alt X does nothing here."),
        ("en", "shift-left", "Shift Left does nothing here."),
        ("en", "ctrl-shift-end", "Control Shift End does nothing here."),
        ("en", "~", "Tilde does nothing here."),
        ("fr", "ctrl-d", "Contrôle D ne fait rien ici."),
        ("fr", "alt-shift-tab", "Alt Majuscule Tabulation ne fait rien ici."),
        ("fr", "f12", "F12 ne fait rien ici."),
    ],
)
def test_a_key_that_does_nothing_is_named_in_words(home: Path, language: str, key: str, told: str) -> None:
    console = Console("play", "--seed", "1", home=home, settings={"language": language})
    console.hear()

    assert console.hear(key) == [told]


@pytest.mark.parametrize("language", CODES)
def test_no_key_is_named_by_a_sign_or_its_name_in_a_keymap(language: str) -> None:
    book = phrasebook(language)
    typed = [chr(code) for code in range(0x21, 0x7F)]
    keys = filter(is_key, [*typed, *(f"{held}-{key}" for held in ("ctrl", "alt", "shift") for key in typed)])

    names = [key_name(book, key) for key in keys]

    assert [
        name for name in names if not re.fullmatch(r"[\w' -]+", name) or re.search("ctrl|alt-|_", name)
    ] == []
