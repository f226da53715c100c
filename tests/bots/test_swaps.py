"""Swaps give each determinization as often as it makes the free draws and passes of the others likely."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from math import exp
from random import Random

import pytest
from support.games.rounds import by_hand, table
from test_determinize import POSSIBLE, Groups, sequential_dealers, true_groups

from playroom.bots import determinize
from playroom.bots.belief import belief
from playroom.bots.determinize import Determinizer
from playroom.bots.swaps import Likelihood, chained, likelihoods
from playroom.engine.masks import Masks
from playroom.rules.match import Match
from playroom.rules.seat import Seat
from playroom.rules.tile import tiles
from playroom.rules.view import view

HANDS = "6-6 6-1 4-4 2-1 2-0 4-0 3-0, 6-2 5-2 4-1 5-4 5-3 3-1 1-0"

TIMES = 2500
WITHIN = 0.06
"""How far the shares may be from the truth in all; so many independent ones are 0.04 from it."""

Likely = Mapping[Seat, Likelihood]
Shares = Mapping[tuple[int, ...], float]
"""How often each of several hands comes about."""


def dealer_of(match: Match) -> Determinizer:
    seen = view(match, match.turn)
    return Determinizer(Masks(match.rules), seen, belief(seen))


def found_shares(match: Match, likely: Likely) -> Shares:
    drawn = chained(dealer_of(match), likely, Random(1).random)
    found = Counter(tuple(drawn().hands) for _ in range(TIMES))
    return {hands: count / TIMES for hands, count in found.items()}


def true_shares(match: Match, possible: set[Groups], likely: Likely) -> Shares:
    places, chance = dealer_of(match).places, Random(1).random
    weights: Counter[tuple[int, ...]] = Counter()
    for held in possible:
        hands = tuple(dealer_of(match).determinization([*held, 0], chance).hands)
        weights[hands] += exp(sum(of(held[places[seat]]) for seat, of in likely.items()))  # type: ignore[assignment] # a counter of parts
    return {hands: weight / sum(weights.values()) for hands, weight in weights.items()}


def total_variation(one: Shares, other: Shares) -> float:
    return sum(abs(one.get(each, 0) - other.get(each, 0)) for each in {*one, *other}) / 2


PASSED = by_hand(
    replace(table("passing-game", 3), set=3, hand=(2,)),
    "3-3 1-0, 1-1 2-2, 2-0 0-0",
    "3-3, pass, draw",
    boneyard="2-1 3-0 3-1 3-2",
)
"""Ben and Cleo could have played a 3, if they had one. Ada is to move."""


@pytest.mark.long
def test_hands_that_make_free_moves_likely_come_more_often() -> None:
    likely = likelihoods(Masks(PASSED.rules), belief(view(PASSED, 0)).free_moves)
    possible = set(true_groups(PASSED))

    found = shares_of_a_3(found_shares(PASSED, likely))

    assert found == pytest.approx(shares_of_a_3(true_shares(PASSED, possible, likely)), abs=0.03)
    assert found != pytest.approx(shares_of_a_3(true_shares(PASSED, possible, {})), abs=0.2)


def shares_of_a_3(shares: Shares) -> list[float]:
    """How often each of the others holds a tile that fits a 3."""
    fits = Masks(PASSED.rules).fits[3]
    return [sum(share for hands, share in shares.items() if hands[seat] & fits) for seat in (1, 2)]


@pytest.mark.parametrize("move", ["pass", "draw"])
def test_who_passes_or_draws_freely_probably_has_nothing_that_fits(move: str) -> None:
    match = by_hand(table("passing-game", 2), HANDS, f"6-6, {move}")
    masks = Masks(match.rules)

    likely = likelihoods(masks, belief(view(match, 0)).free_moves)[1]

    fits, lacks = ((masks.mask(tiles(held)), 0) for held in ("6-5 5-4 5-3", "5-5 5-4 5-3"))
    assert exp(likely(lacks) - likely(fits)) == pytest.approx(10)


@pytest.mark.parametrize(("match", "possible"), POSSIBLE.values(), ids=POSSIBLE)
def test_swaps_make_up_for_deals_that_are_not_uniform(
    match: Match, possible: set[Groups], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(determinize, "_dealers", sequential_dealers)

    found = found_shares(match, {})

    assert not dealer_of(match).is_uniform
    assert total_variation(found, true_shares(match, possible, {})) < WITHIN
