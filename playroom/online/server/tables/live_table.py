"""One table of a server, while anybody is connected to it: its people, its log, and what it does by itself.

A command is decided on the table as it stands, and the entries that come of it are appended to the log,
once for each command. What the log has stored is applied, here and at every other server that has the
table loaded: the state changes, each person is sent the event as their seat may know it, and tasks that
are due begin. Who connects is sent the table at the beginning of the present match, or after the last
event that they have, and then what has happened since. A gap in the numbers of the log's hints, or a
sweep, says that there is more to read. Chat and presence are sent in passing, and never stored.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from playroom.online.log.table_log import (
    Damaged,
    LogEvent,
    TableLog,
    Unfollow,
    Unknown,
    append_once,
    catch_up,
)
from playroom.online.server.accounts.credentials import holder, token_hash
from playroom.online.server.monitor import Metrics
from playroom.online.server.refused import Refused, refused_by_storage
from playroom.online.server.tables.background_tasks import NotDueError, TurnScheduler, replacements
from playroom.online.server.tables.decisions import Actor, Rulebook, decided
from playroom.online.server.tables.outbox import Outbox
from playroom.online.server.tables.people_decisions import Newcomer, new_person, recipients, said
from playroom.online.server.tables.presence import PeopleElsewhere, PresenceUpdates
from playroom.online.server.tables.server_state import FullTableState, PeopleHere, body_of, changes
from playroom.online.server.tables.stored_history import (
    CameBack,
    EarlierEvents,
    Upkeep,
    missed_events,
    read_history,
)
from playroom.online.server.tables.table_history import TableHistory
from playroom.online.wire.entries import AnyEntry, PersonBanned, PersonKicked
from playroom.online.wire.messages import Chat, Gone, Joined, Said, encoded
from playroom.online.wire.protocol import CloseCode, RefusalCode
from playroom.online.wire.table_commands import AnyDo
from playroom.online.wire.table_state import HOST

if TYPE_CHECKING:
    from playroom.table.record import Record

MOST_SAID = 64
MOST_IDLE = 64
"""The most lines of the chat, and commands that changed nothing, that are known by their ids."""


@dataclass(frozen=True, slots=True)
class PassedLine:
    """A line of the chat, who wrote it, and the people to whom it was passed on."""

    name: str
    said: Said
    heard_by: frozenset[int]


TABLE = 0
"""The number that the log has for a person where an entry was caused by no one."""


class LiveTable:
    """A table of people who are connected; it lives as long as one of them is."""

    def __init__(
        self,
        code: str,
        log: TableLog,
        book: Rulebook,
        turn_scheduler: TurnScheduler,
        metrics: Metrics,
        *,
        shares_log: bool = False,
    ) -> None:
        self.code = code
        self.watch_word = ""
        """The word of the link by which one can only watch; "" where there are no links."""
        self.history = TableHistory(book.variants)
        self.outboxes: dict[int, Outbox] = {}
        self.elsewhere = PeopleElsewhere(self, log)
        self._presence = PresenceUpdates(self)
        self.networks: dict[int, str] = {}
        """From where people have come who have no account, for a ban, as hashes; kept in memory alone."""
        self._log = log
        self._shares_log = shares_log
        self._book = book
        self._turn_scheduler = turn_scheduler
        self._metrics = metrics
        self.match_over: Callable[[str, int, Record], None] | None = None
        """Called, where matches are kept, with each match that is over, and the number of its last event."""
        self.on_change: Callable[[LiveTable], None] | None = None
        """Called when the table is loaded, and after each event."""
        self.follow_match: Callable[[str, TableHistory], None] | None = None
        """Called, where matches are rated, when a match begins or is over, and when the table is loaded."""
        self.upkeep = Upkeep(log, book.variants)
        self._said: deque[tuple[int, str]] = deque(maxlen=MOST_SAID)
        """The last lines of the chat by their ids: a returned client repeats what was not acknowledged."""
        self._wrote: set[int] = set()
        """The people who have said anything since the table was loaded."""
        self.passed: deque[PassedLine] = deque(maxlen=MOST_SAID)
        """The last lines of the chat, with the people to whom they were passed on; kept in memory alone."""
        self._idle: dict[str, int] = {}
        """The answers to the last commands that changed nothing: the same again has the same answer."""
        self._is_loaded = False
        self._hinted = 0
        """The last event of which the log has given a hint."""
        self._storing: asyncio.Task[None] | None = None
        """Stores the table as it was when the last match began."""
        self._lock = asyncio.Lock()
        self._unfollow: Unfollow | None = None
        self._catching_up: asyncio.Task[None] | None = None

    async def load(self) -> None:
        """Read the log, and follow it from now on."""
        self._unfollow = await self._log.follow(self.code, self._hint)
        try:
            self.history = await read_history(self._log, self.code, self._book.variants)
            self._is_loaded = True
            if self._shares_log:
                await self.elsewhere.begin()
            self._archive_last()
            self._follow_match()
            if self._hinted > self.number:
                await self.catch_up()
            if self.on_change:
                self.on_change(self)
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Stop all that the table does by itself."""
        self._turn_scheduler.stop()
        self._presence.stop()
        await self.elsewhere.end()
        if self._storing:
            self._storing.cancel()
        unfollow, self._unfollow = self._unfollow, None
        if unfollow:
            await unfollow()
        # The table and its parts refer to each other, and stay until garbage is looked for: who goes from
        # table to table would fill the memory with their matches.
        self._is_loaded = False
        self.history = TableHistory(self._book.variants, self.history.snapshot)

    @property
    def connected(self) -> Collection[int]:
        """The people who are connected, here or at another server."""
        return self.outboxes.keys() | self.elsewhere.people.keys()

    @property
    def is_attended(self) -> bool:
        """Whether anybody is connected here."""
        return bool(self.outboxes)

    @property
    def people_here(self) -> dict[int, str]:
        """The people who are connected here, with the hashes of their networks."""
        return {person: self.networks.get(person, "") for person in self.outboxes}

    @property
    def names_of_others(self) -> list[str]:
        """The names of the people who are connected, but for the one who has opened the table."""
        people = self.history.truth.state.people
        return [people[person].name for person in sorted(self.outboxes) if person != HOST]

    async def command(self, actor: Actor, command: str, do: AnyDo) -> int:
        """Do what a person asks; the number of the command's event. Refused if they may not."""

        def decide() -> list[AnyEntry]:
            here = PeopleHere(self.connected, {**self.elsewhere.people, **self.networks})
            return decided(self.history.truth, actor, do, self._book, here)

        return await self.commit(actor.person, f"{actor.person}-{command}", decide)

    async def commit(self, by: int, command: str, decide: Callable[[], list[AnyEntry]]) -> int:
        """Append what *decide* makes of the table as it stands, once for each command; its number.

        Nothing is appended that changes nothing; the number is then that of the last event.
        """

        def body() -> bytes | None:
            entries = decide()
            return body_of(by, entries) if changes(self.history.truth, entries) else None

        async with self._lock:
            if idle := self._idle.get(command):
                return idle
            with refused_by_storage():
                number = await append_once(self._log, self.code, self, command, body, self._metrics.append)
        if command not in self.numbers:
            self._idle[command] = number
            if len(self._idle) > MOST_IDLE:
                del self._idle[next(iter(self._idle))]
        return number

    async def newcomer(self, newcomer: Newcomer) -> tuple[int, str]:
        """A person who has not been here before, and their seat token; Refused as by `new_person`."""
        history, wrote = self.history, self._wrote
        came = partial(self.commit, TABLE, f"came-{token_hash(newcomer.token)[:32]}")
        await came(lambda: new_person(history.truth, newcomer, self.connected, wrote))
        person = holder(history.truth.state, newcomer.token)
        assert person is not None  # the entry has just been applied
        return person, newcomer.token

    async def missed(self, back: CameBack) -> EarlierEvents | None:
        """The events that a person has missed before the present match, as `missed_events` returns them."""
        with refused_by_storage():
            if back.after > self.number:  # another server may have stored it
                await self.catch_up()
            return await missed_events(self._log, self, self._book.variants, back)

    def attach(
        self, person: int, outbox: Outbox, token: str, after: int, earlier: EarlierEvents | None = None
    ) -> None:
        """Send a person all that they have missed, and from now on all that happens.

        *after* is the last event that they have, 0 for none; *earlier* is what they have `missed`.
        """
        if replaced := self.outboxes.pop(person, None):
            replaced.end(CloseCode.REPLACED, Gone(RefusalCode.REPLACED))
        self.outboxes[person] = outbox
        self.elsewhere.tell(came=person)
        self._welcome(person, token, after, earlier)
        if after:
            self._presence.came_back()
        else:
            self._presence.send()
        self.update()

    async def detach(self, person: int, outbox: Outbox, *, leaves: bool = False) -> None:
        """A connection has ended; *leaves*: the person has said goodbye, so that a bot stands in at once."""
        if self.outboxes.get(person) is not outbox:
            return
        del self.outboxes[person]
        self.elsewhere.tell()
        self.presence_changed()
        if leaves:
            with suppress(NotDueError, Refused):  # who is absent has a stand-in later too
                decide = partial(replacements, self, person)
                await self.commit(person, f"left{person}-{self.history.number + 1}", decide)

    def say(self, person: int, chat: Chat) -> None:
        """Send what a person says to those for whom it is, once; Refused if they may not."""
        state = self.history.truth.state
        message = said(state, person, chat)
        recipients(state, person, message.to, self.connected)
        self.elsewhere.say(chat.id, message)
        self.said_elsewhere(chat.id, message)

    def said_elsewhere(self, line: str, said: Said) -> None:
        """Send what a person says, here or at another server, to those here for whom it is, once."""
        if (said.person, line) in self._said:
            return
        self._said.append((said.person, line))
        self._wrote.add(said.person)
        frame, state = encoded(said), self.history.truth.state
        with suppress(Refused):  # the others see another state of the table for a moment
            heard_by = recipients(state, said.person, said.to, self.connected)
            self.passed.append(PassedLine(state.name(said.person), said, frozenset(heard_by)))
            for person in heard_by:
                if outbox := self.outboxes.get(person):
                    outbox.send_frame(frame)

    def went_elsewhere(self, person: int) -> None:
        """End the connection of a person who has come to another server."""
        if replaced := self.outboxes.pop(person, None):
            replaced.end(CloseCode.REPLACED, Gone(RefusalCode.REPLACED))
            self.elsewhere.tell()

    def presence_changed(self) -> None:
        """Say who is connected, and run what is due now."""
        self._presence.send()
        self.update()

    def heard(self, person: int, number: int) -> None:
        """A person has heard an event."""
        self._turn_scheduler.heard(person, number)

    def update(self) -> None:
        """Run the automatic actions of the table that are due."""
        self._turn_scheduler.update(self)

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
        self._hinted = max(self._hinted, event.number)
        if event.number > self.history.number + 1 and not self._catching_up and self._is_loaded:
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
        if event.number != self.history.number + 1 or not self._is_loaded:
            return
        before, start = self.history.truth, self.history.start
        self.history.apply(event)
        if self.history.start is not start:
            storing = self.upkeep.begin_match(self.code, self.history.start)
            self._storing = asyncio.get_running_loop().create_task(storing)
        self._send_last(before)
        self.update()
        if before.match:
            self._archive_last()
        if self.on_change:
            self.on_change(self)
        if before.match is None or self.history.truth.match is None:
            self._follow_match()

    def _archive_last(self) -> None:
        """Archive the last match if it is over."""
        truth = self.history.truth
        if self.match_over and truth.record and not truth.match:
            self.match_over(self.code, self.history.end, truth.record)

    def _follow_match(self) -> None:
        if self.follow_match and self.history.truth.record:
            self.follow_match(self.code, self.history)

    def _send_last(self, before: FullTableState) -> None:
        """Send the last event, encoded once for each seat; another seat gets the whole match.

        The connections end of those who only watch at an evening, which tells codes of tables, and of those
        whom the host has just removed.
        """
        was, now = before.state, self.history.truth.state
        if now.evening and self.watching:
            for person in self.watching:
                self.outboxes.pop(person).end(CloseCode.REMOVED, Gone(RefusalCode.NO_SUCH_TABLE))
            self.elsewhere.tell()
            self._presence.send()
        is_reseated = before.match is not None and was.seats != now.seats
        for person, outbox in tuple(self.outboxes.items()):
            if is_reseated and now.seat_of(person) not in (was.seat_of(person), None):
                self._welcome(person, "", 0)
            else:
                outbox.send_frame(self.history.last_frame(person))
        for entry in self.history.last.entries:
            if isinstance(entry, PersonKicked | PersonBanned) and entry.person in self.outboxes:
                code = RefusalCode.KICKED if isinstance(entry, PersonKicked) else RefusalCode.BANNED
                outbox = self.outboxes.pop(entry.person)
                outbox.end(CloseCode.REMOVED, Gone(code, {"reason": entry.reason}))
                self.elsewhere.tell()
                self._presence.send()

    def _welcome(self, person: int, token: str, after: int, earlier: EarlierEvents | None = None) -> None:
        """Send a person where the table stands, and what has happened since *after*."""
        history = self.history
        if earlier:
            begins, chain, state, ends = earlier.begins, earlier.chain, earlier.state, earlier.ends
        else:
            begins = after if after and history.knows(after) else history.current_beginning
            chain, state, ends = history.chain_at(begins), history.state_at_beginning(), begins
        is_back, outbox = after == begins, self.outboxes[person]
        code = self.watch_word if outbox.watches else self.code
        known = None if is_back else replace(state, code=code)
        outbox.send(
            Joined(
                *(code, person, token, history.number, begins, known),
                *(self._turn_scheduler.seconds_left, sorted(self.connected), "" if is_back else chain),
                watch=self.watch_word,
            )
        )
        if earlier:
            held = sum(map(len, earlier.frames))
            outbox.send_replay(iter(earlier.frames), held)
        if ends < history.number:
            outbox.send_replay(history.replay(person, ends))

    @property
    def watching(self) -> Collection[int]:
        """The people here who have come by a link with which they can only watch."""
        return {person for person, outbox in self.outboxes.items() if outbox.watches}
