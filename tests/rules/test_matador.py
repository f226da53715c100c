"""Matador, MA-1 to MA-9."""

import pytest
from support.console.arrange import Row, check, fresh, table

from playroom.rules.deal import starter
from playroom.rules.legal import Objection, inner_halves, objection, position
from playroom.rules.move import Play
from playroom.rules.tile import Tile, tile, tiles, whole_set

MATADORS = tiles("0-0 6-1 5-2 4-3")
ALL = {"reserve": 0}

ROWS = [
    Row("MA-2", "The starter opens with the very tile that made them start.", "6-1 2-2 1-1, 5-5",
        why={"6-1": "opens_with_highest", "1-1": "opens_with_highest"}, then={"legal": "2-2"}),
    Row("MA-2", "With opening: any, with any tile.", "6-1 2-2, 5-5", options={"opening": "any"},
        then={"legal": "6-1, 2-2"}),
    Row("MA-2", "The starter must open.", "6-1 2-2, 5-5", boneyard="4-4 3-3 1-1",
        why={"draw": "must_open", "pass": "must_open"}),
    Row("MA-3", "6 joins 1.", "6-5 0-0, 5-5", "1-1", moves="6-5 right", then={"chain": "1-1 6-5"}),
    Row("MA-3", "5 joins 2.", "5-5 3-1, 4-4", "6-2", "4-2 4-4 4-0", moves="5-5 right",
        then={"chain": "6-2 5-5", "ends": (6, 5)}),
    Row("MA-3", "4 joins 3.", "4-1 0-0, 5-5", "3-3", moves="4-1 left", then={"chain": "1-4 3-3", "ends": (1,
        3)}),
    Row("MA-3", "An equal number does not join.", "6-6 5-5, 3-3", "6-4", why={"6-6": "does_not_fit"}),
    Row("MA-3", "A tile goes nowhere but where it makes seven.", "6-5 3-2, 3-3", "1-4",
        why={"6-5 right": "does_not_fit_there", "6-5 left": None}),
    Row("MA-4", "Matadors join any number, with either half inside.", "6-1, 3-3", "2-4",
        then={"legal": "6-1 left, 1-6 left, 6-1 right, 1-6 right"}),
    Row("MA-4", "At a 1, the 6-1 leaves 1.", "6-1 5-5, 3-3 2-2", "4-1", "4-4 4-2 4-0", moves="6-1! right",
        then={"chain": "4-1 6-1", "ends": (4, 1)}),
    Row("MA-4", "Or 6.", "6-1 5-5, 3-3 2-2", "4-1", "4-4 4-2 4-0", moves="1-6! right",
        then={"chain": "4-1 1-6", "ends": (4, 6)}),
    Row("MA-4", "The player says which half lies inside.", "6-1 5-5, 3-3 2-2", "4-1",
        why={"6-1 right": "which_half", "6-1! right": None}),
    Row("MA-4", "A blank end takes nothing else.", "5-0 0-0 4-3 6-6, 3-3 2-2", "5-0",
        then={"legal": "0-0 left, 0-0 right, 4-3 left, 3-4 left, 4-3 right, 3-4 right"}),
    Row("MA-4", "A 3 takes them and every tile with a 4.", "4-0 4-4 3-3 6-3 5-2, 1-1", "3-0",
        then={"legal": "4-0 left, 4-4 left, 5-2 left, 2-5 left, 5-2 right, 2-5 right"}),
    Row("MA-4", "The double blank has one way only.", "0-0 5-5, 3-3", "4-6",
        then={"legal": "0-0 left, 0-0 right"}),
    Row("MA-5", "A double is one number: 3-3 joins a 4 and leaves 3.", "3-3 5-5, 6-6", "6-4", "4-2 4-1 4-0",
        moves="3-3 right", then={"chain": "6-4 3-3", "ends": (6, 3)}),
    Row("MA-5", "And does not branch.", "3-3 4-5, 4-4 4-0", "6-4", "4-2 4-1 4-0",
        moves="3-3 right, 4-4 right", then={"open": "left right"}),
    Row("MA-6", "You play a tile that fits, if you hold one.", "6-5 3-3, 5-5", "1-1", "2-2 4-0 5-0",
        why={"draw": "can_play_so_no_draw", "pass": "can_play_so_no_pass"}),
    Row("MA-6", "Stuck: you draw until you hold a tile that fits.", "5-5 3-3, 5-4", "1-1", "2-2 6-2 4-0 5-0",
        moves="draw, draw", then={"legal": "6-2 left, 6-2 right"}),
    Row("MA-6", "Two tiles stay in reserve.", "5-5 3-3, 6-4", "1-1", "6-2 4-0",
        why={"draw": "boneyard_reserved", "pass": None}),
    Row("MA-6", "Stuck, you may not pass while a tile can be drawn.", "5-5 3-3, 6-4", "1-1", "6-2 4-0 5-0",
        why={"pass": "can_draw_so_no_pass"}),
    Row("MA-6", "A matador must be played too where nothing else fits.", "5-2 3-3, 6-4", "1-1", "6-2 4-0 5-0",
        why={"draw": "can_play_so_no_draw", "pass": "can_play_so_no_pass"}),
    Row("MA-7", "With keep_matadors you may draw instead.", "5-2 3-3, 6-4", "1-1", "6-2 4-0 5-0",
        options={"keep_matadors": True},
        then={"legal": "5-2 left, 2-5 left, 5-2 right, 2-5 right, draw"}),
    Row("MA-7", "And again after it.", "5-2 3-3, 6-4", "1-1", "5-5 6-2 4-0 5-0",
        options={"keep_matadors": True}, moves="draw",
        then={"legal": "5-2 left, 2-5 left, 5-2 right, 2-5 right, draw"}),
    Row("MA-7", "With may_play once a turn.", "5-2 3-3, 6-4", "1-1", "5-5 6-2 4-0 5-0", cites="MA-6",
        options={"keep_matadors": True, "after_draw": "may_play"}, moves="draw", why={"draw": "drew_already"},
        then={"legal": "5-2 left, 2-5 left, 5-2 right, 2-5 right, pass"}),
    Row("MA-7", "Not while another tile fits.", "5-2 6-3, 6-4", "1-1", "6-2 4-0 5-0", cites="MA-6",
        options={"keep_matadors": True}, why={"draw": "can_play_so_no_draw"}),
    Row("MA-7", "Nor where nothing is drawable.", "5-2 3-3, 6-4", "1-1", "6-2 4-0", cites="MA-6",
        options={"keep_matadors": True}, why={"draw": "boneyard_reserved", "pass": "can_play_so_no_pass"}),
    Row("MA-8", "Empty: the winner scores what others hold, without rounding.", "6-5, 6-6 1-0", "1-1",
        moves="6-5 left", then={"end": "out", "scores": (13, 0)}),
    Row("MA-8", "Blocked: the fewest pips score what the others hold.", "6-0 1-0, 5-5 3-3", "1-0",
        moves="6-0 left", then={"end": "blocked", "scores": (16, 0)}),
    Row("MA-8", "With blocked: difference less their own.", "6-0 1-0, 5-5 3-3", "1-0",
        options={"blocked": "difference"}, moves="6-0 left", then={"end": "blocked", "scores": (15, 0)}),
    Row("MA-8", "It is not blocked while somebody holds a matador.", "6-0 1-0, 5-5 0-0", "1-0",
        moves="6-0 left",
        then={"end": None}),
    Row("MA-9", "The first side to reach the target wins.", "6-5, 6-6 1-0", "1-1", totals=(87, 99),
        moves="6-5 left", then={"totals": (100, 99), "winners": (0,)}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_matador(row: Row) -> None:
    check(row, "matador")


@pytest.mark.parametrize(("players", "size"), [(2, 7), (3, 6), (4, 5)])
def test_ma_1_tiles_each(players: int, size: int) -> None:
    assert fresh("matador", players).rules.hand_size(players) == size


def test_ma_2_the_highest_double_or_the_heaviest_tile_starts_every_round() -> None:
    match = fresh("matador", 2)

    assert starter(match, (tiles("6-5 1-1"), tiles("3-3 2-1"))) == 1
    assert starter(match, (tiles("6-5 1-0"), tiles("6-4 2-1"))) == 0


@pytest.mark.parametrize("number", range(7))
def test_ma_3_touching_halves_make_seven_but_for_matadors(number: int) -> None:
    rules = fresh("matador", 2).rules

    for each in set(whole_set(6)) - set(MATADORS):
        assert inner_halves(rules, each, number) == ((7 - number,) if each.has(7 - number) else ())


@pytest.mark.parametrize("each", MATADORS)
def test_ma_4_a_matador_joins_every_number_with_either_half(each: Tile) -> None:
    rules = fresh("matador", 2).rules

    assert all(set(inner_halves(rules, each, number)) == {each.low, each.high} for number in range(7))


def test_ma_4_a_half_that_is_named_for_another_tile_does_no_harm() -> None:
    match = table("matador", "6-5 3-3, 2-2", "1-1")

    assert objection(position(match), Play(tile("6-5"), None, 5)) is Objection.WHICH_END
