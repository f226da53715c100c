"""The interface of a table to the console, on this machine or elsewhere, and the keys that it answers."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from playroom.rules.event import Event
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.rules.view import View
from playroom.table.record import Record
from playroom.table.table import Listener


class MatchTable(Protocol):
    """A match under way. A table elsewhere makes a move later, and knows no hidden tiles."""

    @property
    def record(self) -> Record:
        """The match with its names and options, as far as they are known here."""

    @property
    def match(self) -> Match:
        """The match as it stands."""

    @property
    def is_waiting(self) -> bool:
        """Whether something was asked for that the table has neither done nor refused yet."""

    @property
    def is_connected(self) -> bool:
        """Whether the table can be reached; if not, it may have gone on meanwhile."""

    def listen(self, listener: Listener) -> None:
        """Call *listener* with all that happens from now on."""

    def deal(self) -> None:
        """Deal the next round."""

    def play(self, seat: Seat, move: Move) -> None:
        """Make a move for *seat*; NotTheirTurn or IllegalMove if it may not."""

    def make_forced_passes(self) -> None:
        """Make the passes that go by themselves (G-8)."""

    def thought(self) -> Callable[[], Move] | None:
        """A call that finds the next bot's move, in any thread; None if no bot here is to move."""


Then = Callable[[View], None]
"""The callback after an answer, with what the listener knew after it."""


class KeyAnswer(NamedTuple):
    """The event that answers the listener's key, if there is one, and how many keys were answered before."""

    event: Event | None
    answered: int


class PendingKey(NamedTuple):
    """A key that the table has not answered yet: what follows, the keys answered before, and the move."""

    then: Then
    answered: int
    own: tuple[View, Move] | None = None
