"""All matches, as far as they are known, and the changes of their files in the background."""

from collections.abc import Callable, Iterable, Mapping
from errno import EAGAIN
from functools import partial
from pathlib import Path
from typing import Final

from playroom.console.matches.match_transfer import ReadRecord
from playroom.console.ui.room import Room
from playroom.console.ui.write_queue import WriteOutcome
from playroom.home.match_index import Judge, MatchEntry, MatchIndex, newest_first
from playroom.home.removed_matches import DeletedMatches
from playroom.home.saved_match import SavedMatch, SavedMatches
from playroom.home.statistics import is_unreviewed

BATCH: Final = 20
"""The records that are read at once; then the list has them."""

Done = Callable[[WriteOutcome], None]
"""Called with the outcome of a change."""


class Catalogue:
    """The entries of all matches, and what was deleted since the catalogue was opened."""

    def __init__(self, room: Room, matches: SavedMatches, index: MatchIndex) -> None:
        self._room, self._matches, self._index = room, matches, index
        self._deleted = DeletedMatches(matches)
        self.dropped: list[MatchEntry] = []
        """The entries of the matches that can be brought back, the one deleted last at the end."""
        known, self._unread = index.survey()
        self._by_name: Mapping[str, MatchEntry] = {entry.name: entry for entry in known}
        self.entries = known
        """The entries, newest first."""
        self._reviewed: set[str] = set()
        """The matches that were looked through, if only to find that they cannot be read."""
        self._stop_reading: Callable[[], object] = lambda: None

    @property
    def unread(self) -> int:
        """The number of records that are not read yet."""
        return len(self._unread)

    def entry(self, name: str) -> MatchEntry | None:
        """The entry of this record; None if there is none."""
        return self._by_name.get(name)

    def saved(self, entry: MatchEntry) -> SavedMatch:
        """The match of an entry."""
        return SavedMatch(self._matches.folder / entry.name)

    def is_unfinished(self, entry: MatchEntry) -> bool:
        """Whether a match is among those that can be continued."""
        return "/" not in entry.name

    def is_elsewhere(self, entry: MatchEntry) -> bool:
        """Whether another program plays a match."""
        saved = self.saved(entry)
        is_ours = not self.is_unfinished(entry) or saved.open()
        saved.close()
        return not is_ours

    def read(self, done: Callable[[], None]) -> None:
        """Read the records that are not read yet, and call *done* then."""
        if not self._unread:
            done()
            return
        batch = self._unread[:BATCH]

        def add(entries: tuple[MatchEntry, ...]) -> None:
            self._unread = self._unread[len(batch) :]
            self._replace(batch, entries)
            self.read(done)

        job = self._room.background.run(partial(self._index.read, batch), add)
        self._stop_reading = job.cancel

    def review(self, judge: Judge) -> None:
        """Review the matches that count, the newest first."""
        left = (each for each in self.entries if is_unreviewed(each) and each.name not in self._reviewed)
        entry = next(left, None)
        if entry is None:
            return
        self._reviewed.add(entry.name)

        def add(found: MatchEntry) -> None:
            self._replace((found.name,), (found,))
            self.review(judge)

        job = self._room.background.run(partial(self._index.review, entry, judge), add)
        self._stop_reading = job.cancel

    def close(self) -> None:
        """Read no more, and remove for good what was deleted."""
        self._stop_reading()
        self.dropped.clear()
        self._room.writes.add(self._deleted.remove_all, lambda _: None)

    def rename(self, entry: MatchEntry, title: str, done: Done) -> None:
        """Give a match a title of its own, or none."""
        self._change_match(entry, lambda saved: saved.rename(title), done)

    def note_expert(self, entry: MatchEntry, lead: int, done: Done) -> None:
        """Note the expert's result with the deal of the day beside a match."""
        self._change_match(entry, lambda saved: saved.note_expert(lead), done)

    def archive(self, entry: MatchEntry, done: Done) -> None:
        """Put an unfinished match with the past ones."""
        self._change_match(entry, lambda saved: saved.archive(), done)

    def delete(self, entry: MatchEntry, done: Done) -> None:
        """Delete a match; until the catalogue is closed it can be brought back."""

        def delete(saved: SavedMatch) -> None:
            self._deleted.delete(saved)
            self.dropped.append(entry)

        self._change_match(entry, delete, done)

    def restore(self, done: Done) -> None:
        """Bring the match back that was deleted last."""

        def restore() -> tuple[Path, ...]:
            back = self._deleted.restore()
            self.dropped.pop()
            return (back,)

        self._change(restore, done)

    def add(self, content: bytes, done: Callable[[WriteOutcome, str], None], *, is_finished: bool) -> None:
        """Add a record from elsewhere; *done* gets its name too, "" if it was there already."""
        added: list[Path] = []

        def add() -> tuple[Path, ...]:
            file = self._matches.add(content, is_finished=is_finished)
            added.extend((file,) if file else ())
            return tuple(added)

        self._change(add, lambda outcome: done(outcome, next(map(self._name, added), "")))

    def add_all(self, read: Iterable[ReadRecord], done: Callable[[WriteOutcome, int], None]) -> None:
        """Add records from elsewhere with their notes; *done* gets how many were not there yet."""
        added: list[Path] = []

        def add() -> tuple[Path, ...]:
            for each in read:
                file = self._matches.add(each.content, is_finished=each.is_finished, notes=each.notes)
                added.extend((file,) if file else ())
            return tuple(added)

        self._change(add, lambda outcome: done(outcome, len(added)))

    def _change_match(self, entry: MatchEntry, change: Callable[[SavedMatch], None], done: Done) -> None:
        """Change a match unless another program plays it, which is an OSError."""

        def work() -> tuple[Path, ...]:
            saved = self.saved(entry)
            if self.is_unfinished(entry) and not saved.open():
                raise OSError(EAGAIN, "another program plays the match", str(saved.file))
            try:
                change(saved)
            finally:
                saved.close()
            return (saved.file, *((saved.past,) if saved.past else ()))

        self._change(work, done)

    def _change(self, work: Callable[[], tuple[Path, ...]], done: Done) -> None:
        """Change the records that *work* returns, add their new entries, and call *done*."""
        read: list[tuple[tuple[str, ...], tuple[MatchEntry, ...]]] = []

        def write() -> None:
            names = tuple(map(self._name, work()))
            read.append((names, self._index.read(names)))

        def end(outcome: WriteOutcome) -> None:
            for names, entries in read:
                self._replace(names, entries)
            done(outcome)

        self._room.writes.add(write, end)

    def _name(self, file: Path) -> str:
        return file.relative_to(self._matches.folder).as_posix()

    def _replace(self, names: Iterable[str], entries: Iterable[MatchEntry]) -> None:
        """Put these entries in the place of what was known of these records."""
        gone = {*names}
        rest = {name: entry for name, entry in self._by_name.items() if name not in gone}
        self._by_name = rest | {entry.name: entry for entry in entries}
        self.entries = newest_first(self._by_name.values())
