"""The weights of each game, and those of a custom rulebook, which come from the most similar game."""

from typing import Any

import pytest
from support.games.rounds import VARIANTS, table

from playroom.bots.inference.alternatives import FIXED
from playroom.bots.inference.choice_weights import (
    COUNTED,
    FILE,
    FREE,
    QUESTIONS,
    answers_of,
    choice_weights,
    weights_of,
)
from playroom.rules.rulebook.variant import Rules
from playroom.strict_yaml import read

FITTED: Any = read(FILE).value
"""The tables of the file."""

TABLES = {
    "dominos 4 in teams": table("dominos", 4, 2),
    "block 2 alone": table("block", 2),
    "draw 2 alone": table("draw", 2),
    "passing-game 2 alone": table("passing-game", 2),
    "passing-game 4 in teams": table("passing-game", 4, 2),
    "pass-and-out 4 alone": table("pass-and-out", 4),
    "pass-pass 4 in teams": table("pass-pass", 4, 2),
    "all-fives 2 alone": table("all-fives", 2),
    "matador 2 alone": table("matador", 2),
    "mexican-train 2 alone": table("mexican-train", 2),
}


def test_every_game_has_been_fitted() -> None:
    assert list(FITTED) == list(TABLES)
    assert {name.split()[0] for name in FITTED} == set(VARIANTS)


@pytest.mark.parametrize("name", TABLES)
def test_the_file_has_the_answers_of_a_game_and_weights_by_feature(name: str) -> None:
    fitted, rules = FITTED[name], TABLES[name]

    assert tuple(fitted["answers"][question] for question in QUESTIONS) == answers_of(rules)
    assert fitted["weights"].keys() <= {*FIXED, *COUNTED, *FREE}
    assert choice_weights(rules) == weights_of(fitted["weights"])


@pytest.mark.parametrize(
    ("rules", "like"),
    [
        (table("dominos", 10, 2), "dominos 4 in teams"),
        (table("draw", 4), "dominos 4 in teams"),
        (table("matador", 4), "matador 2 alone"),
        (table("mexican-train", 8), "mexican-train 2 alone"),
        (table("passing-game", 3), "passing-game 2 alone"),
    ],
)
def test_another_table_has_the_weights_of_the_most_alike(rules: Rules, like: str) -> None:
    assert choice_weights(rules) == weights_of(FITTED[like]["weights"])
