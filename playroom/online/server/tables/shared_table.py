"""One table: its people, its log, and what it does by itself."""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import partial

from playroom.online.log.append_once import append_once, catch_up
from playroom.online.log.table_log import Damaged, LogEvent, TableLog, Unfollow, Unknown
from playroom.online.server.accounts.credentials import holder, new_token, token_hash
from playroom.online.server.metrics import Metrics
from playroom.online.server.refused import Refused, refused_by_storage
from playroom.online.server.tables.attendance import replacements
from playroom.online.server.tables.automaton import Automaton
from playroom.online.server.tables.chat import recipients, said
from playroom.online.server.tables.decisions import Actor, Rulebook, decided
from playroom.online.server.tables.driven_table import NotDueError
from playroom.online.server.tables.newcomers import Newcomer, new_person
from playroom.online.server.tables.outbox import Outbox
from playroom.online.server.tables.table_history import TableHistory
from playroom.online.server.tables.truth import FullTableState, body_of, changes
from playroom.online.wire.codes import CloseCode, RefusalCode
from playroom.online.wire.entries import AnyEntry, PersonBanned, PersonCame, PersonKicked, SeatReturned
from playroom.online.wire.messages import (
    Chat,
    Gone,
    Joined,
    Presence,
    Said,
    TableListing,
    encoded,
)
from playroom.online.wire.table_commands import AnyDo
from playroom.online.wire.table_state import HOST
from playroom.table.record import Record

MOST_SAID = 64
"""How many lines of the chat are known by their ids."""

MOST_IDLE = 64
"""How many commands that changed nothing are known by their ids."""

TABLE = 0
"""What the log says of an entry that nobody caused."""


def _nothing(_table: str, _number: int, _record: Record) -> None:
    pass


class SharedTable:
    """A table of people who are connected; it lives as long as one of them is."""

    def __init__(
        self,
        code: str,
        log: TableLog,
        book: Rulebook,
        automaton: Automaton,
        metrics: Metrics,
        *,
        shares_log: bool = False,
    ) -> None:
        self.code = code
        self.history = TableHistory(book.variants)
        self.guests: dict[int, Outbox] = {}
        self._elsewhere: set[int] = set()
        """The people who are with another server that has the same log."""
        self._log = log
        self._shares_log = shares_log
        self._book = book
        self._automaton = automaton
        self._metrics = metrics
        self.match_over: Callable[[str, int, Record], None] = _nothing
        """What is called with each match that is over, and the number of its last event."""
        self._said: deque[tuple[int, str]] = deque(maxlen=MOST_SAID)
        """Who said what last, by its id: a client that was lost says again what was not acknowledged."""
        self._wrote: set[int] = set()
        """Who has said anything since the table was loaded."""
        self._idle: dict[str, int] = {}
        """The answers to the last commands that changed nothing: the same again has the same answer."""
        self._lock = asyncio.Lock()
        self._unfollow: Unfollow | None = None
        self._catching_up: asyncio.Task[None] | None = None

    async def load(self) -> None:
        """Read the log, and follow it from now on."""
        self._unfollow = await self._log.follow(self.code, self._hint)
        try:
            await self.catch_up()
        except BaseException:
            await self.close()
            raise
        # Who came before may have been at this server, or at one that has ended: their absence shows.
        self._elsewhere.clear()

    async def close(self) -> None:
        """Stop all that the table does by itself."""
        self._automaton.stop()
        unfollow, self._unfollow = self._unfollow, None
        if unfollow:
            await unfollow()

    @property
    def connected(self) -> Collection[int]:
        """The people who are connected."""
        return self.guests.keys()

    @property
    def names_of_others(self) -> list[str]:
        """The names of the people who are connected, but for the one who has opened the table."""
        people = self.history.truth.state.people
        return [people[person].name for person in sorted(self.guests) if person != HOST]

    def is_watched(self, person: int) -> bool:
        """Whether this server notices if the person is absent."""
        return person not in self._elsewhere

    @property
    def listing(self) -> TableListing:
        """The table in the lobby."""
        state = self.history.truth.state
        host = state.people[state.host].name if state.host in state.people else ""
        free = sum(seat.person is None for seat in state.seats)
        running = self.history.truth.match is not None
        names = [state.people[seat.person].name for seat in state.seats if seat.person is not None]
        return TableListing(
            self.code, host, state.settings.game, len(state.seats), len(self.guests), free, running, names
        )

    async def command(self, actor: Actor, command: str, do: AnyDo) -> int:
        """Do what a person asks; the number of the command's event. Refused if they may not."""
        return await self.commit(
            actor.person,
            f"{actor.person}-{command}",
            lambda: decided(self.history.truth, actor, do, self._book),
        )

    async def commit(self, by: int, command: str, decide: Callable[[], list[AnyEntry]]) -> int:
        """Append what *decide* makes of the table as it stands, once for each command; its number.

        Nothing is appended that changes nothing; the number is then that of the last event.
        """

        def body() -> bytes | None:
            entries = decide()
            return body_of(by, entries) if changes(self.history.truth, entries) else None

        async with self._lock:
            if command in self._idle:
                return self._idle[command]
            with refused_by_storage():
                number = await append_once(self._log, self.code, self, command, body, self._metrics.append)
        if command not in self.numbers:
            self._remember_idle(command, number)
        return number

    def _remember_idle(self, command: str, number: int) -> None:
        self._idle[command] = number
        if len(self._idle) > MOST_IDLE:
            del self._idle[next(iter(self._idle))]

    async def newcomer(self, name: str, token: str = "") -> tuple[int, str]:
        """A person who has not been here before, and their seat token, a new one unless it is given.

        Refused if the name is taken, or no more people can be known here.
        """
        token = token or new_token()

        def came() -> list[AnyEntry]:
            here = {*self.guests, *self._elsewhere}
            return new_person(self.history.truth, Newcomer(name, token_hash(token)), here, self._wrote)

        await self.commit(TABLE, f"came-{token_hash(token)[:32]}", came)
        person = holder(self.history.truth.state, token)
        assert person is not None  # the entry has just been applied
        return person, token

    def attach(self, person: int, outbox: Outbox, token: str, after: int) -> None:
        """Send a person all that they have missed, and from now on all that happens.

        *after* is the last event that they have, 0 for none.
        """
        if replaced := self.guests.pop(person, None):
            replaced.end(CloseCode.REPLACED, Gone(RefusalCode.REPLACED))
        self.guests[person] = outbox
        self._welcome(person, token, after)
        self._tell_presence()
        self._elsewhere.discard(person)
        self.drive()

    async def detach(self, person: int, outbox: Outbox, *, leaves: bool = False) -> None:
        """A connection has ended; *leaves*: the person has said goodbye, so that a bot stands in at once."""
        if self.guests.get(person) is not outbox:
            return
        del self.guests[person]
        self._tell_presence()
        self.drive()
        if leaves:
            with suppress(NotDueError, Refused):  # who is absent has a stand-in later too
                decide = partial(replacements, self, person)
                await self.commit(person, f"left{person}-{self.history.number + 1}", decide)

    def say(self, person: int, chat: Chat) -> None:
        """Send what a person says to those for whom it is, once; Refused if they may not."""
        state = self.history.truth.state
        message = said(state, person, chat)
        people = recipients(state, person, message.to, self.guests)
        if (person, chat.id) in self._said:
            return
        self._said.append((person, chat.id))
        self._wrote.add(person)
        self._broadcast(people, message)

    def heard(self, person: int, number: int) -> None:
        """A person has heard an event."""
        self._automaton.heard(person, number)

    def drive(self) -> None:
        """Let the table do by itself what is due now."""
        self._automaton.drive(self)

    def _tell_presence(self) -> None:
        self._broadcast(self.guests, Presence(sorted(self.guests)))

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self.history.number

    @property
    def numbers(self) -> Mapping[str, int]:
        """The number of each command's event."""
        return self.history.numbers

    async def catch_up(self) -> None:
        """Apply the events that the log has in addition; an Unknown if it cannot be read now."""
        await catch_up(self._log, self.code, self)

    def _hint(self, event: LogEvent) -> None:
        if event.number > self.history.number + 1 and not self._catching_up:
            self._catching_up = asyncio.ensure_future(self._fill_gap())
        self.apply(event)

    async def _fill_gap(self) -> None:
        """Apply what came before a hint; if that fails, a sweep does it later."""
        try:
            with suppress(Damaged, Unknown):
                await self.catch_up()
        finally:
            self._catching_up = None

    def apply(self, event: LogEvent) -> None:
        """Apply the next event of the log and send it; any other is ignored."""
        if event.number != self.history.number + 1:
            return
        before = self.history.truth
        self.history.apply(event)
        if self._shares_log:
            arrived = _arrived(self.history.last.entries, self.history.truth)
            self._elsewhere |= arrived - self.guests.keys()
        self._send_last(before)
        self._remove_people()
        self.drive()
        if before.match and not self.history.truth.match and self.history.truth.record:
            self.match_over(self.code, event.number, self.history.truth.record)

    def _send_last(self, before: FullTableState) -> None:
        """Send the last event, encoded once for each seat; another seat gets the whole match."""
        for person in tuple(self.guests):
            seat = before.state.seat_of(person)
            changed = self.history.truth.state.seat_of(person) not in (seat, None)
            if changed and before.match:
                self._welcome(person, "", 0)
                continue
            self.guests[person].send_frame(self.history.last_frame(person))

    def _broadcast(self, people: Iterable[int], message: Presence | Said) -> None:
        """Send a message, encoded once, to several people."""
        frame = encoded(message)
        for person in people:
            self.guests[person].send_frame(frame)

    def _welcome(self, person: int, token: str, after: int) -> None:
        """Send a person where the table stands, and what has happened since *after*."""
        begins, state = (after, None) if after else self.history.beginning(person)
        left = self._automaton.seconds_left
        number, connected = self.history.number, sorted(self.guests)
        chain = self.history.chain_at(begins) if state else ""
        joined = Joined(self.code, person, token, number, begins, state, left, connected, chain)
        self.guests[person].send(joined)
        self.guests[person].send_replay(self.history.replay(person, begins))

    def _remove_people(self) -> None:
        """End the connections of those whom the host has just removed."""
        for entry in self.history.last.entries:
            if isinstance(entry, PersonKicked | PersonBanned) and entry.person in self.guests:
                code = RefusalCode.KICKED if isinstance(entry, PersonKicked) else RefusalCode.BANNED
                outbox = self.guests.pop(entry.person)
                outbox.end(CloseCode.REMOVED, Gone(code, {"reason": entry.reason}))
                self._tell_presence()


def _arrived(entries: list[AnyEntry], truth: FullTableState) -> set[int]:
    """The people of whom entries say that they have come, or are back."""
    people: set[int] = set()
    for entry in entries:
        match entry:
            case PersonCame(person):
                people.add(person)
            case SeatReturned(seat) if (back := truth.state.seats[seat].person) is not None:
                people.add(back)
    return people
