"""The source of advice: what gives hints, reviews moves, and looks back at a round."""

from collections.abc import Callable
from typing import Any, Protocol

from msgspec import Struct

from playroom.narration.message import Message
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.rules.view import View

Coach = Callable[[Match, Seat | None], Message | None]
"""The coach's message about the last round for a seat, or for a listener; None if it takes too long."""


class Hint(Protocol):
    """A call that finds the best move, and says how often it wins if *rated*."""

    def __call__(self, view: View, *, rated: bool) -> tuple[Message, ...]:
        """The hint for the seat of *view*."""


class Review(Protocol):
    """A call that reviews a move, and says how often it wins if *rated*."""

    def __call__(self, view: View, move: Move, *, rated: bool) -> tuple[Message, ...]:
        """The review of *move*, made at *view*."""


class DecidedRound(Protocol):
    """The decision that decided a round."""

    @property
    def message(self) -> Message:
        """The coach's message about it."""

    @property
    def events(self) -> int | None:
        """The number of events in the round before the decision; None if there was none."""


TurningPoint = Callable[[Match, Seat | None], DecidedRound | None]
"""Where the last round was decided for a seat, or for a listener; None if that takes too long."""


class CostlyMove(Protocol):
    """A move in whose place another was better."""

    @property
    def view(self) -> View:
        """The view of the seat that made it."""

    @property
    def cost(self) -> float:
        """The value that the best move had more, of 1."""

    @property
    def message(self) -> Message:
        """The move, as a part of a sentence."""


class MoveJudgement(Protocol):
    """A message about a move in the place of a mistake."""

    @property
    def is_solved(self) -> bool:
        """Whether no other move is clearly better."""

    @property
    def messages(self) -> tuple[Message, ...]:
        """Whether it is better, and why."""


class Adviser(Struct, frozen=True):
    """The source of advice.

    A hint for a view; a review of a move made there; a coach after the round, who also finds where it was
    decided; the mistake that a move was, if it was one, and how another move in its place is judged.
    """

    hint: Hint
    review: Review
    coach: Coach
    turning_point: TurningPoint
    mistake: Callable[[View, Move], CostlyMove | None]
    judge: Callable[[Any, Move], MoveJudgement]
