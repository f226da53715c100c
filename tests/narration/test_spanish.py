"""What Spanish does that no other language needs."""

import re

import pytest

from playroom.narration.message import Person
from playroom.narration.phrases.entry import words
from playroom.narration.phrases.locales import ITSELF, ours, phrasebook
from playroom.strict_yaml import read

BOOK = phrasebook("es")


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Dan", "Iris"], "Dan e Iris"),
        (["Ada", "Ben", "Hilda"], "Ada, Ben e Hilda"),
        (["Iris", "Dan"], "Iris y Dan"),
        (["Ada", "Óscar"], "Ada y Óscar"),
        (["Iris"], "Iris"),
        ([], ""),
    ],
)
def test_y_becomes_e_before_its_own_sound(names: list[str], told: str) -> None:
    assert BOOK.language.every(names) == told


def test_y_becomes_e_before_a_key_too() -> None:
    assert BOOK.language.with_elisions("y {key}", {"key": "Intro"}) == "e {key}"
    assert BOOK.language.with_elisions("y {key}", {"key": "Espacio"}) == "y {key}"


@pytest.mark.parametrize(
    ("written", "spoken"), [("10-6", "10 con 6"), ("6-5", "6 5"), ("16-2", "16 2"), ("10-10", "10 con 10")]
)
def test_ten_does_not_melt_with_what_follows(written: str, spoken: str) -> None:
    assert BOOK.language.pronounced(f"Robas {written}.") == f"Robas {spoken}."


def test_no_verb_has_you_and_others_as_its_subject() -> None:
    """ "Ada y tú" takes "ganáis" in Spain and "ganan" in America."""
    verbs = re.compile(r"\{(?:who|whom)\} (?:\{count|[a-záéíóú]+(?:n|áis|éis|ís)\b)")
    for file in sorted((ours() / "es").glob("*.yaml")):
        for name, entry in words(read(file)).entries.items() if file.name != ITSELF else ():
            for form, text in entry.get(Person.YOU_AND, {}).items():
                assert not verbs.search(text), (name, form, text)
