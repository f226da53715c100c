"""A home on a server that is full: what is new is refused with a sentence, and nothing played is lost."""

from pathlib import Path
from random import Random

import pytest
from support.games.random_matches import VARIANTS, random_record, states

from playroom.home.files import check_room, set_quota, write_atomically
from playroom.home.match_notes import MatchNotes
from playroom.home.removed_matches import DeletedMatches
from playroom.home.saved_match import SavedMatch, SavedMatches
from playroom.home.transcript import Transcript
from playroom.narration.file_errors import system_error_blank
from playroom.narration.message import Message
from playroom.narration.phrases.locales import phrasebook
from playroom.strict_yaml import HomeFullError
from playroom.table.record import Record, text


def full_home(folder: Path) -> SavedMatches:
    """The matches of a home without room."""
    set_quota(folder, 1000)
    write_atomically(folder / "matches" / "past" / "0001.domino.yaml", "x" * 1000)
    return SavedMatches(folder / "matches")


def new_record() -> Record:
    return random_record(VARIANTS["draw"], Random(1), short=True)


def test_no_new_match_is_saved_in_a_full_home_and_one_is_again_after_a_deletion(tmp_path: Path) -> None:
    matches, record = full_home(tmp_path), new_record()
    saved = matches.create()

    with pytest.raises(HomeFullError):
        saved.save(record, MatchNotes())
    assert not saved.exists()

    past = SavedMatch(tmp_path / "matches" / "past" / "0001.domino.yaml")
    assert past.open()
    DeletedMatches(matches).delete(past)
    saved.save(record, MatchNotes())
    assert saved.exists()


def test_a_match_that_is_under_way_is_saved_in_a_full_home(tmp_path: Path) -> None:
    set_quota(tmp_path, 5000)
    saved, record = SavedMatches(tmp_path / "matches").create(), new_record()
    saved.save(record, MatchNotes())
    write_atomically(tmp_path / "presets.yaml", "x" * 5000)

    chance = Random(1)
    for match in [*states(record.match, chance)][:5]:
        record = Record(record.game, record.variant, record.options, record.players, match)
        saved.save(record, MatchNotes())

    assert saved.file.read_text(encoding="utf-8") == text(record)


def test_what_was_played_with_others_is_kept_in_a_full_home(tmp_path: Path) -> None:
    matches = full_home(tmp_path)

    assert matches.keep_past(new_record(), MatchNotes())


def test_no_record_is_imported_into_a_full_home_or_one_that_would_be(tmp_path: Path) -> None:
    with pytest.raises(HomeFullError):
        full_home(tmp_path / "full").add(b"record", is_finished=True)
    set_quota(tmp_path / "empty", 1000)
    with pytest.raises(HomeFullError):
        SavedMatches(tmp_path / "empty" / "matches").add(b"x" * 1000, is_finished=True)


def test_no_transcript_begins_in_a_full_home_and_one_that_was_begun_goes_on(tmp_path: Path) -> None:
    set_quota(tmp_path, 1000)
    begun = Transcript(tmp_path / "transcripts" / "one.txt")
    begun.add("first")
    full_home(tmp_path)
    begun.add("second")

    with pytest.raises(HomeFullError):
        Transcript(tmp_path / "transcripts" / "two.txt").add("first")
    assert begun.file.read_text(encoding="utf-8") == "first\nsecond\n"


def test_a_home_of_ones_own_has_no_limit(tmp_path: Path) -> None:
    write_atomically(tmp_path / "matches" / "file", "x" * 10_000)

    check_room(tmp_path / "matches" / "0001.domino.yaml", 10**9)


def test_the_refusal_says_what_to_do() -> None:
    why = system_error_blank(HomeFullError(28, "No space left on device"))

    assert phrasebook("en").say(Message("menus.unsaved", blanks={"why": why})) == (
        "The match cannot be saved: your home on this server is full. Delete matches in the list All "
        "matches, and there is room again. It goes on, and will be saved as soon as possible."
    )
