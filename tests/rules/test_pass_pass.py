"""Pass-Pass, PP-1 to PP-10."""

from dataclasses import replace

import pytest
from support.console.arrange import Row, check, deal, fresh, made, table

from playroom.rules.deal import begin
from playroom.rules.event import Skipped, Turn
from playroom.rules.flow import after
from playroom.rules.layout import total
from playroom.rules.rulebook.fault import DealFault, InvalidTable, TableFault
from playroom.table.examples.notation import layout_of

AGAIN, SKIPS, MOVES_ON = "Played Again", "Played Skipped Turn", "Played Turn"
IDLE = ", 1-1 0-0, 3-3, 1-0"

ROWS = [
    Row("PP-2", "Any tile opens.", "6-5 2-2, 5-5, 1-1, 0-0", then={"legal": "6-5, 2-2"}),
    Row("PP-2", "The beginner must open.", "6-5 2-2, 5-5, 1-1, 0-0", "", "4-4",
        why={"draw": "must_open", "pass": "must_open"}),
    Row("PP-3", "At your turn you play a tile that fits, if you hold one.", "6-5 2-2, 5-5, 1-1, 0-0", "6-4",
        "4-4",
        why={"draw": "can_play_so_no_draw", "pass": "can_play_so_no_pass"}),
    Row("PP-3", "Stuck: you draw.", "2-2, 5-5, 1-1, 0-0", "6-4", "4-3", why={"pass": "can_draw_so_no_pass"}),
    Row("PP-3", "One tile.", "2-2, 5-5, 1-1, 0-0", "6-4", "3-3 4-3", moves="draw",
        why={"draw": "drew_already"},
        then={"legal": "pass"}),
    Row("PP-3", "And must play it if it fits.", "2-2, 5-5, 1-1, 0-0", "6-4", "4-3", moves="draw",
        why={"pass": "can_play_so_no_pass", "draw": "drew_already"}, then={"legal": "4-3 right"}),
    Row("PP-3", "Otherwise you keep it and the turn moves on.", "2-2, 5-5 6-5, 1-1, 0-0", "6-4", "3-3 4-3",
        moves="draw, pass", then={"turn": 1, "hands": "2-2 3-3, 5-5 6-5, 1-1, 0-0"}),
    Row("PP-3", "With the boneyard empty you pass.", "2-2, 5-5 6-5, 1-1, 0-0", "6-4",
        why={"draw": "boneyard_empty", "pass": None}),
    Row("PP-4", "Ends of 5 give another turn: 2-2 2-6 6-1.", "6-1 2-1" + IDLE, "2-2 2-6", moves="6-1 right",
        then={"sum": 5, "log": AGAIN, "turn": 0}),
    Row("PP-4", "Ends of 10 give another turn: 6-3 3-1 1-4.", "1-4 4-4" + IDLE, "6-3 3-1", moves="1-4 right",
        then={"sum": 10, "log": AGAIN, "turn": 0}),
    Row("PP-4", "Ends of 5 with a blank: 0-4 4-5.", "4-5 5-5" + IDLE, "0-4", moves="4-5 right",
        then={"sum": 5, "log": AGAIN, "turn": 0}),
    Row("PP-4", "A double at an end counts both halves.", "5-5 5-6" + IDLE, "0-5", moves="5-5 right",
        then={"sum": 10, "ends": (0, 5), "log": AGAIN}),
    Row("PP-4", "Other sums do not.", "5-6 6-6" + IDLE, "0-5", moves="5-6 right",
        then={"sum": 6, "log": MOVES_ON, "turn": 1}),
    Row("PP-5", "Ends of the same number skip the next opponent: 4-6 6-3 3-4.", "3-4 4-4, 5-5, 4-2, 2-2",
        "4-6 6-3", moves="3-4 right", then={"ends": (4, 4), "log": SKIPS, "turn": 2}),
    Row("PP-5", "Equal compares the numbers, not the doubled sums: 6-6 6-4 4-2 2-6.",
        "2-6 6-0, 5-5, 6-1, 2-2",
        "6-6 6-4 4-2", moves="2-6 right", then={"sum": 18, "log": SKIPS, "turn": 2}),
    Row("PP-5", "Equal weights of unequal numbers do not skip.", "5-6 6-1, 1-1, 6-0, 2-2", "3-3 3-5",
        moves="5-6 right", then={"ends": (3, 6), "sum": 12, "log": MOVES_ON, "turn": 1}),
    Row("PP-5", "A sum of 7 skips: 5-4 4-2.", "4-2 2-2, 5-5, 2-1, 3-3", "5-4", moves="4-2 right",
        then={"sum": 7, "log": SKIPS, "turn": 2}),
    Row("PP-5", "A sum of 7 with a double skips: 1-4 4-3 3-3.", "3-3 3-2, 1-1, 2-1, 5-5", "1-4 4-3",
        moves="3-3 right", then={"sum": 7, "log": SKIPS, "turn": 2}),
    Row("PP-6", "Ends 5 and 5 make 10 and are equal: another turn, and nobody is skipped.",
        "4-5 5-5" + IDLE, "5-4",
        moves="4-5 right", then={"ends": (5, 5), "sum": 10, "log": AGAIN, "turn": 0}),
    Row("PP-7", "5-5 opens with 10 and gives another turn.", "5-5 5-4" + IDLE, moves="5-5",
        then={"sum": 10, "log": AGAIN, "turn": 0}),
    Row("PP-7", "3-4 skips.", "3-4 5-4, 1-1, 3-3, 0-0", moves="3-4",
        then={"sum": 7, "log": SKIPS, "turn": 2}),
    Row("PP-7", "2-3 gives another turn.", "2-3 5-4" + IDLE, moves="2-3", then={"sum": 5, "log": AGAIN}),
    Row("PP-7", "Any other double skips.", "4-4 5-4, 1-1, 3-3, 0-0", moves="4-4",
        then={"sum": 8, "log": SKIPS, "turn": 2}),
    Row("PP-7", "The double blank too.", "0-0 5-0, 1-1, 3-3, 2-2", moves="0-0", then={"log": SKIPS}),
    Row("PP-7", "Other tiles do neither.", "6-2 5-2, 1-1, 3-3, 0-0", moves="6-2", then={"log": MOVES_ON}),
    Row("PP-8", "A tile that empties the hand ends the round, whatever the ends.", "1-4" + IDLE, "6-3 3-1",
        moves="1-4 right", then={"sum": 10, "end": "out", "log": "Played Ended Scored"}),
    Row("PP-8", "Equal ends skip nobody then.", "3-4, 5-5, 4-2, 2-2", "4-6 6-3", moves="3-4 right",
        then={"end": "out", "log": "Played Ended Scored"}),
    Row("PP-8", "Nor does a tile that blocks.", "1-4 5-5, 1-1, 3-3, 0-0", "6-3 3-1", moves="1-4 right",
        then={"sum": 10, "end": "blocked"}),
    Row("PP-8", "A further turn is a full turn: stuck, you draw.", "1-4 5-5, 1-1 4-2, 3-3, 0-0", "6-3 3-1",
        "4-3",
        moves="1-4 right", then={"legal": "draw"}),
    Row("PP-8", "Though you have drawn in the turn before it.", "2-2, 5-5 4-2, 3-3, 0-0", "6-3 3-1",
        "1-4 1-1",
        moves="draw, 1-4 right", then={"turn": 0, "legal": "draw"}),
    Row("PP-8", "Or pass.", "1-4 5-5, 1-1 4-2, 3-3, 0-0", "6-3 3-1", moves="1-4 right",
        then={"legal": "pass"}),
    Row("PP-9", "Empty hand: that team scores 0, the other the pips in its hands.", "6-1, 5-5, 4-3, 2-0",
        "6-3",
        moves="6-1 left", then={"end": "out", "scores": (0, 10 + 2)}),
    Row("PP-9", "Whatever the partner still holds.", "6-1, 0-0, 6-5 6-6, 2-0", "6-3", moves="6-1 left",
        then={"scores": (0, 2)}),
    Row("PP-9", "Blocked: each team scores 1 for each tile, whatever its pips.", "6-1 5-5, 6-6, 2-2 0-0, 5-2",
        "6-4", moves="6-1", then={"end": "blocked", "scores": (3, 2)}),
    Row("PP-10", "After the last deal the lower total wins.", "6-1, 5-5, 4-3, 2-0", "6-3",
        options={"deals": 1}, totals=(11, 0), moves="6-1 left", then={"totals": (11, 12), "winners": (0,)}),
    Row("PP-10", "The number of deals is an option, 7 by default.", "6-1, 5-5, 4-3, 2-0", "6-3",
        options={"deals": 2}, moves="6-1 left", then={"winners": ()}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_pass_pass(row: Row) -> None:
    check(replace(row, teams=2), "pass-pass")


def test_pp_1_four_play_as_two_partnerships_with_six_tiles_each() -> None:
    match = fresh("pass-pass", 4, 2)

    begun = after(match, begin(match, deal(match, "6-6", "5-5", "4-4", "3-3", starter=0)))

    assert [len(hand) for hand in begun.rounds[-1].hands] == [6, 6, 6, 6]
    assert len(begun.rounds[-1].boneyard) == 4
    assert begun.rules.side(0) == begun.rules.side(2) != begun.rules.side(1)


@pytest.mark.parametrize("beginner", [0, 3])
def test_pp_2_chance_names_who_begins(beginner: int) -> None:
    match = fresh("pass-pass", 4, 2)

    begun = after(match, begin(match, deal(match, "6-6", "5-5", "4-4", "3-3", starter=beginner)))

    assert begun.turn == beginner


def test_pp_2_chance_names_who_begins_anew_in_every_round() -> None:
    match = made(table("pass-pass", "6-1, 5-5, 4-3, 2-0", "6-3", teams=2), "6-1 left")

    with pytest.raises(InvalidTable) as caught:
        begin(match, deal(match, "6-6", "5-5", "4-4", "3-3"))

    assert (caught.value.fault, caught.value.clause) == (DealFault.STARTER_NEEDED, "PP-2")


@pytest.mark.parametrize(
    ("chain", "expected"),
    [
        ("2-2 2-6 6-1", 5),
        ("6-3 3-1 1-4", 10),
        ("0-4 4-5", 5),
        ("5-4 4-2", 7),
        ("1-4 4-3 3-3", 7),
        ("6-6 6-4 4-2 2-6", 18),
        ("4-6 6-3 3-4", 8),
        ("5-5", 10),
        ("3-4", 7),
        ("1-2 2-2 2-6", 7),
    ],
)
def test_pp_4_the_sum_of_the_ends(chain: str, expected: int) -> None:
    layout = layout_of(fresh("pass-pass", 4, 2).rules, chain)

    assert total(layout.open_ends) == expected


def test_pp_5_the_seat_that_is_skipped_is_named() -> None:
    match = made(table("pass-pass", "1-1, 5-5, 2-1, 4-2 2-2", "5-4", teams=2, turn=3), "4-2 right")

    *_, skipped, turn = match.rounds[-1].log

    assert (skipped, turn) == (Skipped(0), Turn(1))


def test_pp_10_seven_deals_are_the_default() -> None:
    assert fresh("pass-pass", 4, 2).rules.deals == 7


@pytest.mark.parametrize("deals", [0, -1, "all"])
def test_pp_10_a_match_has_one_deal_or_more(deals: object) -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("pass-pass", 4, 2, deals=deals)

    assert (caught.value.fault, caught.value.clause) == (TableFault.WRONG_ANSWER, "PP-10")
