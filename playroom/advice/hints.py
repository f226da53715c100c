"""Advice by a thorough search: hints, reviews of past moves, mistakes, and other moves in their place."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from random import Random

from msgspec.structs import replace

from playroom.advice.findings import Judgement, Mistake, move_at
from playroom.advice.reasons import MOST, reasons, true_reasons
from playroom.advice.statement import at_time, rate, rate_beside, rates, statement
from playroom.bots.goal import winning
from playroom.bots.search import SearchSettings, values
from playroom.narration.message import Blank, Message
from playroom.rules.legal import distinct_move, distinct_moves
from playroom.rules.move import Move, Play
from playroom.rules.view import View

ADVICE = SearchSettings(determinizations=1600, effort=24_000, goal=winning, max_gap=3.5)
"""The search of advice: about the round, and more reliable than that of bots, which drops moves early after
few determinizations."""

NOISE = 0.06
"""The least difference in worth for a better move; a search twenty times as long confirms it."""


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
    telling = tuple(islice(_own_reasons(view, best, others[0]), MOST))
    if telling and not rated:
        return telling
    second, second_move = others[0], move_at(view, others[0])
    if round(100 * values[best]) == round(100 * values[second]):
        return (*telling, rate("as_good", values[best], move=second_move))
    return (*telling, *rate_beside("rate", "next_best", values[best], values[second], move=second_move))


def _own_reasons(view: View, move: Move, other: Move) -> Iterator[Message]:
    """The reasons for a move that are no reasons for the other one."""
    shared = tuple(true_reasons(view, other))
    return (each for each in true_reasons(view, move) if each not in shared)


def review(view: View, move: Move, *, rated: bool = False) -> tuple[Message, ...]:
    """The review of *move*, made at this view: its reasons, and a better move, or that there was none.

    With win rates if *rated*.
    """
    worths = move_values(view)
    made = same_move(view, worths, move)
    # Of two ends alike, it is named at the one where it was laid.
    laid = (
        replace(made, end=move.end)
        if isinstance(made, Play) and isinstance(move, Play) and move.end
        else made
    )
    first = Message("reasons.last", blanks={"move": move_at(view, laid)})
    return (first, *explain(view, made, worths, rated=rated))


def explain(
    view: View, move: Move, values: Mapping[Move, float], *, rated: bool = False
) -> tuple[Message, ...]:
    """The reasons for a legal move, the most telling first; then a better move, and the first reason for it.

    Without such a reason, or if *rated*, also the win rates of both. *values* are the worths of all moves,
    from 0 to 1.
    """
    best = better(move, values)
    messages = tuple(at_time("past", each) for each in reasons(view, move))
    if best is not None:
        named = Message("reasons.better", blanks={"move": move_at(view, best)})
        telling = tuple(islice(_own_reasons(view, best, move), 1))
        if telling and not rated:
            return (*messages, named, *telling)
        first, other, of = rates(values[best], values[move])
        return (*messages, named, *telling, statement("rates", rate=first, other=other, of=of))
    if len(values) == 1:
        return messages
    figure = (rate("rate", values[move]),) if rated else ()
    return (*messages, *figure, Message("reasons.best"))


def better(move: Move, values: Mapping[Move, float]) -> Move | None:
    """The best move if it is significantly better than *move*, else None."""
    best = max(values, key=lambda each: values[each], default=move)
    return best if values.get(best, 0) - values.get(move, 0) > NOISE else None


def same_move(view: View, listed: Iterable[Move], move: Move) -> Move:
    """The listed move that matches a legal move, or else is equivalent to it."""
    every = tuple(listed)
    found = next((each for each in every if _is_same(each, move)), None)
    made = distinct_move(view.position, move)
    return found or next(each for each in every if _is_same(each, made))


def _is_same(listed: Move, made: Move) -> bool:
    """Whether a move equals the listed one, or omits only what is unambiguous."""
    if not isinstance(listed, Play) or not isinstance(made, Play):
        return listed == made
    names_end, names_half = made.end is not None, made.inner is not None
    same_end = not names_end or listed.end == made.end
    return listed.tile == made.tile and same_end and (not names_half or listed.inner == made.inner)


def mistake(view: View, move: Move) -> Mistake | None:
    """The mistake of a move; None if no other move was significantly better."""
    values = move_values(view)
    made = same_move(view, values, move)
    return Mistake(view, made, values) if better(made, values) else None


def judged(found: Mistake, move: Move) -> Judgement:
    """The feedback on a legal move in place of a mistake."""
    tried = same_move(found.view, found.values, move)
    if tried == found.made:
        return Judgement(is_solved=False, messages=(Message("exercises.same"),))
    gain = found.values[tried] - found.values[found.made]
    is_best = better(tried, found.values) is None
    if is_best and gain > NOISE:
        return Judgement(is_solved=True, messages=(Message("exercises.solved"), *_compared(found, tried)))
    entry = "better" if gain > NOISE else "no_better"
    return Judgement(is_solved=False, messages=(Message(f"exercises.{entry}"), *_compared(found, tried)))


def _compared(found: Mistake, tried: Move) -> Iterator[Message]:
    """The reason for the better of a move and the mistake, and the win rates of both."""
    view, values = found.view, found.values
    of_tried, of_made, of = rates(values[tried], values[found.made])
    moves: dict[str, Blank] = {"move": move_at(view, tried), "made": found.message}
    # In rounds of ten, a difference within the noise could look like a real one.
    if of_tried == of_made or abs(values[tried] - values[found.made]) <= NOISE:
        yield Message("exercises.as_often", blanks=moves)
        return
    first, second = (tried, found.made) if of_tried > of_made else (found.made, tried)
    if telling := next(_own_reasons(view, first, second), None):
        better_one: dict[str, Blank] = {"move": move_at(view, first), "reason": telling}
        yield telling if first == tried else Message("exercises.of_two", blanks=better_one)
    yield Message("exercises.rates", blanks={**moves, "rate": of_tried, "other": of_made, "of": of})
