"""The lobby of a community's server: its open tables, and those who sit there."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.room import Room
from playroom.console.shared.connection_wait import ConnectionWait
from playroom.console.shared.sign_in import ask_for_token, ask_to_change_password
from playroom.console.shared.words import refusal_told
from playroom.narration.message import Blank, Message, Title, Urgency
from playroom.rules.variant import Variant
from playroom.table.shared_table import ListedLobby, ListedTable


@dataclass(frozen=True, slots=True)
class LobbyExits:
    """What the lines of a lobby lead to: a table by its code, a new one, and the way out.

    *change_password* takes a name, the old password and the new one, *administer* the administrator's token.
    """

    join: Callable[[str], None]
    open: Callable[[], None]
    leave: Callable[[], None]
    change_password: Callable[[str, str, str], None]
    administer: Callable[[str], None]


class LobbyList(ListPlace):
    """The open tables of a server; the list is opened once the server has answered."""

    def __init__(self, room: Room, variants: Mapping[str, Variant], exits: LobbyExits) -> None:
        self._variants, self._exits = variants, exits
        self._lobby = ListedLobby((), may_open=False)
        self._is_open = False
        super().__init__(room, Message("online.tables"), self._lines, back=exits.leave)

    def listed(self, lobby: ListedLobby) -> None:
        """Take in which tables there are now; the focus stays on its line."""
        self._lobby = lobby
        self._menu = self._menu.renewed(self._items())
        if not self._is_open:
            self._is_open = True
            self.turn_to(lobby.tables[0].code if lobby.tables else "open")
            self.room.places.close(ConnectionWait)
            self.room.places.open(self)

    def changed_password(self) -> None:
        """Say that the password is another one now."""
        self.room.speech.say(Message("online.password_changed"), urgency=Urgency.ALERT)

    def named_admin(self) -> None:
        """Say that the listener is the administrator."""
        self.room.speech.say(Message("online.is_admin"), urgency=Urgency.ALERT)

    def refused(self, code: str, blanks: Mapping[str, object]) -> None:
        """Say why the server does not do what was asked for."""
        self.room.speech.say(refusal_told(self.room.book, code, blanks), urgency=Urgency.ALERT)

    def lobby_ended(self, code: str, blanks: Mapping[str, object]) -> None:
        """Say why the server says no more."""
        self.room.places.close(ConnectionWait)
        if self.room.places.current is self:
            self.room.places.back()
        self.refused(code, blanks)

    def _lines(self) -> tuple[Item, ...]:
        return (*self._table_items(), *self._doings())

    def _table_items(self) -> Iterator[Item]:
        for table in self._lobby.tables:
            yield Item(table.code, self._told(table), choose=partial(self._exits.join, table.code))

    def _doings(self) -> Iterator[Item]:
        if not self._lobby.tables:
            yield Item("none", Message("online.no_tables"))
        if self._lobby.may_open:
            yield Item("open", Message("online.open_there"), choose=self._exits.open)
        if self._lobby.has_accounts:
            change = partial(ask_to_change_password, self.room, self._exits.change_password)
            yield Item("password", Message("online.change_password"), choose=change)
        if not self._lobby.is_admin:
            administer = partial(ask_for_token, self.room, self._exits.administer)
            yield Item("administer", Message("online.administer"), choose=administer)
        yield Item("back", Message("menus.back"), choose=self._exits.leave)

    def _told(self, table: ListedTable) -> Message:
        variant = self._variants.get(table.game)
        blanks: dict[str, Blank] = {
            "game": Title(table.game, variant.titles if variant else {}),
            "names": table.names,
            "free": table.free,
        }
        return Message(f"online.table{'_in_match' if table.in_match else ''}", blanks=blanks)
