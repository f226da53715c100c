"""The bots that search and the kinds of advice, by name; each is imported when it is first asked."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, Final

from playroom.bots.roster import SEARCHING, lazy, within
from playroom.rules.move import Move
from playroom.rules.view import View

THINKERS: Final[Mapping[str, Callable[..., Any]]] = {
    **SEARCHING,
    "hint": lazy("playroom.advice.hints", "hint"),
    "odds": lazy("playroom.advice.odds", "odds"),
    "review": lazy("playroom.advice.hints", "review"),
    "coach": lazy("playroom.advice.coach", "coached"),
    "round_review": lazy("playroom.advice.coach", "round_review"),
    "turning_point": lazy("playroom.advice.coach", "turning_point"),
    "mistake": lazy("playroom.advice.hints", "mistake"),
    "judge": lazy("playroom.advice.hints", "judged"),
}

Ask = Callable[..., Any]
"""Asks the thinker of a name, with all that it is given, and waits for what it finds."""


def bots_by(ask: Ask, seconds: float) -> Mapping[str, Callable[[View, Random], Move]]:
    """The bots by strength, of which those that search are asked so, and cut off after *seconds*."""
    return {**within(seconds), **{word: partial(ask, word, seconds=seconds) for word in SEARCHING}}


def think_here(name: str, *given: object, **named: object) -> Any:  # noqa: ANN401 (each finds something else)
    """The result of the thinker of this name, in this process and thread."""
    return THINKERS[name](*given, **named)
