"""The games that can be played, the place where matches are kept, and the source of advice."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

from playroom.home.own_table import OwnTable
from playroom.home.saved_match import SavedMatches
from playroom.narration.message import Message
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.rulebook.variant import Variant
from playroom.rules.seat import Seat
from playroom.rules.view import View
from playroom.table.table import Bot

if TYPE_CHECKING:
    from playroom.online.client.tables_protocol import SharedTables

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


class Games(Struct, frozen=True):
    """The parts of matches: rulebooks, bots by the word for their strength, and an adviser.

    *prepare* gets ready, a little later, what bots of these strengths need. *matches* and *transcripts* are
    where matches are written, *seed* is the seed of the next match, *now* the time with its time zone,
    *shared* makes the ways to shared tables when they are first needed, None where there are none;
    *own_table* is the player's own, to which they can go back.
    """

    variants: Mapping[str, Variant]
    bots: Mapping[str, Bot]
    adviser: Adviser
    prepare: Callable[[Iterable[str]], None]
    matches: SavedMatches
    transcripts: Path
    seed: Callable[[], int]
    now: Callable[[], datetime]
    shared: "Callable[[], SharedTables] | None"
    own_table: OwnTable
