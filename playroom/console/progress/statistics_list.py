"""The list of statistics, which grows while records are read that the index does not have."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from playroom.console.matches.catalogue import Catalogue
from playroom.console.progress.statistics_lines import statistics_items, unreviewed_item
from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.home.match_summary import Judge
from playroom.home.statistics import statistics
from playroom.narration.message import Message
from playroom.rules.rulebook.variant import Variant

if TYPE_CHECKING:
    from playroom.console.ui.background import Job
    from playroom.home.match_index import MatchEntry

FEW: Final = 5
"""The most records that are read before the list is said, or looked through without a line about them."""


PAUSE: Final = 1.0
"""Seconds before the reviews begin, so that a list that is left at once starts none."""


class StatisticsList(ListPlace):
    """The statistics of all matches of a catalogue; Enter opens the lines of a game or an opponent."""

    def __init__(
        self, room: Room, catalogue: Catalogue, variants: Mapping[str, Variant], now: datetime, judge: Judge
    ) -> None:
        self._catalogue, self._variants, self._now, self._judge = catalogue, variants, now, judge
        self._counted: tuple[MatchEntry, ...] | None = None
        self._lines: tuple[Item, ...] = ()
        self._waiting: Job | None = None
        super().__init__(room, Message("statistics.title"), self._entries, back=self._leave)

    def open(self) -> None:
        """Open the list; it is said once a few new records are read, or else at once, and that it grows."""
        is_said_at_once = self._catalogue.unread > FEW

        def end() -> None:
            if is_said_at_once:
                self.tell_done(Message("matches.read"))
            else:
                self.turn_to(self._items()[0].key)
                if self.room.places.current is self:
                    self.tell()
            # The coach looks through the matches without a word: its lines come, and change, meanwhile.
            self._waiting = self.room.background.later(PAUSE, partial(self._catalogue.review, self._judge))

        self.room.places.open(self, silent=not is_said_at_once)
        self._catalogue.read(end)

    def _entries(self) -> tuple[Item, ...]:
        def open_lines(label: Message, lines: tuple[Item, ...]) -> None:
            title = Message("menus.heading", blanks={"heading": label})
            self.room.places.open(ListPlace(self.room, title, lambda: lines))

        if self._catalogue.entries is not self._counted:
            self._counted = self._catalogue.entries
            found = statistics(self._counted)
            items = statistics_items(found, self._variants, self._now, open_lines)
            self._lines = (*items, *unreviewed_item(found, FEW))
            opens = any(item.choose for item in items)
            heading = Message("menus.heading", blanks={"heading": Message("statistics.menu")})
            self.title = Message("statistics.title") if opens else heading
        unread = self._catalogue.unread
        reading = Item("reading", Message("matches.reading_line", blanks={"count": unread}))
        back = Item("back", Message("menus.back"), choose=self._leave)
        return (*((reading,) if unread else ()), *self._lines, back)

    def _leave(self) -> None:
        if self._waiting:
            self._waiting.cancel()
        self._catalogue.close()
        self.room.places.back()
