"""Shared tables, whose code is loaded when the first one is opened or joined."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from playroom.console.background import Job
from playroom.console.shared.protocols import LobbyVisitor, SharedLobby, SharedTableClient, TableVisitor
from playroom.rules.variant import Variant
from playroom.table.setup import Setup
from playroom.table.shared_table import NearbyTable, OutsideReach
from playroom.table.table import Bot

if TYPE_CHECKING:
    from playroom.online.shared_tables import NetworkTables


@dataclass(slots=True)
class LazyTables:
    """The ways to shared tables, as `NetworkTables`, which is made when it is first needed."""

    folder: Path
    bots: Mapping[str, Bot]
    variants: Mapping[str, Variant]
    later: Callable[[float, Callable[[], object]], Job]
    _made: "NetworkTables | None" = field(default=None, init=False)

    def open(self, name: str, setup: Setup, visitor: TableVisitor, at: str = "") -> SharedTableClient:
        """Open a table on this machine, or *at* a server; a ValueError if that is not one."""
        return self._tables().open(name, setup, visitor, at)

    def join(self, invite: str, name: str, visitor: TableVisitor) -> SharedTableClient:
        """Go to the table of an invite; a ValueError if it is not one."""
        return self._tables().join(invite, name, visitor)

    def announce(self, code: str, host: str, game: str) -> None:
        """Let a table of this machine be found within its network."""
        self._tables().announce(code, host, game)

    def withdraw(self) -> None:
        """Let no table of this machine be found any more."""
        if self._made:
            self._made.withdraw()

    def search(self, found: Callable[[tuple[NearbyTable, ...]], None]) -> None:
        """Tell *found* the tables within the network, again with each change."""
        self._tables().search(found)

    def lobby(self, server: str, visitor: LobbyVisitor) -> SharedLobby | None:
        """Go to the lobby of a server; None if the text does not name one."""
        return self._tables().lobby(server, visitor)

    def ask_outside(self, code: str, told: Callable[[OutsideReach], None]) -> None:
        """Have the router asked whether others outside the network can reach a table of this machine."""
        self._tables().ask_outside(code, told)

    def invite(self, code: str) -> str:
        """The whole invite of a table."""
        return self._tables().invite(code)

    @property
    def others(self) -> tuple[str, ...]:
        """The names of the people at the tables that are open on this machine, besides the listener."""
        return self._made.others if self._made else ()

    def close(self) -> None:
        """Close the tables that are open on this machine."""
        if self._made:
            self._made.close()

    def _tables(self) -> "NetworkTables":
        from playroom.online.shared_tables import NetworkTables  # noqa: PLC0415 (a start does not need it)

        self._made = self._made or NetworkTables(self.folder, self.bots, self.variants, self.later)
        return self._made
