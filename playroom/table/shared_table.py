"""Values of shared tables: lobby, chat, proofs of deals, and reachability."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

Recipient = Literal["table", "team"] | int
"""The recipients of chat: the table, one's team, or a person by their number."""

PHRASES: Final = (
    *("hello", "nice_move", "well_played", "wait_please", "ready"),
    *("thank_you", "sorry", "hurry", "one_more", "goodbye"),
)
"""The names of the quick phrases, from digit 1 to digit 0, which are localized for each listener."""


STRENGTHS: Final = frozenset({"novice", "casual", "steady", "hard", "expert"})
"""The bot strengths that every client can name; a newer server may have others."""


@dataclass(frozen=True, slots=True)
class ClubWords:
    """What a club says to those who come: its name, a greeting, and its rules of conduct."""

    name: str = ""
    greeting: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VisitedServer:
    """A server whose list of tables the listener has seen, by its *address*; *name* is that of its club."""

    address: str
    host: str
    name: str


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table in the lobby of a server: *names* of the seated people, and the number of *free* seats.

    *host* is the name of its host, "" if they are not there any more.
    *evening* is the number of people in the evening of that table, None if it has none.
    """

    code: str
    game: str
    names: tuple[str, ...]
    free: int
    in_match: bool
    host: str = ""
    evening: int | None = None


@dataclass(frozen=True, slots=True)
class ListedLobby:
    """The tables of a server, and whether the listener may open another, or is the administrator.

    *has_people*: who is signed in can ask who is there, and invite them. *has_ratings*: there are tables of
    honour. *words* are the club's own, if it has any, and no *games* are all.
    """

    tables: tuple[ListedTable, ...]
    may_open: bool
    has_accounts: bool = False
    is_admin: bool = False
    has_people: bool = False
    has_ratings: bool = False
    words: ClubWords | None = None
    games: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """A person of a club who is there; *is_quiet*: they do not want to be disturbed.

    *game* is that of their table, "" at none; *code* is the table's, "" if it is not listed.
    """

    name: str
    game: str
    code: str
    is_quiet: bool


@dataclass(frozen=True, slots=True)
class Invitation:
    """A person of a club invites the listener to a table."""

    name: str
    code: str
    game: str


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A chat message: a text or a quick phrase; *recipient* is the name if *to* is a person.

    *person* is the number of the author at the table, and *line* the id of the message there.
    """

    name: str
    text: str
    phrase: str
    is_own: bool
    to: Recipient = "table"
    recipient: str = ""
    person: int = 0
    line: str = ""


class DealVerdict(StrEnum):
    """A client's verdict on the deal of a finished round."""

    VERIFIED = "verified"
    """The deal follows from the sealed numbers, including the listener's own."""
    WITHHELD = "withheld"
    """The same, but sealed numbers of others are missing."""
    OF_OTHERS = "of_others"
    """The deal follows from the sealed numbers, but the listener has sealed none for it."""
    EARLIER = "earlier"
    """The deal has the format of an earlier version, which cannot be verified."""
    NOT_TAKEN = "not_taken"
    """The listener's own number was not sealed: it came too late, or was refused."""
    LATE = "late"
    """The listener's own number was sealed, but is missing: it came too late, or was not used."""
    LEFT_OUT = "left_out"
    """The server ignored the listener's seal."""
    REPEATED = "repeated"
    """The server has committed itself more than once for one deal, or dealt a deal again."""
    NOT_COMMITTED = "not_committed"
    """The server did not commit itself to a secret before the deal."""
    OTHER_SECRET = "other_secret"  # noqa: S105 (a word, not a password)
    """The secret is not the one to which the server committed itself."""
    OTHER_SHARE = "other_share"
    """A number is not the one that was sealed."""
    OTHER_ORDER = "other_order"
    """The tiles differ from those computed from secret and numbers, or from those played."""
    OTHER_MATCH = "other_match"
    """The numbers were given for another match, or for other seats."""
    OTHER_RULES = "other_rules"
    """The round was not played, or not ended, by the rules."""
    OTHER_HISTORY = "other_history"
    """The server has told the history of the table in two ways."""
    AT_END = "at_end"
    """The deal is that of all tables of the round, and is checked when the evening is over."""
    UNSEEN = "unseen"
    """The listener has given a number for another deal before, and was not shown the end of its round."""


@dataclass(frozen=True, slots=True)
class DealProof:
    """The verdict on a deal; *missing* are the people who sealed a number and did not reveal it.

    *unseen* is the number of deals before whose ends were not shown. *seated* are the people who have come to
    a seat of another once the tiles were dealt. *code* are the digits that all hear who were shown the same
    match, "" if it is not known in full. *evening* is the number of the listener's deals in an evening whose
    tables had the same deals, all of which this verdict is on; None for the deal of one table.
    """

    verdict: DealVerdict
    missing: tuple[str, ...] = ()
    unseen: int = 0
    seated: tuple[str, ...] = ()
    code: str = ""
    evening: int | None = None

    @property
    def is_honest(self) -> bool:
        """Whether the deal is proved, including the listener's own number."""
        return self.verdict in (DealVerdict.VERIFIED, DealVerdict.WITHHELD, DealVerdict.OF_OTHERS)

    @property
    def is_proved(self) -> bool:
        """Whether the deal follows from the sealed numbers, so that only the missing people could choose."""
        return self.is_honest or self.verdict in (DealVerdict.NOT_TAKEN, DealVerdict.LATE)

    @property
    def deals(self) -> int:
        """The number of deals between which the missing people could choose."""
        return 1 << len(self.missing)


@dataclass(frozen=True, slots=True)
class NearbyTable:
    """A table within the network of this machine: its host and game, and the invite that leads to it."""

    code: str
    host: str
    game: str
    invite: str


class Reach(StrEnum):
    """Whether a table on this machine can be reached from the internet."""

    OPEN = "open"
    """The router forwards the port to this machine."""
    CLOSED = "closed"
    """The router does not forward the port."""
    SHARED = "shared"
    """The router itself has no public address."""
    DIRECT = "direct"
    """This machine has a public address; a firewall may still block the port."""
    UNKNOWN = "unknown"
    """No router has answered."""
    OFFLINE = "offline"
    """This machine has no network."""


@dataclass(frozen=True, slots=True)
class OutsideReach:
    """Whether a table can be reached from outside, its port and address here, and the invite for outside."""

    reach: Reach
    port: int
    address: str
    invite: str = ""
