"""Left and right are places in every sentence: what is still there has words of its own."""

import re
from collections.abc import Iterator

import pytest

from playroom.narration.phrases.locales import ours
from playroom.strict_yaml import Value, read

PLACES = {"en": "left", "fr": "gauche"}
"""The word of a place that a language could take for a rest too."""

AS_PLACES = {
    "en": (
        r"\b(?:the|the very|the front|at|at the|its|far|fits|no|Take the|can go|6-4) left\b",
        r"\bleft(?: and right| or right| end| hand|, right| to right| one)|-left\b|\bone-hand-left",
        r"^left$|\bLeft on\b|\{ ?left\}|\byou left\b|\bYou have left the (?:table|playroom)",
    ),
    "fr": (
        r"\b(?:à|de|la|main|bout|flèche|avant|sa|ni) gauche\b|^gauche$|\{ ?gauche\}",
        r"\bgauche (?:et|ou) (?:la )?droite",
    ),
}
"""The phrases in which it is one; and those in which a person has left a place."""


def texts(value: Value) -> Iterator[str]:
    if isinstance(value, dict):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, str):
        yield re.sub(r"\{left\b(?!\})|\bkey_\w+|\b(?:left|right|up|down) (?=\{)", "", value)


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", PLACES)
def test_no_word_of_place_stands_for_a_rest(language: str) -> None:
    word = re.compile(rf"\b{PLACES[language]}\b", re.IGNORECASE)
    place = re.compile("|".join(AS_PLACES[language]), re.IGNORECASE)
    every = [text for page in sorted((ours() / language).glob("*.yaml")) for text in texts(read(page).value)]

    wrong = [text for text in every if word.search(place.sub("", text))]

    assert wrong == []
    assert sum(bool(word.search(text)) for text in every) > 20
