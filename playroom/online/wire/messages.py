"""The messages of client and server: one JSON object a frame, whose field *type* names its kind.

A server refuses unknown fields, a client ignores them, so that newer servers can say more.
"""

from typing import Any

from msgspec import Struct, field, json

from playroom.online.wire.entries import AnyEntry
from playroom.online.wire.message_bases import FromClient, FromServer
from playroom.online.wire.sign_in import ChangePassword, SignedIn, SignIn, SignInAgain
from playroom.online.wire.table_commands import AnyDo, AskedSettings
from playroom.online.wire.table_state import TableState
from playroom.table.shared_table import Recipient


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
    | Bye
)


class TableListing(Struct, frozen=True):
    """A table in the lobby; *names* are those of the people who have a seat."""

    code: str
    host: str
    game: str
    players: int
    people: int
    free: int
    in_match: bool
    names: list[str] = field(default_factory=list)


class Welcome(FromServer, frozen=True):
    """The answer to hello: the bots that can be seated, and whether this client may open tables.

    *needs_account*: it has to sign in before it opens or joins one. *is_admin*: its token was that of the
    administrator.
    """

    version: int
    bots: list[str]
    may_open: bool
    needs_account: bool = False
    is_admin: bool = False


class Tables(FromServer, frozen=True):
    """The tables of the lobby."""

    tables: list[TableListing]


class Joined(FromServer, frozen=True):
    """A person is at the table; *token* brings them back from anywhere, and is given once, empty later.

    *state* is that after event *begins* of the log, None for a client that came back with one of its own. All
    later events, up to *number*, follow as replayed. *seconds_left* is the rest of the thinking time of the
    player to move, None if it has not begun. *connected* are the people who are connected now.
    """

    code: str
    person: int
    token: str
    number: int
    begins: int
    state: TableState | None
    seconds_left: int | None = None
    connected: list[int] = field(default_factory=list)


class Happened(FromServer, frozen=True):
    """Event *number* of the log, as far as this person may know it; *replayed*: before they came."""

    number: int
    chain: str
    by: int
    entries: list[AnyEntry]
    replayed: bool = False


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
    """Somebody says something in the chat."""

    person: int
    to: Recipient
    text: str = ""
    phrase: str = ""


class Presence(FromServer, frozen=True):
    """The people who are connected now."""

    connected: list[int]


class Gone(FromServer, frozen=True):
    """The last message before the server ends the connection: why, as in a refusal."""

    code: str
    blanks: dict[str, Any] = field(default_factory=dict)


ServerMessage = Welcome | SignedIn | Tables | Joined | Happened | Ack | Nak | Said | Presence | Gone

_ENCODER = json.Encoder()
_CLIENT_MESSAGES: json.Decoder[ClientMessage] = json.Decoder(ClientMessage)
_SERVER_MESSAGES: json.Decoder[ServerMessage] = json.Decoder(ServerMessage)


class Malformed(ValueError):  # noqa: N818 (a refusal, not an error of the program)
    """A frame that is not a message."""


def encoded(message: ClientMessage | ServerMessage) -> str:
    """The message as the text of a frame."""
    return _ENCODER.encode(message).decode()


def client_message(frame: str | bytes) -> ClientMessage:
    """What a client says; Malformed if it is not a message, or has a field that is not known."""
    try:
        return _CLIENT_MESSAGES.decode(frame)
    except (ValueError, RecursionError) as error:
        raise Malformed(str(error)) from error


def server_message(frame: str | bytes) -> ServerMessage:
    """What a server says, unknown fields ignored; Malformed if it is not a message."""
    try:
        return _SERVER_MESSAGES.decode(frame)
    except (ValueError, RecursionError) as error:
        raise Malformed(str(error)) from error
