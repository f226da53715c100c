"""What a player could choose is what the rules allow, and its features are what a player sees of it."""

from random import Random

import pytest
from support.games.rounds import VARIANTS, by_hand, standings, table

from playroom.bots.inference.alternatives import FIXED, Way, free_moves, ways
from playroom.bots.inference.lacks import Lacked
from playroom.bots.inference.likelihoods import is_way
from playroom.engine.masks import Masks
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.move import Draw, Pass, Play
from playroom.rules.rulebook.questions import Opening
from playroom.rules.rulebook.variant import Rules
from playroom.rules.tile import tile

NUMBERS = Lacked(next=frozenset({5}), partner=frozenset({1}))

SEATS = {"dominos": (4, 2), "pass-and-out": (4, 0), "pass-pass": (4, 2)}

TABLES = {
    **{name: table(name, *SEATS.get(name, (2, 0))) for name in VARIANTS},
    "trains, several doubles": table("mexican-train", 2, doubles="several", first_turn="many"),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("made", TABLES.values(), ids=TABLES)
def test_the_ways_of_a_hand_are_its_legal_plays(made: Rules) -> None:
    masks = Masks(made)
    for match in standings(made, Random(3)):
        faced = position(match)
        if not faced.has_begun and made.opening is Opening.HIGHEST:
            continue  # there is nothing to choose
        legal, hand = legal_moves(faced), masks.mask(faced.hand)
        plays = [move for move in legal if isinstance(move, Play)]

        held = [way for way in ways(masks, faced, Lacked()) if way.bit & hand]

        assert len(held) == len(plays)
        assert all(sum(is_way(masks, way, play) for way in held) == 1 for play in plays)
        if plays:
            assert free_moves(masks, faced) == legal[len(plays) :]


def features_of(match: Match, written: str, number: int) -> dict[str, float]:
    """The features of a tile played on *number*."""
    masks = Masks(match.rules)
    way = way_of(match, written, number)
    assert way.joined_by == masks.fits[way.outer] & ~way.bit
    return {name: feature for name, feature in zip(FIXED, way.features, strict=True) if feature}


def way_of(match: Match, written: str, number: int) -> Way:
    """The way to play a tile on *number*."""
    masks = Masks(match.rules)
    bit = masks.bits[tile(written)]
    every = ways(masks, position(match), NUMBERS)
    return next(way for way in every if way.bit == bit and way.covers == number)


HANDS = "6-6 6-1 4-4 2-1 2-0 4-0 3-0, 6-2 5-2 4-1 5-4 5-3 3-1 1-0"


def test_a_play_has_its_pips_and_what_it_leaves_to_others() -> None:
    match = by_hand(table("block", 2), HANDS, "6-6, 6-2 left, 6-1 right")

    assert features_of(match, "5-2", 2) == {"pips": 7, "next_lacks": True}
    assert features_of(match, "2-1", 2) == {"pips": 3, "laid": 1, "partner_lacks": True}
    assert features_of(match, "1-1", 1) == {"pips": 2, "double": True, "laid": 1, "partner_lacks": True}


def test_a_play_has_the_points_that_it_scores() -> None:
    match = by_hand(table("all-fives", 2), HANDS, "6-1")

    assert features_of(match, "6-4", 6)["points"] == 0.5
    assert "points" not in features_of(match, "6-3", 6)


def test_a_play_gives_another_turn_or_skips() -> None:
    hands = (
        "6-2 6-1 4-4 2-1 2-0 4-0, 6-4 5-2 4-1 5-4 5-3 3-1, 0-0 1-0 3-0 5-0 6-0 1-1, 2-2 3-2 4-2 3-3 4-3 5-5"
    )
    match = by_hand(table("pass-pass", 4, 2), hands, "6-2, 6-4 left")

    assert features_of(match, "4-3", 4).keys() == {"pips", "again"}
    assert features_of(match, "5-4", 4).keys() == {"pips", "next_lacks", "skips"}
    assert features_of(match, "4-2", 2).keys() == {"pips", "laid", "skips"}
    assert features_of(match, "3-2", 2).keys() == {"pips", "skips"}


def test_a_draw_and_a_pass_are_free_where_the_rules_allow_them() -> None:
    match = by_hand(table("passing-game", 2), HANDS, "6-6")

    assert free_moves(Masks(match.rules), position(match)) == (Draw(), Pass())
