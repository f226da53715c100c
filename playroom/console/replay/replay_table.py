"""A replayed match as a table without new events."""

from collections.abc import Callable

from msgspec.structs import replace

from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.table.record import Record
from playroom.table.table import Listener
from playroom.table.timeline import Timeline


class ReplayTable:
    """The first steps of a match, up to the one at *index*."""

    is_waiting = False
    is_connected = True

    def __init__(self, record: Record) -> None:
        self.timeline = Timeline(record.match)
        self.index = 0
        self._whole = record

    @property
    def record(self) -> Record:
        """The match as far as the step at *index*."""
        return replace(self._whole, match=self.match)

    @property
    def match(self) -> Match:
        """The match as it stood after the step at *index*."""
        return self.timeline.state(self.index)

    def listen(self, listener: Listener) -> None:
        """Do nothing, as there are no new events."""

    def deal(self) -> None:
        """No round is dealt here."""

    def play(self, seat: Seat, move: Move) -> None:
        """No move is made here."""

    def make_forced_passes(self) -> None:
        """No pass goes by itself here."""

    def thought(self) -> Callable[[], Move] | None:
        """No bot is to move here."""
        return None
