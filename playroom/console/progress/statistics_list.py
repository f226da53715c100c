"""The list of statistics, which grows while records are read that the index does not have."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Final

from playroom.console.matches.catalogue import Catalogue
from playroom.console.progress.statistics_lines import statistics_items
from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.home.statistics import statistics
from playroom.narration.message import Message
from playroom.rules.rulebook.variant import Variant

if TYPE_CHECKING:
    from playroom.home.match_index import MatchEntry

FEW: Final = 5
"""The most records that are read before the list is said."""


class StatisticsList(ListPlace):
    """The statistics of all matches of a catalogue; Enter opens the lines of a game or an opponent."""

    def __init__(
        self, room: Room, catalogue: Catalogue, variants: Mapping[str, Variant], now: datetime
    ) -> None:
        self._catalogue, self._variants, self._now = catalogue, variants, now
        self._counted: tuple[MatchEntry, ...] | None = None
        self._lines: tuple[Item, ...] = ()
        super().__init__(room, Message("statistics.title"), self._entries, back=self._leave)

    def open(self) -> None:
        """Open the list; it is said once a few new records are read, or else at once, and that it grows."""
        if self._catalogue.unread <= FEW:
            self.room.places.open(self, silent=True)
            self._catalogue.read(self._tell)
        else:
            self.room.places.open(self)
            self._catalogue.read(self._tell_read)

    def _tell(self) -> None:
        self.turn_to(self._items()[0].key)
        if self.room.places.current is self:
            self.tell()

    def _tell_read(self) -> None:
        self.tell_done(Message("matches.read"))

    def _entries(self) -> tuple[Item, ...]:
        if self._catalogue.entries is not self._counted:
            self._counted = self._catalogue.entries
            found = statistics(self._counted)
            self._lines = statistics_items(found, self._variants, self._now, self._open)
        unread = self._catalogue.unread
        reading = Item("reading", Message("matches.reading_line", blanks={"count": unread}))
        back = Item("back", Message("menus.back"), choose=self._leave)
        return (*((reading,) if unread else ()), *self._lines, back)

    def _open(self, label: Message, lines: tuple[Item, ...]) -> None:
        title = Message("menus.heading", blanks={"heading": label})
        self.room.places.open(ListPlace(self.room, title, lambda: lines))

    def _leave(self) -> None:
        self._catalogue.close()
        self.room.places.back()
