"""Partnership dominoes and Cuban double-nine: L-1 to L-7, PA-1 to PA-9, CU-1."""

from dataclasses import replace

import pytest
from support.console.arrange import Row, check, deal, fresh, made

from playroom.rules.deal import begin
from playroom.rules.flow import after
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.rulebook.fault import DealFault, InvalidTable, TableFault
from playroom.rules.tile import tiles
from playroom.table.examples.notation import layout_of, match_at

OUT = "5-3, 6-6 1-1, 4-4, 6-5"
"""Seat 0 goes out with 5-3 at an end of 3; the others hold 14, 8 and 11."""

TIE = "6-1 2-2, 0-0, 3-2, 5-4"
"""Seat 0 blocks the round with 6-1 at an end of 1, and both pairs hold 9."""

PASSED = "6-6 6-5, 1-1, 0-0 2-2, 6-1"
"""Seat 0 opens with 6-6, and seat 1 passes."""

ROWS = [
    Row("L-1", "You play a tile that fits, if you hold one.", "6-5 2-2, 5-5, 1-1, 0-0", "6-4",
        why={"draw": "no_drawing", "pass": "can_play_so_no_pass"}),
    Row("L-1", "Stuck, you pass.", "2-2, 5-5, 1-1, 6-3", "6-4", why={"pass": None}, then={"legal": "pass"}),
    Row("L-2", "A hand is empty: that player's side wins.", OUT, "3-4", moves="5-3 left",
        then={"end": "out", "winner": 0, "scores": (25, 0)}),
    Row("L-2", "Blocked: the side with the fewest pips in all its hands wins.",
        "6-1 2-2, 0-0, 3-2, 5-5 5-4", "6-3 3-1", moves="6-1 right",
        then={"end": "blocked", "winner": 0, "scores": (19, 0)}),
    Row("L-2", "If several sides are equal in that, nobody wins.", TIE, "6-3 3-1", moves="6-1 right",
        then={"end": "blocked", "winner": None, "scores": (0, 0)}),
    Row("L-2", "Equal partners are no tie.", "6-1 3-0, 5-5, 2-1, 5-4", "6-3 3-1",
        options={"blocked_by": "player"}, moves="6-1 right", then={"winner": 0, "scores": (19, 0)}),
    Row("L-3", "After a block the winner is the lightest hand of the side that won.",
        "6-1 4-4, 5-5 5-3, 1-0, 5-4", "6-3 3-1", moves="6-1 right", then={"winner": 2}),
    Row("L-3", "Of equals the first clockwise from the opener, the opener included.",
        "2-1, 5-5 5-3, 6-1 3-0, 5-4", "6-3 3-1", turn=2, moves="6-1 right", then={"winner": 2}),
    Row("L-4", "Later rounds are opened by the seat after the last opener.", OUT, "3-4", moves="5-3 left",
        then={"starter": 1}),
    Row("L-4", "Or by the last winner.", OUT, "3-4", options={"lead": "winner"}, moves="5-3 left",
        then={"starter": 0}),
    Row("L-4", "After a round that nobody won, by its opener again.", TIE, "6-3 3-1",
        options={"lead": "winner"}, moves="6-1 right", then={"winner": None, "starter": 0}),
    Row("L-5", "What is given at once counts in the total at that moment.", PASSED,
        options={"opening_pass": 25}, moves="6-6, pass", then={"scores": (25, 0), "totals": (25, 0)}),
    Row("L-6", "The highest total wins if it has reached the target.", OUT, "3-4", totals=(80, 99),
        moves="5-3 left", then={"totals": (105, 99), "winners": (0,)}),
    Row("L-6", "Also if several have reached it.", OUT, "3-4", totals=(80, 104), moves="5-3 left",
        then={"totals": (105, 104), "winners": (0,)}),
    Row("L-6", "If sides share it, another round is played.", OUT, "3-4", totals=(80, 105),
        moves="5-3 left", then={"totals": (105, 105), "winners": ()}),
    Row("PA-2", "`player`: the lightest hand wins for its pair.", "6-1 2-2, 1-0, 3-2, 5-5 4-4", "6-3 3-1",
        options={"blocked_by": "player"}, moves="6-1 right",
        then={"end": "blocked", "winner": 1, "scores": (0, 9)}),
    Row("PA-2", "`neighbour`: the blocker's hand against the next seat's.", "6-1 3-2, 5-3, 0-0, 4-0",
        "6-2 2-1", options={"blocked_by": "neighbour"}, moves="6-1 right",
        then={"end": "blocked", "winner": 2, "scores": (12, 0)}),
    Row("PA-2", "Whatever their partners hold.", "6-1 3-2, 2-2, 1-0, 5-5", "6-4 4-1",
        options={"blocked_by": "neighbour"}, moves="6-1 right", then={"winner": 1, "scores": (0, 6)}),
    Row("PA-2", "A tie: the pair of the opener wins.", TIE, "6-3 3-1", options={"blocked_tie": "opener"},
        moves="6-1 right", then={"winner": 0, "scores": (9, 0)}),
    Row("PA-2", "A tie: the pair of the blocker wins.", TIE, "6-3 3-1", options={"blocked_tie": "blocker"},
        moves="6-1 right", then={"winner": 0, "scores": (9, 0)}),
    Row("PA-3", "The pair that wins scores the other pair's pips.", OUT, "3-4", moves="5-3 left",
        then={"scores": (25, 0)}),
    Row("PA-3", "`counts: all`: those of all four hands.", OUT, "3-4", options={"counts": "all"},
        moves="5-3 left", then={"scores": (33, 0)}),
    Row("PA-4", "Going out with a tile whose two numbers were the two ends: 3, 5 and 5-3.",
        "5-3, 1-1 4-0, 4-4, 5-4", "3-6 6-2 2-5", options={"capicua": 25}, moves="5-3 left",
        then={"bonuses": "capicua 25", "scores": (40, 0)}),
    Row("PA-4", "Equal ends make none: 4, 4 and 4-2.", "4-2, 6-6 1-1, 3-3, 6-5", "4-5 5-1 1-4",
        options={"capicua": 25}, moves="4-2 left", then={"end": "out", "bonuses": ""}),
    Row("PA-4", "Nor does a double: 4, 4 and 4-4.", "4-4, 6-6 1-1, 3-3, 6-5", "4-5 5-1 1-4",
        options={"capicua": 25}, moves="4-4 left", then={"end": "out", "bonuses": ""}),
    Row("PA-4", "A blank counts: 6, 0 and 6-0.", "6-0, 1-1, 4-4, 5-5", "6-3 3-0", options={"capicua": 50},
        moves="6-0 left", then={"bonuses": "capicua 50"}),
    Row("PA-4", "`capicua_blank: false`: none if one is blank.", "6-0, 1-1, 4-4, 5-5", "6-3 3-0",
        options={"capicua": 50, "capicua_blank": False}, moves="6-0 left", then={"bonuses": ""}),
    Row("PA-4", "Without the option there is none.", "6-0, 1-1, 4-4, 5-5", "6-3 3-0", moves="6-0 left",
        then={"bonuses": "", "scores": (12, 0)}),
    Row("PA-5", "Going out with 0-0.", "0-0, 1-1, 4-4, 5-5", "0-3 3-2",
        options={"chuchazo": 30, "capicua": 25}, moves="0-0",
        then={"bonuses": "chuchazo 30", "scores": (42, 0)}),
    Row("PA-6", "The next seat passes on the first tile: at once, for the opener's pair.", PASSED,
        options={"opening_pass": 25}, moves="6-6, pass",
        then={"bonuses": "opening_pass 25", "scores": (25, 0), "turn": 2}),
    Row("PA-6", "A later pass is worth nothing.", PASSED, options={"opening_pass": 25},
        moves="6-6, pass, pass", then={"bonuses": "opening_pass 25"}),
    Row("PA-7", "The three others pass in turn: at once, for the pair of who played.",
        "6-5 5-2, 1-1, 0-0 2-2, 4-4", "5-3 3-6", options={"all_pass": 30},
        moves="6-5 right, pass, pass, pass",
        then={"bonuses": "all_pass 30", "scores": (30, 0), "turn": 0}),
    Row("PA-7", "Each time.", "6-5 5-4 6-4, 1-1, 0-0 2-2, 3-3", "5-1 1-6", options={"all_pass": 30},
        moves="6-5 right, pass, pass, pass, 5-4 right, pass, pass, pass", then={"scores": (60, 0)}),
    Row("PA-7", "After the first tile PA-6 pays too.", "6-6 6-5, 1-1, 0-0 2-2, 4-1",
        options={"all_pass": 30, "opening_pass": 25}, moves="6-6, pass, pass, pass",
        then={"bonuses": "opening_pass 25 all_pass 30", "scores": (55, 0)}),
    Row("PA-8", "100 more for winning round 1.", OUT, "3-4", options={"round_bonus": True},
        moves="5-3 left", then={"bonuses": "round_bonus 100", "scores": (125, 0)}),
    Row("PA-8", "It is lost if nobody wins it.", TIE, "6-3 3-1", options={"round_bonus": True},
        moves="6-1 right", then={"bonuses": "", "scores": (0, 0)}),
    Row("PA-9", "Points for passes stay with a pair that loses.", PASSED, options={"opening_pass": 25},
        moves="6-6, pass, pass, 6-1 left", then={"end": "out", "totals": (25, 15)}),
    Row("PA-9", "A round in which they reach the target is played out.", PASSED, totals=(90, 0),
        options={"opening_pass": 25}, moves="6-6, pass",
        then={"totals": (115, 0), "winners": (), "turn": 2}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_partners(row: Row) -> None:
    check(replace(row, teams=2), "partners")


ALL_DEALT = ("6-6 5-4", "5-5", "4-4", "3-3")


def begun(match: Match, *hands: str, starter: int | None = None) -> Match:
    return after(match, begin(match, deal(match, *hands, starter=starter)))


def won(match: Match, *hands: str) -> Match:
    """The match after a round that was played to its end."""
    now = begun(match, *hands)
    while now.round:
        now = made(now, str(legal_moves(position(now))[0]))
    return now


def test_pa_1_four_play_in_two_partnerships_with_seven_tiles_each() -> None:
    now = begun(fresh("partners", 4, 2), *ALL_DEALT).now

    assert [len(hand) for hand in now.hands] == [7, 7, 7, 7]
    assert now.boneyard == ()


@pytest.mark.parametrize(
    ("players", "teams", "fault"), [(3, 0, TableFault.PLAYERS), (4, 0, TableFault.TEAMS)]
)
def test_pa_1_other_tables_are_refused(players: int, teams: int, fault: TableFault) -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("partners", players, teams)

    assert (caught.value.fault, caught.value.clause) == (fault, "PA-1")


def test_l_4_the_highest_double_opens_the_first_round_with_that_very_tile() -> None:
    match = begun(fresh("partners", 4, 2), "5-5 4-4", "6-6 5-4", "3-3", "2-2")

    assert match.turn == 1
    assert [str(move) for move in legal_moves(position(match))] == ["6-6"]


def test_l_4_by_lots_chance_names_the_opener_and_any_tile_opens() -> None:
    match = begun(fresh("partners", 4, 2, first="lots"), *ALL_DEALT, starter=2)

    assert match.turn == 2
    assert len(legal_moves(position(match))) == 7


def test_l_4_later_rounds_open_with_any_tile_by_the_next_seat() -> None:
    match = won(fresh("partners", 4, 2), *ALL_DEALT)

    match = begun(match, *ALL_DEALT)

    assert match.turn == 1
    assert len(legal_moves(position(match))) == 7


def test_l_4_a_starter_that_the_rules_do_not_name_is_refused() -> None:
    match = won(fresh("partners", 4, 2), *ALL_DEALT)

    with pytest.raises(InvalidTable) as caught:
        begin(match, deal(match, *ALL_DEALT, starter=3))

    assert (caught.value.fault, caught.value.clause) == (DealFault.WRONG_STARTER, "L-4")


@pytest.mark.parametrize(("number", "points"), [(1, 100), (2, 75), (3, 50), (4, 25), (5, 0)])
def test_pa_8_the_first_four_rounds_are_worth_more(number: int, points: int) -> None:
    options = {"round_bonus": True, "target": 1000}
    rules = fresh("partners", 4, 2, **options).rules
    hands = tuple(tiles(hand) for hand in OUT.split(","))
    match = match_at(rules, hands, layout_of(rules, "3-4"), number=number)

    match = made(match, "5-3 left")

    assert match.now.scores == (25 + points, 0)


def test_pa_9_the_target_is_100() -> None:
    assert fresh("partners", 4, 2).rules.target == 100


CUBAN = [
    Row("CU-1", "A tie scores nobody.", TIE, "6-3 3-1", moves="6-1 right", then={"scores": (0, 0)}),
    Row("CU-1", "There is no bonus.", "5-3, 1-1 4-0, 4-4, 5-4", "3-6 6-2 2-5", moves="5-3 left",
        then={"bonuses": "", "scores": (15, 0)}),
    Row("CU-1", "The last winner opens.", OUT, "3-4", moves="5-3 left", then={"starter": 0}),
    Row("CU-1", "`counts: all`.", OUT, "3-4", options={"counts": "all"}, moves="5-3 left",
        then={"scores": (33, 0)}),
]  # fmt: skip


@pytest.mark.parametrize("row", CUBAN, ids=str)
def test_cuban(row: Row) -> None:
    check(replace(row, teams=2), "cuban")


def test_cu_1_double_nine_with_ten_tiles_each_to_150() -> None:
    match = begun(fresh("cuban", 4, 2), "9-9", "8-8", "7-7", "6-6")

    assert [len(hand) for hand in match.now.hands] == [10, 10, 10, 10]
    assert len(match.now.boneyard) == 15
    assert (match.rules.set, match.rules.target) == (9, 150)
    assert [str(move) for move in legal_moves(position(match))] == ["9-9"]


@pytest.mark.parametrize("option", ["capicua", "chuchazo", "opening_pass", "all_pass", "round_bonus"])
def test_cu_1_has_no_bonuses(option: str) -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("cuban", 4, 2, **{option: 25})

    assert caught.value.fault is TableFault.UNKNOWN_OPTION
