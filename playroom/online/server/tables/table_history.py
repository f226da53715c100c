"""All that has happened at a table, and what each person is sent of it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from playroom.online.log.table_log import LogEvent
from playroom.online.server.tables.redaction import redacted, redacted_state
from playroom.online.server.tables.truth import FullTableState, Variants, logged
from playroom.online.wire.entries import AnyEntry, MatchStarted, SeatReturned
from playroom.online.wire.messages import Happened, encoded
from playroom.online.wire.table_state import SeatAtTable, TableState
from playroom.rules.seat import Seat


@dataclass(frozen=True, slots=True)
class Happening:
    """An event of the log; *match* counts the matches that have been started."""

    number: int
    chain: str
    by: int
    entries: list[AnyEntry]
    match: int
    frames: dict[Seat | None, str] = field(default_factory=dict)
    """The event as each seat is sent it, once it was."""


class TableHistory:
    """The truth of a table and how it came about.

    What a person may know of a match is what the seat knows that they have now, or had at the end of that
    match.
    """

    def __init__(self, variants: Variants) -> None:
        self.truth = FullTableState(TableState())
        self.numbers: dict[str, int] = {}
        """The number of each command."""
        self._variants = variants
        self._happenings: list[Happening] = []
        self._seats: list[list[SeatAtTable]] = [[]]
        self._begins = (0, self.truth.state)
        self._missed: dict[int, tuple[int, TableState]] = {}
        """Where the first match begins that has ended without a person who is not back yet, by person."""

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self._happenings)

    @property
    def last(self) -> Happening:
        """The last event."""
        return self._happenings[-1]

    def apply(self, event: LogEvent) -> None:
        """Apply the next event of the log."""
        what, before = logged(event.body), self.truth
        self.truth = before.after_all(what.entries, self._variants)
        if any(isinstance(entry, MatchStarted) for entry in what.entries):
            self._seats.append([])
            self._begins = (self.number, before.state)
        if before.match or self.truth.match:
            self._seats[-1] = self.truth.state.seats
        self._note_missed(before, what.entries)
        self.numbers[event.command_id] = event.number
        match = len(self._seats) - 1
        self._happenings.append(Happening(event.number, event.chain.hex(), what.by, what.entries, match))

    def _note_missed(self, before: FullTableState, entries: list[AnyEntry]) -> None:
        seats = self.truth.state.seats
        if before.match and not self.truth.match:
            for seat in seats:
                if seat.is_absent and seat.person is not None:
                    self._missed.setdefault(seat.person, self._begins)
        for entry in entries:
            if isinstance(entry, SeatReturned):
                self._missed.pop(seats[entry.seat].person or 0, None)

    def is_at(self, number: int, chain: str) -> bool:
        """Whether a client with this last number and chain has seen this very log."""
        return 0 < number <= self.number and self.chain_at(number) == chain

    def chain_at(self, number: int) -> str:
        """The hash of the log up to an event; empty before the first."""
        return self._happenings[number - 1].chain if number else ""

    def beginning(self, person: int) -> tuple[int, TableState]:
        """Where somebody begins who knows nothing, and the state there.

        It is the start of the first match that has ended without them, or else of the current or last match.
        """
        now = self._begins if self.truth.record else (self.number, self.truth.state)
        number, state = self._missed.get(person, now)
        return number, redacted_state(state)

    def replay(self, person: int, after: int) -> Iterator[str]:
        """What follows number *after* until now, as this person may know it; frames that are made in turn."""
        seats = [_seat_in(each, person) for each in self._seats]
        happenings = (self._happenings[at] for at in range(after, self.number))
        return (self.frame(each, seats[each.match]) for each in happenings)

    def last_frame(self, person: int) -> str:
        """The last event as this person may know it."""
        return self.frame(self.last, _seat_in(self._seats[self.last.match], person))

    def frame(self, happening: Happening, seat: Seat | None) -> str:
        """An event as *seat* may know it, encoded once for all who watch or have this seat."""
        if seat not in happening.frames:
            entries = redacted(happening.entries, seat)
            told = encoded(Happened(happening.number, happening.chain, happening.by, entries))
            # Most events are the same for all seats, and are kept once.
            same = (frame for frame in happening.frames.values() if frame == told)
            happening.frames[seat] = next(same, told)
        return happening.frames[seat]


def _seat_in(seats: list[SeatAtTable], person: int) -> Seat | None:
    """The seat whose view of a match a person has; None for one who watches."""
    return next((at for at, each in enumerate(seats) if each.person == person), None)
