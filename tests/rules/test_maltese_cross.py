"""Maltese cross: CR-1 to CR-5."""

import pytest
from support.console.arrange import VARIANTS, Row, check, deal, fresh, table

from playroom.rules.deal import begin
from playroom.rules.event import ArmsFreed, Passed
from playroom.rules.flow import after, play
from playroom.rules.layout import DOWN, LEFT, RIGHT, UP
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.move import Draw, Move, Pass
from playroom.rules.rulebook.fault import InvalidTable
from playroom.table.examples.notation import move_of
from playroom.table.record import Record, summary

BEGUN = "5-6 6-6 6-4 / 6-3 / 6-2"
"""All four arms of the middle have a tile."""

THREE = "5-6 6-6 6-4 / 6-3"
DONE = "5-5 5-6 6-6 6-4 4-4 / 6-3 3-3 / 6-2 2-2"
"""Each arm has its double."""

REST = ", 5-1 1-0"
YARD = "1-1 0-0 2-0"
BLOCKED = "5-5 5-6 6-6 6-4 4-4 / 6-3 3-3"

ROWS = [
    Row("CR-2", "Every round opens by C-2.", "6-6 6-5 2-1" + REST, boneyard=YARD,
        why={"6-5": "opens_with_highest", "pass": "must_open"}, then={"legal": "6-6"}),
    Row("CR-2", "The arms begin in the order left, right, up, down.",
        "6-4 5-5" + REST, "5-6 6-6", boneyard=YARD,
        why={"6-4 left": "no_such_end", "6-4 up": "no_such_end", "5-5 left": "no_such_end"},
        then={"legal": "6-4 right", "open": "right"}),
    Row("CR-3", "Until all arms have begun, none owes a double.",
        "6-3 4-4" + REST, "5-6 6-6 6-4", boneyard=YARD,
        why={"4-4": "does_not_fit"}, cites="G-2", then={"legal": "6-3 up"}),
    Row("CR-3", "Then an arm of one tile owes the double of its end.",
        "6-2 2-0 5-5, 5-1", THREE, boneyard=YARD,
        moves="6-2 down", then={"open": "left right up down", "turn": 1}),
    Row("CR-3", "To those doubles alone.", "5-5 5-0 4-1 2-2" + REST, BEGUN, boneyard=YARD,
        why={"5-0": "doubles_owed", "5-0 left": "doubles_owed", "4-1 right": "doubles_owed"},
        then={"legal": "5-5 left, 2-2 down"}),
    Row("CR-3", "Another double does not fit either.", "5-5 1-1" + REST, BEGUN, boneyard="0-0 2-0 4-0",
        why={"1-1 left": "doubles_owed"}, then={"legal": "5-5 left"}),
    Row("CR-3", "While arms owe, only they are open.", "5-5 5-0, 5-1 2-2", BEGUN, boneyard=YARD,
        moves="5-5 left", then={"open": "right up down", "ends": (4, 3, 2), "legal": "2-2 down", "turn": 1}),
    Row("CR-3", "An arm that has its double waits for the others.",
        "5-0 3-3" + REST, "5-5 " + BEGUN, boneyard=YARD,
        why={"5-0": "doubles_owed"}, then={"open": "right up down", "legal": "3-3 up"}),
    Row("CR-3", "Once none owes, any arm is open.", "2-2, 5-1 3-0", "5-5 5-6 6-6 6-4 4-4 / 6-3 3-3 / 6-2",
        boneyard=YARD, moves="2-2 down",
        then={"end": "out"}),
    Row("CR-3", "And grows by any tile that fits.", "5-0 3-1" + REST, DONE, boneyard=YARD,
        then={"open": "left right up down", "legal": "5-0 left, 3-1 up"}),
    Row("CR-3", "While a tile is drawable, a double in no hand is owed.",
        "5-1 5-0, 4-1", BEGUN, boneyard=YARD,
        why={"5-1": "doubles_owed"}, then={"open": "left right up down", "legal": "draw"}),
    Row("CR-3", "While nothing is drawable, a double in no hand is not owed.", "5-5 4-1, 3-1 2-2", BEGUN,
        boneyard="3-3 4-4", then={"open": "left down", "legal": "5-5 left"}),
    Row("CR-3", "If none is, all arms are open.", "5-1 4-1, 3-1 2-0", BEGUN, boneyard="3-3 4-4",
        then={"open": "left right up down", "legal": "5-1 left, 4-1 right"}),
    Row("CR-4", "Stuck, you draw one tile.", "5-1, 4-1 1-0", BEGUN, boneyard="5-5 2-0 4-0",
        why={"pass": "can_draw_so_no_pass"}, then={"legal": "draw"}),
    Row("CR-4", "One that fits is played in the same turn.", "5-1, 4-1 1-0", BEGUN, boneyard="5-5 2-0 4-0",
        moves="draw", then={"legal": "5-5 left", "turn": 0}),
    Row("CR-4", "And must play it if it fits.", "5-1, 4-1 1-0", BEGUN, boneyard="5-5 2-0 4-0 3-0",
        moves="draw", why={"pass": "can_play_so_no_pass", "draw": "drew_already"}),
    Row("CR-4", "Else you pass.", "5-1, 4-1 1-0", BEGUN, boneyard="5-0 2-0 4-0 3-0", moves="draw",
        why={"draw": "drew_already", "pass": None}),
    Row("CR-4", "With nothing drawable, you pass.", "5-1, 4-1 1-0 5-5", BEGUN, boneyard="2-0 4-0",
        why={"draw": "boneyard_reserved", "pass": None}),
    Row("CR-4", "`reserve: 0`: all may be drawn.", "5-1, 4-1 1-0 5-5", BEGUN, boneyard="2-0",
        options={"reserve": 0}, why={"pass": "can_draw_so_no_pass"}, then={"legal": "draw"}),
    Row("CR-4", "If you can play, you do not draw.", "5-5, 4-1", BEGUN, boneyard=YARD,
        why={"draw": "can_play_so_no_draw", "pass": "can_play_so_no_pass"}),
    Row("CR-5", "Out: the winner scores what others hold.",
        "5-1, 4-1 1-0", DONE, boneyard=YARD, moves="5-1 left",
        then={"end": "out", "winner": 0, "scores": (6, 0)}),
    Row("CR-5", "Blocked: `player`, for the same less the own pips.", "6-2 1-0, 1-1 0-0 6-0", BLOCKED,
        boneyard="2-2 6-1", moves="6-2 down", then={"end": "blocked", "winner": 0, "scores": (7, 0)}),
    Row("CR-5", "`blocked: others`: not less.",
        "6-2 1-0, 1-1 0-0 6-0", BLOCKED, options={"blocked": "others"},
        boneyard="2-2 6-1", moves="6-2 down", then={"end": "blocked", "scores": (8, 0)}),
    Row("CR-5", "A tie scores nobody.", "6-2 6-1, 6-0 1-0", BLOCKED, boneyard="2-2 1-1", moves="6-2 down",
        then={"end": "blocked", "winner": None, "scores": (0, 0)}),
    Row("CR-5", "Target 100.", "5-1, 4-1 1-0", DONE, boneyard=YARD, totals=(94, 99), moves="5-1 left",
        then={"winners": (0,)}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_maltese_cross(row: Row) -> None:
    check(row, "maltese-cross")


def after_moves(match: Match, *moves: Move) -> Match:
    for each in moves:
        match = after(match, play(match, each))
    return match


def test_cr_1_two_players_have_seven_tiles_and_more_have_five() -> None:
    sizes = {players: fresh("maltese-cross", players).rules.hand_size(players) for players in (2, 3, 4)}

    assert sizes == {2: 7, 3: 5, 4: 5}


@pytest.mark.parametrize(("players", "teams"), [(1, 0), (5, 0), (4, 2)])
def test_cr_1_other_tables_are_refused(players: int, teams: int) -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("maltese-cross", players, teams)

    assert caught.value.clause == "CR-1"


def test_cr_1_a_deal_without_a_double_is_dealt_again() -> None:
    match = fresh("maltese-cross", 2)

    with pytest.raises(InvalidTable) as caught:
        begin(match, deal(match, "6-5 6-4 6-3 6-2 6-1 6-0 5-4", "5-3 5-2 5-1 5-0 4-3 4-2 4-1"))

    assert caught.value.clause == "CR-1"


def test_cr_3_the_last_draw_frees_the_arms_whose_doubles_are_reserved() -> None:
    match = table("maltese-cross", "5-1 1-0, 2-2 4-1", BEGUN, "3-1 4-4 5-5")

    match = after(match, drawn := play(match, Draw()))

    (freed,) = (event for event in drawn if isinstance(event, ArmsFreed))
    assert [each.end for each in freed.arms] == [LEFT, RIGHT, UP]
    assert freed.owed == match.now.layout.owing_arms == (DOWN,)
    assert [str(move) for move in legal_moves(position(match))] == ["pass"]


def test_cr_3_the_fourth_arm_is_freed_as_it_begins_where_nothing_can_be_drawn() -> None:
    match = table("maltese-cross", "6-2 5-1, 4-4 1-0", THREE, "5-5 2-2")

    match = after_moves(match, move_of("6-2 down"))

    assert match.now.layout.owing_arms == (RIGHT,)
    assert [str(move) for move in legal_moves(position(match))] == ["4-4 right"]


def test_cr_3_nobody_is_asked_to_pass_where_a_freed_arm_lets_them_play() -> None:
    match = table("maltese-cross", "6-2 5-1, 3-1 1-0", THREE, "5-5 2-2")

    match = after_moves(match, move_of("6-2 down"))

    assert match.now.layout.owing_arms == ()
    assert [str(move) for move in legal_moves(position(match))] == ["3-1 up"]


def test_cr_3_a_pass_with_doubles_alone_is_no_pass_on_their_numbers() -> None:
    match = table("maltese-cross", "5-1 4-1, 5-5 1-0", BEGUN, "0-0 2-0")

    (passed, *_) = play(match, Pass())

    assert isinstance(passed, Passed)
    assert passed.numbers == ()


def test_a_record_tells_the_arms_that_owe_a_double_as_the_open_ends() -> None:
    match = table("maltese-cross", "5-1 4-4, 5-0 1-0", "5-5 " + BEGUN, YARD)

    shown = summary(Record("maltese-cross", VARIANTS["maltese-cross"], {}, ("Ada", "Ben"), match))["table"]

    assert isinstance(shown, dict)
    assert (shown["must_cover"], shown["spinner"], shown["legal"]) == (None, "6-6", ["4-4 right"])
    assert [(each["id"], each["number"], each["count"], each["adds"]) for each in shown["ends"]] == [
        ("right", 4, 1, None),
        ("up", 3, 1, None),
        ("down", 2, 1, None),
    ]
