"""How the listener finds a table of others: by an invite, or in the lobby of a server."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from playroom.console.match.draft import Draft
from playroom.console.places.lists.list import WaitList
from playroom.console.shared.shared_match import VisitParts
from playroom.console.shared.table_lists import LobbyExits, LobbyList, NearbyList
from playroom.narration.message import answer
from playroom.online.client.lobby_client import LobbyClient


class OpenSomewhere(Protocol):
    """Opens a table."""

    def __call__(self, draft: Draft, at: str = "") -> None:
        """Open a table *at* a server."""


class JoinFlow:
    """Asks for an invite or the address of a server; *join* goes to a table, *open_table* opens one."""

    def __init__(
        self, parts: VisitParts, join: Callable[[str, str], None], open_table: OpenSomewhere
    ) -> None:
        self._parts, self._join, self._open = parts, join, open_table
        self._room = parts.room
        self._invite = ""
        """The invite or address that was written last."""
        self._lobby: LobbyClient | None = None

    def begin(self, invite: str, name: str) -> None:
        """Go to the table of an invite or the lobby of a server, which is asked for unless there is only one.

        Without a name, the table asks for one unless it knows the listener.
        """
        if invite := invite or self._parts.tables.only_server:
            self._go_to(name, invite)
        else:
            self._ask(name)

    def leave_lobby(self) -> None:
        """Hear of the lobby no more."""
        lobby, self._lobby = self._lobby, None
        if lobby:
            lobby.stop()

    def _ask(self, name: str) -> None:
        """Offer the tables within the network, or ask for an invite or an address."""
        parts, go = self._parts, partial(self._go_to, name)
        self._room.places.open(NearbyList(self._room, parts.tables, parts.variants, self._invite, go))

    def _go_to(self, name: str, invite: str) -> None:
        """Go to the lobby of a server, else to the table of an invite."""
        self._invite = invite
        exits = LobbyExits(
            join=lambda code: self._join(lobby.invite(code), name) if lobby else None,
            open=partial(self._parts.set_up, partial(self._open, at=invite)),
            leave=self._go_back,
            change_password=lambda *said: lobby.change_password(*said) if lobby else None,
            administer=lambda token: lobby.administer(token) if lobby else None,
        )
        lobby = self._parts.tables.lobby(invite, LobbyList(self._room, self._parts.variants, exits))
        if lobby:
            self._wait_for(lobby)
        else:
            self._join(invite, name)

    def _wait_for(self, lobby: LobbyClient) -> None:
        self.leave_lobby()
        self._room.places.open(WaitList(self._room, answer("online.connecting"), self._go_back))
        self._lobby = lobby

    def _go_back(self) -> None:
        self.leave_lobby()
        self._room.places.back()
