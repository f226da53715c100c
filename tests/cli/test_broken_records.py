"""Records with slips, as commands read them: each is a match, or refused in one sentence."""

import json
from pathlib import Path
from random import Random

import pytest
from support.faults.soaks import SEED, soak
from support.games.record_slips import mutated
from support.programs.runs import PUBLISHED, Program
from targets import seeds

from playroom.home.match_notes import RECORD_SUFFIX
from playroom.home.saved_match import SavedMatches
from playroom.strict_yaml import PageError
from playroom.table.record_parser import RuleBroken
from playroom.table.shelf import OURS, shelf

VARIANTS = shelf([OURS]).variants
RECORDS, PARTS = 5_000, 20
FEW = 10


def slipped(number: int, part: int) -> str:
    """A record with slips, by its number."""
    chance = Random(f"record {SEED} {part} {number}")
    return mutated(chance.choice(seeds("match_record")).decode(), chance)


def check_replay(program: Program, file: Path) -> bool:
    """Whether a record is replayed; if not, one sentence says why."""
    told = program.run("replay", "--mode", "text", "--json", file)
    if told.code:
        assert (told.code, told.out, told.err.count("\n")) == (1, "", 1)
        assert told.err.startswith(str(file))
        return False
    assert json.loads(told.out)
    return True


def check_saved(folder: Path) -> None:
    """A saved match is loaded or refused, and named in the list of matches in any case."""
    (saved,) = SavedMatches(folder).newest_first()
    saved.notes()
    try:
        saved.load(VARIANTS)
    except (PageError, RuleBroken):
        assert saved.move_unreadable().exists()


def check_records(program: Program, folder: Path, count: int, part: int) -> int:
    """Replay so many records, and load them as saved matches; how many were refused."""
    refused = 0
    for number in range(count):
        matches = folder / f"{number}"
        matches.mkdir()
        file = matches / f"match{RECORD_SUFFIX}"
        file.write_text(slipped(number, part), encoding="utf-8")
        refused += not check_replay(program, file)
        check_saved(matches)
    return refused


def test_a_whole_record_is_replayed(program: Program) -> None:
    assert check_replay(program, PUBLISHED)


@pytest.mark.long
def test_a_few_records_with_slips_are_replayed_or_refused(program: Program, tmp_path: Path) -> None:
    assert check_records(program, tmp_path, FEW, part=-1) > 0


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_records_with_slips_are_replayed_or_refused(program: Program, tmp_path: Path, part: int) -> None:
    assert check_records(program, tmp_path, soak(RECORDS) // PARTS, part) > 0
