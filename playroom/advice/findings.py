"""The results of advice, as values for modules that do not search."""

from collections.abc import Mapping

from msgspec import Struct

from playroom.narration.answers.ends import move_message
from playroom.narration.message import Message
from playroom.rules.move import Move
from playroom.rules.view import View


class TurningPoint(Struct, frozen=True):
    """The coach's verdict on a round, and the number of events before the decision that it is about.

    *events* is None if it is about no decision.
    """

    message: Message
    events: int | None


class Mistake(Struct, frozen=True):
    """A move *made* at *view* where another was better; *values* are the worths of all moves, from 0 to 1."""

    view: View
    made: Move
    values: Mapping[Move, float]

    @property
    def cost(self) -> float:
        """The worth of the best move less that of the move made, from 0 to 1."""
        return max(self.values.values()) - self.values[self.made]

    @property
    def message(self) -> Message:
        """The move that was made, as a part of a sentence."""
        return move_at(self.view, self.made)


class Judgement(Struct, frozen=True):
    """The feedback on another move in place of a mistake; *is_solved* if no other is clearly better."""

    is_solved: bool
    messages: tuple[Message, ...]


def move_at(view: View, move: Move) -> Message:
    """A move of the seat to move, as a part of a sentence."""
    return move_message("reasons", move, view.seat, drew=view.drew)
