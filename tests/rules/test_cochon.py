"""Cochon: CO-1 to CO-5."""

import pytest
from support.console.arrange import Row, check, deal, fresh, made, table

from playroom.rules.deal import begin
from playroom.rules.event import CarryOver, Scored
from playroom.rules.flow import after, play
from playroom.rules.legal import legal_moves, position
from playroom.rules.move import Play
from playroom.rules.rulebook.fault import InvalidTable
from playroom.rules.tile import tile

OUT = "5-3, 6-6 1-1, 4-4"
"""Seat 0 goes out with 5-3 at an end of 3."""

BLOCKED = "6-1 4-4, 5-0, 3-3"
"""Seat 0 blocks the round with 6-1 at an end of 1; they hold 8, 5 and 6."""


def won(*rounds: int) -> CarryOver:
    """What is carried once the sides have won so many rounds of a series."""
    return CarryOver((0, 0, 0), rounds)


ROWS = [
    Row("CO-2", "Later rounds are opened by the last winner.", OUT, "3-4", moves="5-3 left",
        then={"winner": 0, "starter": 0}),
    Row("CO-2", "After a round that nobody won, by its opener again.", BLOCKED, "6-3 3-1",
        options={"blocked_by": "nobody"}, moves="6-1 right", then={"winner": None, "starter": 0}),
    Row("CO-3", "Blocked: the lightest hand wins.", BLOCKED, "6-3 3-1", moves="6-1 right",
        then={"end": "blocked", "winner": 1, "won": (0, 1, 0)}),
    Row("CO-3", "A lightest hand of 6 pips or more wins nothing.", "6-1 4-4, 5-2, 3-3", "6-3 3-1",
        moves="6-1 right", then={"end": "blocked", "winner": None, "won": (0, 0, 0)}),
    Row("CO-3", "If several are equal, nobody wins.", "6-1 2-0, 1-1, 5-5", "6-3 3-1", moves="6-1 right",
        then={"winner": None}),
    Row("CO-3", "`player`: however heavy it is.", "6-1 4-4, 5-2, 3-3", "6-3 3-1", moves="6-1 right",
        options={"blocked_by": "player"}, then={"winner": 2, "won": (0, 0, 1)}),
    Row("CO-3", "`nobody` wins.", BLOCKED, "6-3 3-1", options={"blocked_by": "nobody"}, moves="6-1 right",
        then={"winner": None, "won": (0, 0, 0)}),
    Row("CO-4", "Until a series ends, nobody scores.", OUT, "3-4", carry=won(1, 0, 2), moves="5-3 left",
        then={"scores": (0, 0, 0), "won": (2, 0, 2)}),
    Row("CO-4", "It ends with three rounds won, and scores 1 for each pig.", OUT, "3-4", carry=won(2, 0, 1),
        moves="5-3 left", then={"scores": (1, 0, 0), "won": (0, 0, 0)}),
    Row("CO-4", "Both others may be pigs.", OUT, "3-4", carry=won(2, 0, 0), moves="5-3 left",
        then={"scores": (2, 0, 0)}),
    Row("CO-4", "A blocked round may end it too.", BLOCKED, "6-3 3-1", carry=won(1, 2, 0),
        moves="6-1 right", then={"scores": (0, 1, 0), "won": (0, 0, 0)}),
    Row("CO-4", "Without a pig it scores nobody.", OUT, "3-4", carry=won(2, 1, 1), moves="5-3 left",
        then={"scores": (0, 0, 0), "won": (0, 0, 0), "winners": ()}),
    Row("CO-5", "Target 3.", OUT, "3-4", totals=(2, 2, 0), carry=won(2, 0, 1), moves="5-3 left",
        then={"totals": (3, 2, 0), "winners": (0,)}),
    Row("CO-5", "Not before the series is over.", OUT, "3-4", totals=(2, 2, 0), carry=won(1, 0, 1),
        moves="5-3 left", then={"totals": (2, 2, 0), "winners": ()}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_cochon(row: Row) -> None:
    check(row, "cochon")


def test_co_1_three_players_have_seven_tiles_each() -> None:
    match = fresh("cochon", 3)

    match = after(match, begin(match, deal(match, "6-6", "5-5", "4-4")))

    assert [len(hand) for hand in match.now.hands] == [7, 7, 7]
    assert len(match.now.boneyard) == 7


@pytest.mark.parametrize("players", [2, 4])
def test_co_1_other_tables_are_refused(players: int) -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("cochon", players)

    assert caught.value.clause == "CO-1"


def test_co_2_the_first_round_of_a_series_opens_with_the_highest_double() -> None:
    before = made(table("cochon", OUT, "3-4", carry=won(2, 1, 1)), "5-3 left")

    match = after(before, begin(before, deal(before, "4-4", "5-5", "6-6")))

    assert match.turn == 2
    assert [str(move) for move in legal_moves(position(match))] == ["6-6"]


def test_co_2_a_round_within_a_series_opens_with_any_tile() -> None:
    before = made(table("cochon", OUT, "3-4"), "5-3 left")

    match = after(before, begin(before, deal(before, "4-4", "5-5", "6-6")))

    assert match.turn == 0
    assert len(legal_moves(position(match))) == 7


@pytest.mark.parametrize(("carry", "scores"), [(won(1, 0, 0), 0), (won(2, 1, 1), 1)])
def test_co_4_points_are_told_only_when_a_series_ends(carry: CarryOver, scores: int) -> None:
    events = play(table("cochon", OUT, "3-4", carry=carry), Play(tile("5-3")))

    assert sum(isinstance(event, Scored) for event in events) == scores
