"""The best move now, and why."""

from playroom.advice.reasons import reasons
from playroom.advice.values import move_values
from playroom.narration.message import Message
from playroom.narration.move import move_told
from playroom.rules.move import Move
from playroom.rules.view import View

TRIED = Message("reasons.tried")
"""What is told of the best move where there is no other reason for it."""


def hint(view: View) -> tuple[Message, ...]:
    """The best move of the seat that is to move, and the reasons for it."""
    worths = move_values(view)
    best = max(worths, key=lambda each: worths[each])
    told = move_told("reasons", best, view.seat, drew=view.drew)
    return (Message("reasons.hint", blanks={"move": told}), *praise(view, best))


def praise(view: View, best: Move) -> tuple[Message, ...]:
    """The reasons for the move that came out best when all were tried; where there is none, just that."""
    return reasons(view, best) or (TRIED,)
