"""Reviews of past moves, costly mistakes, and the feedback on other moves in their place."""

from collections.abc import Iterable, Iterator, Mapping

from playroom.advice.findings import Judgement, Mistake, move_at
from playroom.advice.hints import move_values
from playroom.advice.reasons import reasons, true_reasons
from playroom.advice.statement import at_time, rate, rates, statement
from playroom.narration.message import Blank, Message
from playroom.rules.legal import distinct_move
from playroom.rules.move import Move, Play
from playroom.rules.view import View

NOISE = 0.06
"""The least difference in worth for a better move; a search twenty times as long confirms it."""


def review(view: View, move: Move, *, rated: bool = False) -> tuple[Message, ...]:
    """The review of *move*, made at this view: its reasons, and a better move, or that there was none.

    With win rates if *rated*.
    """
    worths = move_values(view)
    made = same_move(view, worths, move)
    first = Message("reasons.last", blanks={"move": move_at(view, made)})
    return (first, *explain(view, made, worths, rated=rated))


def explain(
    view: View, move: Move, values: Mapping[Move, float], *, rated: bool = False
) -> tuple[Message, ...]:
    """The reasons for a legal move, the most telling first; then a better move, and why.

    *values* are the worths of all moves, from 0 to 1.
    """
    best = better(move, values)
    messages = tuple(at_time("past", each) for each in reasons(view, move))
    if best is not None:
        named = Message("reasons.better", blanks={"move": move_at(view, best)})
        return (*messages, named, *_advantage(view, best, move, values, rated=rated))
    if len(values) == 1:
        return messages
    figure = (rate("rate", values[move]),) if rated else ()
    return (*messages, *figure, Message("reasons.best"))


def better(move: Move, values: Mapping[Move, float]) -> Move | None:
    """The best move if it is significantly better than *move*, else None."""
    best = max(values, key=lambda each: values[each], default=move)
    return best if values.get(best, 0) - values.get(move, 0) > NOISE else None


def _advantage(
    view: View, best: Move, made: Move, values: Mapping[Move, float], *, rated: bool
) -> Iterator[Message]:
    """The most telling reason for the best move that is not one for the move that was made.

    Without one, or if *rated*, the win rates of both.
    """
    shared = tuple(true_reasons(view, made))
    telling = next((each for each in true_reasons(view, best) if each not in shared), None)
    if telling:
        yield telling
    if rated or not telling:
        first, other, of = rates(values[best], values[made])
        yield statement("rates", rate=first, other=other, of=of)


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
    shared = tuple(true_reasons(view, second))
    if telling := next((each for each in true_reasons(view, first) if each not in shared), None):
        better_one: dict[str, Blank] = {"move": move_at(view, first), "reason": telling}
        yield telling if first == tried else Message("exercises.of_two", blanks=better_one)
    yield Message("exercises.rates", blanks={**moves, "rate": of_tried, "other": of_made, "of": of})
