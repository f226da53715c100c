"""Sounds in words."""

import pytest
from support.languages import CODES

from playroom.narration.phrases.locales import phrasebook
from playroom.narration.sound_words import cue_direction, cue_meaning, cue_name, written_sound
from playroom.sound.cue import Cue, PlacedCue

ANGLES = [
    (-90, "from the left"),
    (-45, "from the left"),
    (-36, "from the front left"),
    (0, "from the front"),
    (18, "from the front right"),
    (45, "from the right"),
]


@pytest.mark.parametrize(("angle", "spoken"), ANGLES)
def test_a_direction_is_named_by_the_angle(angle: float, spoken: str) -> None:
    assert phrasebook("en").say(cue_direction(angle)) == spoken


@pytest.mark.parametrize("language", CODES)
def test_every_cue_has_words_of_its_own(language: str) -> None:
    book = phrasebook(language)

    for words in (cue_name, cue_meaning):
        assert len({book.say(words(cue)) for cue in Cue}) == len(Cue)


def test_a_sound_of_another_seat_is_written_with_its_direction() -> None:
    book = phrasebook("en")

    assert book.say(written_sound(PlacedCue(Cue.PASSED, -45, is_own=False))) == "double knock, from the left"
    assert book.say(written_sound(PlacedCue(Cue.YOUR_TURN))) == "rising bell"
