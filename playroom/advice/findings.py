"""What advice finds besides messages: values that are understood where nothing searches."""

from collections.abc import Mapping
from dataclasses import dataclass

from playroom.narration.message import Message
from playroom.narration.move import move_message
from playroom.rules.move import Move
from playroom.rules.view import View


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """What the coach says of a round, and how many of its events came before the decision that it is about.

    *events* is None if it is about no decision.
    """

    message: Message
    events: int | None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that was *made* at a view where another was better; what each move is worth, from 0 to 1."""

    view: View
    made: Move
    values: Mapping[Move, float]

    @property
    def cost(self) -> float:
        """How much more the best move was worth."""
        return max(self.values.values()) - self.values[self.made]

    @property
    def message(self) -> Message:
        """The move that was made, as a part of a sentence."""
        return move_at(self.view, self.made)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is to be said of a move in the place of a mistake, and whether no other is clearly better."""

    is_solved: bool
    messages: tuple[Message, ...]


def move_at(view: View, move: Move) -> Message:
    """A move of the seat to move, as a part of a sentence."""
    return move_message("reasons", move, view.seat, drew=view.drew)
