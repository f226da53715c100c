"""The hint key: the best move now, and a review of the listener's last move; pressed again, more of it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

from msgspec import Struct

from playroom.console.match.coach import Coach
from playroom.console.match.session import MatchSession
from playroom.console.match.thoughts import Thoughts
from playroom.narration.message import Message, answer
from playroom.narration.refusal import not_your_turn
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.rules.view import View

Advice = Callable[[], tuple[Message, ...]]
"""Finds a message for the listener."""


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


class Hints:
    """Hints and reviews for the listener at one table, found in the background."""

    def __init__(self, session: MatchSession, adviser: Adviser) -> None:
        self._session, self._adviser = session, adviser
        self._asked_at: object = None
        self._pressed = 0
        self._thoughts = Thoughts(session)

    def forget(self) -> None:
        """Make the next press the first one again."""
        self._asked_at = None

    def drop(self) -> None:
        """Say nothing of what is being thought about, as the listener is elsewhere in the match."""
        self.forget()
        self._thoughts.drop()

    def ask(self) -> None:
        """Say the first advice, or why there is none; at each further press the next, round and round."""
        seen = self._session.view
        stage = seen.round_number, seen.is_to_move, len(seen.hand)
        self._pressed = self._pressed + 1 if stage == self._asked_at else 0
        self._asked_at = stage
        hints = self._hints(seen)
        if every := (*hints, *self._reviews(is_hinted=bool(hints))):
            self._think(every[self._pressed % len(every)])
        else:
            self._session.room.speech.reply(not_your_turn(seen))

    def _hints(self, seen: View) -> Sequence[Advice]:
        """A hint, and the same with its rate, if it is the listener's turn."""
        ways = (False, True) if seen.is_to_move else ()
        return [partial(self._adviser.hint, seen, rated=rated) for rated in ways]

    def _reviews(self, *, is_hinted: bool) -> Sequence[Advice]:
        """A review of the listener's last move, and the same with its rate; before it, why there is none."""
        if self._session.own is None:
            return (lambda: (answer("answers.no_move_to_review"),),) if is_hinted else ()
        return [partial(self._adviser.review, *self._session.own, rated=rated) for rated in (False, True)]

    def _think(self, advice: Advice) -> None:
        """Say the advice once it is found, if the listener is still there and has not moved since."""
        session, own = self._session, self._session.own
        self._thoughts.begin(
            advice, lambda message: session.room.speech.reply(*message), lambda: session.own is own
        )
