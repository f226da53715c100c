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
from playroom.rules.legal import legal_moves
from playroom.rules.move import Move
from playroom.rules.view import View

ADVICE = SearchSettings(determinizations=1600, effort=34_000, infers=True, goal=winning, behind=2.8)
"""Advice is about the round, and what it calls better has to be so: no move is given up as early as by bots,
to be judged by the few determinizations in which it did badly."""


def move_values(view: View) -> Mapping[Move, float]:
    """Every legal move with its worth, from 0 to 1; the same for the same view.

    No clock ends the search, but the effort of `ADVICE`: within 0.3 s in our games, and about a second on
    a page that the engine does not cover.
    """
    allowed = legal_moves(view.position)
    if len(allowed) == 1:
        return {allowed[0]: 1.0}
    return values(view, Random(f"{view.round_number} {len(view.log)}"), ADVICE)  # noqa: S311 (a game)


def hint(view: View, *, rated: bool = False) -> tuple[Message, ...]:
    """The best move of the seat that is to move, and the reasons for it; its rate too if *rated*."""
    worths = move_values(view)
    best = max(worths, key=lambda each: worths[each])
    return (Message("reasons.hint", blanks={"move": move_at(view, best)}), *praise(view, worths, rated=rated))


def praise(view: View, values: Mapping[Move, float], *, rated: bool = False) -> tuple[Message, ...]:
    """What speaks for the best of the moves with these *values*, and not for the second best.

    Where nothing does, or if *rated*, how often both win.
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
