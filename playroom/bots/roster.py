"""The bots by strength, each imported when it first moves: a menu opens without the search."""

import gc
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any

from playroom.rules.move import Move
from playroom.rules.view import View


def lazy(module: str, name: str) -> Callable[..., Any]:
    """The function *name* of *module*, which is imported when the function is called."""

    def called(*given: object, **named: object) -> object:
        return getattr(_loaded(module), name)(*given, **named)

    return called


@cache
def _loaded(module: str) -> ModuleType:
    """A module, which stays: collections of garbage, for which keys wait, leave it out from now on."""
    loaded = import_module(module)
    gc.freeze()
    return loaded


SEARCHING = {word: lazy("playroom.bots.search", word) for word in ("hard", "expert")}
"""The bots whose search has a time limit."""

BOTS: Mapping[str, Callable[[View, Random], Move]] = {
    "novice": lazy("playroom.bots.human_errors", "novice"),
    "casual": lazy("playroom.bots.human_errors", "casual"),
    "steady": lazy("playroom.bots.steady", "steady"),
    **SEARCHING,
}
"""From the weakest to the strongest; each takes as long as it needs."""


def within(seconds: float) -> Mapping[str, Callable[[View, Random], Move]]:
    """The bots, with each search cut off after *seconds*."""
    return {**BOTS, **{word: partial(bot, seconds=seconds) for word, bot in SEARCHING.items()}}
