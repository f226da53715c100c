"""The games that can be played, the place where matches are kept, and the source of advice."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from playroom.home.own_table import OwnTable
from playroom.home.saved_match import SavedMatches
from playroom.narration.message import Message
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.rulebook.variant import Variant
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand
from playroom.rules.view import View
from playroom.table.table import Bot

if TYPE_CHECKING:
    from playroom.online.client.tables_protocol import SharedTables


class DecidedRound(Protocol):
    """The decision that decided a round."""

    @property
    def message(self) -> Message:
        """The coach's message about it."""

    @property
    def events(self) -> int | None:
        """The number of events in the round before the decision; None if there was none."""


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


class Adviser(Protocol):
    """The source of advice; with *rated*, it also says how often a move wins."""

    def hint(self, view: View, *, rated: bool) -> tuple[Message, ...]:
        """The best move for the seat of *view*."""

    def odds(self, view: View, hands: Sequence[Hand] = ()) -> tuple[Message, ...]:
        """Where the hidden tiles probably lie, a message for each press; beside what all *hands* are."""

    def review(self, view: View, move: Move, *, rated: bool) -> tuple[Message, ...]:
        """The review of *move*, made at *view*."""

    def coach(self, match: Match, ear: Seat | None) -> Message | None:
        """A message about the last round for a seat, or for a spectator; None if it takes too long."""

    def turning_point(self, match: Match, ear: Seat | None) -> DecidedRound | None:
        """Where the last round was decided for a seat, or for a spectator; None if that takes too long."""

    def round_review(self, match: Match, seat: Seat) -> tuple[int, bool | None]:
        """What the deal of the last round was worth, and whether its win was given away: a `RoundReview`."""

    def mistake(self, view: View, move: Move) -> CostlyMove | None:
        """The mistake that *move* was, made at *view*; None if it was not one."""

    def judge(self, found: Any, move: Move) -> MoveJudgement:  # noqa: ANN401 (a mistake of this adviser)
        """How another move in the place of a mistake is judged."""


class Games(ABC):
    """The parts of matches: rulebooks, bots by the word for their strength, and an adviser.

    *matches* and *transcripts* are where matches are written, *own_table* is the player's own shared table,
    to which they can go back.
    """

    reaches_others = False
    """Whether there are ways to shared tables."""

    def __init__(
        self,
        variants: Mapping[str, Variant],
        bots: Mapping[str, Bot],
        adviser: Adviser,
        matches: SavedMatches,
        transcripts: Path,
        own_table: OwnTable,
    ) -> None:
        self.variants, self.bots, self.adviser = variants, bots, adviser
        self.matches, self.transcripts, self.own_table = matches, transcripts, own_table

    @abstractmethod
    def seed(self) -> int:
        """The seed of the next match."""

    @abstractmethod
    def now(self) -> datetime:
        """The time with its time zone."""

    @abstractmethod
    def prepare(self, strengths: Iterable[str]) -> None:
        """Get ready, a little later, what bots of these strengths need."""

    @abstractmethod
    def expert(self, view: View, chance: Random) -> Move:
        """The move of the expert without a time limit, the same on every machine."""

    @abstractmethod
    def shared_tables(self) -> "SharedTables":
        """The ways to shared tables, where there are some; they are made when they are first needed."""
