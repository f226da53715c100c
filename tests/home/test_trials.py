"""Matches that were only tried go after a day; all others stay."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from playroom.home.match_notes import BranchPoint, LessonNotes, MatchNotes
from playroom.home.removed_matches import KEPT_FOR, remove_trials
from playroom.home.saved_match import SavedMatches
from playroom.rules.deal import begin
from playroom.rules.flow import after, play
from playroom.rules.legal import legal_moves, position
from playroom.table.record import Record
from playroom.table.setup import Setup, new_record
from playroom.table.shelf import OURS, shelf
from playroom.table.shuffle import shuffled

VARIANTS = shelf([OURS]).variants
NOW = datetime(2026, 11, 2, 20, 30, tzinfo=UTC)
NOTES = MatchNotes({1: "steady"}, (0,), NOW - KEPT_FOR)


def begun(moves: int) -> Record:
    """A match of two in its first round, after so many moves."""
    record = new_record(VARIANTS["draw"], Setup("draw", 2), ("Ada", "Ben"))
    chance = Random(1)
    match = after(record.match, begin(record.match, shuffled(record.match, chance)[1]))
    for _ in range(moves):
        match = after(match, play(match, legal_moves(position(match))[0]))
    return Record(record.game, record.variant, record.options, record.players, match)


@pytest.mark.parametrize(
    ("moves", "notes", "stays"),
    [
        (2, NOTES, False),
        (9, NOTES, True),
        (2, MatchNotes(NOTES.bots, NOTES.own, NOW - KEPT_FOR + timedelta(minutes=1)), True),
        (2, MatchNotes({}, (0, 1), NOTES.begun), True),
        (2, MatchNotes({}, (), NOTES.begun), True),
        (2, MatchNotes(NOTES.bots, NOTES.own, NOTES.begun, title="Ours"), True),
        (2, MatchNotes(NOTES.bots, NOTES.own, NOTES.begun, lesson=LessonNotes()), False),
        (9, MatchNotes(NOTES.bots, NOTES.own, NOTES.begun, lesson=LessonNotes()), True),
        (2, MatchNotes(NOTES.bots, NOTES.own, NOTES.begun, branched_from=BranchPoint("x", 3)), True),
        (2, MatchNotes(), True),
    ],
)
def test_only_what_was_hardly_begun_a_day_ago_goes(
    tmp_path: Path, moves: int, notes: MatchNotes, *, stays: bool
) -> None:
    saved = SavedMatches(tmp_path).create()
    saved.save(begun(moves), notes)
    saved.close()

    remove_trials(SavedMatches(tmp_path), VARIANTS, NOW)

    assert saved.exists() is stays
    assert bool([*tmp_path.glob("*.notes.yaml")]) is stays or notes == MatchNotes()


def test_a_trial_that_is_open_elsewhere_stays_and_so_does_what_cannot_be_read(tmp_path: Path) -> None:
    matches = SavedMatches(tmp_path)
    saved = matches.create()
    saved.save(begun(1), NOTES)
    damaged = matches.create()
    damaged.save(begun(1), NOTES)
    damaged.file.write_text("record: 7", encoding="utf-8")
    damaged.close()

    remove_trials(SavedMatches(tmp_path), VARIANTS, NOW)

    assert saved.exists()
    assert damaged.exists()
