"""The ratings of a club in its log: which matches count is decided by the logs of tables, never by a client.

That a rated match has begun is noted in the log of the ratings, and its end too, once by its table and
number. A server that starts looks at the tables whose match has begun and is not noted as over: what was
ended just before another server was killed is found there. The order of the notes is that of the ratings,
the same at all servers.
"""

import asyncio
import secrets
from typing import Final

from msgspec import json

from playroom.online.log.table_log import (
    Damaged,
    LogEvent,
    NotStored,
    TableLog,
    Unknown,
    append_once,
    catch_up,
)
from playroom.online.server.journal import note
from playroom.online.server.rating_book import (
    AnyRatingEntry,
    RatedMatchBegun,
    RatingBook,
    RatingHidden,
    rated_result,
    rating_entry,
)
from playroom.online.server.refused import refused_by_storage
from playroom.online.server.tables.server_state import Variants
from playroom.online.server.tables.stored_history import events_since, newest_snapshot_until
from playroom.online.server.tables.table_history import TableHistory, in_parts
from playroom.online.wire.messages import AllHonours

RATINGS: Final = "_ratings"
"""The name of their log among those of the tables."""

TRY_AGAIN_SECONDS: Final = 5.0
"""The seconds after which a note is tried again that could not be stored."""


class ClubRatings:
    """Notes rated matches, and knows what comes of them."""

    def __init__(self, log: TableLog, variants: Variants) -> None:
        self._log, self._variants = log, variants
        self.book = RatingBook()
        self.number = 0
        self.numbers: dict[str, int] = {}
        """The number of the last entry, and that of each command's entry."""
        self._lock = asyncio.Lock()
        """Held by who reads all, and by who appends: many would take the next number from each other."""
        self._notes: dict[str, asyncio.Task[None]] = {}
        """What is being noted, by its command."""

    def start(self) -> None:
        """Open beside what the server does: many matches take seconds, in which others have their turns."""
        self._notes["open"] = asyncio.ensure_future(self._try_to_open())

    async def _try_to_open(self) -> None:
        try:
            await self.open()
        except (Damaged, NotStored, Unknown) as error:
            note("ratings not read", error=type(error).__name__)

    async def open(self) -> None:
        """Read the log, and note the matches that were ended and not noted. Raises what logs raise."""
        async with self._lock:
            async for event in in_parts(await self._log.read(RATINGS)):
                self.apply(event)
        for table, begins in [*self.book.open.items()]:
            start = await newest_snapshot_until(self._log, table, begins)
            history = TableHistory(self._variants, start, keeps_all=True)
            for event in await events_since(self._log, table, start) or ():
                history.apply(event)
                if history.end > begins and history.at_start and history.at_end:
                    over = rated_result(table, history.end, history.at_start, history.at_end)
                    await self._append(f"over-{table}-{history.end}", over)
                    break

    async def close(self) -> None:
        """Stop what is tried again; another server, or the next start, notes it."""
        tasks = [*self._notes.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def apply(self, event: LogEvent) -> None:
        """Apply the next entry of the log; any other is ignored."""
        if event.number == self.number + 1:
            self.book.apply(rating_entry(event.body))
            self.number = event.number
            self.numbers[event.command_id] = event.number

    def follow(self, table: str, history: TableHistory) -> None:
        """Note that a rated match has begun, or that it is over."""
        start, end, truth = history.at_start, history.at_end, history.truth
        if start is None or not start.state.is_rated:
            return
        begins = history.current_beginning
        if truth.match:
            self._start(f"begun-{table}-{begins}", RatedMatchBegun(table, begins))
        elif end:
            self._start(f"over-{table}-{history.end}", rated_result(table, history.end, start, end))

    async def honours(self, name: str) -> AllHonours:
        """The tables of honour, with the places of a person; Refused if the log cannot be read."""
        async with self._lock:
            with refused_by_storage():
                await catch_up(self._log, RATINGS, self)
        return AllHonours(self.book.honours(name), self.book.is_hidden(name))

    async def hide(self, name: str, *, hidden: bool) -> None:
        """Take a person from the tables of honour, or put them back; Refused if that cannot be stored."""
        if self.book.is_hidden(name) != hidden:
            with refused_by_storage():
                await self._append(f"hidden-{secrets.token_hex(16)}", RatingHidden(name, hidden))

    async def _append(self, command: str, entry: AnyRatingEntry) -> None:
        async with self._lock:
            await append_once(self._log, RATINGS, self, command, lambda: json.encode(entry))

    def _start(self, command: str, entry: AnyRatingEntry) -> None:
        """Note an entry beside what the table does, unless it is known already."""
        if command not in self.numbers and command not in self._notes:
            self._notes[command] = asyncio.ensure_future(self._note(command, entry))
            self._notes[command].add_done_callback(lambda _: self._notes.pop(command, None))

    async def _note(self, command: str, entry: AnyRatingEntry) -> None:
        """Note an entry, however long that cannot be; the next start of a server finds what is not noted."""
        while True:
            try:
                return await self._append(command, entry)
            except (NotStored, Unknown):
                await asyncio.sleep(TRY_AGAIN_SECONDS)
            except Damaged:
                return note("match not rated")
