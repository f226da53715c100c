"""Who draws or passes is taken to lack the numbers that were open, until it plays one of them."""

from support.games.rounds import by_hand, table

from playroom.bots.belief import belief
from playroom.bots.inference.lacks import Lacked
from playroom.rules.match import Match
from playroom.rules.view import view

HANDS = "6-6 6-1 4-4 2-1 2-0 4-0 3-0, 5-2 5-4 5-3 3-1 1-0 3-2 4-2"


def last_lacked(match: Match, listener: int) -> Lacked:
    """What those lacked who mattered when the last choice was made that *listener* has read."""
    return belief(view(match, listener)).choices[-1].lacked


def test_who_passed_lacks_the_numbers_that_were_open() -> None:
    match = by_hand(table("block", 2), HANDS, "6-6, 6-1 right")

    assert last_lacked(match, 1) == Lacked(next=frozenset({6}))


def test_a_play_of_a_number_shows_that_it_is_held_again() -> None:
    match = by_hand(table("draw", 2), HANDS, "6-6, draw, 6-5 left, 6-1 right", "6-5")

    assert last_lacked(match, 1) == Lacked()


def test_a_partner_is_not_the_next_player() -> None:
    hands = (
        "6-6 6-1 4-4 2-1 2-0 4-0 3-0, 6-2 5-4 5-3 3-1 1-0 3-2 4-2, "
        "5-5 5-0 1-1 4-1 0-0 3-3 4-3, 6-3 6-4 6-5 5-1 6-0 2-2 5-2"
    )
    match = by_hand(table("dominos", 4, 2), hands, "6-6, 6-2 left, 6-3 right, 2-1 left")

    assert last_lacked(match, 1) == Lacked(partner=frozenset({6, 2}))
