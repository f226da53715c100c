"""The deal of the day by ear: the first try counts, what makes it practice, results, streak and past days."""

from datetime import date, timedelta
from pathlib import Path

import pytest
from support.console.hand_held import BEGUN, Console, keys_of_a_move, lines_of, without_position

from playroom.home.match_notes import DayNotes, MatchNotes, NotesFile
from playroom.home.saved_match import SavedMatches

TODAY = BEGUN.date().isoformat()


def begin(home: Path) -> Console:
    """A console at today's deal."""
    console = opened(home)
    console.hear("enter")
    return console


def opened(home: Path) -> Console:
    """A console at the list of the deal of the day."""
    console = Console(home=home)
    console.hear("d", "enter")
    return console


def finish(console: Console) -> None:
    """Play the round to its end by the first legal moves."""
    while console.saved.exists():
        console.hear(*keys_of_a_move(console.match))


def past_notes(home: Path) -> list[MatchNotes]:
    folder = home / "data" / "playroom" / "matches" / "past"
    return [NotesFile(file).load() for file in sorted(folder.glob("*.domino.yaml"))]


def set_back(home: Path, days: int) -> None:
    """Make the finished match, and its day, so many days older."""
    matches = SavedMatches(home / "data" / "playroom" / "matches")
    (file,) = (matches.folder / "past").glob("0001.domino.yaml")
    notes = NotesFile(file).load()
    assert notes.begun
    assert notes.day
    day = date.fromisoformat(notes.day.date) - timedelta(days=days)
    older = MatchNotes(
        notes.bots, notes.own, notes.begun - timedelta(days=days), day=DayNotes(day.isoformat(), 7)
    )
    NotesFile(file).save(older)


@pytest.mark.long
def test_the_first_try_counts_and_the_expert_plays_the_same_tiles(home: Path) -> None:
    console = begin(home)
    finish(console)

    said = console.hear("enter")

    assert without_position(said) == [
        "Deal of the day. Today, Draw: 12 points ahead, the expert is still playing",
        "Today, Draw: 12 points ahead, 29 worse than the expert",
    ]
    assert past_notes(home)[0].day == DayNotes(TODAY, 41)


@pytest.mark.long
def test_the_result_is_copied_as_a_line_to_paste(home: Path) -> None:
    console = begin(home)
    finish(console)
    console.hear("enter")

    (said,) = console.hear("down", "enter")[-1:]

    line = "Playroom 2 November, Draw: 12 points ahead, 29 worse than the expert"
    assert console.folders.copied.read_text(encoding="utf-8") == f"{line}\n"
    assert f"{line}." in said


@pytest.mark.long
def test_the_second_try_is_practice_and_leaves_the_result(home: Path) -> None:
    console = begin(home)
    finish(console)
    console.hear("enter")
    before = lines_of(console)

    console.hear("a", "enter")
    finish(console)
    console.hear("enter")

    assert [notes.practice for notes in past_notes(home)] == [False, True]
    assert lines_of(console) == before


@pytest.mark.long
def test_another_move_after_an_undo_makes_the_day_practice(home: Path) -> None:
    console = begin(home)
    console.hear("home", "g")
    console.hear("x")
    console.hear("home", "d")
    assert console.saved.notes().practice

    finish(console)
    console.hear("enter")

    assert lines_of(console)[:2] == ["Today: only practice, which does not count", "Again, as practice"]


@pytest.mark.long
def test_a_deal_that_was_left_goes_on_with_the_same_bots(home: Path) -> None:
    whole = begin(home)
    finish(whole)
    past = whole.matches.folder / "past" / "0001.domino.yaml"
    expected = past.read_text(encoding="utf-8")
    past.unlink()
    NotesFile(past).remove()
    console = begin(home)
    console.hear("home", "g")
    console.hear("q", "y")

    again = opened(home)
    said = again.hear("enter")
    finish(again)

    assert "Your turn" in said[0]
    assert past.read_text(encoding="utf-8") == expected


def test_there_are_no_hints_while_it_counts_and_the_bots_cannot_be_changed(home: Path) -> None:
    console = begin(home)

    assert console.hear("i") == ["No hints at this table."]
    console.hear("m")
    assert "Bots" not in lines_of(console)


@pytest.mark.long
@pytest.mark.parametrize(
    ("days", "streak"),
    [(1, "Days in a row: 2 now, 2 at most"), (2, "Days in a row: 1 now, 1 at most")],
)
def test_past_days_stand_below_the_streak(home: Path, days: int, streak: str) -> None:
    first = begin(home)
    finish(first)
    set_back(home, days)
    console = begin(home)
    finish(console)

    console.hear("enter")

    said = lines_of(console)
    assert streak in said
    assert [line for line in said if line.startswith(("1 November", "31 October"))]


@pytest.mark.long
def test_a_streak_ends_after_a_day_without_a_deal(home: Path) -> None:
    finish(begin(home))
    set_back(home, 2)

    said = lines_of(opened(home))

    assert "Days in a row: 0 now, 1 at most" in said


@pytest.mark.long
def test_the_mistakes_of_the_day_become_exercises(home: Path) -> None:
    console = begin(home)
    finish(console)
    console.hear("enter")

    said = console.hear("r", "enter")

    assert any("Retry my mistakes" in each or each.startswith("Mistake 1 of") for each in said)


@pytest.mark.long
def test_the_table_leads_to_the_results_and_not_to_another_match(home: Path) -> None:
    console = begin(home)
    finish(console)

    behind = without_position([console.answer("down") for _ in range(20)])

    assert "Deal of the day" in behind
    assert "Play again" not in behind
