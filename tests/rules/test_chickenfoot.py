"""Chickenfoot: CF-1 to CF-6."""

import json

import pytest
from msgspec.structs import replace
from support.console.arrange import VARIANTS, Row, check, deal, fresh, made, table

from playroom.rules.deal import begin, engine
from playroom.rules.event import FootDone, Turn
from playroom.rules.flow import after, play
from playroom.rules.layout import Feet, on
from playroom.rules.legal import legal_moves, position
from playroom.rules.move import Draw, Play
from playroom.rules.rulebook.fault import InvalidTable
from playroom.rules.tile import tile
from playroom.strict_yaml import load
from playroom.table.examples.notation import move_of
from playroom.table.record import Record, summary, text
from playroom.table.record_parser import record

BEGUN = "9-9 / 9-5 / 9-4 / 9-6 / 9-7"
"""The engine has its four toes."""

FOOT = "9-9 / 9-5 5-5 / 9-4 / 9-6 / 9-7"
"""5-5 is a foot without toes."""

NO_FIVE = "9-9 / 9-4 4-5 5-0 0-9 9-5 / 9-6 6-5 5-2 / 9-7 7-5 5-1 / 9-8 8-5 5-3"
"""Every tile with a 5 lies but the double."""

REST = ", 8-1 8-0"
YARD = "0-0 2-0"

ROWS = [
    Row("CF-2", "The engine is a foot of 4: only tiles that join it.", "9-5 5-4" + REST, "9-9", boneyard=YARD,
        why={"5-4": "toes_owed", "5-4 on 5": "toes_owed", "9-5 on 5": "toes_owed"},
        then={"legal": "9-5 on 9", "must cover": "on 9"}),
    Row("CF-2", "Its toes come before anything else.", "5-1 9-0" + REST, "9-9 / 9-5 / 9-4 / 9-6",
        boneyard=YARD,
        why={"5-1": "toes_owed"}, then={"legal": "9-0 on 9"}),
    Row("CF-2", "Each begins an arm.", "9-7 7-1, 4-1", "9-9 / 9-5 / 9-4 / 9-6", boneyard=YARD,
        moves="9-7 on 9",
        then={"chain": BEGUN, "ends": (4, 5, 6, 7), "legal": "4-1 on 4", "turn": 1}),
    Row("CF-2", "`first_toes: 6`.", "9-8 8-1, 4-1 9-0", BEGUN, boneyard=YARD, options={"first_toes": 6},
        moves="9-8 on 9", then={"must cover": "on 9", "legal": "9-0 on 9"}),
    Row("CF-2", "`first_toes: 8`.", "9-2 8-1, 4-1 2-1", BEGUN + " / 9-8 / 9-1 / 9-0", boneyard=YARD,
        options={"first_toes": 8}, moves="9-2 on 9",
        then={"must cover": "", "legal": "4-1 on 1, 4-1 on 4, 2-1 on 1, 2-1 on 2"}),
    Row("CF-2", "Any other double must get 3.", "5-1 4-1, 5-2 4-2", FOOT, boneyard=YARD, moves="5-1 on 5",
        why={"4-2": "toes_owed"}, then={"must cover": "on 5", "legal": "5-2 on 5"}),
    Row("CF-2", "The third is the last.", "5-3 4-1, 4-2", FOOT + " / 5-1 / 5-2", boneyard=YARD,
        moves="5-3 on 5",
        then={"must cover": "", "ends": (1, 2, 3, 4, 6, 7), "legal": "4-2 on 2, 4-2 on 4"}),
    Row("CF-2", "Laying a double ends the turn as any tile does.", "5-5 5-1, 5-2", BEGUN, boneyard=YARD,
        moves="5-5 on 5", then={"turn": 1, "legal": "5-2 on 5"}),
    Row("CF-3", "With two tiles of its number left, a foot is over with two toes.", "5-3 1-0, 4-1",
        "9-9 / 9-4 4-5 5-5 / 9-6 6-5 5-2 / 9-7 7-5 5-1 / 9-5 5-8 / 5-0", boneyard="2-0", moves="5-3 on 5",
        then={"must cover": "", "ends": (0, 1, 2, 3, 8)}),
    Row("CF-3", "With none left, it is over as it begins.", "5-5 3-0, 4-1", NO_FIVE, boneyard="2-0",
        moves="5-5 on 5", then={"must cover": "", "ends": (1, 2, 3), "legal": "4-1 on 1"}),
    Row("CF-3", "A tile in the boneyard counts.", "4-1, 4-2", FOOT, boneyard="5-1",
        why={"4-1": "toes_owed"}, cites="CF-2", then={"must cover": "on 5", "legal": "draw"}),
    Row("CF-3", "So does one in a hand.", "4-1 8-1, 5-2", FOOT, then={"must cover": "on 5", "legal": "pass"}),
    Row("CF-4", "You play on an arm whose last tile is no double.", "5-3 4-1 5-0" + REST,
        FOOT + " / 5-1 / 5-2 / 5-8", boneyard=YARD, why={"5-3": "does_not_fit", "5-3 on 5": "no_such_end"},
        then={"ends": (1, 2, 4, 6, 7, 8), "legal": "4-1 on 1, 4-1 on 4"}),
    Row("CF-4", "You name the number.", "5-4 1-0, 8-3", BEGUN, boneyard=YARD, why={"5-4": "which_end"},
        cites="G-6",
        then={"legal": "5-4 on 4, 5-4 on 5"}),
    Row("CF-4", "A number at no end is none.", "8-3 5-1" + REST, BEGUN, boneyard=YARD,
        why={"8-3": "does_not_fit", "8-3 on 3": "no_such_end", "8-3 on 5": "does_not_fit",
        "5-1 on 4": "does_not_fit_there"},
        then={"legal": "5-1 on 5"}),
    Row("CF-4", "The tile goes to the oldest such arm.", "5-1 1-0, 8-3", "9-9 / 9-4 4-5 / 9-5 / 9-6 / 9-7",
        boneyard=YARD, moves="5-1 on 5",
        then={"chain": "9-9 / 9-4 4-5 5-1 / 9-5 / 9-6 / 9-7", "ends": (1, 5, 6, 7)}),
    Row("CF-4", "Old by its first tile, not by its last.", "5-1 1-0, 8-3", "9-9 / 9-5 / 9-4 4-5 / 9-6 / 9-7",
        boneyard=YARD, moves="5-1 on 5",
        then={"chain": "9-9 / 9-5 5-1 / 9-4 4-5 / 9-6 / 9-7"}),
    Row("CF-4", "The engine takes no more than its toes.", "9-8 1-0" + REST, BEGUN, boneyard=YARD,
        why={"9-8": "does_not_fit", "9-8 on 9": "no_such_end"}),
    Row("CF-4", "Another arm may end in its number.", "9-8 1-0" + REST, "9-9 / 9-4 4-5 5-9 / 9-1 / 9-6 / 9-7",
        boneyard=YARD, moves="9-8 on 9", then={"chain": "9-9 / 9-4 4-5 5-9 9-8 / 9-1 / 9-6 / 9-7"}),
    Row("CF-5", "Stuck, you draw one tile.", "3-1" + REST, BEGUN, boneyard="5-0 2-0",
        why={"pass": "can_draw_so_no_pass"}, then={"legal": "draw"}),
    Row("CF-5", "And must play it if it fits.", "3-1" + REST, BEGUN, boneyard="5-0 2-0", moves="draw",
        why={"pass": "can_play_so_no_pass", "draw": "drew_already"}, then={"legal": "5-0 on 5", "turn": 0}),
    Row("CF-5", "`after_draw: may_play`: or pass.", "3-1" + REST, BEGUN, boneyard="5-0 2-0", moves="draw",
        options={"after_draw": "may_play"}, why={"draw": "drew_already"}, then={"legal": "5-0 on 5, pass"}),
    Row("CF-5", "Else you pass.", "3-1" + REST, BEGUN, boneyard="2-0 5-0", moves="draw",
        why={"draw": "drew_already"}, then={"legal": "pass"}),
    Row("CF-5", "With an empty boneyard, you pass.", "3-1, 5-1 8-0", BEGUN,
        why={"draw": "boneyard_empty"}, then={"legal": "pass"}),
    Row("CF-5", "If you can play, you do not draw.", "5-1" + REST, BEGUN, boneyard=YARD,
        why={"draw": "can_play_so_no_draw", "pass": "can_play_so_no_pass"}),
    Row("CF-6", "The round ends when a hand is empty.", "5-1, 4-1", BEGUN, boneyard=YARD, moves="5-1 on 5",
        then={"end": "out", "winner": 0, "scores": (0, 5)}),
    Row("CF-6", "Also by a double.", "5-5, 4-1", BEGUN, boneyard=YARD, moves="5-5 on 5",
        then={"end": "out", "winner": 0, "scores": (0, 5)}),
    Row("CF-6", "Or blocked, with no winner.", "5-1 3-0, 3-2", BEGUN, moves="5-1 on 5",
        then={"end": "blocked", "winner": None, "scores": (3, 5)}),
    Row("CF-6", "Not while a tile can be drawn.", "5-1 3-0, 3-2", BEGUN, boneyard="3-3", moves="5-1 on 5",
        then={"end": None}),
    Row("CF-6", "Scores as MT-13: the 0-0 as 50.", "5-1, 0-0 2-1", BEGUN, boneyard="2-0", moves="5-1 on 5",
        then={"scores": (0, 53)}),
    Row("CF-6", "Or as the option says.", "5-1, 0-0 2-1", BEGUN, boneyard="2-0", moves="5-1 on 5",
        options={"double_blank": 25}, then={"scores": (0, 28)}),
    Row("CF-6", "Rounds as MT-14: the lowest total wins.", "5-1, 2-1", BEGUN, options={"rounds": 1},
        moves="5-1 on 5", then={"winners": (0,), "totals": (0, 3)}),
    Row("CF-6", "Not before the last round.", "5-1, 2-1", BEGUN, options={"rounds": 2}, moves="5-1 on 5",
        then={"winners": ()}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_chickenfoot(row: Row) -> None:
    check(row, "chickenfoot")


@pytest.mark.parametrize(
    ("players", "size", "highest"),
    [(2, 12, 9), (3, 11, 9), (4, 10, 9), (5, 12, 12), (6, 12, 12), (7, 10, 12), (8, 10, 12)],
)
def test_cf_1_set_and_tiles_are_those_of_mexican_train(players: int, size: int, highest: int) -> None:
    rules, alike = fresh("chickenfoot", players).rules, fresh("mexican-train", players).rules

    assert (rules.hand_size(players), rules.set) == (size, highest)
    assert (alike.hand_size(players), alike.set) == (size, highest)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cf_1_fifteen_tiles_each_with_double_twelve(players: int) -> None:
    assert fresh("chickenfoot", players, set=12).rules.hand_size(players) == 15


@pytest.mark.parametrize(("players", "teams", "clause"), [(1, 0, "CF-1"), (9, 0, "CF-1"), (4, 2, "CF-1")])
def test_cf_1_other_tables_are_refused(players: int, teams: int, clause: str) -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("chickenfoot", players, teams)

    assert caught.value.clause == clause


def test_cf_1_double_nine_serves_four() -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("chickenfoot", 5, set=9)

    assert caught.value.clause == "MT-1"


def test_cf_1_the_engine_is_the_highest_double_then_the_next_lower_and_nobody_holds_it() -> None:
    match = fresh("chickenfoot", 2, hand=5)
    first = after(match, begin(match, deal(match, "9-5 9-4 9-6 9-7 9-8", "5-5", starter=0)))

    assert isinstance(first.now.layout, Feet)
    assert first.now.layout.engine == engine(match) == tile("9-9")
    assert engine(made(table("chickenfoot", "5-1, 4-1", BEGUN), "5-1 on 5")) == tile("8-8")
    with pytest.raises(InvalidTable) as caught:
        begin(match, deal(match, "9-9 9-4 9-6 9-7 9-8", "5-5", starter=0))
    assert caught.value.clause == "MT-3"


def test_cf_1_chance_starts_the_first_round_and_the_start_passes_on() -> None:
    match = fresh("chickenfoot", 2, hand=5)
    with pytest.raises(InvalidTable) as caught:
        begin(match, deal(match, "9-5 9-4 9-6 9-7 9-8", "5-5"))
    assert caught.value.clause == "MT-4"

    over = made(table("chickenfoot", "5-1, 4-1", BEGUN), "5-1 on 5")
    begun = begin(over, deal(over, *["8-1", "8-2"]))

    assert [event.seat for event in begun if isinstance(event, Turn)] == [1]


def test_cf_2_the_event_of_a_toe_names_the_foot_once_for_each_toe_that_is_missing() -> None:
    match = table("chickenfoot", "5-5 5-1 5-3, 5-2 1-0", BEGUN, YARD)
    owed = []

    for words in ("5-5 on 5", "5-2 on 5", "5-1 on 5"):
        match = after(match, play(match, move_of(words)))
        owed.append(match.now.layout.toes_owed)

    assert owed == [(on(5),) * 3, (on(5),) * 2, (on(5),)]


@pytest.mark.parametrize(
    ("hands", "chain", "move", "done"),
    [
        ("5-3 4-1, 4-2", FOOT + " / 5-1 / 5-2", "5-3 on 5", (5, 0)),
        ("9-7 7-1, 4-1", "9-9 / 9-5 / 9-4 / 9-6", "9-7 on 9", (9, 0)),
        ("5-3 1-0, 4-1", "9-9 / 9-4 4-5 5-5 / 9-6 6-5 5-2 / 9-7 7-5 5-1 / 9-5 5-8 / 5-0", "5-3 on 5", (5, 1)),
        ("5-1 1-0, 4-1", FOOT, "5-1 on 5", None),
        ("5-1 1-0, 4-1", BEGUN, "5-1 on 5", None),
        ("5-3, 4-2", FOOT + " / 5-1 / 5-2", "5-3 on 5", None),
    ],
    ids=["last toe", "of the engine", "no tile left", "a toe", "no toe", "goes out"],
)
def test_cf_3_an_event_tells_that_a_foot_is_over(
    hands: str, chain: str, move: str, done: tuple[int, int] | None
) -> None:
    match = table("chickenfoot", hands, chain, "2-0")

    events = play(match, move_of(move))

    found = [(each.number, each.missing) for each in events if isinstance(each, FootDone)]
    assert found == ([] if done is None else [done])


def test_cf_3_a_double_of_which_every_other_tile_lies_is_no_foot() -> None:
    match = table("chickenfoot", "5-5 3-0, 4-1", NO_FIVE, "2-0")

    events = play(match, Play(tile("5-5"), on(5)))

    (done,) = (event for event in events if isinstance(event, FootDone))
    assert (done.number, done.missing) == (5, 3)
    assert after(match, events).now.layout.toes_owed == ()


def test_cf_4_where_every_arm_ends_in_a_double_one_draws() -> None:
    match = table("chickenfoot", "2-1, 2-0", "1-1 / 1-0 0-0", "2-2", options={"set": 9})
    layout = Feet(tile("1-1"), 2, 4, (match.now.layout.rows["1"],))
    match = match.with_last(replace(match.now, layout=layout))

    assert layout.open_ends == ()  # of a set of 0 and 1, all tiles lie
    assert legal_moves(position(match)) == (Draw(),)


PLAYED = """
record: 3
game: chickenfoot
options: {hand: 5}
players: [Ada, Ben]
rounds:
- starter: Ben
  hands: {Ada: 9-4 5-1 8-2 1-1 3-1, Ben: 8-6 9-5 7-1 9-6 3-0}
  boneyard: 9-7 1-0 7-4 9-0 2-2 9-1 6-5 8-8 3-3 5-5 6-0 8-0 9-3 7-2 4-3 8-1 7-3 9-2 8-4 2-0 4-2 5-4 0-0 6-4 8-5 6-1 4-0 6-2 5-3 8-7 7-6 9-8 7-5 8-3 5-0 5-2 2-1 3-2 4-1 6-3 4-4 7-7 6-6 7-0
  actions: [Ben 9-5 on 9, Ada 9-4 on 9, Ben 9-6 on 9, Ada draw, Ada 9-7 on 9, Ben 7-1 on 7, Ada 1-1, Ben draw, Ben 1-0 on 1]
"""  # noqa: E501 (a record)

SHOWN = """
{"game":"chickenfoot","over":false,"winners":[],"sides":[{"players":["Ada"],"total":0,"in":true,"waits":0,"won":0},{"players":["Ben"],"total":0,"in":true,"waits":0,"won":0}],"carried":0,
 "rounds":[{"end":null,"scores":[0,0],"winner":null,"bonuses":[]}],
 "table":{"to_act":"Ada","ends":[{"id":"on 1","number":1,"adds":null,"owner":null,"open":true,"count":2}],
 "must_cover":"on 1","spinner":null,"chain":{"engine":"9-9","1":"9-5","2":"9-4","3":"9-6","4":"9-7 7-1 1-1","5":"1-0"},
 "hands":{"Ada":"5-1 8-2 3-1","Ben":"8-6 3-0"},
 "boneyard":"7-4 9-0 2-2 9-1 6-5 8-8 3-3 5-5 6-0 8-0 9-3 7-2 4-3 8-1 7-3 9-2 8-4 2-0 4-2 5-4 0-0 6-4 8-5 6-1 4-0 6-2 5-3 8-7 7-6 9-8 7-5 8-3 5-0 5-2 2-1 3-2 4-1 6-3 4-4 7-7 6-6 7-0",
 "legal":["5-1 on 1","3-1 on 1"]}}
"""  # noqa: E501 (a line of JSON)


def test_the_record_of_the_rulebook_is_shown_and_written_as_it_says() -> None:
    found = record(load(PLAYED, "played"), VARIANTS)

    assert summary(found) == json.loads(SHOWN)
    assert summary(record(load(text(found), "written"), VARIANTS)) == json.loads(SHOWN)
    assert "Ada 1-1 on 1" in text(found)


def test_a_record_tells_how_many_arms_end_in_a_number() -> None:
    match = table("chickenfoot", "5-1 1-0, 8-3", "9-9 / 9-5 / 9-4 4-5 / 9-6 / 9-7", YARD)

    shown = summary(Record("chickenfoot", VARIANTS["chickenfoot"], {}, ("Ada", "Ben"), match))["table"]

    assert isinstance(shown, dict)
    assert shown["must_cover"] is None
    assert [(each["id"], each["count"]) for each in shown["ends"]] == [("on 5", 2), ("on 6", 1), ("on 7", 1)]
