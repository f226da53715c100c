"""Tiles that a seat could play, and runs for a train."""

from random import Random

import pytest
from support.games.own_pages import own_rules
from support.games.rounds import TABLES, Table, standings, table

from playroom.bots.placement import longest_run
from playroom.rules.legal import playable_tiles, position
from playroom.rules.match import Match
from playroom.rules.tile import tiles, whole_set


def assert_playable(match: Match) -> None:
    faced = position(match)
    if faced.has_begun:
        wanted = {each for each in whole_set(match.rules.set) if faced.is_playable(each)}
        assert playable_tiles(faced) == wanted


@pytest.mark.sample(5)
@pytest.mark.parametrize("at", TABLES, ids=str)
def test_the_playable_tiles_are_those_that_the_rules_allow(at: Table) -> None:
    game, players, teams, options = at

    for match in standings(table(game, players, teams, **options), Random(players)):
        assert_playable(match)


@pytest.mark.sample(3)
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
