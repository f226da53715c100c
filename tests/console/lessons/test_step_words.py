"""The words of the steps fit what has happened at the table."""

from pathlib import Path

import pytest
from support.console.pupil import Pupil


def test_the_tile_in_focus_is_named_where_it_was_not_heard(home: Path) -> None:
    pupil = Pupil(home)
    pupil.begin()
    while "Press I." not in pupil.asked:
        pupil.follow()
    pupil.follow()

    to_play, misfit = pupil.asked, pupil.follow()[-1].text

    assert to_play == "Play 6-5. Press Enter."
    assert "4-4 does not fit. Try to play it all the same" in misfit


def test_nothing_is_said_to_be_missed_after_a_move_of_the_learner(home: Path) -> None:
    pupil = Pupil(home)
    pupil.begin()
    while not pupil.asked.endswith("Press U."):
        pupil.follow()
    pupil.press("z", "enter", "f")
    assert pupil.asked.endswith("Press Space.")

    drawn = [said.text for said in pupil.follow()]

    assert drawn[0] == "You draw 5-3."
    assert not drawn[-1].endswith("Press U.")


@pytest.mark.parametrize(("language", "told"), [("en", "practice"), ("fr", "entraînement")])
def test_a_lesson_is_not_said_to_become_practice(home: Path, language: str, told: str) -> None:
    pupil = Pupil(home, language)
    pupil.begin()
    pupil.press("z", "enter")

    pupil.press("x", "home", "z", "z", "enter")

    assert told not in " ".join(pupil.texts)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Just one key: L. Take the left end."),
        ("fr", "Une seule touche : Gauche. Prenez le bout gauche."),
    ],
)
def test_the_plainest_words_say_what_the_step_asks_for(home: Path, language: str, told: str) -> None:
    pupil = Pupil(home, language)
    pupil.begin()
    pupil.press("z", "enter", "z", "enter", "z", "enter")

    pupil.press("t", "t")

    assert pupil.asked.startswith(told)
