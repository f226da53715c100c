"""Why a move is good: what everybody may know of it, and the own hand, in words of the narration."""

from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType

from playroom.bots.outlook import outlook
from playroom.bots.reasons import true_reasons
from playroom.narration.message import Message
from playroom.narration.move import move_told
from playroom.rules.legal import moves
from playroom.rules.move import Move
from playroom.rules.view import View

MOST = 3
"""How many reasons are told of a move: more are not remembered."""

NOISE = 0.06
"""How much better a move must seem before that is told: twenty times the worlds then bear it out."""

TRIED = Message("reasons.tried")
"""What is said of the best move where nothing else speaks for it."""

UNKNOWN: Mapping[Move, float] = MappingProxyType({})


def explain(view: View, move: Move, values: Mapping[Move, float] = UNKNOWN) -> tuple[Message, ...]:
    """The reasons for a move that is allowed, the most telling first; then a better move, and why.

    *values* are the moves with what each is worth, from 0 to 1.
    """
    best = better(move, values)
    if best is None:
        return reasons(view, move)
    named = Message("reasons.better", blanks={"move": move_told("reasons", best, drew=view.drew)})
    return (*reasons(view, move), named, _advantage(view, best, move))


def praise(view: View, best: Move) -> tuple[Message, ...]:
    """The reasons for the move that came out best when all were tried; where there is none, just that."""
    return reasons(view, best) or (TRIED,)


def reasons(view: View, move: Move, most: int = MOST) -> tuple[Message, ...]:
    """The reasons for a move that is allowed, the most telling first; none where there is nothing to say."""
    if moves(view.position) == (move,):
        return (Message("reasons.only"),)
    return tuple(islice(true_reasons(outlook(view, move)), most))


def _advantage(view: View, best: Move, made: Move) -> Message:
    """The most telling reason for the best move that is none for the one that was made."""
    shared = tuple(true_reasons(outlook(view, made)))
    return next((each for each in true_reasons(outlook(view, best)) if each not in shared), TRIED)


def better(move: Move, values: Mapping[Move, float]) -> Move | None:
    """The best move, if it is better than *move* by more than chance could make it seem."""
    best = max(values, key=lambda each: values[each], default=move)
    return best if values.get(best, 0) - values.get(move, 0) > NOISE else None
