"""The entries of a table's log: each event of the log is one command with all entries that came of it.

A client gets the same entries, without what its seat may not know and without the hashes of seat tokens.
"""

from typing import Any

from msgspec import UNSET, Struct, UnsetType, field

from playroom.online.wire.evening import EveningKind, EveningTable
from playroom.rules.event import Dealt, Event
from playroom.table.setup import Setup


class TableSettings(Struct, frozen=True, kw_only=True):
    """A game and its table, as `playroom.table.setup.Setup`, and the rules of the room.

    *thinking* is the time for a turn in seconds, 0 for any; *extensions* are how often in a match a player
    may have it again. *hints*: whether clients may give hints. *listed*: whether the lobby shows the table.
    *stand_in* is the strength of the bot that plays for the absent, *absence* the seconds after which it
    does. *rated*: matches between people count for the ratings of the club.
    """

    game: str
    players: int
    teams: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    thinking: int = 0
    extensions: int = 0
    hints: bool = True
    listed: bool = True
    stand_in: str = "steady"
    absence: int = 60
    rated: bool | UnsetType = UNSET  # not written where it is not so, as in logs of earlier versions

    @property
    def setup(self) -> Setup:
        """The game and its table, as they are set up anywhere."""
        return Setup(self.game, self.players, self.teams, self.options)


class TableEntry(Struct, frozen=True, gc=False, tag_field="entry", tag=True):
    """The base of all entries."""


class TableOpened(TableEntry, frozen=True):
    """The table exists; people join it by *code*, and *person* 1, who comes next, is its host."""

    code: str
    settings: TableSettings


class PersonCame(TableEntry, frozen=True):
    """A person has joined for the first time; *token* is the SHA-256 of the seat token, empty for clients."""

    person: int
    name: str
    token: str = ""


class PersonForgotten(TableEntry, frozen=True):
    """The table does not know a person any more, whose number nobody else gets."""

    person: int


class SettingsChanged(TableEntry, frozen=True):
    """The table has other settings from now on; seats that no longer exist are left."""

    settings: TableSettings


class SeatTaken(TableEntry, frozen=True):
    """A person sits there from now on, and nowhere else."""

    seat: int
    person: int


class SeatAsked(TableEntry, frozen=True):
    """A person asks for this seat, at which a bot plays in a match."""

    seat: int
    person: int


class SeatConsented(TableEntry, frozen=True):
    """While the host is away, the player *by* is for giving a person the seat that they ask for."""

    person: int
    by: int


class SeatRefused(TableEntry, frozen=True):
    """A person does not get the seat that they ask for, nor another one in this match."""

    person: int


class SeatLeft(TableEntry, frozen=True):
    """Nobody sits there from now on; in a match, a bot of this strength plays on, for good."""

    seat: int
    bot: str = ""


class BotSeated(TableEntry, frozen=True):
    """A bot of this strength sits there from now on."""

    seat: int
    bot: str


class StandInSeated(TableEntry, frozen=True):
    """A bot plays for the person of this seat, who is absent, until the person is back."""

    seat: int
    bot: str


class SeatReturned(TableEntry, frozen=True):
    """The person of this seat is back and plays again."""

    seat: int


class ReadyChanged(TableEntry, frozen=True):
    """A person is ready for the match, or no longer."""

    person: int
    ready: bool


class MatchStarted(TableEntry, frozen=True):
    """A match begins, with these names by seat; what happens in it follows."""

    players: list[str]


class MatchWent(TableEntry, frozen=True):
    """A round was dealt or a move made: all that happened.

    *deal* is how the round was dealt, hidden tiles included, if these events end it: all hands are open then.
    *secret* is what the server had committed itself to for that deal.
    """

    events: list[Event]
    deal: Dealt | None = None
    secret: str = ""


class ShareSealed(TableEntry, frozen=True, omit_defaults=True):
    """A person has sealed a random number for the deal with this number.

    *number* is the deal's in logs of version 2, whose seals hold for no deal any more.
    """

    person: int
    seal: str
    number: int = 0
    deal_number: int = 0


class DealCommitted(TableEntry, frozen=True, omit_defaults=True):
    """The server commits itself to a secret; it deals once these people have given what they have sealed.

    *secret* is empty for clients until the round is over. *deal_number* counts the commitments of the table;
    it is 0 in logs of earlier versions, whose deals cannot be checked any more. Version 2 wrote *number*.
    """

    commitment: str
    people: list[int]
    secret: str = ""
    number: int = 0
    deal_number: int = 0


class ShareGiven(TableEntry, frozen=True):
    """A person has given the random number that they had sealed."""

    person: int
    share: str


class DeadlineSet(TableEntry, frozen=True):
    """The player to move has *seconds* from now on."""

    seat: int
    seconds: int


class TimeExtended(TableEntry, frozen=True):
    """The player to move has the thinking time once more; *left* is how often the seat may have it again."""

    seat: int
    seconds: int
    left: int


class TimeRanOut(TableEntry, frozen=True):
    """The thinking time of this seat is over, and a bot makes the move, which follows."""

    seat: int


class PauseAsked(TableEntry, frozen=True):
    """A person wants a pause; with the consent of all who play, the match is paused."""

    person: int
    paused: bool


class MatchResumed(TableEntry, frozen=True):
    """The match goes on after a pause."""


class PersonMuted(TableEntry, frozen=True):
    """The host mutes a person in the chat, or unmutes them."""

    person: int
    muted: bool
    reason: str


class PersonKicked(TableEntry, frozen=True):
    """The host has removed a person, who may come back."""

    person: int
    reason: str


class PersonBanned(TableEntry, frozen=True, omit_defaults=True):
    """The host has removed a person for good.

    Nobody new comes from *network* any more, a keyed hash of an address or of the /64 of one; it is empty for
    clients, and where accounts are banned, or the address is not known.
    """

    person: int
    reason: str
    network: str = ""


class AdministratorCame(TableEntry, frozen=True):
    """A person is the administrator of the server, whom no host can remove."""

    person: int


class HostNamed(TableEntry, frozen=True):
    """Another person is the host from now on, or until *absent* is back, 0 for nobody."""

    person: int
    absent: int = 0


class EveningOpened(TableEntry, frozen=True):
    """The people of the table have an evening of so many rounds; those who sit leave their seats.

    *duplicate*: all tables of a round have the same deals.
    """

    kind: EveningKind
    length: int
    duplicate: bool = False


class EveningEntered(TableEntry, frozen=True):
    """A person takes part in the evening, or is back there."""

    person: int


class EveningLeft(TableEntry, frozen=True):
    """A person is not drawn for further rounds of the evening, until they are back."""

    person: int


class EveningDrawn(TableEntry, frozen=True):
    """The next round of an evening of so many: its tables, which will be open soon, and who sits out."""

    tables: list[EveningTable]
    out: list[int]
    length: int


class EveningRoundOpened(TableEntry, frozen=True):
    """The tables of the round are open, and those who play go there."""


class EveningTableOver(TableEntry, frozen=True):
    """The match at a *table* of the round is over, with its result."""

    table: EveningTable


class EveningPaused(TableEntry, frozen=True):
    """No round begins by itself, or rounds do so again."""

    paused: bool


class EveningEnded(TableEntry, frozen=True):
    """The evening is over; *secret* is that from which its deals follow, where all tables had the same."""

    secret: str = ""


InEvening = (
    EveningEntered
    | EveningLeft
    | EveningDrawn
    | EveningRoundOpened
    | EveningTableOver
    | EveningPaused
    | EveningEnded
)
"""What happens in an evening that was opened."""


class OfEvening(TableEntry, frozen=True):
    """Make this a table of a round of an evening: *evening* is the code of the table of that.

    *duplicate*: it has the deals of all tables of the round, which follow from *secret*, empty for clients.
    """

    evening: str
    round: int
    number: int
    duplicate: bool = False
    secret: str = ""


class EveningCalled(TableEntry, frozen=True):
    """The next round of the evening has begun, and those who are still here go there."""


AnyEntry = (
    TableOpened
    | PersonCame
    | PersonForgotten
    | SettingsChanged
    | SeatTaken
    | SeatAsked
    | SeatConsented
    | SeatRefused
    | SeatLeft
    | BotSeated
    | StandInSeated
    | SeatReturned
    | ReadyChanged
    | MatchStarted
    | MatchWent
    | ShareSealed
    | DealCommitted
    | ShareGiven
    | DeadlineSet
    | TimeExtended
    | TimeRanOut
    | PauseAsked
    | MatchResumed
    | PersonMuted
    | PersonKicked
    | PersonBanned
    | AdministratorCame
    | HostNamed
    | EveningOpened
    | OfEvening
    | EveningCalled
    | InEvening
)
"""One thing that has happened at a table."""


class LoggedEntries(Struct, frozen=True, gc=False):
    """One event of the log: who caused it (0: the table itself), and all that came of it, in order."""

    by: int
    entries: list[AnyEntry]
