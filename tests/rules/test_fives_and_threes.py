"""Fives and threes: FT-1 to FT-6."""

import pytest
from support.console.arrange import Row, check, deal, fresh, made, table

from playroom.rules.deal import begin
from playroom.rules.flow import after
from playroom.rules.legal import legal_moves, position
from playroom.rules.rulebook.fault import InvalidTable
from playroom.strict_yaml import load
from playroom.table.record import summary
from playroom.table.record_parser import record
from playroom.table.shelf import OURS, shelf

OTHERS = ", 3-3 2-2"

ROWS = [
    Row("FT-2", "`next`: any tile opens.", "6-6 6-5 2-1, 5-5 1-1", then={"legal": "6-6, 6-5, 2-1"}),
    Row("FT-2", "`double`: every round by C-2.", "6-6 6-5 2-1, 5-5 1-1", options={"lead": "double"},
        then={"legal": "6-6"}),
    Row("FT-3", "6, 3: 9 scores 3.", "6-3 2-1" + OTHERS, "6-4 4-1 1-6", moves="6-3 left",
        then={"sum": 9, "scores": (3, 0)}),
    Row("FT-3", "4, 3: 7 scores nothing.", "6-3 2-1" + OTHERS, "4-0 0-1 1-6", moves="6-3 right",
        then={"sum": 7, "scores": (0, 0)}),
    Row("FT-3", "6-6, 4-4: 20 scores 4.", "6-6 2-1, 3-3 4-0", "4-4 4-6", moves="6-6 right",
        then={"sum": 20, "scores": (4, 0)}),
    Row("FT-3", "6-6, 3: 15 scores both.", "6-6 2-1, 2-2 4-0", "3-1 1-6", moves="6-6 right",
        then={"sum": 15, "scores": (8, 0)}),
    Row("FT-3", "The first tile too: 5-5 alone scores 2.", "5-5 2-1, 3-3 5-4", moves="5-5",
        then={"sum": 10, "scores": (2, 0)}),
    Row("FT-3", "0-0 alone scores nothing.", "0-0 2-1, 3-3 5-0", moves="0-0",
        then={"sum": 0, "scores": (0, 0)}),
    Row("FT-4", "A tile that leaves its player without tiles scores 1 more.", "6-3" + OTHERS, "6-4 4-1 1-6",
        moves="6-3 left", then={"end": "out", "winner": 0, "scores": (4, 0)}),
    Row("FT-4", "`out_points: 0`: nothing more.", "6-3" + OTHERS, "6-4 4-1 1-6", options={"out_points": 0},
        moves="6-3 left", then={"end": "out", "scores": (3, 0)}),
    Row("FT-4", "A block has no winner.", "6-1 2-2, 5-5", "6-4 4-1", moves="6-1 right",
        then={"end": "blocked", "winner": None}),
    Row("FT-5", "An amount that would pass 61 scores nothing at all: 2 and 1 at 59.",
        "6-0, 3-3", "6-4 4-1 1-6", totals=(59, 0), moves="6-0 right",
        then={"sum": 6, "end": "out", "totals": (59, 0), "winners": ()}),
    Row("FT-5", "Reaching it wins the match at that moment.", "6-0 2-2, 3-3", "6-4 4-1 1-6", totals=(59, 0),
        moves="6-0 right", then={"end": "target", "winner": None, "totals": (61, 0), "winners": (0,)}),
    Row("FT-5", "`exact: false`: passing it wins too.", "6-0, 3-3", "6-4 4-1 1-6", totals=(59, 0),
        options={"exact": False}, moves="6-0 right", then={"totals": (62, 0), "winners": (0,)}),
    Row("FT-6", "`whole_team`: the round goes on until both partners have no tile.",
        "6-3, 3-3 2-2, 3-1, 4-4", "6-4 4-1 1-6", teams=2, options={"going_out": "whole_team"},
        moves="6-3 left", then={"end": None, "scores": (3, 0), "turn": 1}),
    Row("FT-6", "The tile that leaves the pair without tiles scores 1 more.",
        "6-3, 3-3 2-2, 3-1, 4-4", "6-4 4-1 1-6", teams=2, options={"going_out": "whole_team"},
        moves="6-3 left, 3-3 left, 3-1 left", then={"end": "out", "winner": 2, "scores": (4, 4)}),
    Row("FT-6", "A seat without tiles has no turn.", "6-3, 3-2 2-2, 2-1 6-5, 1-0 1-1", "6-4 4-6", teams=2,
        options={"going_out": "whole_team"}, moves="6-3 left, 3-2 left, 2-1 left, 1-0 left",
        then={"turn": 1}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_fives_and_threes(row: Row) -> None:
    check(row, "fives-and-threes")


@pytest.mark.parametrize(("players", "teams", "size"), [(2, 0, 7), (3, 0, 5), (4, 0, 5), (4, 2, 5)])
def test_ft_1_players_and_tiles(players: int, teams: int, size: int) -> None:
    match = fresh("fives-and-threes", players, teams)

    match = after(match, begin(match, deal(match, *["6-6", "5-5", "4-4", "3-3"][:players], starter=0)))

    assert {len(hand) for hand in match.now.hands} == {size}


def test_ft_1_other_tables_are_refused() -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("fives-and-threes", 5)

    assert caught.value.clause == "FT-1"


def test_ft_2_the_start_passes_clockwise() -> None:
    before = made(table("fives-and-threes", "6-3, 3-3 2-2", "6-4 4-1 1-6"), "6-3 left")

    match = after(before, begin(before, deal(before, "6-6", "5-5")))

    assert match.turn == 1
    assert len(legal_moves(position(match))) == 7


RECORD = """\
record: 3
game: fives-and-threes
options: {target: 10}
players: [Ada, Ben]
rounds:
- starter: Ben
  hands: {Ada: 6-2 2-1 6-0 3-1 5-4 6-3 5-5, Ben: 3-2 5-1 4-4 4-3 6-6 0-0 4-1}
  boneyard: 2-0 2-2 4-2 1-1 3-0 5-3 6-5 3-3 6-1 4-0 5-0 1-0 6-4 5-2
  actions: [Ben 6-6, Ada 2-6 right, Ben 3-2 right, Ada 6-3 right, Ben pass, Ada 6-0 right]
"""


def test_ft_5_the_published_record_gives_its_summary() -> None:
    told = summary(record(load(RECORD, "a.domino.yaml"), shelf([OURS]).variants))

    assert told == {
        "game": "fives-and-threes",
        "over": True,
        "winners": ["Ada"],
        "sides": [
            {"players": ["Ada"], "total": 10, "in": True, "waits": 0, "won": 0},
            {"players": ["Ben"], "total": 4, "in": True, "waits": 0, "won": 0},
        ],
        "carried": 0,
        "rounds": [{"end": "target", "scores": [10, 4], "winner": None, "bonuses": []}],
        "table": None,
    }
