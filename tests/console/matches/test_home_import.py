"""The file of a home on a server, which the list of all matches takes in."""

from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest
from msgspec.structs import replace
from support.games.random_matches import VARIANTS, random_record
from test_all_matches import all_matches, begin, put

from playroom.home.home_file import home_file
from playroom.home.match_notes import MatchNotes
from playroom.home.saved_match import SavedMatches

IMPORT = ("end", "up", "enter")


def elsewhere(folder: Path) -> Path:
    """The file of a home with a match that was won and one that was begun, both with titles."""
    matches = SavedMatches(folder / "matches")
    record = random_record(VARIANTS["draw"], Random(1), short=True)
    matches.keep_past(replace(record, players=("Past", *record.players[1:])), MatchNotes(title="Won"))
    begun = matches.create()
    begun.save(record, MatchNotes(title="Begun"))
    begun.close()
    file = folder.with_suffix(".zip")
    file.write_bytes(home_file(folder))
    return file


@pytest.mark.long
def test_all_matches_of_a_home_are_imported_once_with_their_notes(home: Path, tmp_path: Path) -> None:
    file = elsewhere(tmp_path / "club")
    console = begin(home, "block")
    all_matches(console)

    first = put(console, IMPORT, file)
    again = put(console, IMPORT, file)

    assert first.startswith("Imported: 2. In the list already: 0. Unreadable: 0.")
    assert again.startswith("Imported: 0. In the list already: 2. Unreadable: 0.")
    saved = SavedMatches(home / "data/playroom/matches").newest_first()
    assert "Begun" in {each.notes().title for each in saved}


@pytest.mark.long
def test_what_is_damaged_in_a_home_is_counted_and_the_rest_imported(home: Path, tmp_path: Path) -> None:
    file = elsewhere(tmp_path / "club")
    with ZipFile(file, "a") as archive:
        archive.writestr("matches/0007.domino.yaml", b"\xff")
        archive.writestr("matches/0008.domino.yaml", "no: record")
        archive.writestr("matches/../../escape.domino.yaml", "x")
        archive.writestr("../outside.domino.yaml", "x")
    console = begin(home, "block")
    all_matches(console)

    assert put(console, IMPORT, file).startswith("Imported: 2. In the list already: 0. Unreadable: 2.")
    assert not [*tmp_path.rglob("*escape*"), *tmp_path.rglob("*outside*")]


@pytest.mark.long
def test_a_damaged_file_of_a_home_is_not_imported(home: Path, tmp_path: Path) -> None:
    file = elsewhere(tmp_path / "club")
    content = bytearray(file.read_bytes())
    content[60:90] = bytes(30)
    file.write_bytes(content)
    console = begin(home, "block")
    all_matches(console)

    assert put(console, IMPORT, file).startswith("Not imported: the file is damaged")


@pytest.mark.long
def test_a_file_that_would_fill_the_memory_is_not_imported(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playroom.home.home_file.MOST_UNPACKED", 10)
    file = elsewhere(tmp_path / "club")
    console = begin(home, "block")
    all_matches(console)

    assert put(console, IMPORT, file).startswith("Not imported: the file is damaged")
