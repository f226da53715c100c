"""What the moderators and administrators of a club have done, as the entries of its accounts say."""

from collections import deque
from collections.abc import Iterator
from typing import Final, assert_never

from msgspec import Struct

from playroom.online.server.names import name_key
from playroom.online.wire.moderation import ROLES_MADE, ActKind, ActLine, Role
from playroom.online.wire.protocol import FORMER_MEMBER

MOST_ACTS: Final = 1000
"""The last acts that are kept in memory; the log has all."""


class AccountEntry(Struct, frozen=True, tag_field="entry", tag=True):
    """The base of the entries of the accounts."""


class Acted(AccountEntry, frozen=True):
    """An act: by whom, "" for the administrator's token or the command line, to *whom*, why, and when.

    *at* and *until* are in seconds since 1970, *until* 0 for ever; *code* is that of a table, *report* the
    number of a report.
    """

    by: str
    act: ActKind
    whom: str = ""
    reason: str = ""
    at: int = 0
    until: int = 0
    code: str = ""
    report: int = 0

    def lasts(self, now: float) -> bool:
        """Whether it has not ended by itself."""
        return not self.until or self.until > now


class ActBook:
    """All that was done, and what holds now: roles, mutes, closed tables, and whether the club is closed."""

    def __init__(self) -> None:
        self._roles: dict[str, Role] = {}
        self._mutes: dict[str, Acted] = {}
        self.closed_tables: dict[str, str] = {}
        """The reasons by the codes of tables."""
        self.closed: str | None = None
        """Why the club is closed to new matches; None if it is open."""
        self.settled: set[int] = set()
        """The numbers of the reports that are done."""
        self._acts: deque[ActLine] = deque(maxlen=MOST_ACTS)

    def apply(self, entry: Acted) -> None:
        """Apply an act."""
        self.note(ActLine(entry.by, entry.act, entry.whom, entry.reason, entry.at, entry.until, entry.code))
        if entry.whom == FORMER_MEMBER:
            return
        key = name_key(entry.whom)
        match entry.act:
            case ActKind.MUTE:
                self._mutes[key] = entry
            case ActKind.UNMUTE:
                self._mutes.pop(key, None)
            case ActKind.MAKE_MEMBER | ActKind.MAKE_MODERATOR | ActKind.MAKE_ADMINISTRATOR:
                self._roles[key] = ROLES_MADE[entry.act]
            case ActKind.CLOSE_TABLE:
                self.closed_tables[entry.code] = entry.reason
            case ActKind.SETTLE:
                self.settled.add(entry.report)
            case ActKind.REOPEN:
                self.settled.discard(entry.report)
            case ActKind.CLOSE_CLUB:
                self.closed = entry.reason
            case ActKind.OPEN_CLUB:
                self.closed = None
            case ActKind.REMOVE | ActKind.BAN | ActKind.LIFT | ActKind.ANNOUNCE:
                pass  # bans have entries of their own, and the others change nothing that lasts
            case _:
                assert_never(entry.act)

    def note(self, act: ActLine) -> None:
        """Add a line to what was done."""
        self._acts.append(act)

    def role(self, name: str) -> Role:
        """The role of an account."""
        return self._roles.get(name_key(name), Role.MEMBER)

    def mute(self, name: str, now: float) -> Acted | None:
        """The act by which an account may not write in chats now, if there is one."""
        act = self._mutes.get(name_key(name))
        return act if act and act.lasts(now) else None

    @property
    def latest(self) -> Iterator[ActLine]:
        """What was done, the latest first."""
        return reversed(self._acts)
