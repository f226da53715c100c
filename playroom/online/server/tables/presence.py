"""Who of a table is connected: at this server, as all are told, and at others of the same club.

The servers that have a table loaded tell each other who is there with them, whenever that changes and at each
sweep, and what is written in the chat. A server that says nothing for some sweeps has ended, and its people
are absent. Nothing of this is kept: a server that loads a table asks the others.
"""

import asyncio
from collections.abc import Collection
from contextlib import suppress
from secrets import token_hex
from typing import Final, Protocol

from msgspec import DecodeError, Struct, field, json

from playroom.online.log.table_log import TableLog, Unfollow
from playroom.online.server.tables.outbox import Outbox
from playroom.online.wire.messages import Presence, Said, encoded

SILENT_SECONDS: Final = 5.0
"""After so long a server that has said nothing is taken for one that has ended: two sweeps, and some more."""

ANSWER_SECONDS: Final = 0.1
"""The seconds in which the others answer a server that loads a table."""


class FromOtherServer(Struct, frozen=True, tag=True):
    """The base of what servers tell each other of a table; *server* is another name at each table."""

    server: str


class HereNow(FromOtherServer, frozen=True):
    """The people who are connected there, with the hashes of their networks; *asks* others for theirs.

    *came* is the person who has just connected, 0 for nobody: connections of theirs elsewhere have ended.
    """

    people: dict[int, str] = field(default_factory=dict)
    asks: bool = False
    came: int = 0


class SaidThere(FromOtherServer, frozen=True):
    """What a person has written in the chat, by its id."""

    id: str
    said: Said


_DECODER: json.Decoder[HereNow | SaidThere] = json.Decoder(HereNow | SaidThere)


class TableHere(Protocol):
    """A table as this server has it."""

    code: str

    @property
    def people_here(self) -> dict[int, str]:
        """The people who are connected here, with the hashes of their networks."""
        ...

    def went_elsewhere(self, person: int) -> None:
        """A person has come to another server."""

    def presence_changed(self) -> None:
        """Other people are connected elsewhere than before."""

    def said_elsewhere(self, line: str, said: Said) -> None:
        """A person has written something at another server."""


class PeopleElsewhere:
    """Who of one table is connected at other servers."""

    def __init__(self, table: TableHere, log: TableLog) -> None:
        self._table, self._log = table, log
        self._server = ""
        self._servers: dict[str, tuple[float, dict[int, str]]] = {}
        """When each other server has last said who is there, and who."""
        self._stop: Unfollow | None = None
        self.people: dict[int, str] = {}
        """The people who are connected elsewhere, with the hashes of their networks."""

    async def begin(self) -> None:
        """Ask the other servers, and listen to them from now on."""
        self._server = token_hex(8)
        self._stop = await self._log.hear(self._table.code, self._hear)
        self._tell(HereNow(self._server, asks=True))
        await asyncio.sleep(ANSWER_SECONDS)

    async def end(self) -> None:
        """Listen no more."""
        stop, self._stop = self._stop, None
        if stop:
            await stop()

    def tell(self, came: int = 0) -> None:
        """Tell the others who is here; *came* has just connected."""
        if self._stop:
            self._tell(HereNow(self._server, self._table.people_here, came=came))

    def say(self, line: str, said: Said) -> None:
        """Tell the others what a person writes here."""
        if self._stop:
            self._tell(SaidThere(self._server, line, said))

    def sweep(self) -> None:
        """Tell the others again who is here, if there are any, and forget those that have ended."""
        now = asyncio.get_running_loop().time()
        silent = [server for server, (heard, _) in self._servers.items() if now - heard > SILENT_SECONDS]
        for server in silent:
            del self._servers[server]
        if self._servers:
            self.tell()
        self._gather()

    def _tell(self, message: HereNow | SaidThere) -> None:
        self._log.tell(self._table.code, json.encode(message))

    def _hear(self, message: bytes) -> None:
        told: HereNow | SaidThere | None = None
        with suppress(DecodeError):  # another version may say more
            told = _DECODER.decode(message)
        if told is None or told.server == self._server or not self._stop:
            return
        if isinstance(told, SaidThere):
            self._table.said_elsewhere(told.id, told.said)
            return
        self._servers[told.server] = asyncio.get_running_loop().time(), told.people
        if told.asks:
            self.tell()
        if told.came:
            self._table.went_elsewhere(told.came)
        self._gather()

    def _gather(self) -> None:
        people = {person: mark for _, there in self._servers.values() for person, mark in there.items()}
        if people != self.people:
            self.people = people
            self._table.presence_changed()


RETURN_SECONDS: Final = 1.0
"""Those who come back after a kill of the server come within seconds; each would be told of all others."""


class AttendedTable(Protocol):
    """A table: who is connected at this server, and who is anywhere."""

    outboxes: dict[int, Outbox]

    @property
    def connected(self) -> Collection[int]:
        """The people who are connected, here or at another server."""
        ...


class PresenceUpdates:
    """Says to the people at one table who is connected."""

    def __init__(self, table: AttendedTable) -> None:
        self._table = table
        self._pause: asyncio.TimerHandle | None = None
        """The time after a return, in which others may come back."""
        self._waiting = False
        """Whether a person has come back in that time."""

    def came_back(self) -> None:
        """Send now who is connected; those who follow within a second share one more message."""
        if self._pause:
            self._waiting = True
        else:
            self.send()
            self._pause = asyncio.get_running_loop().call_later(RETURN_SECONDS, self._end_pause)

    def send(self) -> None:
        """Send now who is connected."""
        self._waiting = False
        frame = encoded(Presence(sorted(self._table.connected)))
        for outbox in self._table.outboxes.values():
            outbox.send_latest(frame)

    def stop(self) -> None:
        """Send nothing more for earlier returns."""
        if self._pause:
            self._pause.cancel()
        self._pause, self._waiting = None, False

    def _end_pause(self) -> None:
        self._pause = None
        if self._waiting:
            self.send()
