"""Sebastopol: CR-1, CR-2, CR-4 and CR-5."""

import pytest
from support.console.arrange import Row, check, deal, fresh

from playroom.rules.deal import begin
from playroom.rules.flow import after
from playroom.rules.legal import legal_moves, position
from playroom.rules.rulebook.fault import InvalidTable

BEGUN = "5-6 6-6 6-4 / 6-3 / 6-2"
"""All four arms of the middle have a tile."""

THREE = "4-6 6-6 6-5 5-4 / 6-3"
REST = ", 5-1, 4-0, 3-2"
BLOCKING = "6-2 1-0, 1-1, 5-5, 5-1"
"""Seat 0 blocks the round with 6-2 down: the ends are 4, 4, 3 and 2; they hold 1, 2, 10 and 6."""

ROWS = [
    Row("CR-2", "Every round opens by C-2.", "6-6 6-5 2-1" + REST,
        why={"6-5": "opens_with_highest", "pass": "must_open"}, then={"legal": "6-6"}),
    Row("CR-2", "The arms begin in the order left, right, up, down: first left.", "6-5 6-4" + REST, "6-6",
        why={"6-5 right": "no_such_end", "6-5 up": "no_such_end"}, then={"legal": "6-5 left, 6-4 left"}),
    Row("CR-2", "Then right; the arm that has begun is closed.", "6-4 5-0" + REST, "5-6 6-6",
        why={"5-0 left": "no_such_end"}, then={"legal": "6-4 right", "open": "right"}),
    Row("CR-2", "Then up.", "6-3 5-0" + REST, "5-6 6-6 6-4", then={"legal": "6-3 up"}),
    Row("CR-2", "Then down.", "6-2 5-0" + REST, "5-6 6-6 6-4 / 6-3", then={"legal": "6-2 down"}),
    Row("CR-2", "Once all have a tile, any arm is open.", "6-2 2-0" + REST, "5-6 6-6 6-4 / 6-3",
        moves="6-2 down", then={"open": "left right up down", "ends": (5, 4, 3, 2)}),
    Row("CR-2", "And grows.", "3-1 2-0" + REST, BEGUN, moves="3-1 up", then={"ends": (5, 4, 1, 2)}),
    Row("CR-2", "Later doubles do not branch.", "5-5 2-0" + REST, BEGUN, moves="5-5 left",
        then={"open": "left right up down", "ends": (5, 4, 3, 2)}),
    Row("CR-4", "Stuck in Sebastopol, you pass.", "5-1 5-5, 6-1, 4-4, 3-3", "6-6",
        why={"pass": None, "draw": "no_drawing"}),
    Row("CR-4", "If you can play, you play.", "6-1 5-5" + REST, "6-6", why={"pass": "can_play_so_no_pass"}),
    Row("CR-5", "Out: the winner scores what others hold.", "5-3, 6-1, 1-0, 2-0", BEGUN, moves="5-3 left",
        then={"end": "out", "winner": 0, "scores": (10, 0, 0, 0)}),
    Row("CR-5", "Blocked: `player`, for the same less the own pips.", BLOCKING, THREE, moves="6-2 down",
        then={"end": "blocked", "winner": 0, "scores": (17, 0, 0, 0)}),
    Row("CR-5", "`blocked: others`: not less.", BLOCKING, THREE, options={"blocked": "others"},
        moves="6-2 down", then={"scores": (18, 0, 0, 0)}),
    Row("CR-5", "Target 100.", "5-3, 6-1, 1-0, 2-0", BEGUN, totals=(90, 95, 0, 0), moves="5-3 left",
        then={"winners": (0,)}),
    Row("CR-5", "With less the match goes on.", "5-3, 6-1, 1-0, 2-0", BEGUN, totals=(89, 95, 0, 0),
        moves="5-3 left", then={"winners": ()}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_sebastopol(row: Row) -> None:
    check(row, "sebastopol")


def test_cr_1_four_players_have_seven_tiles_each() -> None:
    match = fresh("sebastopol", 4)

    match = after(match, begin(match, deal(match, "6-6", "5-5", "4-4", "3-3")))

    assert {len(hand) for hand in match.now.hands} == {7}
    assert [str(move) for move in legal_moves(position(match))] == ["6-6"]


@pytest.mark.parametrize(("players", "teams"), [(2, 0), (3, 0), (5, 0), (4, 2)])
def test_cr_1_other_tables_are_refused(players: int, teams: int) -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("sebastopol", players, teams)

    assert caught.value.clause == "CR-1"
