"""The messages of client and server: one JSON object a frame, whose field *type* names its kind.

A server refuses unknown fields, a client ignores them, so that newer servers can say more. In JSON, as
sent and as stored, a tile is a string as everywhere else, ``5-3``, and ends are pairs, ``["train", 2]``.
"""

import re
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final, TypeVar

from msgspec import Struct, field
from msgspec.json import Decoder, Encoder

from playroom.online.wire.entries import AnyEntry
from playroom.online.wire.moderation import (
    FollowNews,
    LookAt,
    Moderate,
    News,
    ReportPerson,
    RoleIs,
    Shown,
)
from playroom.online.wire.protocol import MOST_NESTED, FromClient, FromServer
from playroom.online.wire.table_commands import AnyDo, AskedSettings
from playroom.online.wire.table_state import TableState
from playroom.rules.move import Move
from playroom.rules.tile import Tile, tile
from playroom.table.shared_table import ClubWords, Recipient

T = TypeVar("T")

MOST_TILES: Final = 1024
"""The most tiles that are read once and kept: tables that are loaded after a kill read the same again."""


def encoded_json(value: object) -> bytes:
    """The value as JSON."""
    return _ENCODER.encode(value)


def json_decoder(kind: type[T]) -> Decoder[T]:
    """The decoder for values of this type; its ValueError names the field that is wrong."""
    return Decoder(kind, dec_hook=_plain_tile)


def _written_tile(value: object) -> str:
    if isinstance(value, Tile):
        return str(value)
    # What msgspec asks of a hook for a type that it does not know.
    raise NotImplementedError(f"{type(value).__name__} is not written as JSON")


def _plain_tile(kind: type, plain: object) -> Tile:
    if kind is Tile and isinstance(plain, str):
        return _known_tile(plain)
    raise ValueError(f"{plain!r} is not a {kind.__name__.lower()}")


_known_tile = lru_cache(MOST_TILES)(tile)
_ENCODER = Encoder(enc_hook=_written_tile)


class SignIn(FromClient, frozen=True):
    """Sign in by a name and a password, or make an account of them."""

    name: str
    password: str
    is_new: bool = False


class SignInAgain(FromClient, frozen=True):
    """Sign in by the key that was given before."""

    key: str


class ChangePassword(FromClient, frozen=True):
    """Give an account another password; `SignedIn` answers, with the key that goes with it."""

    name: str
    password: str
    new: str


class SignedIn(FromServer, frozen=True):
    """The client has an account of this name now, and signs in by the key next time."""

    name: str
    key: str


class Hello(FromClient, frozen=True):
    """The first message: the version of the protocol, the program; *admin* is the administrator's token."""

    version: int
    client: str = ""
    admin: str = ""


class OpenTable(FromClient, frozen=True):
    """Open a table and join it as its host; *id* as for a command."""

    id: str
    name: str
    settings: AskedSettings


class Join(FromClient, frozen=True):
    """Join the table with this code: for the first time by *name*, or again by the seat *token*.

    A client that comes back names the *number* and the *chain* of the last event that it has.
    """

    code: str
    name: str = ""
    token: str = ""
    after: int = 0
    chain: str = ""


class TableCommand(FromClient, frozen=True, tag="command"):
    """Do something at the table; the same *id* again has the same acknowledgement."""

    id: str
    do: AnyDo


class Heard(FromClient, frozen=True):
    """The player has heard the event with this number; thinking time begins with "your turn"."""

    number: int


class Chat(FromClient, frozen=True):
    """Say something to the table, to one's team or to one person: a text, or a quick phrase."""

    id: str
    to: Recipient = "table"
    text: str = ""
    phrase: str = ""


class ListTables(FromClient, frozen=True):
    """Ask for the tables of the lobby."""


class Attend(FromClient, frozen=True):
    """Be seen by the people of the club, and hear their invitations, unless *quiet*."""

    quiet: bool = False


class ListPeople(FromClient, frozen=True):
    """Ask for the people of the club who are there."""


class InvitePerson(FromClient, frozen=True):
    """Invite a person of the club, by name, to the table of this code, at which one is."""

    id: str
    name: str
    code: str


class ListHonours(FromClient, frozen=True):
    """Ask for the tables of honour, and one's own place in them."""


class HideRating(FromClient, frozen=True):
    """Be in no table of honour, or be in them again; the tables answer."""

    hidden: bool


class CompareDay(FromClient, frozen=True):
    """Compare the deal of a *day*, an ISO date, with the club: one's *moves*, from the first to the last.

    `DayResults` answers. Only the first result of an account counts.
    """

    id: str
    day: str
    moves: list[Move]


class Bye(FromClient, frozen=True):
    """Leave: the seat is left too."""


ClientMessage = (
    Hello
    | SignIn
    | SignInAgain
    | ChangePassword
    | OpenTable
    | Join
    | TableCommand
    | Heard
    | Chat
    | ListTables
    | Attend
    | ListPeople
    | InvitePerson
    | ListHonours
    | HideRating
    | CompareDay
    | FollowNews
    | ReportPerson
    | LookAt
    | Moderate
    | Bye
)


class TableListing(Struct, frozen=True):
    """A table in the lobby; *names* are those of the people who have a seat.

    *evening* is the number of people who take part in the evening of the table, None if it has none.
    """

    code: str
    host: str
    game: str
    players: int
    people: int
    free: int
    in_match: bool
    names: list[str] = field(default_factory=list)
    evening: int | None = None


class Welcome(FromServer, frozen=True):
    """The answer to hello: the bots that can be seated, and whether this client may open tables.

    *needs_account*: it has to sign in before it opens or joins one. *is_admin*: its token was that of the
    administrator. *has_people*: who has signed in may ask who is there, and invite them. *has_ratings*:
    tables can be rated. *link* is the address by which browsers come too, such as https://club.example.org.
    *has_moderation*: people can be reported, and news of the club be heard. *words* are the club's own.
    No *games* are all.
    """

    version: int
    bots: list[str]
    may_open: bool
    needs_account: bool = False
    is_admin: bool = False
    has_people: bool = False
    has_ratings: bool = False
    link: str = ""
    words: ClubWords | None = None
    has_moderation: bool = False
    games: tuple[str, ...] = ()


class Tables(FromServer, frozen=True):
    """The tables of the lobby."""

    tables: list[TableListing]


class PersonHere(Struct, frozen=True):
    """A person of the club who is there; *quiet*: they do not want to be disturbed.

    *game* is that of the table at which they are, "" at none; *code* is the table's, "" if it is not listed.
    """

    name: str
    game: str = ""
    code: str = ""
    quiet: bool = False


class People(FromServer, frozen=True):
    """The people of the club who are there."""

    people: list[PersonHere]


class Invited(FromServer, frozen=True):
    """A person invites to a table."""

    name: str
    code: str
    game: str


class Honours(Struct, frozen=True):
    """The table of honour of a game: the *names* of the first, of so many *people* who have a place.

    *place* is one's own, 0 before one has played as many *matches* as are *needed*; *near* is the person who
    is about as strong as oneself, "" for nobody.
    """

    game: str
    names: list[str]
    people: int
    place: int
    matches: int
    needed: int
    near: str


class AllHonours(FromServer, frozen=True):
    """The tables of honour of all games in which there were rated matches; *hidden*: one is in none."""

    games: list[Honours]
    hidden: bool


class ResultOfDay(Struct, frozen=True):
    """The points by which a member was ahead of the best bot with the deal of a day."""

    name: str
    lead: int


class DayResults(FromServer, frozen=True):
    """The results of the club with the deal of a day, the best first."""

    day: str
    results: list[ResultOfDay]


class Joined(FromServer, frozen=True):
    """A person is at the table; *token* brings them back from anywhere, and is given once, empty later.

    *state* is that after event *begins* of the log, None for a client that came back with one of its own. All
    later events, up to *number*, follow. *seconds_left* is the rest of the thinking time of the
    player to move, None if it has not begun. *connected* are the people who are connected now. *chain* is
    the hash of the log up to *begins*, empty without a state. *watch* is the word of a link by which others
    can only watch; who has come by one has it in the place of each code.
    """

    code: str
    person: int
    token: str
    number: int
    begins: int
    state: TableState | None
    seconds_left: int | None = None
    connected: list[int] = field(default_factory=list)
    chain: str = ""
    watch: str = ""


class Happened(FromServer, frozen=True):
    """Event *number* of the log, as far as this person may know it."""

    number: int
    chain: str
    by: int
    entries: list[AnyEntry]


class Ack(FromServer, frozen=True):
    """A command was carried out: *number* is its event."""

    id: str
    number: int


class Nak(FromServer, frozen=True):
    """A message was refused; *id* is empty where it has none. *code* is a word of `RefusalCode`."""

    id: str
    code: str
    blanks: dict[str, Any] = field(default_factory=dict)


class Said(FromServer, frozen=True):
    """A person writes in the chat; *line* is the id of what they write, by which it can be reported."""

    person: int
    to: Recipient
    text: str = ""
    phrase: str = ""
    line: str = ""


class Presence(FromServer, frozen=True):
    """The people who are connected now."""

    connected: list[int]


class Gone(FromServer, frozen=True):
    """The last message before the server ends the connection: why, as in a refusal."""

    code: str
    blanks: dict[str, Any] = field(default_factory=dict)


ServerMessage = (
    Welcome
    | SignedIn
    | Tables
    | People
    | Invited
    | AllHonours
    | DayResults
    | RoleIs
    | News
    | Shown
    | Joined
    | Happened
    | Ack
    | Nak
    | Said
    | Presence
    | Gone
)

Message = TypeVar("Message")

_CLIENT_MESSAGES: Decoder[ClientMessage] = json_decoder(ClientMessage)  # type: ignore[arg-type] # a union is a type to msgspec
_SERVER_MESSAGES: Decoder[ServerMessage] = json_decoder(ServerMessage)  # type: ignore[arg-type] # likewise


_NOT_BRACKETS: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[^]["{}]++', re.DOTALL)
"""Strings, the last of which may have no end, and what stands between them, without brackets."""


class Malformed(ValueError):  # noqa: N818 (a refusal, not an error of the program)
    """A frame that is not a message."""


def encoded(message: ClientMessage | ServerMessage) -> str:
    """The message as the text of a frame."""
    return encoded_json(message).decode()


def client_message(frame: str | bytes) -> ClientMessage:
    """The message of a client; Malformed if it is none, or has a field that is not known."""
    return _decoded(_CLIENT_MESSAGES, frame)


def server_message(frame: str | bytes) -> ServerMessage:
    """The message of a server, unknown fields ignored; Malformed if it is none."""
    return _decoded(_SERVER_MESSAGES, frame)


def _decoded(decoder: Decoder[Message], frame: str | bytes) -> Message:
    content = frame.encode("utf-8", "surrogatepass") if isinstance(frame, str) else frame
    if content.count(b"[") + content.count(b"{") > MOST_NESTED:
        # What Python allows may be more than the stack of a thread bears.
        steps = (1 if each in b"[{" else -1 for each in _NOT_BRACKETS.sub(b"", content))
        if max(accumulate(steps)) > MOST_NESTED:
            raise Malformed(f"Arrays and objects are nested more than {MOST_NESTED} levels deep")
    try:
        return decoder.decode(content)
    except ValueError as error:
        raise Malformed(str(error)) from error
