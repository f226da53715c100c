"""What is known of a match besides its record: written, read back, and read from damaged files."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playroom.home.match_notes import BranchPoint, MatchNotes, NotesFile, notes_text
from playroom.home.saved_match import SavedMatch, SavedMatches
from playroom.table.record import Record
from playroom.table.setup import Setup, new_record
from playroom.table.shelf import OURS, shelf

DRAW = shelf([OURS]).variants["draw"]
BEGUN = datetime(2026, 11, 2, 20, 30, tzinfo=timezone(timedelta(hours=1)))
NOTES = MatchNotes(
    {1: "steady"},
    (0,),
    BEGUN,
    practice=True,
    branched_from=BranchPoint("0007.domino.yaml", 31),
    title="No: a 5-5?",
)

seats = st.integers(0, 9)
words = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), min_size=1)
names = words.filter(str.strip)
times = st.datetimes(timezones=st.just(UTC)).map(lambda each: each.replace(microsecond=0))
notes = st.builds(
    MatchNotes,
    bots=st.dictionaries(seats, words, max_size=4),
    own=st.lists(seats, max_size=4).map(tuple),
    begun=st.none() | times,
    practice=st.booleans(),
    branched_from=st.none() | st.builds(BranchPoint, names, st.integers(0, 10**6)),
    title=st.none() | names,
)


def begun() -> Record:
    return new_record(DRAW, Setup("draw", 2), ("Ada", "Ben"))


@pytest.mark.long
@settings(max_examples=30)
@given(notes)
def test_notes_come_back_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, some: MatchNotes
) -> None:
    file = NotesFile(tmp_path_factory.getbasetemp() / "0001.domino.yaml")
    file.save(some)

    assert file.load() == some


@pytest.mark.long
@settings(max_examples=30)
@given(notes, st.data())
def test_damaged_notes_are_read_without_an_error(
    tmp_path_factory: pytest.TempPathFactory, some: MatchNotes, data: st.DataObject
) -> None:
    file = NotesFile(tmp_path_factory.getbasetemp() / "0002.domino.yaml")
    whole = notes_text(some).encode()
    cut, slip = data.draw(st.integers(0, len(whole))), data.draw(st.binary(max_size=3))
    file.file.write_bytes(whole[:cut] + slip + whole[cut + 1 :])

    assert isinstance(file.load(), MatchNotes)


@pytest.mark.parametrize(
    ("page", "read"),
    [
        ("own: [0, x, 2]\npractice: true\n", MatchNotes(practice=True)),
        ("own: [true, 2]\n", MatchNotes()),
        ("bots: steady\nown: [0]\n", MatchNotes(own=(0,))),
        ("begun: yesterday\npractice: true\n", MatchNotes(practice=True)),
        ("practice: perhaps\n", MatchNotes()),
        ("branched_from: {match: 3, events: x}\ntitle: Ours\n", MatchNotes(title="Ours")),
        ("title: [\nown: [1]\n", MatchNotes(own=(1,))),
        ("\0", MatchNotes()),
    ],
)
def test_what_is_damaged_has_its_default_and_the_rest_is_read(
    tmp_path: Path, page: str, read: MatchNotes
) -> None:
    (tmp_path / "0001.notes.yaml").write_text(page, encoding="utf-8")

    assert NotesFile(tmp_path / "0001.domino.yaml").load() == read


@pytest.mark.parametrize(
    ("page", "read"),
    [
        ("1: steady\n", MatchNotes({1: "steady"})),
        ("0: ''\n1: away steady\n2: hard\n", MatchNotes({1: "steady", 2: "hard"}, (0, 1))),
    ],
)
def test_the_seats_of_older_versions_are_read_until_notes_are_written(
    tmp_path: Path, page: str, read: MatchNotes
) -> None:
    seats = tmp_path / "0001.seats.yaml"
    seats.write_text(page, encoding="utf-8")
    file = NotesFile(tmp_path / "0001.domino.yaml")

    assert file.load() == read
    file.save(NOTES)
    assert file.load() == NOTES
    assert not seats.exists()


def test_an_archived_match_keeps_its_notes(tmp_path: Path) -> None:
    saved = SavedMatches(tmp_path).create()
    saved.save(begun(), NOTES)

    saved.archive()

    (past,) = tmp_path.glob("past/*.domino.yaml")
    assert SavedMatch(past).notes() == NOTES
    assert saved.notes() == MatchNotes()


def test_a_match_with_the_number_of_one_that_was_killed_has_notes_of_its_own(tmp_path: Path) -> None:
    NotesFile(tmp_path / "0001.domino.yaml").save(NOTES)
    NotesFile(tmp_path / "past" / "0001.domino.yaml").save(NOTES)

    saved = SavedMatches(tmp_path).create()
    saved.save(begun(), MatchNotes())
    saved.archive()

    assert SavedMatch(tmp_path / "past" / "0001.domino.yaml").notes() == MatchNotes()
