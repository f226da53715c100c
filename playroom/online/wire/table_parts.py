"""The parts of the state of a table: its people, its seats, who asks for them, and its deal."""

from msgspec import Struct, field


class PersonAtTable(Struct, frozen=True):
    """A person known to the table; *token* is the hash of the seat token, empty at a client.

    *sat*: the person has had a seat at some time. *network* is the hash of the network from which they are
    banned, empty at a client.
    """

    name: str
    token: str = ""
    muted: str | None = None
    banned: str | None = None
    sat: bool = False
    network: str = ""

    @property
    def is_muted(self) -> bool:
        """Whether the others do not hear the person in the chat."""
        return self.muted is not None


class SeatAtTable(Struct, frozen=True):
    """The player at a seat: a person, or a bot, or a bot that stands in for the person."""

    person: int | None = None
    bot: str = ""

    @property
    def is_free(self) -> bool:
        """Whether nobody plays there."""
        return self.person is None and not self.bot

    @property
    def is_absent(self) -> bool:
        """Whether a bot stands in for a person."""
        return self.person is not None and bool(self.bot)

    @property
    def is_played(self) -> bool:
        """Whether a person plays there."""
        return self.person is not None and not self.bot


class SeatRequest(Struct, frozen=True):
    """A bot's seat that a person asks for, and the players who consent while the host is away."""

    seat: int
    consents: list[int] = field(default_factory=list)


class CommittedDeal(Struct, frozen=True):
    """A deal from the server's commitment to the end of its round; *seals* and *shares* are by person.

    *deal_number* is 0 for deals of earlier versions, which cannot be checked.
    """

    commitment: str
    seals: dict[int, str]
    shares: dict[int, str] = field(default_factory=dict)
    is_dealt: bool = False
    deal_number: int = 0
