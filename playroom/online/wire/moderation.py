"""The messages of moderation: reports, the lists of moderators, what they do, and the news of the club."""

from enum import StrEnum
from typing import Any

from msgspec import Struct, field

from playroom.online.wire.protocol import FromClient, FromServer


class Role(StrEnum):
    """What a person of a club may do besides playing."""

    MEMBER = "member"
    MODERATOR = "moderator"
    ADMINISTRATOR = "administrator"


class ReportReason(StrEnum):
    """Why a person is reported, in the order in which it is asked; *other* goes with a text."""

    RUDE = "rude"
    SPAM = "spam"
    STALLING = "stalling"
    CHEATING = "cheating"
    NAME = "name"
    OTHER = "other"


class ActKind(StrEnum):
    """What moderators and administrators do."""

    MUTE = "mute"
    UNMUTE = "unmute"
    REMOVE = "remove"
    BAN = "ban"
    LIFT = "lift"
    CLOSE_TABLE = "close_table"
    SETTLE = "settle"
    REOPEN = "reopen"
    MAKE_MEMBER = "make_member"
    MAKE_MODERATOR = "make_moderator"
    MAKE_ADMINISTRATOR = "make_administrator"
    ANNOUNCE = "announce"
    CLOSE_CLUB = "close_club"
    OPEN_CLUB = "open_club"


ROLES_MADE = {
    ActKind.MAKE_MEMBER: Role.MEMBER,
    ActKind.MAKE_MODERATOR: Role.MODERATOR,
    ActKind.MAKE_ADMINISTRATOR: Role.ADMINISTRATOR,
}
"""The role that each of these acts gives."""


class ModeratorList(StrEnum):
    """The lists of moderators."""

    REPORTS = "reports"
    ACCOUNTS = "accounts"
    BANS = "bans"
    TABLES = "tables"
    ACTS = "acts"


class FollowNews(FromClient, frozen=True):
    """Hear the news of the club from now on, as servers tell them to who has asked."""


class ReportPerson(FromClient, frozen=True):
    """Report a person at the table, or the *line* of theirs with this id; *text* is what is added to that."""

    id: str
    person: int
    reason: ReportReason
    text: str = ""
    line: str = ""


class LookAt(FromClient, frozen=True):
    """Ask for a list of moderators; *find* is a part of the names of accounts."""

    id: str
    what: ModeratorList
    find: str = ""


class Moderate(FromClient, frozen=True):
    """Do something to the person *whom*, to the table of a *code*, to a report by its number, or to the club.

    *reason* is heard by the person, or by all; *seconds* is how long it lasts, 0 for ever.
    """

    id: str
    act: ActKind
    whom: str = ""
    reason: str = ""
    seconds: int = 0
    code: str = ""
    report: int = 0


class RoleIs(FromServer, frozen=True):
    """The role of the client's person, now and whenever it changes."""

    role: Role


class News(FromServer, frozen=True):
    """Something that has happened in the club; *number* is the same at all connections of a person."""

    number: str
    code: str
    blanks: dict[str, Any] = field(default_factory=dict)


class ShownLine(Struct, frozen=True, tag_field="line", tag=str.lower):
    """The base of the lines of a list; times are in seconds since 1970, 0 for none or for ever."""


class ReportedChat(Struct, frozen=True):
    """A line of chat as the server has passed it on; *is_reported*: the report is about this one."""

    name: str
    text: str = ""
    phrase: str = ""
    is_reported: bool = False


class ReportLine(ShownLine, frozen=True):
    """A report; *is_withheld*: its reader plays at that table, and hears no text of it during the match."""

    number: int
    by: str
    whom: str
    reason: ReportReason
    text: str
    at: int
    code: str
    game: str
    lines: list[ReportedChat]
    is_settled: bool = False
    is_withheld: bool = False


class AccountLine(ShownLine, frozen=True):
    """An account; *code* and *game* are those of its table, "" at none."""

    name: str
    role: Role
    is_here: bool
    code: str = ""
    game: str = ""
    muted: int | None = None
    banned: int | None = None


class BanLine(ShownLine, frozen=True):
    """A ban of an account, an address or a network."""

    who: str
    reason: str
    until: int


class TableLine(ShownLine, frozen=True):
    """A table at which people are."""

    code: str
    game: str
    names: list[str]
    is_listed: bool


class ActLine(ShownLine, frozen=True):
    """Something that was done; *by* is "" for who has the administrator's token, or the server's files."""

    by: str
    act: ActKind
    whom: str
    reason: str
    at: int
    until: int = 0
    code: str = ""


AnyLine = ReportLine | AccountLine | BanLine | TableLine | ActLine


class Shown(FromServer, frozen=True):
    """A list of moderators, as many lines as fit; *is_closed*: the club is closed to new matches."""

    what: ModeratorList
    lines: list[AnyLine]
    is_closed: bool = False
