"""The bots that a table can seat, by the word that stands for their strength in menus and settings."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random

from playroom.bots.simple import casual, novice
from playroom.bots.steady import steady
from playroom.bots.thinking import expert, hard
from playroom.rules.move import Move
from playroom.rules.view import View

BOTS: Mapping[str, Callable[[View, Random], Move]] = {
    "novice": novice,
    "casual": casual,
    "steady": steady,
    "hard": hard,
    "expert": expert,
}
"""From the weakest to the strongest; each takes all the time that it wants."""


def within(seconds: float) -> Mapping[str, Callable[[View, Random], Move]]:
    """The same, each thought cut off after so many seconds."""
    return {**BOTS, "hard": partial(hard, seconds=seconds), "expert": partial(expert, seconds=seconds)}
