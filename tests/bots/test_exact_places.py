"""After passes and draws a hidden tile lies in each place as often as exact counting has it."""

from random import Random

import pytest
from support.faults.soaks import soak
from support.games.exact_places import (
    PLACES,
    by_owner,
    exact_shares,
    found_shares,
    noise,
    positions,
    variation,
)
from support.games.rounds import Table

from playroom.bots.determinize import Determinization, Determinizer
from playroom.bots.swaps import chained

WITHIN = 2.2
"""How many times the noise of independent determinizations the total variation may be; chains vary more."""


def assert_places_are_exact(at: Table, count: int, times: int) -> None:
    for number, (_, _, dealer) in enumerate(positions(at, count)):
        exact = by_owner(exact_shares(dealer.heaps, dealer.tiles), dealer)

        found = found_shares(made(dealer, times, number), dealer)

        assert variation(found, exact) <= WITHIN * noise(exact, times), number


def made(dealer: Determinizer, times: int, seed: int) -> list[Determinization]:
    """Determinizations as `hard` has them."""
    chance = Random(seed).random
    drawn = chained(dealer, {}, chance)
    return [dealer.sample(chance) if dealer.is_uniform else drawn() for _ in range(times)]


@pytest.mark.parametrize("at", PLACES[:2], ids=str)
def test_tiles_lie_where_exact_counting_has_them(at: Table) -> None:
    assert_places_are_exact(at, count=2, times=300)


@pytest.mark.long
@pytest.mark.parametrize("at", PLACES, ids=str)
def test_tiles_lie_where_exact_counting_has_them_in_many_positions(at: Table) -> None:
    assert_places_are_exact(at, count=soak(10), times=2000)
