"""The list of the tables within the network of this machine, and the way to any other."""

from collections.abc import Callable, Mapping
from functools import partial

from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.places.questions import TextEntry
from playroom.console.room import Room
from playroom.console.shared.protocols import SharedTables
from playroom.narration.message import Message, Title, Urgency
from playroom.rules.variant import Variant
from playroom.table.shared_table import NearbyTable


class NearbyList(ListPlace):
    """The tables that are found while the list is open; each is said when it is found."""

    def __init__(
        self,
        room: Room,
        tables: SharedTables,
        variants: Mapping[str, Variant],
        written: str,
        join: Callable[[str], None],
    ) -> None:
        """*written* is the invite that was written last, *join* takes the chosen one."""
        self._variants, self._written, self._join = variants, written, join
        self._found: tuple[NearbyTable, ...] = ()
        super().__init__(room, Message("online.join_title"), self._ways)
        tables.search(self._find)

    def _ways(self) -> tuple[Item, ...]:
        write = Item("write", Message("online.write"), choose=self._write)
        return (write, *(self._way(table) for table in self._found))

    def _write(self) -> None:
        prompt = Message("online.write_invite")
        self.room.places.open(
            TextEntry(self.room, prompt, self._written, self._join_written, is_suggestion=True)
        )

    def _join_written(self, invite: str) -> None:
        """Join by a typed invite, and suggest it when the line is opened again, for it may be refused."""
        self._written = invite
        self._join(invite)

    def _way(self, table: NearbyTable) -> Item:
        return Item(table.code, self._told("nearby", table), choose=partial(self._join, table.invite))

    def _told(self, entry: str, table: NearbyTable) -> Message:
        variant = self._variants.get(table.game)
        game = Title(table.game, variant.titles if variant else {})
        return Message(f"online.{entry}", blanks={"host": table.host, "game": game})

    def _find(self, found: tuple[NearbyTable, ...]) -> None:
        """Take the tables that are there now, and say which are new."""
        new = [table for table in found if table not in self._found]
        self._found = found
        self._menu = self._menu.renewed(self._items())
        if self.room.places.current is self:
            for table in new:
                self.room.speech.say(self._told("found", table), urgency=Urgency.EVENT)
