"""The length of a match with resets (SL-4): said in the setup, with what a shorter one takes."""

from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import mean

import pytest
from support.console.hand_held import Console

from playroom.rules.rulebook.variant import rules
from playroom.table.likely_length import likely_rounds
from playroom.table.shelf import OURS, shelf
from playroom.table.trial import random_match

SIX_LOVE = shelf([OURS]).variants["six-love"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("target", [2, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_matches_take_about_as_many_rounds(players: int, target: int) -> None:
    made, chance = rules(SIX_LOVE, players, 0, {"target": target}), Random(players)

    played = mean(len(random_match(made, chance).rounds) for _ in range(60))

    assert played == pytest.approx(likely_rounds(players, target), rel=0.3)


def test_one_point_is_one_round_and_each_point_more_nearly_doubles_a_match() -> None:
    lengths = [likely_rounds(2, target) for target in range(1, 10)]

    assert lengths[0] == 1
    assert all(after > 1.5 * before for before, after in pairwise(lengths[2:]))
    assert likely_rounds(2, 1000) == lengths[-1]


def test_the_setup_says_how_long_a_match_is_and_offers_a_shorter_one(home: Path) -> None:
    console = Console(home=home, settings={"table": {"game": "six-love", "players": 4}})
    console.hear("enter")

    while not (target := console.hear("down")[-1]).startswith("Target: 6"):
        pass
    shorter = [console.hear("left")[-1] for _ in range(3)]

    assert f"about {likely_rounds(4, 6)} rounds; to 3, about {likely_rounds(4, 3)}" in target
    assert f"Target: 3, about {likely_rounds(4, 3)} rounds" in shorter[-1]


def test_without_resets_nothing_is_said(home: Path) -> None:
    options = {"love": False}
    console = Console(home=home, settings={"table": {"game": "six-love", "players": 4, "options": options}})
    console.hear("enter")

    while not (target := console.hear("down")[-1]).startswith("Target: 6"):
        pass

    assert "rounds" not in target
