"""The deal of the day: from the date alone, the same everywhere and at any speed."""

import os
import subprocess
import sys
from datetime import date, timedelta

import pytest
from msgspec.structs import replace
from support.games.random_matches import VARIANTS

from playroom.bots import search
from playroom.bots.search import expert
from playroom.bots.steady import steady
from playroom.console.play.draft import NAMES
from playroom.home.match_index import match_summary
from playroom.rules.move import Draw
from playroom.table.deal_of_day import (
    DAY_TABLES,
    PLAYER,
    day_record,
    day_table,
    expert_lead,
    lead_of_day,
    moves_of_day,
    played_day,
)
from playroom.table.record import text
from playroom.table.setup import refusal
from playroom.table.table import Bot

SEED = 227663301952647
HANDS = """
    Ada: 2-2 6-4 3-0 5-5 5-0 0-0
    Ben: 1-1 4-2 6-2 6-3 6-6 3-3
    Cleo: 4-3 5-2 4-1 4-0 4-4 6-0
  boneyard: 3-1 5-4 6-1 6-5 1-0 2-1 3-2 2-0 5-3 5-1
"""
FIRST = date(2026, 11, 26)
DAYS = [FIRST + timedelta(days=number) for number in range(len(DAY_TABLES))]

PROGRAM = """
from datetime import date
from playroom.bots.search import expert
from playroom.bots.steady import steady
from playroom.console.play.draft import NAMES
from playroom.table.deal_of_day import day_record, expert_lead
from playroom.table.shelf import OURS, shelf
variants = shelf([OURS]).variants
for day in {days}:
    day = date.fromisoformat(day)
    print(expert_lead(day, day_record(day, variants, NAMES), expert, steady))
"""


def played(day: date, *bots: Bot) -> str:
    """The record of a day's round between bots, the last one repeated."""
    record = day_record(day, VARIANTS, NAMES)
    seats = range(len(record.players))
    match = played_day(day, record, {seat: bots[min(seat, len(bots) - 1)] for seat in seats})
    assert match.winners
    return text(replace(record, match=match))


def test_the_games_take_turns_and_each_table_is_allowed() -> None:
    setups = [day_table(day).setup for day in DAYS]

    assert sorted(map(str, setups)) == sorted(map(str, DAY_TABLES))
    assert all(refusal(VARIANTS[setup.game], setup) is None for setup in setups)


def test_the_tiles_of_a_day_never_change_with_a_version() -> None:
    assert day_table(FIRST).seed == SEED
    assert HANDS in played(FIRST, steady)


def test_another_day_has_other_tiles() -> None:
    seeds = {day_table(FIRST + timedelta(days=number)).seed for number in range(1000)}

    assert len(seeds) == 1000


@pytest.mark.long
@pytest.mark.parametrize("day", DAYS, ids=str)
def test_a_slow_machine_plays_the_same(day: date, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = played(day, expert, steady)
    seconds = iter(range(0, 10**9, 1000))
    monkeypatch.setattr(search, "perf_counter", lambda: float(next(seconds)))

    assert played(day, expert, steady) == fast


@pytest.mark.long
def test_another_process_finds_the_same_whatever_its_hashes_are() -> None:
    here = [expert_lead(day, day_record(day, VARIANTS, NAMES), expert, steady) for day in DAYS]
    program = PROGRAM.format(days=list(map(str, DAYS)))

    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert [int(line) for line in done.stdout.split()] == here


@pytest.mark.parametrize("day", DAYS, ids=str)
def test_a_day_is_played_again_from_the_moves_of_the_player(day: date) -> None:
    record = day_record(day, VARIANTS, NAMES)
    others = dict.fromkeys(range(1, len(record.players)), steady)
    first = played_day(day, record, {PLAYER: steady, **others})

    moves = tuple(moves_of_day(first))

    assert played_day(day, record, others, moves) == first
    assert lead_of_day(first) == match_summary(first, PLAYER).leads[0]


@pytest.mark.parametrize("change", ["one fewer", "one more", "another order"])
def test_moves_that_are_not_those_of_a_whole_round_are_refused(change: str) -> None:
    record = day_record(FIRST, VARIANTS, NAMES)
    others = dict.fromkeys(range(1, len(record.players)), steady)
    moves = [*moves_of_day(played_day(FIRST, record, {PLAYER: steady, **others}))]
    match change:
        case "one fewer":
            moves.pop()
        case "one more":
            moves.append(Draw())
        case _:
            moves.reverse()

    with pytest.raises(ValueError, match=r"round is not over|moves after the end|: "):
        played_day(FIRST, record, others, moves)
