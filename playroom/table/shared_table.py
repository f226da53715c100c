"""What is known of a table that people share: who is there, who sits where, and what is played."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

from playroom.rules.seat import Seat
from playroom.table.setup import Setup

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
class Guest:
    """Somebody at a shared table; *seat* is None for one who watches."""

    name: str
    seat: Seat | None
    is_ready: bool
    is_connected: bool
    is_muted: bool


@dataclass(frozen=True, slots=True)
class SharedSeat:
    """Who plays at a seat: a person by their number, a bot by its strength, or a bot for an absent person."""

    person: int | None = None
    bot: str = ""

    @property
    def is_player(self) -> bool:
        """Whether a person plays there."""
        return self.person is not None and not self.bot


@dataclass(frozen=True, slots=True)
class TableTerms:
    """What a shared table adds to its game.

    *thinking* is the time for a turn in seconds, 0 for no limit; *extensions* is how often in a match a
    player may have it again; *hints* is whether hints are given.
    """

    thinking: int = 0
    extensions: int = 0
    hints: bool = True


@dataclass(frozen=True, slots=True)
class SharedTableState:
    """People by number, *me* and the *host* among them, the seats, and what is or will be played.

    *is_admin*: the listener is the administrator of the server.
    """

    code: str
    me: int
    host: int
    people: Mapping[int, Guest]
    seats: tuple[SharedSeat, ...]
    setup: Setup
    terms: TableTerms
    in_match: bool
    is_paused: bool
    is_admin: bool = False

    @property
    def is_host(self) -> bool:
        """Whether the listener is the host."""
        return self.me == self.host

    @property
    def may_moderate(self) -> bool:
        """Whether the listener may mute and remove others."""
        return self.is_host or self.is_admin

    @property
    def seat(self) -> Seat | None:
        """The listener's seat; None if they watch."""
        return self.people[self.me].seat

    @property
    def may_deal(self) -> bool:
        """Whether the listener may deal the next round: where nobody plays, those who watch may."""
        return self.seat is not None or not any(holder.is_player for holder in self.seats)

    @property
    def recipients(self) -> tuple[Recipient, ...]:
        """To whom the listener can say something besides the table: their team, and others who are here."""
        others = (number for number, guest in self.people.items() if guest.is_connected and number != self.me)
        return (*(("team",) if self._has_teammates else ()), *others)

    @property
    def _has_teammates(self) -> bool:
        teams = self.setup.teams
        if self.seat is None or not teams:
            return False
        team = self.seats[self.seat % teams :: teams]
        return any(holder.person not in (None, self.me) for holder in team)

    def name(self, seat: Seat) -> str:
        """Who sits there; "" for a bot or nobody."""
        person = self.seats[seat].person
        return "" if person is None else self.people[person].name


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
class TableNews:
    """Something that has happened beside the match: a word for it, and what fills the blanks of its sentence.

    *is_own*: it is about the listener.
    """

    word: str
    blanks: Mapping[str, str | int]
    is_own: bool = False


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
    OF_OTHERS = "of_others"
    """The same, but no number of the listener's is in it."""
    LEFT_OUT = "left_out"
    """The listener's own number was not used."""
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
        """Whether nothing is wrong with the deal."""
        return self.verdict in (DealVerdict.VERIFIED, DealVerdict.OF_OTHERS)


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
