"""The words of the steps fit what has happened at the table."""

from pathlib import Path

import pytest
from support.console.pupil import Pupil

from playroom.console.play.table import TablePlace


@pytest.mark.long
def test_the_tile_in_focus_is_named_where_it_was_not_heard(home: Path) -> None:
    pupil = Pupil(home)
    pupil.begin()
    pupil.follow_until("Press I.")
    pupil.follow()

    to_play, misfit = pupil.asked, pupil.follow()[-1].text

    assert to_play == "Play 6-5. Press Enter."
    assert "4-4 does not fit. Try to play it all the same" in misfit


@pytest.mark.long
def test_nothing_is_said_to_be_missed_after_a_move_of_the_learner(home: Path) -> None:
    pupil = Pupil(home)
    pupil.begin()
    pupil.follow_until("Press U.")
    assert isinstance(pupil.console.place, TablePlace)
    pupil.console.place.holds = lambda _: None  # as for those who choose from a row
    pupil.press("z", "enter", "f")
    assert pupil.asked.endswith("Press Space.")

    drawn = [said.text for said in pupil.follow()]

    assert drawn[0] == "You draw 5-3."
    assert not drawn[-1].endswith("Press U.")


@pytest.mark.sample(1)
@pytest.mark.parametrize(("language", "told"), [("en", "practice"), ("fr", "entraînement")])
def test_a_lesson_is_not_said_to_become_practice(home: Path, language: str, told: str) -> None:
    pupil = Pupil(home, language)
    pupil.begin()
    while list(pupil.asked_keys) != ["enter"]:
        pupil.follow()
    pupil.follow()

    pupil.press("x", "home", "z", "z", "enter")

    assert told not in " ".join(pupil.texts)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("language", "plain", "plainer"),
    [
        (
            "en",
            "Press Enter, then L. Play the tile that fits both ends. Slash twice skips this step.",
            "Press Enter, then L.",
        ),
        (
            "fr",
            (
                "Appuyez sur Entrée, puis Flèche gauche. Jouez le domino qui va aux deux bouts. "
                "Barre oblique deux fois saute cette étape."
            ),
            "Appuyez sur Entrée, puis Flèche gauche.",
        ),
    ],
)
def test_of_a_tile_that_fits_both_ends_the_key_of_the_end_is_named_before_it_is_asked(
    home: Path, language: str, plain: str, plainer: str
) -> None:
    pupil = Pupil(home, language)
    pupil.begin()
    pupil.follow_until(plainer)

    heard = [pupil.press("t")[-1].text for _ in range(3)]

    assert heard[1:] == [plain, plainer]
