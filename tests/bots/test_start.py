"""How a round came to its starter is always among the ways that a seat thinks possible."""

from collections.abc import Mapping

import pytest
from support.faults.soaks import soak
from support.games.own_pages import own_rules
from support.games.rounds import TABLES, Table, seated, table

from playroom.bots.belief import NO_SECRET, Start, belief, starts
from playroom.rules.deal import ranked_tiles, starter
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile, tile, tiles
from playroom.rules.view import view

SHARE = 0.1
"""The long tests look at every choice, the others at so many of them."""


def assert_true_start_is_possible(made: Rules, seed: int, rounds: int, share: float = 1) -> None:
    for match, seat in seated(made, seed, rounds, share):
        known = belief(view(match, seat)).starts
        assert any(is_true(match, each) for each in known), (seat, known)


def is_true(match: Match, start: Start) -> bool:
    """Whether the round came to its starter in this way."""
    now = match.now
    dealt = {held: owner for owner, hand in enumerate(now.dealt.hands) for held in hand if held}
    if start.higher & dealt.keys():
        return False
    return start.tile is None or dealt.get(start.tile) == now.starter


def ranked_at(made: Rules) -> Hand:
    """The tiles that make their holder start the first round."""
    return ranked_tiles(made.starter, made.set)


HANDS_DECIDE = [each for each in TABLES if ranked_at(table(each[0], each[1], each[2], **each[3]))]


@pytest.mark.sample(4)
@pytest.mark.parametrize("at", HANDS_DECIDE, ids=str)
def test_the_true_start_is_always_possible(at: Table) -> None:
    game, players, teams, options = at

    assert_true_start_is_possible(table(game, players, teams, **options), players, rounds=3, share=SHARE)


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(8))
def test_the_true_start_is_possible_on_a_page_of_a_players_own(seed: int) -> None:
    assert_true_start_is_possible(own_rules(seed), seed, rounds=3, share=SHARE)


@pytest.mark.long
@pytest.mark.parametrize("at", HANDS_DECIDE, ids=str)
def test_the_true_start_is_possible_in_many_rounds(at: Table) -> None:
    game, players, teams, options = at

    for seed in range(soak(10)):
        assert_true_start_is_possible(table(game, players, teams, **options), seed, rounds=10)


DOUBLES = tiles("6-6 5-5 4-4 3-3 2-2 1-1 0-0")


def test_the_tiles_that_make_their_holder_start_come_highest_first() -> None:
    assert ranked_at(table("dominos", 3)) == DOUBLES
    assert ranked_at(table("block", 3))[:9] == (*DOUBLES, *tiles("6-5 6-4"))
    assert ranked_at(table("passing-game", 3)) == ()


@pytest.mark.parametrize("game", ["block", "dominos"])
def test_the_holder_of_the_first_of_two_ranked_tiles_starts(game: str) -> None:
    made = table(game, 2)
    ranked = ranked_at(made)

    for place, first in enumerate(ranked):
        assert all(starter(new_match(made), ((other,), (first,))) == 1 for other in ranked[place + 1 :])


HIGHEST = tiles("3-3 2-2 1-1")
HIDDEN = frozenset(tiles("3-3 2-2 1-1 0-0"))

ROWS: Mapping[str, tuple[Mapping[str, Seat], frozenset[Tile], frozenset[Tile], tuple[Start, ...]]] = {
    "a tile above all was seen with the starter": (
        {"3-3": 1}, HIDDEN, HIDDEN, (Start(None, frozenset()),)),
    "the starter holds the highest, or it was not dealt and the starter showed the next": (
        {"2-2": 1}, HIDDEN, HIDDEN,
        (Start(HIGHEST[0], frozenset()), Start(None, frozenset(HIGHEST[:1])))),
    "nobody else can hold a higher one than the other who showed his": (
        {"2-2": 0}, HIDDEN, HIDDEN, (Start(HIGHEST[0], frozenset()),)),
    "what the starter cannot have been dealt was not dealt to the others either": (
        {"1-1": 1}, HIDDEN, frozenset(), (Start(None, frozenset(HIGHEST[:2])),)),
    "a tile that was surely drawn decided nothing": (
        {"1-1": 1}, frozenset(tiles("2-2 0-0")), frozenset(), (Start(None, frozenset(HIGHEST[1:2])),)),
    "nothing is known where nothing agrees": ({"3-3": 0}, HIDDEN, HIDDEN, (NO_SECRET,)),
}  # fmt: skip


@pytest.mark.parametrize("row", ROWS)
def test_the_ways_to_have_come_to_start(row: str) -> None:
    dealt_to, hidden, may_be, wanted = ROWS[row]

    found = starts(HIGHEST, 1, {tile(name): seat for name, seat in dealt_to.items()}, hidden, may_be)

    assert found == wanted
