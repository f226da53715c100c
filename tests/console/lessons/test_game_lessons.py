"""The lessons on scores of fives, on trains and on teams: what is new is named, the rest is played alone."""

from pathlib import Path

import pytest
from support.console.hand_held import keys_of_a_move
from support.console.pupil import Pupil
from support.languages import CODES

from playroom.console.lessons.lesson_steps import LessonStep, lesson_steps
from playroom.console.lessons.lessons import TABLES
from playroom.console.play.moves import EndQuestion
from playroom.narration.phrases.locales import phrasebook

PAGES = Path("playroom/console/lessons").resolve()
TITLES = {"all-fives": "All Fives", "mexican-train": "Mexican Train", "partners": "Partnership Dominoes"}
WELCOMES = {
    "all-fives": "You play All Fives against Ben.",
    "mexican-train": "You play Mexican Train against Ben.",
    "partners": "You play in teams: Cleo is your partner, and sits opposite.",
}


TOLD = {
    "all-fives": ("hear what the tile in focus would do", "A hint weighs points", "what they add up to"),
    "mexican-train": ("on any train that is open", "one press is one train", "Who cannot play opens"),
    "partners": ("What Cleo scores counts for you too", "A hint thinks of Cleo"),
}
"""What is said of each, whatever is dealt."""


NONE_NOW = "No step for now. Play on; the next one comes by itself."


def steps_of(game: str) -> tuple[LessonStep, ...]:
    return lesson_steps(PAGES / f"{game}.yaml")


def opened(home: Path, game: str, speed: float = 0.0) -> Pupil:
    """A pupil who has chosen the lesson in the rules of its game."""
    pupil = Pupil(home, speed=speed)
    pupil.console.rest()
    pupil.press("r", "enter")
    walk(pupil, TITLES[game])
    pupil.press("enter")
    walk(pupil, "Learn by playing")
    pupil.press("enter")
    return pupil


def test_every_lesson_is_offered_where_lessons_are(home: Path) -> None:
    pupil = Pupil(home)
    pupil.console.rest()
    pupil.press("l")

    heard = [said.text for key in ("enter", "down", "down", "down", "enter") for said in pupil.press(key)]

    for line, name in zip(heard[:4], ("Playroom dominos", *TITLES.values()), strict=True):
        assert f"{name}: " in line
    assert WELCOMES["partners"] in heard[4]


def play(pupil: Pupil) -> None:
    """Make a move of one's own, or answer at which end a tile goes."""
    asks = isinstance(pupil.console.place, EndQuestion)
    pupil.press(*(["1"] if asks else keys_of_a_move(pupil.console.match)))


def walk(pupil: Pupil, line: str) -> None:
    """Go down a list to the line that begins so."""
    for _ in range(30):
        if line in pupil.texts[-1]:
            return
        pupil.press("down")
    raise AssertionError(line)


@pytest.mark.long
@pytest.mark.sample(1)
@pytest.mark.parametrize("game", TABLES)
def test_a_lesson_begins_in_the_rules_of_its_game_and_names_what_is_new(home: Path, game: str) -> None:
    pupil = opened(home, game)

    while pupil.console.match.round or pupil.asked:
        if pupil.asked:
            pupil.follow()
        else:
            play(pupil)

    heard = "\n".join(pupil.texts)
    assert WELCOMES[game] in heard
    for told in TOLD[game]:
        assert told in heard
    assert heard.endswith("The lesson is over, and the match goes on. F1 lists all keys.")
    assert pupil.console.saved.notes().lesson is None


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", TABLES)
def test_who_scans_is_not_sent_through_the_menu_for_a_tile_that_fits(home: Path, game: str) -> None:
    pupil = Pupil(home, profile="switch")
    pupil.console.rest()
    pupil.press("space", "space", "enter", *["space"] * (1 + list(TABLES).index(game)), "enter")

    for _ in range(5):
        if pupil.asked:
            pupil.follow()

    assert "Go to a tile that fits." not in " ".join(pupil.texts)


@pytest.mark.long
def test_who_has_skipped_all_that_is_due_is_told_so(home: Path) -> None:
    pupil = opened(home, "mexican-train")
    for _ in range(5):
        pupil.press("/", "/")

    again = pupil.press("/")

    assert [said.text for said in again] == [NONE_NOW]


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", TABLES)
def test_nothing_is_taught_while_a_list_is_open(home: Path, game: str) -> None:
    pupil = opened(home, game)
    asked = pupil.asked

    for key in ("m", "f1", "h"):
        heard = [*pupil.press(key), *pupil.press("down")]
        assert not any(pupil.asks(said.text) for said in heard)
        pupil.press("escape")
        assert pupil.asked.rpartition(". ")[2] == asked.rpartition(". ")[2]


def test_a_step_that_a_move_has_cut_is_not_said_amid_the_moves(home: Path) -> None:
    pupil = opened(home, "all-fives", speed=18)
    while not pupil.asked.endswith("Press Enter."):
        pupil.follow()
    for key in ("c", "enter"):
        pupil.console.press(key)
        pupil.console.wait(0.5)
    if isinstance(pupil.console.place, EndQuestion):
        pupil.console.press("1")
    pupil.console.wait(20)

    heard = " ".join(pupil.console.heard())

    assert "Press Enter" not in heard[heard.index("You open: ") : heard.index("Ben: ")]


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("game", TABLES)
def test_every_step_and_welcome_has_its_words(language: str, game: str) -> None:
    book = phrasebook(language)

    assert book.entries.get(f"lessons.welcomes.{game}")
    for step in steps_of(game):
        assert book.entries.get(f"lessons.steps.{step.name}.say"), step
        assert book.entries.get(f"lessons.steps.{step.name}.again"), step
