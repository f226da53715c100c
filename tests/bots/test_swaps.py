"""Swaps give each determinization as often as it makes the choices of the others likely."""

from collections import Counter
from collections.abc import Mapping
from math import exp
from random import Random

import pytest
from test_determinize import POSSIBLE, Groups, sequential_dealers

from playroom.bots import determinize
from playroom.bots.belief import belief
from playroom.bots.determinize import Determinizer
from playroom.bots.inference.likelihoods import Likelihood, likelihoods
from playroom.bots.swaps import chained
from playroom.engine.masks import Masks
from playroom.rules.match import Match
from playroom.rules.seat import Seat
from playroom.rules.view import view

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
        hands = tuple(dealer_of(match).made([*held, 0], chance).hands)
        weights[hands] += exp(sum(of(held[places[seat]]) for seat, of in likely.items()))  # type: ignore[assignment] # a counter of parts
    return {hands: weight / sum(weights.values()) for hands, weight in weights.items()}


def total_variation(one: Shares, other: Shares) -> float:
    return sum(abs(one.get(each, 0) - other.get(each, 0)) for each in {*one, *other}) / 2


@pytest.mark.parametrize(("match", "possible"), POSSIBLE.values(), ids=POSSIBLE)
def test_likelier_determinizations_come_more_often(match: Match, possible: set[Groups]) -> None:
    likely = likelihoods(Masks(match.rules), belief(view(match, match.turn)).choices)

    found = found_shares(match, likely)

    assert total_variation(found, true_shares(match, possible, likely)) < WITHIN
    assert total_variation(found, true_shares(match, possible, {})) > WITHIN


@pytest.mark.parametrize(("match", "possible"), POSSIBLE.values(), ids=POSSIBLE)
def test_swaps_make_up_for_deals_that_are_not_uniform(
    match: Match, possible: set[Groups], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(determinize, "_dealers", sequential_dealers)

    found = found_shares(match, {})

    assert not dealer_of(match).is_uniform
    assert total_variation(found, true_shares(match, possible, {})) < WITHIN
