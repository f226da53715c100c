"""The unfinished matches, each saved as a record after every event."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import chain, count
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from playroom.home.files import (
    FileLock,
    check_room,
    locked,
    make_private_folder,
    replace_end,
    write_atomically,
)
from playroom.home.match_notes import RECORD_SUFFIX, MatchNotes, NotesFile
from playroom.rules.rulebook.variant import Variant
from playroom.strict_yaml import read, unreadable
from playroom.table.record import Record, rounds_text, text
from playroom.table.record_parser import record

_GAME: Final = "game:"
_HEAD: Final = 200
"""The bytes of a record within which the name of its game stands."""


class SavedMatch:
    """One match: its record, the notes beside it, and a lock for the program that plays it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        name = file.name.removesuffix(RECORD_SUFFIX)
        self._notes = NotesFile(file)
        self._lock = FileLock(file.with_name(f".{name}.lock"))
        self._record = RecordFile(file)
        self._order = PlayOrder(file.parent)
        self._saved_notes: MatchNotes | None = None
        self.past: Path | None = None
        """The file of the record among the past matches, if it was put there by this program."""

    def exists(self) -> bool:
        """Whether the match can be resumed."""
        return self.file.is_file()

    @property
    def size(self) -> int:
        """The bytes of the record; 0 if it cannot be read."""
        with suppress(OSError):
            return self.file.stat().st_size
        return 0

    def game(self) -> str:
        """The name of its game, from the first lines of the record; "" if they do not tell it."""
        with suppress(OSError), self.file.open("rb") as file:
            lines = file.read(_HEAD).decode(errors="replace").splitlines()
            return next((line.removeprefix(_GAME).strip() for line in lines if line.startswith(_GAME)), "")
        return ""

    def open(self) -> bool:
        """Lock the match for this program, readable by its owner only; False if another program plays it."""
        with suppress(OSError):
            self.file.parent.chmod(0o700)  # folders of older versions are open to all
        return self._lock.acquire()

    def close(self) -> None:
        """Unlock the match, and make it the last played one if it was played."""
        if self._saved_notes is not None:
            self._order.note(self.file)
        self._lock.release()

    def save(self, match: Record, notes: MatchNotes, *, is_played: bool = False) -> None:
        """Save the match and its notes; an OSError leaves both as they were saved before.

        One that *is_played* to its end has room in a home that is full, too.
        """
        is_first = self._saved_notes is None
        if is_first and not is_played and not self.exists():
            check_room(self.file)
        if notes != self._saved_notes:
            self._notes.save(notes)
            self._saved_notes = notes
        self._record.save(match)
        if is_first:
            self._order.note(self.file)
        archived, self.past = self.past, None
        if archived:  # a match goes on whose end was taken back
            with suppress(OSError):
                archived.unlink(missing_ok=True)
                NotesFile(archived).remove()

    def load(self, known: Mapping[str, Variant]) -> Record:
        """The saved match; a PageError or RuleBroken if it cannot be read."""
        try:
            return read_record(self.file, known)
        except OSError as error:
            raise unreadable(self.file, error) from error

    def notes(self) -> MatchNotes:
        """The notes on the match besides its record."""
        return self._notes.load()

    def remove(self) -> None:
        """Remove the match, if that is possible."""
        with suppress(OSError):
            self.file.unlink(missing_ok=True)
            self._notes.remove()

    def archive(self) -> None:
        """Move the match and its notes to the past matches; an OSError may leave it where it is."""
        if self.exists():
            content = self.file.read_bytes()
            if (whole := finished(content)) != content:
                write_atomically(self.file, whole)
            self.past = self.move_to(self.file.parent / "past")
        self._saved_notes = None

    def rename(self, title: str) -> None:
        """Set the title of the match, or remove it if empty; an OSError leaves the old one."""
        self._notes.save(replace(self._notes.read(), title=title or None))

    def note_expert(self, lead: int) -> None:
        """Note the expert's result with the deal of the day; an OSError leaves the notes as they were."""
        notes = self._notes.read()
        if notes.day:
            self._notes.save(replace(notes, day=notes.day._replace(expert=lead)))

    def move_unreadable(self) -> Path:
        """Move a match that cannot be read to a folder of its own, if possible; the path of the file then."""
        try:
            return self.move_to(self.file.parent / "unreadable")
        except OSError:
            return self.file

    def move_to(self, folder: Path) -> Path:
        """Move the match to the first free number in a folder of matches that are not played; its record."""
        with free_number(folder) as target:
            self.move(target)
        return target

    def move(self, target: Path) -> None:
        """Move the match to a record that does not exist; an OSError leaves it where it is.

        The notes are there before the record, and here until it is gone.
        """
        self._notes.copy_to(NotesFile(target))
        self.file.replace(target)
        with suppress(OSError):
            self._notes.remove()


@contextmanager
def free_number(folder: Path) -> Iterator[Path]:
    """The first free record in a folder of matches that are not played; no other program takes it."""
    make_private_folder(folder)
    with locked(folder / "numbers"):
        names = (folder / f"{number:04}{RECORD_SUFFIX}" for number in count(1))
        yield next(name for name in names if not name.exists())


class SavedMatches:
    """The unfinished matches in a folder, beside each other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def newest_first(self) -> tuple[SavedMatch, ...]:
        """The matches, the one that was played last first."""
        files = PlayOrder(self.folder).newest_first([*self.folder.glob(f"*{RECORD_SUFFIX}")])
        return tuple(map(SavedMatch, files))

    def count(self) -> int:
        """The number of matches that were begun: those in the folder, and the past ones."""
        unfinished, past = f"*{RECORD_SUFFIX}", f"past/*{RECORD_SUFFIX}"
        return sum(1 for _ in chain(self.folder.glob(unfinished), self.folder.glob(past)))

    def keep_past(self, match: Record, notes: MatchNotes) -> bool:
        """Put a finished match that was not saved here with the past ones; False if it is there already.

        An OSError if it cannot be put there.
        """
        with self._alone():
            if self._has(text(match).encode(), "past/*"):
                return False
            saved = self.create()
            try:
                saved.save(match, notes, is_played=True)
                saved.archive()
            finally:
                saved.close()
        return True

    def add(self, content: bytes, *, is_finished: bool, notes: bytes = b"") -> Path | None:
        """Import a record into the past or the unfinished matches, byte for byte, with its *notes*.

        The result is its file, None if one with this content is there already; an OSError if it cannot be
        put there.
        """
        with self._alone():
            if self._has(content, "*") or self._has(content, "past/*"):
                return None
            check_room(self.folder / "record", len(content))
            if is_finished:
                with free_number(self.folder / "past") as file:
                    _write_new(file, content, notes)
                return file
            saved = self.create()
            try:
                _write_new(saved.file, content, notes)
            finally:
                saved.close()
            return saved.file

    def _alone(self) -> AbstractContextManager[None]:
        """A context in which nobody else puts a match here: the same one may come by two of our programs."""
        return locked(self.folder / "additions")

    def _has(self, content: bytes, where: str) -> bool:
        """Whether a match that such a path leads to has exactly this content."""
        files = self.folder.glob(f"{where}{RECORD_SUFFIX}")
        alike = (file for file in files if file.stat().st_size == len(content))
        return any(file.read_bytes() == content for file in alike)

    def create(self, *preferred: SavedMatch) -> SavedMatch:
        """A match of these names, or under the first free number, open for this program alone."""
        numbered = (SavedMatch(self.folder / f"{number:04}{RECORD_SUFFIX}") for number in count(1))
        return next(each for each in chain(preferred, numbered) if _takes(each))


def _write_new(file: Path, content: bytes, notes: bytes) -> None:
    """Write a record, beside which notes of another match may stand that a program left that was killed."""
    NotesFile(file).remove()
    if notes:
        write_atomically(NotesFile(file).file, notes)
    write_atomically(file, content)


def _takes(match: SavedMatch) -> bool:
    """Whether a number is free; it is checked again once no other program can take it."""
    if match.exists() or not match.open():
        return False
    if match.exists():
        match.close()
        return False
    return True


class PlayOrder:
    """The names of the matches in *folder*, in a file beside them: one a line, the newest at the end.

    Without the file, or a name in it, the matches are in the order of their names.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "played.txt"

    def names(self) -> tuple[str, ...]:
        """The names; none if the file cannot be read."""
        with suppress(OSError, UnicodeDecodeError):
            return tuple(self._file.read_text(encoding="utf-8").splitlines())
        return ()

    def newest_first(self, files: list[Path]) -> list[Path]:
        """These matches, the one played last first."""
        ranks = {name: rank for rank, name in enumerate(self.names())}
        return sorted(files, key=lambda file: (ranks.get(file.name, -1), file.name), reverse=True)

    def note(self, file: Path) -> None:
        """Make this match the newest; the old order stays if that cannot be written."""
        if self.names()[-1:] == (file.name,):
            return
        with suppress(OSError), locked(self._file):
            others = (name for name in self.names() if name != file.name and (self._folder / name).exists())
            write_atomically(self._file, "".join(f"{name}\n" for name in (*others, file.name)))


MOST_BYTES: Final = 100_000_000
"""The size of the largest record that is read: a match to 100,000 points has some 10 MB."""

_NOT_FINISHED: Final = b"\0"
"""The mark in the place of the first byte of an end that is being added."""
_NO_ACTIONS: Final = " []\n"
"""The text that the first action of a round replaces; later ones are appended."""
_STARTS: Final = (b"\n", b"actions:")
"""The texts after which an end is added."""


class RecordFile:
    """The record in *file*, which this program alone writes."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._saved: Record | None = None
        """The record as it was saved last; None if all of it must be written."""
        self._end = -1, ""
        """The number of a round, and the text from it on as it was added last."""
        self._size = 0

    def save(self, match: Record) -> None:
        """Save the match; an OSError leaves it as it was saved before."""
        before, self._saved = self._saved, None  # after an error nobody knows what the disk has
        if not (before and self._add(before, match)):
            whole = text(match).encode()
            write_atomically(self._file, whole)
            self._size, self._end = len(whole), (-1, "")
        self._saved = match

    def _add(self, before: Record, match: Record) -> bool:
        """Add what has happened since *before*; False if that is not all that is new."""
        last = len(before.match.rounds) - 1
        if last < 0 or _beginning(match, last) != _beginning(before, last):
            return False
        at, added = self._end
        old, new = added if at == last else rounds_text(before, last), rounds_text(match, last)
        kept = old if new.startswith(old) else old.removesuffix(_NO_ACTIONS)
        if not new.startswith(kept):
            return False
        start, end = self._size - len(old.encode()) + len(kept.encode()), new.removeprefix(kept).encode()
        if not replace_end(self._file, self._size, start, end):
            return False
        self._size, self._end = start + len(end), (last, new)
        return True


def _beginning(match: Record, rounds: int) -> tuple[object, ...]:
    """The part of the record before the round of this number."""
    return match.game, match.players, match.match.rules, match.match.rounds[:rounds]


def finished(content: bytes) -> bytes:
    """The content of a record without an end that was not finished when a program was killed."""
    before, _, _ = content.partition(_NOT_FINISHED)
    return before if before.endswith(_STARTS) else content


def read_record(file: Path, known: Mapping[str, Variant]) -> Record:
    """The match in a record; a PageError, an OSError, or RuleBroken if it cannot be read."""
    return record(read(file, finished, MOST_BYTES), known)
