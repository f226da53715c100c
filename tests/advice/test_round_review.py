"""A review of a round: what its deal was worth, and whether its win was given away."""

from dataclasses import replace
from random import Random

import pytest
from support.games.random_matches import VARIANTS, states
from support.games.rounds import by_hand, by_lot, table

from playroom.advice.coach import round_review
from playroom.rules.score import lead
from playroom.rules.seat import Seat
from playroom.table.setup import Setup, new_record

ADA, BEN = 0, 1
PAIR = replace(table("block", 2), hand=(3,))
"""Block for two with three tiles each."""
HANDS = "6-6 6-1 3-0, 6-3 3-2 2-2"

# Ada's 3-0 would have left Ben nothing to play; her 6-1 leaves the end on which he goes out.
GIVEN_AWAY = by_hand(PAIR, HANDS, "6-6, 6-3 right, 6-1 left, 3-2 right, 2-2 right")
KEPT = by_hand(PAIR, HANDS, "6-6, 6-3 right, 3-0 right, 6-1 left")


@pytest.mark.parametrize("seat", [ADA, BEN])
def test_a_deal_is_worth_the_same_however_it_was_played(seat: Seat) -> None:
    assert lead(PAIR, GIVEN_AWAY.now, seat) != lead(PAIR, KEPT.now, seat)

    assert round_review(GIVEN_AWAY, seat)[0] == round_review(KEPT, seat)[0]


def test_only_a_win_that_was_there_is_given_away_and_nobody_who_wins_gives_it() -> None:
    hopeless = by_hand(PAIR, "5-3 5-0 2-1, 1-1 3-0 3-3", "3-3, 5-3 right, 3-0 left, 5-0 right")

    assert round_review(GIVEN_AWAY, ADA)[1] is True
    assert round_review(hopeless, ADA)[1] is False
    assert round_review(GIVEN_AWAY, BEN)[1] is None


def test_a_heavy_hand_without_a_tile_that_fits_is_a_bad_deal() -> None:
    match = by_hand(PAIR, "6-6 5-5 4-4, 0-0 1-0 2-0", "6-6")

    points, _ = round_review(match, ADA)

    assert points < 0
    assert round_review(match, BEN)[0] == -points


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_the_last_round_of_every_game_has_a_review_that_is_always_the_same(game: str) -> None:
    variant = VARIANTS[game]
    players = min(variant.players)
    setup = Setup(game, players, variant.teams_for(players)[0])
    record = new_record(variant, setup, tuple("ABCDEFGHIJ")[:players])
    match = next(each for each in states(record.match, Random(5)) if each.rounds and each.now.ending)

    assert round_review(match, 0) == round_review(match, 0)


@pytest.mark.long
def test_deals_are_fair_on_average() -> None:
    """Of two sides, one is as lucky as the other is not."""
    made = table("draw", 2)
    for seed in range(5):
        match = by_lot(made, Random(seed))
        assert round_review(match, ADA)[0] == -round_review(match, BEN)[0]
