"""Equivalent plays are one: those that leave the same ends, in every game without trains."""

from random import Random

import pytest
from support.games.random_matches import VARIANTS, random_record, states

from playroom.rules.legal import distinct_move, distinct_moves, legal_moves, position
from playroom.rules.move import Play


@pytest.mark.sample(8)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", VARIANTS)
def test_of_equivalent_moves_one_is_left_and_each_has_one(game: str, seed: int) -> None:
    chance = Random(seed)
    for match in states(random_record(VARIANTS[game], chance, short=True).match, chance):
        if match.turn is None:
            continue
        at = position(match)
        legal, distinct = legal_moves(at), distinct_moves(at)

        assert {*distinct} <= {*legal}
        assert {distinct_move(at, move) for move in legal} == {*distinct}
        assert {move.tile for move in legal if isinstance(move, Play)} == {
            move.tile for move in distinct if isinstance(move, Play)
        }
