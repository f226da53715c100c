"""The Passing Game, TP-1 to TP-7."""

import pytest
from support.console.arrange import Row, check, deal, fresh, made

from playroom.rules.deal import begin
from playroom.rules.flow import after
from playroom.rules.rulebook.fault import DealFault, InvalidTable, TableFault

ROWS = [
    Row("TP-2", "The last two tiles are never drawn.", "6-5 3-3, 5-5", "6-6", "1-1 2-2",
        why={"draw": "boneyard_reserved"}, then={"legal": "6-5 left, 6-5 right, pass"}),
    Row("TP-2", "The third last is.", "6-5, 5-5", "6-6", "1-1 2-2 0-0", moves="draw",
        then={"hands": "6-5 1-1, 5-5", "boneyard": "2-2 0-0"}),
    Row("TP-3", "The leader must play a tile.", "6-5, 5-5", "", "1-1 2-2 4-4",
        why={"draw": "must_open", "pass": "must_open"}),
    Row("TP-3", "Any tile.", "6-5 2-2, 5-5", then={"legal": "6-5, 2-2"}),
    Row("TP-4", "A player may pass even when able to play.", "3-5, 1-0", "6-5", "1-1 2-2 4-4",
        why={"pass": None}),
    Row("TP-4", "And draw even when able to play.", "3-5, 1-0", "6-5", "1-1 2-2 4-4", why={"draw": None}),
    Row("TP-4", "All three are free choices.", "3-5, 1-0", "6-5", "1-1 2-2 4-4",
        then={"legal": "5-3 right, draw, pass"}),
    Row("TP-4", "When stuck one may still pass without a draw.", "3-3, 1-0", "6-5", "1-1 2-2 4-4",
        then={"legal": "draw, pass"}),
    Row("TP-4", "Drawing is the whole turn.", "3-5, 1-0", "6-5", "6-4 2-2 4-4", moves="draw",
        then={"turn": 1, "hands": "5-3 6-4, 1-0"}),
    Row("TP-4", "So is a pass.", "3-5, 1-0", "6-5", "6-4 2-2 4-4", moves="pass", then={"turn": 1}),
    Row("TP-4", "So is a tile played.", "3-5 1-1, 1-0", "6-5", "6-4 2-2 4-4", moves="5-3", then={"turn": 1}),
    Row("TP-5", "The round ends when a hand is empty.", "3-5, 1-0", "6-5", "1-1 2-2 4-4", moves="5-3",
        then={"end": "out"}),
    Row("TP-5", "Or blocked; the two reserved tiles are not drawable.", "3-5 2-2, 1-0", "6-5", "6-6 6-3",
        moves="5-3", then={"end": "blocked"}),
    Row("TP-5", "Not while a third can be drawn.", "3-5 2-2, 1-0", "6-5", "6-6 6-3 1-1", moves="5-3",
        then={"end": None}),
    Row("TP-5", "The draw of the last free tile can block it.", "2-2, 1-0", "6-5", "1-1 6-6 6-3",
        moves="draw",
        then={"end": "blocked", "log": "Drew Ended Scored"}),
    Row("TP-5", "It also ends, as blocked, when every seat in turn has passed.", "3-5, 6-0, 6-1", "6-5",
        "1-1 2-2 4-4", moves="pass, pass, pass", then={"end": "blocked"}),
    Row("TP-5", "Not before the last of them.", "3-5, 6-0, 6-1", "6-5", "1-1 2-2 4-4", moves="pass, pass",
        then={"end": None, "turn": 2}),
    Row("TP-5", "A tile played begins the count anew.", "3-5, 6-0, 6-1 0-0", "6-5", "1-1 2-2 4-4",
        moves="pass, pass, 6-1, pass, pass", then={"end": None, "turn": 2}),
    Row("TP-5", "A tile drawn does too.", "3-5, 6-0, 6-1 0-0", "6-5", "1-1 2-2 4-4",
        moves="pass, pass, draw, pass, pass", then={"end": None, "turn": 2}),
    Row("TP-6", "The lowest scores all other pips minus its own.", "3-5 1-1, 4-0, 2-2 6-6", "6-5", "4-4 4-1",
        moves="5-3", then={"end": None}),
    Row("TP-6", "Out: nothing is taken off.", "3-5, 4-0, 2-2 6-6", "6-5", "4-4 4-1", moves="5-3",
        then={"scores": (4 + 16, 0, 0)}),
    Row("TP-6", "Blocked: the sum of the others minus its own.", "3-5 1-0, 4-0, 2-2 4-4", "6-5", "6-6 6-3",
        moves="5-3", then={"end": "blocked", "scores": (4 + 12 - 1, 0, 0)}),
    Row("TP-6", "The lowest need not be the one who moved.", "3-5 2-2, 1-0", "6-5", "6-6 6-3", moves="5-3",
        then={"end": "blocked", "scores": (0, 4 - 1)}),
    Row("TP-6", "A tie for lowest scores nobody.", "3-5 2-2, 4-0", "6-5", "6-6 6-3", moves="5-3",
        then={"end": "blocked", "scores": (0, 0), "totals": (0, 0)}),
    Row("TP-6", "A side's pips are both hands together, and it scores to the side.",
        "3-5 1-1, 4-0, 2-2, 4-4", "6-5", "6-6 6-3", teams=2, moves="5-3",
        then={"end": "blocked", "scores": (12 - 6, 0)}),
    Row("TP-6", "An empty hand does not win for a side with more pips.", "3-5, 4-0, 2-2 4-4, 1-0", "6-5",
        "6-6 6-3", teams=2, moves="5-3", then={"end": "out", "scores": (0, 12 - 5)}),
    Row("TP-7", "Reaching 101 wins for two.", "3-5, 4-0", "6-5", totals=(97, 100), moves="5-3",
        then={"totals": (101, 100), "winners": (0,)}),
    Row("TP-7", "A point less does not.", "3-5, 4-0", "6-5", totals=(96, 100), moves="5-3",
        then={"winners": ()}),
    Row("TP-7", "For four it is 61.", "3-5, 4-0, 1-1, 2-2", "6-5", totals=(51, 60, 0, 0), moves="5-3",
        then={"totals": (61, 60, 0, 0), "winners": (0,)}),
    Row("TP-7", "Another target may be chosen.", "3-5, 4-0", "6-5", options={"target": 4}, moves="5-3",
        then={"winners": (0,)}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_the_passing_game(row: Row) -> None:
    check(row, "passing-game")


@pytest.mark.parametrize(("players", "teams", "size"), [(2, 0, 7), (3, 0, 7), (4, 0, 6), (4, 2, 6)])
def test_tp_1_two_and_three_get_seven_each_four_get_six(players: int, teams: int, size: int) -> None:
    match = fresh("passing-game", players, teams)

    assert match.rules.hand_size(players) == size
    assert len(match.sides_in) == (teams or players)


@pytest.mark.parametrize(
    ("players", "teams", "fault"),
    [
        (5, 0, TableFault.PLAYERS),
        (3, 2, TableFault.UNEQUAL_TEAMS),
        (2, 2, TableFault.UNEQUAL_TEAMS),
        (4, 4, TableFault.TEAMS),
    ],
)
def test_tp_1_only_four_play_as_partners(players: int, teams: int, fault: TableFault) -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("passing-game", players, teams)

    assert (caught.value.fault, caught.value.clause) == (fault, "TP-1")


@pytest.mark.parametrize("leader", [0, 1, 2])
def test_tp_3_chance_names_the_leader(leader: int) -> None:
    match = fresh("passing-game", 3)

    begun = after(match, begin(match, deal(match, "6-6", "5-5", "4-4", starter=leader)))

    assert begun.turn == leader


def test_tp_3_chance_names_the_leader_anew_in_every_round() -> None:
    match = fresh("passing-game", 2)
    first = after(match, begin(match, deal(match, "6-6", "5-5", starter=0)))
    between = made(first, "6-6, pass, pass")

    with pytest.raises(InvalidTable) as caught:
        begin(between, deal(between, "6-6", "5-5"))

    assert (caught.value.fault, caught.value.clause) == (DealFault.STARTER_NEEDED, "TP-3")


@pytest.mark.parametrize(("players", "teams", "target"), [(2, 0, 101), (3, 0, 101), (4, 0, 61), (4, 2, 61)])
def test_tp_7_the_target_depends_on_the_players(players: int, teams: int, target: int) -> None:
    match = fresh("passing-game", players, teams)

    assert match.rules.target == target


def test_tp_7_a_target_is_one_or_more() -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("passing-game", 2, target=0)

    assert (caught.value.fault, caught.value.clause) == (TableFault.WRONG_ANSWER, "TP-7")
