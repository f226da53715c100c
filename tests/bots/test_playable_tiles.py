"""Tiles that a seat could play, runs for a train, and what the next player may score."""

from dataclasses import replace
from random import Random

import pytest
from own_pages import own_rules
from rounds import TABLES, Table, by_hand, standings, table

from playroom.bots.belief import Group, belief
from playroom.bots.placement import Laying
from playroom.bots.playable_tiles import playable_tiles
from playroom.bots.run import longest_run
from playroom.bots.threat import expected_gain, max_gain
from playroom.rules.layout import RIGHT
from playroom.rules.legal import position
from playroom.rules.match import Match
from playroom.rules.move import Play
from playroom.rules.tile import tile, tiles, whole_set
from playroom.rules.view import view


def assert_playable(match: Match) -> None:
    faced = position(match)
    if faced.has_begun:
        wanted = {each for each in whole_set(match.rules.set) if faced.is_playable(each)}
        assert playable_tiles(faced) == wanted


@pytest.mark.parametrize("at", TABLES, ids=str)
def test_the_playable_tiles_are_those_that_the_rules_let_play(at: Table) -> None:
    game, players, teams, options = at

    for match in standings(table(game, players, teams, **options), Random(players)):
        assert_playable(match)


@pytest.mark.parametrize("seed", range(8))
def test_the_playable_tiles_are_right_on_a_page_of_a_players_own(seed: int) -> None:
    for match in standings(own_rules(seed), Random(seed)):
        assert_playable(match)


@pytest.mark.parametrize(
    ("hand", "number", "run"),
    [
        ("9-5 5-4 4-3 9-8", 9, "9-5 5-4 4-3"),
        ("9-5 5-5 5-1", 9, "9-5 5-5 5-1"),
        ("9-5 5-4", 3, ""),
        ("", 9, ""),
    ],
)
def test_the_longest_run(hand: str, number: int, run: str) -> None:
    assert longest_run(tiles(hand), number) == tiles(run)


def test_a_run_of_a_whole_set_is_found_in_time() -> None:
    run = longest_run(whole_set(12), 12)

    assert len(run) > 12


FIVES = table("all-fives", 2)
FIVES_HANDS = "6-4 6-6 4-4 1-0 2-0 3-0 5-0, 5-5 3-1 2-1 3-2 2-2 3-3 1-1"


@pytest.mark.parametrize(
    ("held", "most"), [("6-1", 5), ("4-4", 0), ("6-5", 0), ("5-4", 0), ("6-6", 0), ("4-3", 0)]
)
def test_the_most_that_a_tile_can_gain_at_once(held: str, most: int) -> None:
    match = by_hand(FIVES, FIVES_HANDS, "6-4")

    assert max_gain(match, 1, tile(held)) == most


def test_the_next_player_is_expected_to_score_as_likely_as_the_tile_is_held() -> None:
    seen = view(by_hand(FIVES, "6-4 6-6 1-0 2-0 3-0 5-0 6-2, 4-4 5-5 3-1 2-1 3-2 2-2 1-1", "6-4"), 1)
    held = Group(1, frozenset(tiles("6-2 3-3")))
    known = replace(belief(seen), groups={0: (held,)})

    expected = expected_gain(known, Laying(seen, Play(tile("4-4"), RIGHT)))

    assert expected == 0.5 * 10
