"""Tiles that a move leaves beside the run for the own train, and what they cost in a search."""

from dataclasses import replace
from random import Random

import pytest
from support.games.rounds import by_hand, standings, table

from playroom.bots.placement import strays
from playroom.bots.search import HARD, SMALLEST_BATCH, values
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.view import View, view
from playroom.table.examples.notation import move_of as move


def seen(match: Match) -> View:
    return view(match, match.turn)


HANDS = "9-8 9-6 8-6 8-5 4-1, 9-1 1-0 2-2 3-3 4-4"

RUN = seen(by_hand(table("mexican-train", 2, hand=5), HANDS, "9-8 mexican, 9-1 train 1"))


@pytest.mark.parametrize(
    ("words", "count"), [("9-6 train 0", 1), ("8-5 mexican", 1), ("8-6 mexican", 2), ("pass", 1)]
)
def test_the_tiles_beside_the_run_are_counted(words: str, count: int) -> None:
    assert strays(RUN, move(words)) == count


def test_there_are_none_without_trains() -> None:
    match = next(standings(table("block", 2), Random(1)))

    assert {strays(seen(match), each) for each in legal_moves(position(match))} == {0}


def test_a_move_that_breaks_the_run_costs_more() -> None:
    once = replace(HARD, determinizations=SMALLEST_BATCH, max_gap=100, stray=0.0)

    free, charged = (values(RUN, Random(1), replace(once, stray=cost)) for cost in (0.0, 0.01))

    assert {str(made): round(free[made] - charged[made], 6) for made in free} == {
        "9-6 train 0": 0.0,
        "8-5 mexican": 0.0,
        "8-6 mexican": 0.01,
    }
