"""Measures of our games: the length of their matches, and how often a stronger bot wins."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from playroom.rules.rulebook.answer_kinds import is_whole
from playroom.strict_yaml import read
from playroom.table.shelf import OURS

FILE: Final = OURS / "measured" / "games.yaml"
"""Written by tests/bench/bench_games.py, which says how each number was found."""


class GameMeasures(NamedTuple):
    """Medians of a match at the first table of a game; *stronger_wins* is of 100 matches of two bots."""

    rounds: int
    own_moves: int
    other_moves: int
    stronger_wins: int


def game_measures() -> Mapping[str, GameMeasures]:
    """The measures of each game of ours by its name."""
    games = read(FILE).value
    assert isinstance(games, dict)  # the file belongs to the package
    return {str(game): _measures(numbers) for game, numbers in games.items()}


def _measures(numbers: object) -> GameMeasures:
    assert isinstance(numbers, dict)  # the file belongs to the package
    return GameMeasures(**{name: number for name, number in numbers.items() if is_whole(number)})
