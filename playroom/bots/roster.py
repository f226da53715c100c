"""The bots that a table can seat, by the word that stands for their strength in menus and settings."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random

from playroom.bots.late import late
from playroom.rules.move import Move
from playroom.rules.view import View

BOTS: Mapping[str, Callable[[View, Random], Move]] = {
    "novice": late("simple", "novice"),
    "casual": late("simple", "casual"),
    "steady": late("steady", "steady"),
    "hard": late("thinking", "hard"),
    "expert": late("thinking", "expert"),
}
"""From the weakest to the strongest; each takes all the time that it wants."""


def within(seconds: float) -> Mapping[str, Callable[[View, Random], Move]]:
    """The same, each thought cut off after so many seconds."""
    thinkers = {word: partial(late("thinking", word), seconds=seconds) for word in ("hard", "expert")}
    return {**BOTS, **thinkers}
