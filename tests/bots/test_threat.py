"""What the next player may score at once: the most of each tile, and what is to be expected of a hand."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from msgspec import structs
from support.games.rounds import by_hand, table

from playroom.bots.belief import Belief, Group, belief
from playroom.bots.placement import PlayOutcome, expected_gain, likely_held, max_gain
from playroom.rules.layout import RIGHT
from playroom.rules.move import Play
from playroom.rules.rulebook.award import Award, Counted, Receiver, When
from playroom.rules.rulebook.questions import Best
from playroom.rules.seat import Seat
from playroom.rules.tile import tile, tiles
from playroom.rules.view import View, view

FIVES = table("all-fives", 2)
FIVES_HANDS = "6-4 6-6 4-4 1-0 2-0 3-0 5-0, 5-5 3-1 2-1 3-2 2-2 3-3 1-1"

DOUBLE_FOUR = Play(tile("4-4"), RIGHT)
"""The play on 6-4 after which 6-6 scores 20, 6-2 scores 10, and nothing else scores."""


def facing_six_four(teams: int = 0) -> View:
    """What the player knows who may play 4-4 on 6-4."""
    hands = "6-4 6-6 1-0 2-0 3-0 5-0 6-2, 4-4 5-5 3-1 2-1 3-2 2-2 1-1"
    if teams:
        hands = "6-4 1-0 2-0 3-0 5-0, 4-4 3-1 2-1 3-2 2-2, 1-1 6-0 4-0 5-1 5-2, 4-1 4-2 4-3 5-4 6-1"
    return view(by_hand(table("all-fives", 4 if teams else 2, teams), hands, "6-4"), 1)


def knowing(seen: View, groups: Mapping[Seat, Group]) -> Belief:
    """The same as is known at *seen*, but for what the others may hold."""
    return replace(belief(seen), groups={seat: (group,) for seat, group in groups.items()})


def group(count: int, may_be: str) -> Group:
    return Group(count, frozenset(tiles(may_be)))


@pytest.mark.parametrize(
    ("held", "most"), [("6-1", 5), ("4-4", 0), ("6-5", 0), ("5-4", 0), ("6-6", 0), ("4-3", 0)]
)
def test_the_most_that_a_tile_can_gain_at_once(held: str, most: int) -> None:
    match = by_hand(FIVES, FIVES_HANDS, "6-4")

    assert max_gain(match, 1, tile(held)) == most


@pytest.mark.parametrize("several", ["2-1, 5-2 left, 1-0 right", "2-1, 2-0 left, 5-1 right"])
def test_a_tile_that_fits_both_ends_gains_what_it_gains_at_the_better_one(several: str) -> None:
    hands = "2-1 1-0 5-1 3-3 4-4 6-6 6-5, 5-2 2-0 3-1 3-2 2-2 1-1 6-3"
    match = by_hand(FIVES, hands, several)

    assert max_gain(match, 1, tile("5-0")) == 10


@pytest.mark.parametrize(("seat", "most"), [(0, 9), (1, 0)])
def test_a_tile_gains_what_it_would_if_that_seat_were_to_move(seat: Seat, most: int) -> None:
    of_tiles = (Award(When.PLAY, Counted.TILE, Receiver.PLAYER),)
    trains = replace(table("mexican-train", 2), scoring=of_tiles, best=Best.HIGHEST, hand=(2,))
    match = by_hand(trains, "9-5 7-7, 9-1 1-0", "9-5 train 0")

    assert match.turn == 1
    assert max_gain(match, seat, tile("5-4")) == most


def test_the_next_player_is_expected_to_score_as_likely_as_the_tile_is_held() -> None:
    seen = facing_six_four()
    known = knowing(seen, {0: group(1, "6-2 3-3")})

    assert expected_gain(known, PlayOutcome(seen, DOUBLE_FOUR)) == 0.5 * 10


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        (group(1, "6-2 6-6 3-3 1-1"), 0.25 * 20 + 0.75 * 0.25 * 10),
        (group(2, "6-6 6-2 3-3 1-1"), 0.5 * 20 + 0.5 * 0.5 * 10),
        (group(2, "6-6 6-2"), 20),
        (group(2, "3-3 1-1"), 0),
    ],
)
def test_of_several_tiles_that_score_the_next_player_plays_the_best(held: Group, expected: float) -> None:
    seen = facing_six_four()
    known = knowing(seen, {0: held})

    assert expected_gain(known, PlayOutcome(seen, DOUBLE_FOUR)) == expected


def test_only_what_the_very_next_player_may_score_is_expected() -> None:
    seen = facing_six_four(teams=2)
    known = knowing(seen, {2: group(1, "6-2 3-3"), 3: group(1, "6-6"), 0: group(1, "6-6")})

    assert expected_gain(known, PlayOutcome(seen, DOUBLE_FOUR)) == 0.5 * 10


def test_what_a_partner_may_score_is_expected_as_good() -> None:
    seen = structs.replace(facing_six_four(teams=2), out=frozenset({2}))
    known = knowing(seen, {2: group(1, "6-6"), 3: group(1, "6-2 3-3"), 0: group(1, "6-6")})

    assert expected_gain(known, PlayOutcome(seen, DOUBLE_FOUR)) == -0.5 * 10


def test_nothing_is_expected_where_nobody_is_left_to_move() -> None:
    seen = structs.replace(facing_six_four(), out=frozenset({0}))
    known = knowing(seen, {0: group(1, "6-6")})

    assert expected_gain(known, PlayOutcome(seen, DOUBLE_FOUR)) == 0


def test_points_that_count_against_their_player_are_not_expected() -> None:
    seen = facing_six_four()
    low = structs.replace(seen, rules=replace(seen.rules, best=Best.LOWEST))
    known = knowing(low, {0: group(1, "6-2 6-6")})

    assert expected_gain(known, PlayOutcome(low, DOUBLE_FOUR)) == 0


@pytest.mark.parametrize(
    ("named", "likely"), [("6-6", 2 / 4), ("5-5", 2 / 4 + 1 / 5), ("4-4", 1 / 5), ("1-0", 0)]
)
def test_a_tile_is_held_as_likely_as_all_groups_together_make_it(named: str, likely: float) -> None:
    several = (group(2, "6-6 5-5 3-3 2-2"), group(1, "5-5 4-4 3-3 2-2 1-1"), group(0, "1-0 5-5"))
    known = replace(belief(facing_six_four()), groups={0: several})

    assert likely_held(known, 0, tile(named)) == pytest.approx(likely)


def test_no_tile_is_more_likely_held_than_certainly() -> None:
    several = (group(2, "6-6 5-5"), group(1, "6-6 4-4"))
    known = replace(belief(facing_six_four()), groups={0: several})

    assert likely_held(known, 0, tile("6-6")) == 1


def test_a_seat_of_which_nothing_is_known_holds_no_tile() -> None:
    known = replace(belief(facing_six_four()), groups={})

    assert likely_held(known, 0, tile("6-6")) == 0
