"""What is known of a table that people share: who is there, who sits where, and what is played."""

from collections.abc import Mapping
from dataclasses import dataclass

from playroom.rules.seat import Seat
from playroom.table.setup import Setup


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


@dataclass(frozen=True, slots=True)
class SharedTableState:
    """People by number, *me* and the *host* among them, the seats, and what is or will be played."""

    code: str
    me: int
    host: int
    people: Mapping[int, Guest]
    seats: tuple[SharedSeat, ...]
    setup: Setup
    in_match: bool
    is_paused: bool

    @property
    def is_host(self) -> bool:
        """Whether the listener is the host."""
        return self.me == self.host

    @property
    def seat(self) -> Seat | None:
        """The listener's seat; None if they watch."""
        return self.people[self.me].seat

    def name(self, seat: Seat) -> str:
        """Who sits there; "" for a bot or nobody."""
        person = self.seats[seat].person
        return "" if person is None else self.people[person].name


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
    """What somebody says: a text, or the word of a quick phrase."""

    name: str
    text: str
    phrase: str
    is_own: bool
