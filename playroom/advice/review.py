"""What is told of a move that was made: its reasons, and a better one, if there was one."""

from collections.abc import Iterator, Mapping

from playroom.advice.rates import rate, rates
from playroom.advice.reasons import reasons, true_reasons
from playroom.advice.statement import statement
from playroom.advice.values import move_values
from playroom.narration.message import Message
from playroom.narration.move import move_told
from playroom.rules.move import Move, Play
from playroom.rules.view import View

NOISE = 0.06
"""How much better a move must seem before that is told: a search twenty times as long then confirms it."""


def review(view: View, move: Move, *, rated: bool = False) -> tuple[Message, ...]:
    """What is told of *move*, made at this view: its reasons, and a better one, or that none was.

    If *rated*, how often they win too.
    """
    worths = move_values(view)
    made = next(each for each in worths if _is_same(each, move))
    told = Message("reasons.last", blanks={"move": _told(view, made)})
    return (told, *explain(view, made, worths, rated=rated))


def explain(
    view: View, move: Move, values: Mapping[Move, float], *, rated: bool = False
) -> tuple[Message, ...]:
    """The reasons for a legal move, the most telling first; then a better move, and why.

    *values* are the moves with what each is worth, from 0 to 1.
    """
    best = better(move, values)
    if best is not None:
        named = Message("reasons.better", blanks={"move": _told(view, best)})
        return (*reasons(view, move), named, *_advantage(view, best, move, values, rated=rated))
    if len(values) == 1:
        return reasons(view, move)
    figure = (rate("rate", values[move]),) if rated else ()
    return (*reasons(view, move), *figure, Message("reasons.best"))


def better(move: Move, values: Mapping[Move, float]) -> Move | None:
    """The best move, if it is better than *move* by more than chance could make it seem."""
    best = max(values, key=lambda each: values[each], default=move)
    return best if values.get(best, 0) - values.get(move, 0) > NOISE else None


def _told(view: View, move: Move) -> Message:
    return move_told("reasons", move, view.seat, drew=view.drew)


def _advantage(
    view: View, best: Move, made: Move, values: Mapping[Move, float], *, rated: bool
) -> Iterator[Message]:
    """The most telling reason for the best move that is not one for the move that was made.

    Where there is none, or if *rated*, how often both win.
    """
    shared = tuple(true_reasons(view, made))
    telling = next((each for each in true_reasons(view, best) if each not in shared), None)
    if telling:
        yield telling
    if rated or not telling:
        first, other, of = rates(values[best], values[made])
        yield statement("rates", rate=first, other=other, of=of)


def _is_same(listed: Move, made: Move) -> bool:
    """Whether a move was made as it is listed, or left open what only one legal play can mean."""
    if not isinstance(listed, Play) or not isinstance(made, Play):
        return listed == made
    names_end, names_half = made.end is not None, made.inner is not None
    same_end = not names_end or listed.end == made.end
    return listed.tile == made.tile and same_end and (not names_half or listed.inner == made.inner)
