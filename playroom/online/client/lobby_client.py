"""The lobby of a server: the tables that are open there."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from playroom.online.client.link import Cancelled, Connect, Later, Link, LinkEnd, version_for
from playroom.online.client.table_listener import Blanks
from playroom.online.wire.messages import (
    ChangePassword,
    Gone,
    Hello,
    ListTables,
    Malformed,
    Nak,
    ServerMessage,
    SignedIn,
    Tables,
    Welcome,
    encoded,
    server_message,
)
from playroom.online.wire.protocol import VERSION, RefusalCode
from playroom.table.shared_table import ListedLobby, ListedTable

WRONG_TOKEN: Final = "wrong_token"  # noqa: S105 (a code, not a token)
"""The code with which a lobby refuses a token that is not the administrator's."""

REFRESH_SECONDS: Final = 5.0
"""Seconds after which the server is asked again."""


class LobbyListener(Protocol):
    """The listener to a lobby, on the thread of the keys."""

    def listed(self, lobby: ListedLobby) -> None:
        """Hear which tables there are now, and what one may do."""

    def changed_password(self) -> None:
        """Hear that the account has another password."""

    def named_admin(self) -> None:
        """Hear that one is the administrator."""

    def refused(self, code: str, blanks: Blanks) -> None:
        """Hear why the server does not do what was asked for."""

    def met(self, host: str, fingerprint: str) -> None:
        """Hear that the server was met for the first time, and is remembered by its certificate."""

    def lobby_ended(self, code: str, blanks: Blanks) -> None:
        """Hear why the server says no more."""


def _forget(_secret: str) -> None:
    pass


@dataclass(frozen=True, slots=True)
class LobbyKeys:
    """The administrator's token that a player has for a server, "" for none, and what keeps a new one.

    *keep_key* keeps the key of an account.
    """

    admin: str = ""
    keep_admin: Callable[[str], None] = _forget
    keep_key: Callable[[str], None] = _forget


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
            case Tables(tables):
                listed = (
                    ListedTable(
                        each.code, each.game, tuple(each.names), each.free, each.in_match, each.evening
                    )
                    for each in tables
                )
                may_open, needs_account = self._welcome.may_open, self._welcome.needs_account
                lobby = ListedLobby(tuple(listed), may_open, needs_account, self._welcome.is_admin)
                self._ear.listed(lobby)
                self._next = self._later(REFRESH_SECONDS, self._ask)
            case SignedIn(_, key):
                self._is_changing = False
                self._keys.keep_key(key)
                self._ear.changed_password()
            case Nak(_, code, blanks) if self._is_changing:
                self._is_changing = False
                self._ear.refused(code, blanks)
            case Gone(RefusalCode.WRONG_VERSION, blanks):
                self._speak_other_version(blanks)
            case Nak(_, code, blanks) | Gone(code, blanks):
                self._end(code, blanks)
            case _:
                raise Malformed(type(message).__name__)

    def _speak_other_version(self, blanks: Blanks) -> None:
        other = version_for(blanks, self._version)
        if isinstance(other, LinkEnd):
            self._end(other, blanks)
        else:
            self.stop()
            self._version = other
            self.start()

    def _on_welcome(self, welcome: Welcome) -> None:
        """Ask for the tables; a token that has been typed is kept, or was wrong."""
        self._welcome = welcome
        is_token_new, self._is_token_new = self._is_token_new, False
        if is_token_new and welcome.is_admin:
            self._keys.keep_admin(self._admin)
            self._ear.named_admin()
        elif is_token_new:
            self._admin = self._keys.admin
            self._ear.refused(WRONG_TOKEN, {})
        self._ask()

    def _ask(self) -> None:
        self._send(ListTables())

    def _send(self, message: Hello | ListTables | ChangePassword) -> None:
        if self._link:
            self._link.send(encoded(message))

    def _end(self, code: str, blanks: Blanks) -> None:
        self.stop()
        self._ear.lobby_ended(code, blanks)
