"""Several matches of one home: they stand beside each other, and each is played in one program at a time."""

from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from support.console.hand_held import Console, without_position
from support.console.opened import opened
from support.console.pupil import Pupil
from support.faults.other_program import locked_elsewhere

DRAW = ("play", "draw", "--seed", "1", "--pace", "0")
BLOCK = ("play", "block", "--seed", "1", "--pace", "0")
TWO = ("play", "block", "--seed", "2", "--pace", "0", "--players", "2")
ELSEWHERE = "This match is open in another playroom."


def open_elsewhere(console: Console) -> AbstractContextManager[None]:
    """Another program plays the first match meanwhile."""
    return locked_elsewhere(console.folders.matches / ".0001.lock")


def leave(console: Console) -> None:
    """Play a move, so that the match is kept, and leave."""
    console.play()
    console.hear("q", "y")


def test_a_new_match_leaves_the_others(home: Path) -> None:
    leave(opened(home, *DRAW))

    console = Console(*BLOCK, home=home)
    told = console.hear()

    assert any("start" in text for text in told)
    assert console.saved.load(console.variants).game == "block"
    assert len([*console.folders.matches.glob("*.domino.yaml")]) == 2


def without_people(home: Path, *options: str) -> Console:
    """A match of three that goes on, of which the notes know one bot alone."""
    leave(opened(home, *DRAW, "--players", "3"))
    (home / "data/playroom/matches/0001.notes.yaml").write_text("bots: {1: novice, 9: expert, -1: hard}\n")
    return Console("continue", "--pace", "0", *options, home=home)


def test_who_plays_a_match_without_whole_notes_is_asked_before_a_hand_is_said(home: Path) -> None:
    console = without_people(home)

    asked = console.hear()[-1]
    console.hear("down", "enter")

    assert asked.startswith("Who plays this match at this keyboard is not known any more. Several people")
    assert console.play()[-1].endswith("Your turn.")
    assert console.saved.notes().own == (0,)


def test_several_people_go_on_with_a_match_without_notes_behind_covered_hands(home: Path) -> None:
    console = without_people(home, "--bots", "hard")
    console.hear()

    covered = console.hear("enter")
    console.hear("y")
    console.play()

    assert covered[-1].endswith("Ada. Hand covered, Y uncovers it.")
    assert console.saved.notes().own == (0, 2)
    assert console.saved.notes().bots == {1: "hard"}


def test_a_match_without_notes_may_be_left_as_it_is(home: Path) -> None:
    console = without_people(home)
    console.hear()

    assert "Continue the match of Draw" in console.hear("escape")[-1]
    assert not console.saved.notes().own
    assert console.hear("enter")[-1].startswith("Who plays this match")


@pytest.mark.long
def test_a_match_that_another_program_plays_is_not_continued(home: Path) -> None:
    console = opened(home, *DRAW)
    leave(console)

    with open_elsewhere(console):
        before = console.saved.file.read_bytes()
        assert without_position(console.hear("enter")) == [f"{ELSEWHERE} Continue the match of Draw"]
        assert ELSEWHERE in " ".join(Console("continue", home=home).hear())
        assert console.saved.file.read_bytes() == before

    assert "Your turn: play" in " ".join(console.hear("enter"))


def test_a_trial_of_yesterday_goes_when_a_new_match_begins(home: Path) -> None:
    leave(opened(home, *DRAW))
    notes = home / "data/playroom/matches/0001.notes.yaml"
    notes.write_text(notes.read_text(encoding="utf-8").replace("2026-11-02", "2026-11-01"), encoding="utf-8")

    console = Console(*BLOCK, home=home)
    console.hear()

    assert [each.load(console.variants).game for each in console.matches.newest_first()] == ["block"]


def left_lesson(home: Path) -> Pupil:
    """A pupil who has left the lesson after its first step."""
    pupil = Pupil(home)
    pupil.begin()
    pupil.follow()
    pupil.press("q", "y")
    return pupil


def test_a_lesson_that_was_left_is_called_one(home: Path) -> None:
    pupil = left_lesson(home)

    listed = [said.text for said in pupil.press("a", "enter")]

    assert any("Continue: lesson, Playroom dominos" in text for text in pupil.texts)
    assert any("Lesson, Playroom dominos, with Ben" in text for text in listed)


def test_a_lesson_of_yesterday_that_was_hardly_begun_goes_when_a_match_begins(home: Path) -> None:
    left_lesson(home).console.close()
    notes = home / "data/playroom/matches/0001.notes.yaml"
    notes.write_text(notes.read_text(encoding="utf-8").replace("2026-11-02", "2026-10-31"), encoding="utf-8")

    console = Console(*BLOCK, home=home)
    console.hear()

    assert [each.load(console.variants).game for each in console.matches.newest_first()] == ["block"]


@pytest.mark.long
def test_two_programs_lose_no_match(home: Path) -> None:
    console = opened(home, *DRAW)
    leave(console)

    with open_elsewhere(console):
        other = opened(home, *BLOCK)
        other.play()
        leave(other)

    games = [each.load(console.variants).game for each in console.matches.newest_first()]
    assert games == ["block", "draw"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Block to 100, round 2. You against Ben. Totals: you 0, Ben 10. Ends "),
        ("fr", "Domino bloqué en 100 points, manche 2. Vous contre Ben. Totaux : vous 0, Ben 10. Bouts "),
    ],
)
def test_a_match_that_goes_on_says_which_it_is_and_how_it_stands(
    home: Path, language: str, told: str
) -> None:
    second_round(home).close()

    (first,) = Console("continue", "--language", language, home=home).hear()

    assert first.startswith(told)


@pytest.mark.long
def test_a_match_that_goes_on_after_a_round_says_how_it_stands_before_the_deal(home: Path) -> None:
    console = opened(home, *TWO)
    while console.match.round:
        console.play()
    console.close()

    first = Console("continue", home=home).hear()[0]

    assert first.startswith(
        "Block to 100, round 1. You against Ben. Totals: you 0, Ben 10. The round is over."
    )


@pytest.mark.long
def test_what_was_missed_is_known_when_a_match_goes_on(home: Path) -> None:
    console = second_round(home)
    (missed,) = console.hear("u")
    console.hear("q", "y")

    *_, at_once = console.answers("home", "enter", "u")
    console.hear("q", "y")
    later = opened(home, "continue").hear("u")

    assert missed.startswith("Ben: ")
    assert [at_once, *later] == [missed, missed]


def second_round(home: Path) -> Console:
    """A match of two, of which the listener has played a tile in the second round."""
    console = opened(home, *TWO)
    while len(console.match.rounds) < 2:
        console.play()
    console.play()
    return console
