"""All ways that known deals of the family can go, counted by the rules and by the second implementation."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from family_common import Json
from family_matches import as_text, replayed

from playroom.rules.flow import after, play
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.strict_yaml import load
from playroom.table.record_parser import record
from playroom.table.shelf import OURS, shelf

VARIANTS = shelf([OURS]).variants

ALL_FIVES = {
    "hands": {"Ada": "4-2 4-3 3-2 4-4 5-5 2-1 5-2", "Ben": "3-1 2-0 1-1 2-2 6-2 6-3 5-4"},
    "boneyard": "4-1 4-0 5-3 0-0 3-3 6-4 6-5 6-0 6-1 1-0 6-6 5-1 5-0 3-0",
    "starter": "Ben",
    "actions": ["Ben 1-1", "Ada 2-1 left"],
}
MATADOR = {
    "hands": {"Ada": "6-6 6-1 5-2 4-3 5-0 3-2 1-0", "Ben": "5-5 4-4 3-3 2-2 1-1 0-0 6-5"},
    "boneyard": "6-4 6-3 6-2 6-0 5-4 5-3 5-1 4-2 4-1 4-0 3-1 3-0 2-1 2-0",
    "starter": "Ada",
    "actions": ["Ada 6-6"],
}
TRAIN = {
    "hands": {"Ada": "7-0 9-7 9-1 6-4 2-2", "Ben": "3-3 7-7 3-2 6-0 8-3"},
    "boneyard": "6-1 2-0 8-7 5-5 9-8 6-6 5-0 3-0 9-0 8-1 7-5 6-2 8-5 3-1 8-2 4-2 2-1 9-5 8-8 8-0 5-3 7-2 9-6 "
    "8-6 8-4 5-2 7-3 0-0 4-1 6-5 4-3 4-4 6-3 4-0 7-6 9-2 7-4 1-0 5-1 7-1 9-3 1-1 9-4 5-4",
    "starter": "Ada",
    "actions": [],
}
DEALS: list[tuple[str, dict[str, object], dict[str, Any], tuple[int, ...]]] = [
    ("all-fives", {}, ALL_FIVES, (4, 10, 25, 65)),
    ("matador", {}, MATADOR, (4, 52, 132)),
    ("mexican-train", {"hand": 5}, TRAIN, (4, 4, 4, 8, 8, 10)),
    ("mexican-train", {"hand": 5, "doubles": "several", "first_turn": "many"}, TRAIN, (4, 5, 5, 7, 10, 11)),
]
"""A game, its options, a deal, and how many ways there are after one, two, three and four actions."""


def written(game: str, options: dict[str, object], deal: dict[str, Any]) -> Json:
    given = {"options": options} if options else {}
    return {"record": 2, "game": game, **given, "players": ["Ada", "Ben"], "rounds": [deepcopy(deal)]}


def by_rules(match: Match) -> Iterator[Match]:
    if match.round:
        for move in legal_moves(position(match)):
            yield after(match, play(match, move))


def by_referee(told: Json) -> Iterator[Json]:
    table = replayed(told).summary()["table"]
    for action in table["legal"] if table else ():
        longer = deepcopy(told)
        longer["rounds"][-1]["actions"].append(f"{table['to_act']} {action}")
        yield longer


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "options", "deal", "ways"), DEALS)
def test_all_ways_to_some_depth(
    game: str, options: dict[str, object], deal: dict[str, Any], ways: tuple[int, ...]
) -> None:
    told = [written(game, options, deal)]
    matches = [record(load(as_text(told[0]), "a.domino.yaml"), VARIANTS).match]
    rules_count, referee_count = [], []

    for _ in ways:
        matches = [later for match in matches for later in by_rules(match)]
        told = [later for each in told for later in by_referee(each)]
        rules_count.append(len(matches))
        referee_count.append(len(told))

    assert rules_count == referee_count
    assert tuple(rules_count) == ways
