"""The list of all matches, from the first list to the way back there."""

from collections.abc import Callable
from functools import partial
from typing import Final

from playroom.console.matches.catalogue import Catalogue
from playroom.console.matches.match_list import MatchList, MatchListParts
from playroom.console.matches.match_transfer import (
    ReadHome,
    ReadRecord,
    ask_for_record,
    path_of,
    read_file,
    read_home,
    read_text,
    why_unread,
)
from playroom.console.play.games import Games
from playroom.console.replay.replays import Replay, Replays, replay_of
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.console.ui.text_entry import TextEntry
from playroom.console.ui.write_queue import WriteOutcome
from playroom.home.home_file import is_home_file
from playroom.home.match_index import MatchEntry, MatchIndex
from playroom.home.saved_match import SavedMatch
from playroom.keys.bindings import MOST_PASTED
from playroom.narration.message import Message, Urgency, answer
from playroom.strict_yaml import PageError
from playroom.table.record_parser import RuleBroken

KINDS: Final = ("all", "unfinished", "finished")
"""What the list can show."""
FEW: Final = 5
"""The most records that are read before the list is said."""


def open_catalogue(room: Room, games: Games) -> Catalogue:
    """The catalogue of all matches on this machine."""
    index = MatchIndex(games.matches.folder, games.variants, lambda error: why_unread(error, room.book))
    return Catalogue(room, games.matches, index)


class AllMatches:
    """A visit to the list of all matches; *resume* goes on with a match, *replays* goes through one again."""

    def __init__(
        self, room: Room, games: Games, resume: Callable[[SavedMatch], None], replays: Replays
    ) -> None:
        self._room, self._games = room, games
        self._catalogue = open_catalogue(room, games)

        def resume_match(saved: SavedMatch) -> None:
            """Leave the lists for a match."""
            self._catalogue.close()
            room.places.drop_to(self._list)
            room.places.drop()
            resume(saved)

        self._parts = MatchListParts(
            room,
            games,
            self._catalogue,
            resume_match,
            partial(self._look_back, replays.open),
            partial(self._look_back, replays.retry),
        )
        self._kind = "all"

        def is_shown(entry: MatchEntry) -> bool:
            is_of = {"unfinished": not entry.winners and not entry.why, "finished": bool(entry.winners)}
            return is_of.get(self._kind, True)

        def leave() -> None:
            self._catalogue.close()
            room.places.back()

        title = Message("matches.title")
        self._list = MatchList(self._parts, title, shows=is_shown, more=self._more, back=leave)

    def open(self) -> None:
        """Open the list; it is said once a few new records are read, or else at once, and that it grows."""
        unread = self._catalogue.unread

        def tell() -> None:
            self._list.turn_to_newest()
            if self._room.places.current is self._list:
                self._list.tell()

        def tell_read() -> None:
            self._room.speech.say(Message("matches.read"), urgency=Urgency.EVENT)

        if unread <= FEW:
            self._room.places.open(self._list, silent=True)
            self._catalogue.read(tell)
            return
        self._room.places.open(self._list)
        reading = Message("matches.reading", blanks={"count": unread})
        self._room.speech.say(reading, urgency=Urgency.EVENT)
        self._catalogue.read(tell_read)

    def _more(self) -> tuple[Item, ...]:
        """The lines that choose among the matches, and that add one."""

        def step_kind(by: int) -> None:
            self._kind = KINDS[(KINDS.index(self._kind) + by) % len(KINDS)]
            self._list.is_outdated = True

        def ask_words() -> None:
            self._room.places.open(TextEntry(self._room, Message("matches.write_words"), "", self._find))

        kind = Message("matches.shown", blanks={"kind": Message(f"matches.kinds.{self._kind}")})

        def read_pasted(text: str) -> None:
            """Add the record in a pasted text, unless the end of it was left out."""
            if len(text) < MOST_PASTED:
                source = self._room.speech.words(Message("matches.pasted"))
                self._read(partial(read_text, text, source, self._games.variants))
            else:
                self._list.tell_item(answer("matches.paste_too_long"))

        ask_record = partial(ask_for_record, self._room, self._read_file, read_pasted)
        importing = Item("import", Message("matches.import"), choose=ask_record)
        return (
            *((Item("filter", kind, step=step_kind),) if self._catalogue.entries else ()),
            Item("search", Message("matches.search"), choose=ask_words),
            *((importing,) if self._room.reaches_machine else ()),
        )

    def _look_back(self, way: Callable[[Replay], None], saved: SavedMatch) -> None:
        """Open a match to be gone through again, or say why it cannot be read by now."""
        try:
            record = saved.load(self._games.variants)
        except (PageError, RuleBroken) as error:
            damaged = Message("matches.damaged", blanks={"why": why_unread(error, self._room.book)})
            self._room.speech.answer(damaged)
        else:
            way(replay_of(record, saved.notes(), saved.file.name))

    def _find(self, text: str) -> None:
        """List the matches that contain all these words; without any, show all."""
        words = text.casefold().split()
        if not words:
            self._kind, self._list.is_outdated = "all", True
            self._list.tell_item(answer("menus.all_again"))
            return

        def shows(entry: MatchEntry) -> bool:
            said = self._list.text(entry)
            return all(word in said for word in words)

        title = Message("matches.found", blanks={"words": text})
        found = MatchList(self._parts, title, shows=shows, more=tuple, back=self._room.places.back)
        if found.is_empty:
            self._list.tell_item(answer("matches.none_found", words=text))
        else:
            self._room.places.open(found)

    def _read_file(self, path: str) -> None:
        """Add the record at this path, or the matches in the file of a home."""

        def add(read: ReadHome | None) -> None:
            if read is None:
                self._list.tell_done(answer("matches.not_imported", why=Message("matches.damaged_home")))
            else:
                self._catalogue.add_all(read.matches, partial(tell, read))

        def tell(read: ReadHome, outcome: WriteOutcome, added: int) -> None:
            if outcome.why:
                self._list.tell_outcome("imported", outcome)
                return
            known = len(read.matches) - added
            self._list.tell_done(
                answer("matches.home_imported", added=added, known=known, unread=read.unread)
            )

        if path and is_home_file(path_of(path)):
            reading = partial(read_home, path, self._games.variants)
            self._room.background.run(reading, add)
        elif path:
            self._read(partial(read_file, path, self._games.variants))
        else:
            self._list.tell_item(answer("matches.no_path"))

    def _read(self, reading: Callable[[], ReadRecord]) -> None:
        """Read a record in the background, and add it."""

        def read() -> ReadRecord | str:
            try:
                return reading()
            except (PageError, RuleBroken) as error:
                return why_unread(error, self._room.book)

        def add(read: ReadRecord | str) -> None:
            if isinstance(read, str):
                self._list.tell_done(answer("matches.not_imported", why=read))
            else:
                self._catalogue.add(read.content, tell, is_finished=read.is_finished)

        def tell(outcome: WriteOutcome, name: str) -> None:
            if outcome.why:
                self._list.tell_outcome("imported", outcome)
                return
            self._list.turn_to(name)
            self._list.tell_done(answer("matches.imported" if name else "matches.known"))

        self._room.background.run(read, add)
