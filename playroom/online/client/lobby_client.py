"""The lobby of a server: its open tables, and the people of the club, once one has signed in."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from secrets import token_hex
from typing import Any, Final, Protocol

from playroom.online.client.link import Cancelled, Connect, Later, Link, LinkEnd, version_for
from playroom.online.client.table_listener import Blanks
from playroom.online.wire.messages import (
    Ack,
    AllHonours,
    Attend,
    ChangePassword,
    ClientMessage,
    CompareDay,
    DayResults,
    Gone,
    Hello,
    HideRating,
    Invited,
    InvitePerson,
    ListHonours,
    ListPeople,
    ListTables,
    Malformed,
    Nak,
    People,
    ServerMessage,
    SignedIn,
    SignIn,
    SignInAgain,
    TableListing,
    Tables,
    Welcome,
    encoded,
    server_message,
)
from playroom.online.wire.moderation import (
    ActKind,
    FollowNews,
    LookAt,
    Moderate,
    ModeratorList,
    News,
    Role,
    RoleIs,
    Shown,
)
from playroom.online.wire.protocol import VERSION, RefusalCode
from playroom.rules.move import Move
from playroom.table.shared_table import Invitation, ListedLobby, ListedPerson, ListedTable

WRONG_TOKEN: Final = "wrong_token"  # noqa: S105 (a code, not a token)
"""The code with which a lobby refuses a token that is not the administrator's."""

LOOK: Final = "look-"
ACT: Final = "act-"
"""The beginnings of the ids of what moderators ask for: lists and acts."""

REFRESH_SECONDS: Final = 5.0
"""Seconds after which the server is asked again."""

RETURN_SECONDS: Final = 15.0
"""Seconds after which a lost connection is tried again that the listener has left in the background."""

LOST: Final = frozenset(
    {
        LinkEnd.CLOSED,
        LinkEnd.UNREACHABLE,
        RefusalCode.CLOSING,
        RefusalCode.SLOW,
        RefusalCode.TOO_MANY_CONNECTIONS,
    }
)
"""The ends of a connection after which it is worth trying again."""


class LobbyListener(Protocol):
    """The listener to a lobby, on the thread of the keys."""

    def listed(self, lobby: ListedLobby) -> None:
        """Hear which tables there are now, and what one may do."""

    def peopled(self, people: tuple[ListedPerson, ...]) -> None:
        """Hear who is there, oneself too."""

    def invited(self, invitation: Invitation) -> None:
        """Hear that one is invited to a table."""

    def honoured(self, honours: AllHonours) -> None:
        """Hear the tables of honour of the club."""

    def compared(self, day: str, results: tuple[tuple[str, int], ...]) -> None:
        """Hear the results of a day, an ISO date: each member's points ahead, the best first."""

    def signed_in(self) -> None:
        """Hear that one has signed in, and attends."""

    def passed_on(self, name: str) -> None:
        """Hear that a person was invited."""

    def changed_password(self) -> None:
        """Hear that the account has another password."""

    def named_admin(self) -> None:
        """Hear that one is the administrator."""

    def took_role(self, role: Role) -> None:
        """Hear which role one has."""

    def hear_news(self, news: News) -> None:
        """Hear news of the club."""

    def shown(self, shown: Shown) -> None:
        """Hear a list of moderators."""

    def acted(self) -> None:
        """Hear that an act was carried out."""

    def refused(self, code: str, blanks: Blanks) -> None:
        """Hear why the server does not do what was asked for."""

    def met(self, host: str, fingerprint: str) -> None:
        """Hear that the server was met for the first time, and is remembered by its certificate."""

    def lobby_ended(self, code: str, blanks: Blanks) -> None:
        """Hear why the server says no more."""


@dataclass(frozen=True, slots=True)
class LobbyKeys:
    """The administrator's token that a player has for a server, "" for none, and what keeps a new one.

    *key* gives the key of the player's account there, "" without one, and *keep_key* keeps another.
    """

    admin: str = ""
    keep_admin: Callable[[str], None] = lambda _secret: None
    keep_key: Callable[[str], None] = lambda _secret: None
    key: Callable[[], str] = lambda: ""


class LobbyClient:
    """A client in the lobby; *invite* makes the invite of a table from its code."""

    def __init__(
        self,
        connect: Connect,
        later: Later,
        ear: LobbyListener,
        invite: Callable[[str], str],
        keys: LobbyKeys,
    ) -> None:
        self._connect, self._later, self._ear, self.invite = connect, later, ear, invite
        self._keys, self._admin = keys, keys.admin
        self._version = VERSION
        self._link: Link | None = None
        self._next: Cancelled | None = None
        self._welcome = Welcome(VERSION, [], may_open=False)
        self._is_token_new = self._is_changing = False
        """Whether a token was typed, and whether another password was asked for, that is not answered."""
        self.me = self._tried_key = ""
        """The name of the account, "" before one has signed in; the key by which that was tried last."""
        self._is_signing_in = False
        self._asked: dict[str, str] = {}
        """The names of those who were invited, by the ids of what is not answered."""
        self.is_quiet = False
        """Whether one does not want to be disturbed."""
        self._is_in_background = self._follows_tables = False
        """Whether the listener is elsewhere, and whether they are to hear of tables there."""

    def start(self) -> None:
        """Go to the server."""
        self._link = self._connect(self)

    def stop(self) -> None:
        """End the connection."""
        if self._next:
            self._next.cancel()
        if self._link:
            self._link.close()
        self._link = self._next = None
        self.me = self._tried_key = ""

    def sign_in(self, name: str, password: str, *, is_new: bool) -> None:
        """Sign in by a name and a password, or make an account of them."""
        self._is_signing_in = True
        self._send(SignIn(name, password, is_new))

    def go_behind(self, *, follows_tables: bool) -> None:
        """Stay connected while the listener is elsewhere: a lost connection is tried again, in silence."""
        self._is_in_background, self._follows_tables = True, follows_tables

    def come_forward(self) -> None:
        """Be what the listener hears again."""
        self._is_in_background = False
        if self._next is None:
            self._ask()

    def be_quiet(self, *, wanted: bool) -> None:
        """Set whether invitations reach the player."""
        self.is_quiet = wanted
        if self.me:
            self._send(Attend(wanted))

    def ask_people(self) -> None:
        """Ask who is there."""
        if self.me:
            self._send(ListPeople())

    def ask_honours(self) -> None:
        """Ask for the tables of honour."""
        if self.me:
            self._send(ListHonours())

    def hide_rating(self, *, wanted: bool) -> None:
        """Be in no table of honour, or be in them again."""
        self._send(HideRating(wanted))

    def invite_person(self, name: str, code: str) -> None:
        """Invite a person to the table of this code."""
        asked = f"invite-{token_hex(4)}"
        self._asked[asked] = name
        self._send(InvitePerson(asked, name, code))

    def compare_day(self, day: date, moves: Iterable[Move]) -> None:
        """Compare the deal of a day with the club."""
        asked = f"day-{token_hex(4)}"
        self._asked[asked] = day.isoformat()
        self._send(CompareDay(asked, day.isoformat(), [*moves]))

    def look(self, what: ModeratorList, find: str = "") -> None:
        """Ask for a list of moderators."""
        self._send(LookAt(f"{LOOK}{token_hex(4)}", what, find))

    def moderate(self, act: ActKind, **what: Any) -> None:  # noqa: ANN401 (the fields of the message)
        """Ask for an act of a moderator."""
        self._send(Moderate(f"{ACT}{token_hex(4)}", act, **what))

    def administer(self, token: str) -> None:
        """Say hello once more, with the administrator's token."""
        self.stop()
        self._admin, self._is_token_new = token.strip(), True
        self.start()

    def change_password(self, name: str, password: str, new: str) -> None:
        """Ask for another password."""
        self._is_changing = True
        self._send(ChangePassword(name, password, new))

    def opened(self) -> None:
        """Say hello."""
        self._send(Hello(self._version, "playroom", self._admin))

    def met(self, host: str, fingerprint: str) -> None:
        """Say that the server is remembered."""
        self._ear.met(host, fingerprint)

    def received(self, frame: str) -> None:
        """Take a message from the server."""
        try:
            self._take(server_message(frame))
        except Malformed:
            self._end("malformed", {})

    def ended(self, why: LinkEnd) -> None:
        """Say that the connection has ended."""
        self._end(str(why), {})

    def _take(self, message: ServerMessage) -> None:
        match message:
            case Welcome():
                self._on_welcome(message)
            case People(people):
                listed_people = (ListedPerson(each.name, each.game, each.code, each.quiet) for each in people)
                self._ear.peopled(tuple(listed_people))
            case DayResults(day, results):
                self._asked = {asked: each for asked, each in self._asked.items() if each != day}
                self._ear.compared(day, tuple((each.name, each.lead) for each in results))
            case Invited(name, code, game):
                self._ear.invited(Invitation(name, code, game))
            case AllHonours():
                self._ear.honoured(message)
            case Ack(asked) if name := self._asked.pop(asked, ""):
                self._ear.passed_on(name)
            case Nak(asked, code, blanks) if self._asked.pop(asked, "") or asked.startswith((LOOK, ACT)):
                self._ear.refused(code, blanks)
            case Ack(asked) if asked.startswith(ACT):
                self._ear.acted()
            case RoleIs(role):
                self._ear.took_role(role)
            case News():
                self._ear.hear_news(message)
            case Shown():
                self._ear.shown(message)
            case Tables(tables):
                self._on_tables(tables)
            case SignedIn(name, key):
                was_changing, self._is_changing, self._is_signing_in = self._is_changing, False, False
                self.me = name
                self._keys.keep_key(key)
                if self._welcome.has_people:
                    self._send(Attend(self.is_quiet))
                if was_changing:
                    self._ear.changed_password()
                else:
                    self._ear.signed_in()
            case Nak(_, code, blanks) if self._is_changing:
                self._is_changing = False
                self._ear.refused(code, blanks)
            case Nak(_, code, blanks) if self._is_signing_in:
                self._is_signing_in = False
                if code != RefusalCode.WRONG_KEY:
                    self._ear.refused(code, blanks)
            case Gone(RefusalCode.WRONG_VERSION, blanks):
                other = version_for(blanks, self._version)
                if isinstance(other, LinkEnd):
                    self._end(other, blanks)
                else:
                    self.stop()
                    self._version = other
                    self.start()
            case Nak(_, code, blanks) | Gone(code, blanks):
                self._end(code, blanks)
            case _:
                raise Malformed(type(message).__name__)

    def _on_tables(self, tables: list[TableListing]) -> None:
        """Say which tables there are, and ask again later."""
        listed = tuple(
            ListedTable(
                each.code,
                each.game,
                tuple(each.names),
                each.free,
                each.in_match,
                each.host,
                each.evening,
            )
            for each in tables
        )
        welcome = self._welcome
        self._ear.listed(
            ListedLobby(
                *(listed, welcome.may_open, welcome.needs_account, welcome.is_admin),
                has_people=welcome.has_people,
                has_ratings=welcome.has_ratings,
                words=welcome.words,
                games=welcome.games,
            )
        )
        is_to_sign_in = welcome.has_people and not self.me
        is_asked_again = not self._is_in_background or self._follows_tables or is_to_sign_in
        self._next = self._later(REFRESH_SECONDS, self._ask) if is_asked_again else None

    def _on_welcome(self, welcome: Welcome) -> None:
        """Ask for the tables; a token that has been typed is kept, or was wrong."""
        self._welcome = welcome
        if welcome.has_moderation:
            self._send(FollowNews())
        is_token_new, self._is_token_new = self._is_token_new, False
        if is_token_new and welcome.is_admin:
            self._keys.keep_admin(self._admin)
            self._ear.named_admin()
        elif is_token_new:
            self._admin = self._keys.admin
            self._ear.refused(WRONG_TOKEN, {})
        self._ask()

    def _ask(self) -> None:
        """Ask for the tables, and sign in once there is a key, which a table may have given meanwhile."""
        key = self._keys.key() if self._welcome.has_people and not self.me else ""
        if key not in ("", self._tried_key):
            self._tried_key, self._is_signing_in = key, True
            self._send(SignInAgain(key))
        self._send(ListTables())

    def _send(self, message: ClientMessage) -> None:
        if self._link:
            self._link.send(encoded(message))

    def _end(self, code: str, blanks: Blanks) -> None:
        self.stop()
        if self._is_in_background and code in LOST:
            self._next = self._later(RETURN_SECONDS, self.start)
        else:
            self._ear.lobby_ended(code, blanks)
