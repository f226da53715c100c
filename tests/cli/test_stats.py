"""``playroom stats``: the statistics read out line by line, or as CSV."""

import csv
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from support.games.random_matches import VARIANTS, states
from support.programs.runs import Program, at_home

from playroom.home.match_notes import MatchNotes
from playroom.home.saved_match import SavedMatches
from playroom.table.setup import Setup, new_record


@pytest.fixture
def program(home: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return at_home(home, capfd, monkeypatch)


def keep_matches(program: Program, count: int) -> None:
    matches = SavedMatches(program.folders.matches)
    for seed in range(count):
        record = new_record(VARIANTS["draw"], Setup("draw", 2), ("Ada", "Ben"))
        *_, match = states(record.match, Random(seed))
        matches.keep_past(replace(record, match=match), MatchNotes({1: "hard"}, (0,)))


@pytest.mark.long
def test_the_lines_are_those_of_the_list_each_followed_by_what_is_behind_it(program: Program) -> None:
    keep_matches(program, 3)

    told = program.run("stats", "--mode", "text")

    lines = told.out.splitlines()
    assert told.code == 0
    assert lines[0].startswith("Matches: 3, ")
    assert [line for line in lines if line.startswith("Draw: 3 matches, ")]
    assert [line for line in lines if line.startswith("Against hard bots: 3 matches, ")]


@pytest.mark.long
def test_csv_goes_to_a_file(program: Program, tmp_path: Path) -> None:
    keep_matches(program, 2)
    file = tmp_path / "mine.csv"

    told = program.run("stats", "--csv", file, "--mode", "text")

    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    assert told.out == f"Exported to {file}.\n"
    assert [(row["group"], row["matches"]) for row in rows] == [
        ("all", "2"),
        ("game", "2"),
        ("bots", "2"),
        ("week", "2"),
    ]


def test_a_file_that_cannot_be_written_is_named_in_a_sentence(program: Program, tmp_path: Path) -> None:
    told = program.run("stats", "--csv", tmp_path, "--mode", "text")

    assert told.code == 1
    assert told.err.startswith("Not exported: ")


@pytest.mark.long
def test_the_figures_of_a_single_game_and_opponent_are_read_once(program: Program) -> None:
    keep_matches(program, 3)

    lines = program.run("stats", "--mode", "text").out.splitlines()

    assert len(lines) == len({*lines})
    assert sum(line.startswith("Rounds: ") for line in lines) == 1


@pytest.mark.long
def test_that_many_matches_are_read_is_said_first(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playroom.commands.subcommands.stats.FEW", 2)
    keep_matches(program, 3)

    first, again = (program.run("stats", "--mode", "text") for _ in range(2))

    assert first.err == "3 matches are still being read.\n"
    assert again.err == ""
    assert first.out == again.out


def test_without_the_name_of_a_file_that_is_said(program: Program) -> None:
    told = program.run("stats", "--csv")

    assert told.code == 2
    assert told.err.startswith("--csv: the name of a file is missing.")


def test_without_a_finished_match_that_is_said(program: Program) -> None:
    assert program.run("stats", "--mode", "text").out == "No finished matches yet.\n"
