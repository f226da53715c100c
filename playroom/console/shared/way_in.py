"""How the listener finds a table of others: by an invite, or in the lobby of a server."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from playroom.console.match.draft import Draft
from playroom.console.shared.connection_wait import ConnectionWait
from playroom.console.shared.lobby_list import LobbyExits, LobbyList
from playroom.console.shared.nearby_list import NearbyList
from playroom.console.shared.protocols import SharedLobby
from playroom.console.shared.visit_parts import VisitParts
from playroom.narration.message import answer


class OpenSomewhere(Protocol):
    """Opens a table."""

    def __call__(self, draft: Draft, at: str = "") -> None:
        """Open a table *at* a server."""


class WayIn:
    """Asks for an invite or the address of a server; *join* goes to a table, *open_table* opens one."""

    def __init__(
        self, parts: VisitParts, join: Callable[[str, str], None], open_table: OpenSomewhere
    ) -> None:
        self._parts, self._join, self._open = parts, join, open_table
        self._room = parts.room
        self._invite = ""
        """The invite or address that was written last."""
        self._lobby: SharedLobby | None = None

    def begin(self, invite: str, name: str) -> None:
        """Go to the table of an invite or the lobby of a server, which is asked for if there is none."""
        if invite:
            self._go_to(name, invite)
        else:
            self._ask(name)

    def ask_for_invite(self) -> None:
        """Go to a table within the network or of an invite, or to the lobby of a server.

        The table asks for a name, unless it knows the listener.
        """
        self._ask("")

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

    def _wait_for(self, lobby: SharedLobby) -> None:
        self.leave_lobby()
        self._room.places.open(ConnectionWait(self._room, answer("online.connecting"), self._go_back))
        self._lobby = lobby

    def _go_back(self) -> None:
        self.leave_lobby()
        self._room.places.back()
