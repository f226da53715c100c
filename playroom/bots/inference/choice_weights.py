"""How much each feature counts for players who choose, fitted to moves of bots, for each game of ours."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path
from typing import Final

from playroom.bots.inference.alternatives import FIXED, Features
from playroom.rules.rulebook.variant import Rules
from playroom.strict_yaml import Value, read

FILE: Final = Path(__file__).with_name("choice_weights.yaml")
"""Written by tests/bench/fit_choices.py, which says how the weights were found."""

QUESTIONS: Final = (
    "shape",
    "passing",
    "drawing",
    "joining",
    "again_on",
    "has_sum",
    "sides",
    "players",
    "after_draw",
    "best",
)
"""The questions by whose answers a page is given the weights of one of our games, the weightiest first."""

COUNTED: Final = ("held", "kept")
"""The features that depend on the rest of the hand: how many tiles of it join the number that a tile leaves,
and how many join the number that it covers, itself among them."""

FREE: Final = ("draw", "pass")
"""A draw and a pass where a tile could be played."""


@dataclass(frozen=True, slots=True)
class ChoiceWeights:
    """What each feature adds to the log likelihood of a choice."""

    fixed: Features
    held: float
    kept: float
    draw: float
    pass_: float

    def of_play(self, features: Features) -> float:
        """The factor for a play with these fixed features."""
        return exp(sum([weight * feature for weight, feature in zip(self.fixed, features, strict=True)]))


@dataclass(frozen=True, slots=True)
class Fitted:
    """The weights that were fitted at one table, and its answers to `QUESTIONS`."""

    answers: tuple[str, ...]
    weights: ChoiceWeights


@cache
def choice_weights(rules: Rules) -> ChoiceWeights:
    """The weights of the table whose answers are the same to the weightiest questions."""
    answers = answers_of(rules)

    def agreement(fitted: Fitted) -> list[bool]:
        return [one == other for one, other in zip(fitted.answers, answers, strict=True)]

    return max(_fitted(), key=agreement).weights


def answers_of(rules: Rules) -> tuple[str, ...]:
    """What a page answers to `QUESTIONS`, in words."""
    return tuple(_in_words(getattr(rules, question)) for question in QUESTIONS)


def weights_of(numbers: Mapping[str, float]) -> ChoiceWeights:
    """The weights by the names of the features; those without a number count nothing."""
    fixed = tuple(numbers.get(name, 0.0) for name in FIXED)
    return ChoiceWeights(fixed, *(numbers.get(name, 0.0) for name in (*COUNTED, *FREE)))


@cache
def _fitted() -> tuple[Fitted, ...]:
    tables = read(FILE).value
    assert isinstance(tables, dict)  # the file belongs to the package
    return tuple(map(_table, tables.values()))


def _table(table: Value) -> Fitted:
    assert isinstance(table, dict)  # the file belongs to the package
    answers, weights = table["answers"], table["weights"]
    assert isinstance(answers, dict)
    assert isinstance(weights, dict)
    in_order = tuple(str(answers[question]) for question in QUESTIONS)
    return Fitted(in_order, weights_of({str(name): float(str(weight)) for name, weight in weights.items()}))


def _in_words(answer: object) -> str:
    return " ".join(map(str, answer)) if isinstance(answer, tuple) else str(answer)
