"""The people of a club who are there, at this server and at others, and the invitations that they get.

Who has signed in and attends is seen by all who have: by name, with the table at which they are. Where
several servers share a log, each tells the others at every sweep who is with it; one that says nothing for
some sweeps has ended. Nothing of this is stored: an invitation reaches those who are there, and nobody later.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate
from secrets import token_hex
from typing import Final, Protocol

from msgspec import DecodeError, Struct, json

from playroom.online.log.table_log import TableLog
from playroom.online.server.names import name_key, plain_text
from playroom.online.server.rate_limits import Deed, Key, RateLimits, Scope
from playroom.online.server.refused import Refused
from playroom.online.server.tables.presence import SILENT_SECONDS
from playroom.online.wire.messages import Invited, InvitePerson, People, PersonHere, encoded
from playroom.online.wire.protocol import LONGEST_NAME, SERVER_MESSAGE_BYTES, RefusalCode

PEOPLE: Final = "_people"
"""The topic of who is at which server, and of invitations."""

FRESH_SECONDS: Final = 1.0
"""For so long the list of people is sent to all who ask as it was made for the first."""

PEOPLE_BYTES: Final = SERVER_MESSAGE_BYTES // 2
"""The room that one message has for people."""


class Present(Struct, frozen=True):
    """One connection of an account; *is_quiet* is None if it is seen by nobody.

    *game* and *code* are those of the table at which it is, "" at none; *is_listed*: anybody may join it.
    """

    name: str
    game: str = ""
    code: str = ""
    is_listed: bool = False
    is_quiet: bool | None = None


class PeopleThere(Struct, frozen=True, tag=True):
    """Who is connected to another server."""

    server: str
    people: list[Present]


class InvitedThere(Struct, frozen=True, tag=True):
    """A person is invited who may be connected to any server."""

    server: str
    to: str
    invited: Invited


_DECODER: Final[json.Decoder[PeopleThere | InvitedThere]] = json.Decoder(PeopleThere | InvitedThere)


class ConnectedPerson(Protocol):
    """A connection to this server."""

    @property
    def presence(self) -> Present | None:
        """Who is here, and where; None before anybody has signed in."""
        ...

    def send(self, message: Invited) -> None:
        """Send a message."""


class ClubPeople:
    """The people who have signed in, wherever they are connected."""

    def __init__(self, log: TableLog, limits: RateLimits) -> None:
        self._log, self._limits = log, limits
        self.here: set[ConnectedPerson] = set()
        """The connections to this server that have signed in."""
        self._server = ""
        """How this server names itself to others; "" if it is the only one."""
        self._elsewhere: dict[str, tuple[float, list[Present]]] = {}
        """When each other server has last said who is there, and who."""
        self._frame: tuple[float, str] | None = None

    async def begin(self) -> None:
        """Listen to the other servers."""
        self._server = token_hex(8)
        await self._log.hear(PEOPLE, self._hear)

    def sweep(self) -> None:
        """Tell the other servers who is here."""
        self._tell(PeopleThere(self._server, [*self._present_here()]))

    def changed(self) -> None:
        """Make the list anew for who asks next."""
        self._frame = None

    @property
    def frame(self) -> str:
        """The message with all who are there, by their names: as many as it holds."""
        now = _now()
        if self._frame is None or now - self._frame[0] >= FRESH_SECONDS:
            people: dict[str, list[Present]] = {}
            for each in self.present():
                people.setdefault(each.name, []).append(each)
            written = []
            for name in sorted(people, key=str.casefold):
                attending = [each.is_quiet for each in people[name] if each.is_quiet is not None]
                if attending:  # at a table if one of their connections is
                    table = max(people[name], key=lambda each: (bool(each.code), each.is_listed, each.code))
                    code = table.code if table.is_listed else ""
                    written.append(json.encode(PersonHere(name, table.game, code, all(attending))))
            ends = accumulate(len(each) + 1 for each in written)
            fitting = (each for each, end in zip(written, ends, strict=True) if end < PEOPLE_BYTES)
            frame = encoded(People([])).replace("[]", f"[{b','.join(fitting).decode()}]")
            self._frame = now, frame
        return self._frame[1]

    def invite(self, by: str, message: InvitePerson, keys: Sequence[Key]) -> None:
        """Invite a person to a table at which *by* is.

        Refused if they are not there, do not want to be disturbed, or are invited too often.
        """
        self._limits.check(Deed.INVITE, keys)
        present = [*self.present()]
        own = (each for each in present if each.name == by and each.code == message.code and each.code)
        table = next(own, None)
        if table is None:
            raise Refused(RefusalCode.JOIN_FIRST)
        name, to = plain_text(message.name, LONGEST_NAME), name_key(message.name)
        invited = [each for each in present if name_key(each.name) == to and each.is_quiet is not None]
        if not invited or to == name_key(by):
            raise Refused(RefusalCode.NOT_HERE, name=name)
        if all(each.is_quiet for each in invited):
            raise Refused(RefusalCode.QUIET, name=invited[0].name)
        pair = (Scope.PAIR, f"{name_key(by)} {to}")
        self._limits.check(Deed.INVITE, ((Scope.INVITED, to), pair))
        invitation = Invited(by, table.code, table.game)
        self._deliver(to, invitation)
        self._tell(InvitedThere(self._server, to, invitation))

    def _present_here(self) -> Iterator[Present]:
        for each in self.here:
            if presence := each.presence:
                yield presence

    def present(self) -> Iterator[Present]:
        """All connections, at every server that has said something lately."""
        yield from self._present_here()
        now = _now()
        for heard, people in self._elsewhere.values():
            if now - heard <= SILENT_SECONDS:
                yield from people

    def _deliver(self, to: str, invited: Invited) -> None:
        for each in tuple(self.here):
            presence = each.presence
            if presence and presence.is_quiet is False and name_key(presence.name) == to:
                each.send(invited)

    def _tell(self, message: PeopleThere | InvitedThere) -> None:
        if self._server:
            self._log.tell(PEOPLE, json.encode(message))

    def _hear(self, message: bytes) -> None:
        told: PeopleThere | InvitedThere | None = None
        with suppress(DecodeError):  # another version may say more
            told = _DECODER.decode(message)
        if told is None or told.server == self._server:
            return
        if isinstance(told, InvitedThere):
            self._deliver(told.to, told.invited)
            return
        now = _now()
        kept = {
            server: there for server, there in self._elsewhere.items() if now - there[0] <= SILENT_SECONDS
        }
        self._elsewhere = {**kept, told.server: (now, told.people)}


def _now() -> float:
    return asyncio.get_running_loop().time()
