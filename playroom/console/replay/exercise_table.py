"""A position to find a better move in, as a table at which moves are judged and not made."""

from collections.abc import Callable
from typing import NamedTuple

from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.table.record import Record
from playroom.table.table import Listener


class ExerciseTable(NamedTuple):
    """The match as it stood before a mistake; *judge* is called with each move that is tried."""

    record: Record
    judge: Callable[[Move], None]
    is_waiting: bool = False
    is_connected: bool = True

    @property
    def match(self) -> Match:
        """The match as it stood."""
        return self.record.match

    def listen(self, listener: Listener) -> None:
        """Do nothing, as there are no new events."""

    def deal(self) -> None:
        """No round is dealt here."""

    def play(self, seat: Seat, move: Move) -> None:
        """Judge a move; the match stays as it is."""
        del seat
        self.judge(move)

    def make_forced_passes(self) -> None:
        """No pass goes by itself here."""

    def thought(self) -> Callable[[], Move] | None:
        """No bot is to move here."""
        return None
