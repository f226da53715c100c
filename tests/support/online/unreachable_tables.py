"""The ways to shared tables for a console without a network: no connection comes about."""

from collections.abc import Mapping
from functools import partial

from playroom.commands.context import Context
from playroom.console.ui.background import Background
from playroom.online.client.link import Later, LinkEnd, LinkUser
from playroom.online.client.lobby_client import LobbyClient, LobbyKeys, LobbyListener
from playroom.online.client.table_client import TableClient
from playroom.online.client.table_listener import Entrance, TableListener
from playroom.online.wire.invite import invite_of, lobby_of
from playroom.rules.rulebook.variant import Variant
from playroom.table.setup import Setup
from playroom.table.table import Bot


class UnreachableTables:
    """Tables that report no answer to the console after *seconds*."""

    only_server = ""
    visited = ()
    seconds = 0.0

    def __init__(self, variants: Mapping[str, Variant], later: Later) -> None:
        self._variants, self._later = variants, later

    def open(self, name: str, setup: Setup, visitor: TableListener, at: str = "") -> TableClient:
        del at
        return self._start(Entrance(name, setup=setup), visitor)

    def join(self, invite: str, name: str, visitor: TableListener) -> TableClient:
        return self._start(Entrance(name, invite_of(invite).code), visitor)

    def lobby(self, server: str, visitor: LobbyListener) -> LobbyClient | None:
        if lobby_of(server) is None:
            return None
        client = LobbyClient(self._connect, self._later, visitor, lambda code: code, LobbyKeys())
        client.start()
        return client

    def club(self, visitor: LobbyListener) -> None:
        pass

    def invite(self, code: str) -> str:
        return code

    def announce(self, code: str, host: str, game: str) -> None:
        pass

    def ask_outside(self, code: str, said: object) -> None:
        pass

    def withdraw(self) -> None:
        pass

    def remember(self, server: str, club: str) -> None:
        pass

    def search(self, found: object) -> None:
        pass

    @property
    def others(self) -> tuple[str, ...]:
        return ()

    def close(self) -> None:
        pass

    def _start(self, entrance: Entrance, visitor: TableListener) -> TableClient:
        client = TableClient(
            entrance, self._connect, self._later, self._variants, visitor, lambda _code, _token: None
        )
        client.start()
        return client

    def _connect(self, user: LinkUser) -> "DeadLink":
        self._later(self.seconds, partial(user.ended, LinkEnd.UNREACHABLE))
        return DeadLink()


def unreachable_tables(
    context: Context, _bots: Mapping[str, Bot], background: Background
) -> UnreachableTables:
    """The ways of a console to tables that do not answer at once."""
    return UnreachableTables(context.shelf.variants, background.later)


class DeadLink:
    """A connection that is refused."""

    def send(self, frame: str) -> None:
        pass

    def close(self) -> None:
        pass
