"""How the listener finds a table of others: by an invite, or in the lobby of a server."""

from functools import partial
from typing import TYPE_CHECKING

from playroom.console.shared.shared_match import VisitParts
from playroom.console.shared.table_lists import LobbyList, NearbyList
from playroom.console.ui.list import WaitList
from playroom.narration.message import answer

if TYPE_CHECKING:
    from playroom.console.shared.visit import SharedTableController
    from playroom.online.client.lobby_client import LobbyClient


class JoinFlow:
    """Asks for an invite or the address of a server, and goes to that table or lobby."""

    def __init__(self, parts: VisitParts, visit: "SharedTableController") -> None:
        self._parts, self._visit = parts, visit
        self._room = parts.room
        self._invite = self._name = ""
        """The invite or address that was written last, and the listener's name if they have given one."""
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

    def join_listed(self, code: str) -> None:
        """Go to a table of the lobby."""
        if self._lobby:
            self._visit.join(self._lobby.invite(code), self._name)

    def open_there(self) -> None:
        """Have a table set up, and open it at the server of the lobby."""
        self._parts.set_up(partial(self._visit.open, at=self._invite))

    def change_password(self, name: str, old: str, new: str) -> None:
        """Change the password of an account."""
        if self._lobby:
            self._lobby.change_password(name, old, new)

    def administer(self, token: str) -> None:
        """Become the administrator of the server by a token."""
        if self._lobby:
            self._lobby.administer(token)

    def go_back(self) -> None:
        """Leave the lobby, and close its list."""
        self.leave_lobby()
        self._room.places.back()

    def _go_to(self, name: str, invite: str) -> None:
        """Go to the lobby of a server, else to the table of an invite."""
        lobby = self._parts.tables.lobby(invite, LobbyList(self._room, self._parts.variants, self))
        self._invite, self._name = invite, name
        self._visit.name = name or self._visit.name
        if lobby is None:
            self._visit.join(invite, name)
            return
        self.leave_lobby()
        self._room.places.open(WaitList(self._room, answer("online.connecting"), self.go_back))
        self._lobby = lobby
