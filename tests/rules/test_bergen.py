"""Bergen: BE-1 to BE-6."""

import pytest
from support.console.arrange import Row, check, deal, fresh

from playroom.rules.deal import begin
from playroom.rules.flow import after
from playroom.rules.legal import legal_moves, position
from playroom.rules.rulebook.fault import InvalidTable

OTHERS = ", 3-3 3-0"
YARD = "5-5 5-4"
FULL = "5-5 6-2 6-3"
"""A boneyard from which a tile may be drawn, so that no round is blocked."""

BLOCKED = "6-1 5-2, 0-0 3-0"
"""Seat 0 blocks the round with 6-1 at an end of 1; they hold 7 and 3."""

ROWS = [
    Row("BE-2", "The holder of the lowest double opens with it.", "6-6 2-2 6-5" + OTHERS,
        why={"6-6": "opens_with_lowest", "6-5": "opens_with_lowest"}, then={"legal": "2-2"}),
    Row("BE-2", "If none is dealt, by C-2.", "5-4 6-2 6-3, 5-0 3-1", then={"legal": "6-3"}),
    Row("BE-2", "`opening: highest`: by C-2.", "6-6 2-2 6-5" + OTHERS, options={"opening": "highest"},
        why={"2-2": "opens_with_highest"}, then={"legal": "6-6"}),
    Row("BE-2", "Every round.", "5-3, 6-6 1-1", "3-4", moves="5-3 left", then={"starter": 1}),
    Row("BE-3", "You play a tile that fits, if you hold one.", "6-5 1-1" + OTHERS, "6-4", "2-1 3-1 2-0",
        why={"draw": "can_play_so_no_draw", "pass": "can_play_so_no_pass"}),
    Row("BE-3", "Stuck, you draw until a tile fits, and play it.", "1-1, 5-5", "6-4", "2-1 6-3 3-3 5-0",
        moves="draw, draw", why={"pass": "can_play_so_no_pass"}, then={"legal": "6-3 left"}),
    Row("BE-3", "While a tile is drawable: two stay.", "1-1, 6-5", "6-4", "3-3 5-0",
        why={"draw": "boneyard_reserved", "pass": None}),
    Row("BE-3", "`reserve: 0`: none stays.", "1-1, 6-5", "6-4", "3-3 5-0", options={"reserve": 0},
        then={"legal": "draw"}),
    Row("BE-4", "An opening double scores 2.", "2-2 6-5" + OTHERS, boneyard=FULL, moves="2-2",
        then={"scores": (2, 0)}),
    Row("BE-4", "`opening_scores: false`: nothing.", "2-2 6-5" + OTHERS, boneyard=FULL,
        options={"opening_scores": False}, moves="2-2", then={"scores": (0, 0)}),
    Row("BE-4", "Another first tile scores nothing.", "6-3 5-4, 5-0 3-1", moves="6-3",
        then={"scores": (0, 0)}),
    Row("BE-4", "A tile that makes both ends equal scores 2: 4-2 2-1 1-4.", "4-1 6-6" + OTHERS, "4-2 2-1",
        FULL, moves="4-1 right", then={"scores": (2, 0)}),
    Row("BE-4", "3 if one of the two end tiles is a double: 4-4 4-2 2-0 0-4.", "4-0 6-6, 3-3 3-1",
        "4-4 4-2 2-0", FULL, moves="4-0 right", then={"scores": (3, 0)}),
    Row("BE-4", "Also if it is the tile itself.", "4-4 6-6" + OTHERS, "4-2 2-1 1-4", FULL, moves="4-4 right",
        then={"scores": (3, 0)}),
    Row("BE-4", "Also with blanks.", "1-0 6-6, 3-3 5-1", "0-0 0-2 2-1", FULL, moves="1-0 right",
        then={"scores": (3, 0)}),
    Row("BE-4", "A double inside counts for nothing.", "4-1 6-6" + OTHERS, "4-2 2-2 2-1", FULL,
        moves="4-1 right", then={"scores": (2, 0)}),
    Row("BE-4", "Unequal ends score nothing.", "5-1 6-6" + OTHERS, "4-2 2-1", FULL, moves="5-1 right",
        then={"scores": (0, 0)}),
    Row("BE-5", "Going out scores 1 at the end.", "5-3, 6-6 1-1", "3-4", moves="5-3 left",
        then={"end": "out", "winner": 0, "scores": (1, 0)}),
    Row("BE-5", "`out_points: 2`.", "5-3, 6-6 1-1", "3-4", options={"out_points": 2}, moves="5-3 left",
        then={"scores": (2, 0)}),
    Row("BE-5", "The last tile may score too.", "4-1" + OTHERS, "4-2 2-1", moves="4-1 right",
        then={"end": "out", "scores": (3, 0)}),
    Row("BE-5", "Blocked: the lightest hand.", BLOCKED, "6-3 3-1", YARD, moves="6-1 right",
        then={"end": "blocked", "winner": 1, "scores": (2, 1)}),
    Row("BE-5", "`no_doubles`: hands without a double before others.", BLOCKED, "6-3 3-1", YARD,
        options={"blocked_by": "no_doubles"}, moves="6-1 right", then={"winner": 0, "scores": (3, 0)}),
    Row("BE-5", "Then the fewest pips.", "6-1 5-2, 4-0", "6-3 3-1", YARD,
        options={"blocked_by": "no_doubles"}, moves="6-1 right", then={"winner": 1}),
    Row("BE-5", "Equal, nobody.", "6-1 2-2, 4-0", "6-3 3-1", YARD, moves="6-1 right",
        then={"winner": None, "scores": (2, 0)}),
    Row("BE-6", "BE-4 wins at that moment; BE-5 is not scored.", "4-1" + OTHERS, "4-2 2-1", totals=(13, 0),
        moves="4-1 right", then={"end": "target", "totals": (15, 0), "winners": (0,)}),
    Row("BE-6", "10 for three.", "5-3, 6-6 1-1, 4-4", "3-4", totals=(9, 0, 0), moves="5-3 left",
        then={"totals": (10, 0, 0), "winners": (0,)}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_bergen(row: Row) -> None:
    check(row, "bergen")


@pytest.mark.parametrize(("players", "size"), [(2, 6), (3, 6), (4, 5)])
def test_be_1_tiles_each(players: int, size: int) -> None:
    match = fresh("bergen", players)

    match = after(match, begin(match, deal(match, *["6-6", "5-5", "4-4", "3-3"][:players])))

    assert {len(hand) for hand in match.now.hands} == {size}


@pytest.mark.parametrize(("players", "teams"), [(5, 0), (4, 2)])
def test_be_1_other_tables_are_refused(players: int, teams: int) -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("bergen", players, teams)

    assert caught.value.clause == "BE-1"


def test_be_2_the_lowest_double_of_all_hands_opens() -> None:
    match = fresh("bergen", 3)

    match = after(match, begin(match, deal(match, "6-6", "2-2 5-5", "4-4")))

    assert match.turn == 1
    assert [str(move) for move in legal_moves(position(match))] == ["2-2"]
