"""What is known of a table that people share: who is there, who sits where, and what is played."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

Recipient = Literal["table", "team"] | int
"""To whom something is said: to all at the table, to one's team, or to a person by their number."""

PHRASES: Final = (
    *("hello", "nice_move", "well_played", "wait_please", "ready"),
    *("thank_you", "sorry", "hurry", "one_more", "goodbye"),
)
"""The words of the quick phrases, from digit 1 to digit 0; each listener hears them in their own language."""


STRENGTHS: Final = frozenset({"novice", "casual", "steady", "hard", "expert"})
"""The words for the strengths of bots that every client has; a newer server may have others."""


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table in the lobby of a server: *names* are those of the people who sit, *free* the other seats."""

    code: str
    game: str
    names: tuple[str, ...]
    free: int
    in_match: bool


@dataclass(frozen=True, slots=True)
class ListedLobby:
    """The tables of a server, and whether the listener may open another, or is the administrator."""

    tables: tuple[ListedTable, ...]
    may_open: bool
    has_accounts: bool = False
    is_admin: bool = False


@dataclass(frozen=True, slots=True)
class ChatLine:
    """What somebody says: a text or a quick phrase; *recipient* is the name of a person *to* whom it is."""

    name: str
    text: str
    phrase: str
    is_own: bool
    to: Recipient = "table"
    recipient: str = ""


class DealVerdict(StrEnum):
    """What a client found out about the deal of a round that is over."""

    VERIFIED = "verified"
    """The tiles follow from what was sealed before, the listener's own number included."""
    WITHHELD = "withheld"
    """The same, but numbers that others had sealed are missing."""
    OF_OTHERS = "of_others"
    """The tiles follow from what was sealed, but the listener has sealed nothing for this deal."""
    EARLIER = "earlier"
    """The deal is in the form of an earlier version, which cannot be checked any more."""
    NOT_TAKEN = "not_taken"
    """The listener's own number was not among those sealed: it came too late, or was refused."""
    LATE = "late"
    """The listener's own number was sealed, but is missing: it came too late, or was not used."""
    LEFT_OUT = "left_out"
    """The server had the listener's seal, and left it out."""
    REPEATED = "repeated"
    """The server has committed itself more than once for one deal, or dealt a deal again."""
    NOT_COMMITTED = "not_committed"
    """The server did not commit itself to a secret before the deal."""
    OTHER_SECRET = "other_secret"  # noqa: S105 (a word, not a password)
    """The secret is not the one to which the server committed itself."""
    OTHER_SHARE = "other_share"
    """A number is not the one that was sealed."""
    OTHER_ORDER = "other_order"
    """The tiles are not those that follow from secret and numbers, or not those that were played."""


@dataclass(frozen=True, slots=True)
class DealProof:
    """The verdict on a deal; *missing* are the people who sealed a number and did not give it."""

    verdict: DealVerdict
    missing: tuple[str, ...] = ()

    @property
    def is_honest(self) -> bool:
        """Whether the deal is proved as far as the listener had a part in it."""
        return self.verdict in (DealVerdict.VERIFIED, DealVerdict.WITHHELD, DealVerdict.OF_OTHERS)

    @property
    def is_proved(self) -> bool:
        """Whether the tiles follow from what was sealed, so that only who is missing could have chosen."""
        return self.is_honest or self.verdict in (DealVerdict.NOT_TAKEN, DealVerdict.LATE)

    @property
    def deals(self) -> int:
        """Between how many deals those whose numbers are missing could choose."""
        return 1 << len(self.missing)


@dataclass(frozen=True, slots=True)
class NearbyTable:
    """A table within the network of this machine: its host and game, and the invite that leads to it."""

    code: str
    host: str
    game: str
    invite: str


class Reach(StrEnum):
    """Whether others outside one's network can reach a table on this machine."""

    OPEN = "open"
    """The router leads them to this machine."""
    CLOSED = "closed"
    """The router does not lead them here."""
    SHARED = "shared"
    """The address of the router is itself none of the internet, so that nobody is led to it."""
    DIRECT = "direct"
    """This machine has an address of the internet; a firewall may still keep others out."""
    UNKNOWN = "unknown"
    """No router has answered."""
    OFFLINE = "offline"
    """This machine is in no network."""


@dataclass(frozen=True, slots=True)
class OutsideReach:
    """Whether a table can be reached from outside, its port and address here, and the invite for outside."""

    reach: Reach
    port: int
    address: str
    invite: str = ""
