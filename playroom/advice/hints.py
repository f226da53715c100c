"""Hints: the value of each move by a thorough search, the best move, and the reasons for it."""

from collections.abc import Mapping
from itertools import islice
from random import Random

from playroom.advice.findings import move_at
from playroom.advice.reasons import MOST, reasons, true_reasons
from playroom.advice.statement import rate, rate_beside
from playroom.bots.goal import winning
from playroom.bots.search import SearchSettings, values
from playroom.narration.message import Message
from playroom.rules.legal import distinct_moves
from playroom.rules.move import Move
from playroom.rules.view import View

ADVICE = SearchSettings(determinizations=1600, effort=24_000, goal=winning, max_gap=3.5)
"""The search of advice: about the round, and more reliable than that of bots, which drops moves early after
few determinizations."""


def move_values(view: View) -> Mapping[Move, float]:
    """The worth of every distinct move, from 0 to 1; the same for the same view.

    The search ends after the effort of `ADVICE`, not by a clock: within 0.3 s in our games, about 1 s on a
    page that the engine does not support.
    """
    allowed = distinct_moves(view.position)
    if len(allowed) == 1:
        return {allowed[0]: 1.0}
    return values(view, Random(f"{view.round_number} {len(view.log)}"), ADVICE)  # noqa: S311 (a game)


def hint(view: View, *, rated: bool = False) -> tuple[Message, ...]:
    """The best move of the seat to move, with reasons; with its win rate too if *rated*."""
    worths = move_values(view)
    best = max(worths, key=lambda each: worths[each])
    return (Message("reasons.hint", blanks={"move": move_at(view, best)}), *praise(view, worths, rated=rated))


def praise(view: View, values: Mapping[Move, float], *, rated: bool = False) -> tuple[Message, ...]:
    """The reasons for the best of the moves with these *values* that are not reasons for the second best.

    Without any, or if *rated*, the win rates of both.
    """
    best, *others = sorted(values, key=lambda each: -values[each])
    if not others:
        return reasons(view, best)
    shared = tuple(true_reasons(view, others[0]))
    telling = tuple(islice((each for each in true_reasons(view, best) if each not in shared), MOST))
    if telling and not rated:
        return telling
    return (*telling, *_rates(view, best, others[0], values))


def _rates(view: View, best: Move, second: Move, values: Mapping[Move, float]) -> tuple[Message, ...]:
    second_move = move_at(view, second)
    if round(100 * values[best]) == round(100 * values[second]):
        return (rate("as_good", values[best], move=second_move),)
    return rate_beside("rate", "next_best", values[best], values[second], move=second_move)
