"""Six-love: SL-1 to SL-5."""

import pytest
from support.console.arrange import Row, check, deal, fresh, made, table

from playroom.rules.deal import begin
from playroom.rules.flow import after
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.rulebook.fault import DealFault, InvalidTable

OUT = "5-3, 6-6 1-1, 4-4"
"""Seat 0 goes out with 5-3 at an end of 3."""

BLOCKED = "6-1 2-2, 1-0 0-0, 3-2"
"""Seat 0 blocks the round with 6-1 at an end of 1; they hold 4, 1 and 5."""

ROWS = [
    Row("SL-2", "The last winner opens.", OUT, "3-4", moves="5-3 left", then={"winner": 0, "starter": 0}),
    Row("SL-3", "Blocked: the lightest hand wins.", BLOCKED, "6-3 3-1", moves="6-1 right",
        then={"end": "blocked", "winner": 1, "scores": (0, 1, 0)}),
    Row("SL-3", "It wins for its partnership.", "6-1 2-2, 1-0, 3-2, 5-5 4-4", "6-3 3-1", teams=2,
        moves="6-1 right", then={"winner": 1, "scores": (0, 1)}),
    Row("SL-3", "If sides are equal in that, nobody wins.", "6-1 2-0, 1-1, 5-5", "6-3 3-1",
        moves="6-1 right", then={"winner": None, "scores": (0, 0, 0)}),
    Row("SL-4", "A round scores its winner's side 1.", OUT, "3-4", totals=(2, 0, 1), moves="5-3 left",
        then={"scores": (1, 0, 0), "totals": (3, 0, 1)}),
    Row("SL-4", "Where every side has a point, all totals go to 0: 3, 0, won by the second.",
        "6-6 1-1, 5-3", "3-4", turn=1, totals=(3, 0), moves="5-3 left",
        then={"scores": (-3, 0), "totals": (0, 0), "winners": ()}),
    Row("SL-4", "2, 0, 1, won by the second.", "6-6 1-1, 5-3, 4-4", "3-4", turn=1, totals=(2, 0, 1),
        moves="5-3 left", then={"scores": (-2, 0, -1), "totals": (0, 0, 0)}),
    Row("SL-4", "Not where the target is reached.", OUT, "3-4", totals=(5, 0, 4), moves="5-3 left",
        then={"totals": (6, 0, 4), "winners": (0,)}),
    Row("SL-5", "`love: false`: no resets.", "6-6 1-1, 5-3", "3-4", turn=1, totals=(3, 0),
        options={"love": False}, moves="5-3 left", then={"scores": (0, 1), "totals": (3, 1)}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_six_love(row: Row) -> None:
    check(row, "six-love")


@pytest.mark.parametrize(("players", "teams", "size"), [(2, 0, 14), (4, 0, 7), (4, 2, 7)])
def test_sl_1_all_tiles_are_dealt(players: int, teams: int, size: int) -> None:
    match = fresh("six-love", players, teams)

    match = after(match, begin(match, deal(match, *["6-6", "5-5", "4-4", "3-3"][:players])))

    assert [len(hand) for hand in match.now.hands] == [size] * players
    assert match.now.boneyard == ()


def test_sl_1_three_have_nine_and_the_double_blank_is_taken_out() -> None:
    match = fresh("six-love", 3)

    match = after(match, begin(match, deal(match, "6-6", "5-5", "4-4")))

    assert [len(hand) for hand in match.now.hands] == [9, 9, 9]
    assert str(match.now.boneyard[0]) == "0-0"


def test_sl_1_a_deal_of_the_double_blank_is_refused() -> None:
    match = fresh("six-love", 3)

    with pytest.raises(InvalidTable) as caught:
        begin(match, deal(match, "6-6 0-0", "5-5", "4-4"))

    assert (caught.value.fault, caught.value.clause) == (DealFault.ASIDE_DEALT, "SL-1")


@pytest.mark.parametrize(("players", "teams"), [(3, 2), (5, 0)])
def test_sl_1_other_tables_are_refused(players: int, teams: int) -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("six-love", players, teams)

    assert caught.value.clause == "SL-1"


def test_sl_2_the_first_round_opens_with_the_highest_double() -> None:
    match = fresh("six-love", 3)

    match = after(match, begin(match, deal(match, "4-4", "6-6", "5-5")))

    assert [str(move) for move in legal_moves(position(match))] == ["6-6"]


@pytest.mark.parametrize(
    "before",
    [
        made(table("six-love", "6-6 1-1, 5-3, 4-4", "3-4", turn=1, totals=(2, 0, 1)), "5-3 left"),
        made(table("six-love", "6-1 2-0, 1-1, 5-5", "6-3 3-1"), "6-1 right"),
    ],
    ids=["a reset", "a round that nobody won"],
)
def test_sl_2_so_does_the_round_after_it(before: Match) -> None:
    match = after(before, begin(before, deal(before, "4-4", "5-5", "6-6")))

    assert [str(move) for move in legal_moves(position(match))] == ["6-6"]
    assert match.turn == 2


def test_sl_2_else_the_last_winner_opens_with_any_tile() -> None:
    before = made(table("six-love", OUT, "3-4"), "5-3 left")

    match = after(before, begin(before, deal(before, "4-4", "5-5", "6-6")))

    assert match.turn == 0
    assert len(legal_moves(position(match))) == 9


def test_sl_4_the_target_is_six() -> None:
    assert fresh("six-love", 2).rules.target == 6
