"""The bots that a table can seat, by the word that stands for their strength in menus and settings."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random

from playroom.bots.lazy import lazy
from playroom.rules.move import Move
from playroom.rules.view import View

SEARCHING = {word: lazy("playroom.bots.search", word) for word in ("hard", "expert")}
"""Those whose search can be cut off after some seconds."""

BOTS: Mapping[str, Callable[[View, Random], Move]] = {
    "novice": lazy("playroom.bots.simple", "novice"),
    "casual": lazy("playroom.bots.simple", "casual"),
    "steady": lazy("playroom.bots.steady", "steady"),
    **SEARCHING,
}
"""From the weakest to the strongest; each takes as long as it needs."""


def within(seconds: float) -> Mapping[str, Callable[[View, Random], Move]]:
    """The same, each search cut off after so many seconds."""
    return {**BOTS, **{word: partial(bot, seconds=seconds) for word, bot in SEARCHING.items()}}
