"""Costly mistakes, and the feedback on other moves in their place."""

from collections.abc import Iterator

from playroom.advice.findings import Judgement, Mistake, move_at
from playroom.advice.hints import move_values
from playroom.advice.reasons import true_reasons
from playroom.advice.review import NOISE, better, same_move
from playroom.advice.statement import rates
from playroom.narration.message import Blank, Message
from playroom.rules.move import Move
from playroom.rules.view import View


def mistake(view: View, move: Move) -> Mistake | None:
    """The mistake of a move; None if no other move was significantly better."""
    values = move_values(view)
    made = same_move(values, move)
    return Mistake(view, made, values) if better(made, values) else None


def judged(found: Mistake, move: Move) -> Judgement:
    """The feedback on a legal move in place of a mistake."""
    tried = same_move(found.values, move)
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
    shared = tuple(true_reasons(view, second))
    if telling := next((each for each in true_reasons(view, first) if each not in shared), None):
        better_one: dict[str, Blank] = {"move": move_at(view, first), "reason": telling}
        yield telling if first == tried else Message("exercises.of_two", blanks=better_one)
    yield Message("exercises.rates", blanks={**moves, "rate": of_tried, "other": of_made, "of": of})
