"""A list of matches, the newest first."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from msgspec.structs import replace

from playroom.console.matches.catalogue import Catalogue, Done
from playroom.console.matches.match_line import match_line, match_name, month_name, time_begun
from playroom.console.matches.match_menu import MatchActions, MatchMenu
from playroom.console.play.games import Games
from playroom.console.ui.items import Item
from playroom.console.ui.list import ListPlace
from playroom.console.ui.room import Room
from playroom.console.ui.write_queue import WriteOutcome
from playroom.console.ui.yes_or_no import YesOrNo
from playroom.home.match_index import MatchEntry
from playroom.home.saved_match import SavedMatch
from playroom.home.transcript import transcript_file
from playroom.narration.message import Message, Urgency, answer

SEVERAL: Final = 2
"""The matches from which on a list has a line that deletes all of them."""


@dataclass(frozen=True, slots=True)
class MatchListParts:
    """The surroundings of a list of matches: *resume*, *replay* and *retry* open a match."""

    room: Room
    games: Games
    catalogue: Catalogue
    resume: Callable[[SavedMatch], None]
    replay: Callable[[SavedMatch], None]
    retry: Callable[[SavedMatch], None]


class MatchList(ListPlace):
    """The matches of a catalogue; the last one that was deleted can be brought back.

    *shows* is whether a match stands in the list, *more* gives the lines below the matches.
    """

    def __init__(
        self,
        parts: MatchListParts,
        title: Message,
        *,
        shows: Callable[[MatchEntry], bool],
        more: Callable[[], tuple[Item, ...]],
        back: Callable[[], None],
    ) -> None:
        self._parts, self._games, self._catalogue = parts, parts.games, parts.catalogue
        self._shows, self._more = shows, more
        self._listed: tuple[MatchEntry, ...] | None = None
        self.is_outdated = False
        """Whether other matches stand in the list since it was made."""
        self._matches: tuple[Item, ...] = ()
        super().__init__(parts.room, title, self._entries, back=back)
        self.turn_to_newest()

    @property
    def is_empty(self) -> bool:
        """Whether there is no match in the list."""
        return not self._matches

    def turn_to_newest(self) -> None:
        """Put the focus on the first match."""
        if items := self._match_items():
            self.turn_to(items[0].key)

    def choices(self) -> tuple[Item, ...]:
        """The items for the scanner, with their whole lines."""
        lines = {entry.name: self._line(entry) for entry in self._listed or ()}
        return tuple(replace(item, label=lines.get(item.key, item.label)) for item in super().choices())

    def text(self, entry: MatchEntry) -> str:
        """The words by which a match is found: its title and game, players and date."""
        when = time_begun(entry, self._games.now())
        named = map(self.room.speech.words, (match_name(entry, self._games.variants), month_name(when)))
        return " ".join((*named, *entry.players, str(when.day), str(when.year))).casefold()

    def tell_outcome(self, entry: str, outcome: WriteOutcome) -> None:
        """Say what was done to a match, or why that was not possible, and the item in focus."""
        message = answer("matches.unchanged", why=outcome.why) if outcome.why else answer(f"matches.{entry}")
        place = self.room.places.current
        if isinstance(place, MatchList):
            place.tell_item(message)
        else:
            self.room.speech.say(message, urgency=Urgency.EVENT)

    def _entries(self) -> tuple[Item, ...]:
        dropped = self._catalogue.dropped
        return (
            *((self._restore_item(dropped[-1]),) if dropped else ()),
            *self._first_line(),
            *self._match_items(),
            *self._delete_item(),
            *self._more(),
            Item("back", Message("menus.back"), choose=self._back),
        )

    def _delete_item(self) -> tuple[Item, ...]:
        """The line that deletes all matches of the list, if they are several and all are read."""
        count = len(self._match_items())
        if count < SEVERAL or self._catalogue.unread:
            return ()
        return (Item("delete", Message("matches.delete_these", blanks={"count": count}), choose=self._ask),)

    def _ask(self) -> None:
        """Ask whether to delete all matches of the list, but those that another program plays."""
        self._match_items()
        shown = (entry for entry in self._listed or () if self._shows(entry))
        entries = tuple(entry for entry in shown if not self._catalogue.is_elsewhere(entry))
        question = Message("matches.delete_these_sure", blanks={"count": len(entries)})
        self.room.places.open(YesOrNo(self.room, question, partial(self._delete, entries)))

    def _delete(self, entries: tuple[MatchEntry, ...]) -> None:
        """Delete matches, and say so once they are."""
        *others, last = entries
        for entry in others:
            self._catalogue.delete(entry, lambda _: None)
        self._catalogue.delete(last, partial(self.tell_outcome, "deleted"))

    def _first_line(self) -> tuple[Item, ...]:
        """What the list says before its matches: that there are none, or that some are still read."""
        if unread := self._catalogue.unread:
            return (Item("reading", Message("matches.reading_line", blanks={"count": unread})),)
        return () if self._match_items() else (Item("empty", Message("matches.empty")),)

    def _restore_item(self, entry: MatchEntry) -> Item:
        label = Message("matches.restore", blanks={"match": self._line(entry)})
        tell = partial(self.tell_outcome, "restored")
        return Item("restore", label, choose=lambda: self._catalogue.restore(tell))

    def _match_items(self) -> tuple[Item, ...]:
        """A line for each match, made anew when there are others; its label is what letters lead to."""
        entries = self._catalogue.entries
        if entries is not self._listed or self.is_outdated:
            self.is_outdated = False
            self._listed = entries
            self._matches = tuple(
                Item(entry.name, match_name(entry, self._games.variants), choose=partial(self._open, entry))
                for entry in entries
                if self._shows(entry)
            )
        return self._matches

    def _item(self) -> Message:
        """The item in focus as it is said: of a match the whole line, and whether it is open elsewhere."""
        entry = self._catalogue.entry(self._menu.item.key)
        if entry is None:
            return super()._item()
        line = self._line(entry)
        if self._catalogue.is_elsewhere(entry):
            line = Message("matches.elsewhere", blanks={"match": line})
        return self.room.speech.placed(line, self._menu.focus, len(self._menu.items))

    def _line(self, entry: MatchEntry) -> Message:
        return match_line(entry, self._games.variants, self._games.now())

    def _open(self, entry: MatchEntry) -> None:
        parts = self._parts
        actions = MatchActions(
            self._catalogue, self._suggested, parts.resume, parts.replay, parts.retry, self._come_back
        )
        self.room.places.open(MatchMenu(self.room, entry, self._line(entry), actions))

    def _suggested(self, entry: MatchEntry) -> str:
        """The file that a match is exported to unless the player names another one."""
        when, folder = time_begun(entry, self._games.now()), self._games.transcripts
        return str(transcript_file(folder, entry.title or entry.game, when).with_suffix(".domino.yaml"))

    def _come_back(self, entry: str) -> Done:
        """Close what is open above the list; what says there what was done."""
        self.room.places.drop_to(self)
        return partial(self.tell_outcome, entry)
