"""The events of a table since its last match began, and the frames of them that each person is sent."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Final, TypeVar

from msgspec import Struct, field

from playroom.online.log.table_log import LogEvent
from playroom.online.server.tables.server_state import (
    FullTableState,
    Variants,
    logged,
    redacted,
    redacted_state,
)
from playroom.online.wire.entries import AnyEntry, MatchStarted, SeatReturned
from playroom.online.wire.messages import Happened, encoded
from playroom.online.wire.table_state import SeatAtTable, TableState
from playroom.rules.seat import Seat

MOST_COMMANDS: Final = 256
"""The most commands before a match that are known by id: clients repeat what was not answered."""

PART: Final = 16
"""The number of events that are applied or encoded before others have their turn."""

ALL_VIEWS: Final = -1
"""In the place of a seat, for an event that hides nothing from anybody."""

Item = TypeVar("Item")


class Snapshot(Struct, frozen=True, omit_defaults=True):
    """A table after event *number* of its log, whose hash is *chain*.

    *missed* has for each absent person the number at which the first match begins that has ended without
    them. *commands* are the last ones before, by their ids, with their numbers.
    """

    number: int = 0
    chain: str = ""
    state: TableState = field(default_factory=TableState)
    missed: dict[int, int] = field(default_factory=dict)
    commands: dict[str, int] = field(default_factory=dict)

    @property
    def is_beginning(self) -> bool:
        """Whether it is the table before its first event."""
        return not self.number


class Happening(Struct, frozen=True, gc=False):
    """An event of the log; *match* counts the matches that have been started.

    *is_open*: it hides nothing from those who watch, and so from nobody.
    """

    number: int
    chain: str
    by: int
    entries: list[AnyEntry]
    match: int
    is_open: bool
    frames: dict[Seat | None, str] = field(default_factory=dict)
    """The event as each seat is sent it, once it was."""


class TableHistory:
    """The truth of a table, and how it came about since the current or last match began.

    What a person may know of a match is what the seat knows that they have now, or had at the end of that
    match. With *keeps_all*, what came before a match is not forgotten when it begins.
    """

    def __init__(self, variants: Variants, start: Snapshot | None = None, *, keeps_all: bool = False) -> None:
        self.start = start or Snapshot()
        """The table before the first event that is known here."""
        self.truth = FullTableState(self.start.state)
        self.numbers: dict[str, int] = {**self.start.commands}
        """The number of each command."""
        self._variants, self._keeps_all = variants, keeps_all
        self._happenings: list[Happening] = []
        self._seats: list[list[SeatAtTable]] = [[]]
        self._begins = self.start.number
        """The number of the last event before the current or last match."""
        self._missed = {**self.start.missed}
        self.end = 0
        """The number of the event that has ended the last match that is over."""
        self.at_start: FullTableState | None = None
        self.at_end: FullTableState | None = None
        """The table after the event that has begun the last match, and after the one that has ended it."""

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self.start.number + len(self._happenings)

    @property
    def last(self) -> Happening:
        """The last event."""
        return self._happenings[-1]

    @property
    def snapshot(self) -> Snapshot:
        """The table as it is now."""
        commands = dict([*self.numbers.items()][-MOST_COMMANDS:])
        return Snapshot(self.number, self.chain_at(self.number), self.truth.state, {**self._missed}, commands)

    def apply(self, event: LogEvent) -> None:
        """Apply the next event of the log."""
        what = logged(event.body)
        if any(isinstance(entry, MatchStarted) for entry in what.entries):
            if not self._keeps_all:
                self.start, self._happenings, self._seats = self.snapshot, [], [[]]
                self.numbers = {**self.start.commands}
            self._begins = self.number
            self._seats.append([])
        before = self.truth
        self.truth = before.after_all(what.entries, self._variants)
        is_over = bool(before.match) and not self.truth.match
        if before.match or self.truth.match:
            self._seats[-1] = self.truth.state.seats
        if any(isinstance(entry, MatchStarted) for entry in what.entries):
            self.at_start = self.truth
        if is_over:
            self.end, self.at_end = event.number, self.truth
            for seat in self.truth.state.seats:
                if seat.is_absent and seat.person is not None:
                    self._missed.setdefault(seat.person, self._begins)
        for entry in what.entries:
            if isinstance(entry, SeatReturned):
                self._missed.pop(self.truth.state.seats[entry.seat].person or 0, None)
        self.numbers[event.command_id] = event.number
        match = len(self._seats) - 1
        is_open = redacted(what.entries, None) == what.entries
        happening = Happening(event.number, event.chain.hex(), what.by, what.entries, match, is_open)
        self._happenings.append(happening)

    def knows(self, number: int) -> bool:
        """Whether all that has happened since this event is known here."""
        return self.start.number <= number <= self.number

    def chain_at(self, number: int) -> str:
        """The hash of the log up to an event that is known here; empty before the first."""
        at = number - self.start.number
        return self._happenings[at - 1].chain if at else self.start.chain

    def beginning(self, person: int) -> int:
        """The event from which a newcomer starts.

        It is the start of the first match that has ended without them, or else of the current or last match.
        """
        return self._missed.get(person, self.current_beginning)

    @property
    def current_beginning(self) -> int:
        """The event before the current or last match; the last event if there was no match."""
        return self._begins if self.truth.record else self.number

    def state_at_beginning(self) -> TableState:
        """The state after `current_beginning`, as clients may know it."""
        return redacted_state(self.start.state if self.truth.record else self.truth.state)

    def replay(self, person: int, after: int) -> Iterator[str]:
        """The frames that follow number *after*, as this person may know them; they are made in turn."""
        seats = [_seat_in(each, person) for each in self._seats]
        known, begin = self._happenings, after - self.start.number
        happenings = (known[at] for at in range(begin, len(known)))
        return (self.frame(each, seats[each.match]) for each in happenings)

    def last_frame(self, person: int) -> str:
        """The last event as this person may know it."""
        return self.frame(self.last, _seat_in(self._seats[self.last.match], person))

    def frame(self, happening: Happening, seat: Seat | None) -> str:
        """An event as *seat* may know it, encoded once for all who watch or have this seat."""
        frames = happening.frames
        view = ALL_VIEWS if happening.is_open else seat
        if view not in frames:
            entries = redacted(happening.entries, seat)
            frames[view] = encoded(Happened(happening.number, happening.chain, happening.by, entries))
        return frames[view]


def _seat_in(seats: list[SeatAtTable], person: int) -> Seat | None:
    """The seat whose view of a match a person has; None for one who watches."""
    return next((at for at, each in enumerate(seats) if each.person == person), None)


async def in_parts(items: Iterable[Item]) -> AsyncIterator[Item]:
    """The items, with a turn for others after each part of them."""
    for count, item in enumerate(items, 1):
        yield item
        if count % PART == 0:
            await asyncio.sleep(0)
