"""The unfinished matches, each saved as a record after every event."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Final

import yaml

from playroom.home.file_lock import FileLock, locked
from playroom.home.files import make_private_folder, write_atomically
from playroom.rules.variant import Variant
from playroom.strict_yaml import PageError, load, read, unreadable
from playroom.strict_yaml.files import content_of
from playroom.table.record import Record, text
from playroom.table.record_parser import record

SUFFIX: Final = ".domino.yaml"


@dataclass(frozen=True, slots=True)
class MatchHeading:
    """What a saved match is: its game, its players, and how many rounds were dealt."""

    game: str
    players: tuple[str, ...]
    rounds: int


class SavedMatch:
    """One match: its record, a file with the bot in each seat, and a lock for the program that plays it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        name = file.name.removesuffix(SUFFIX)
        self._seats = file.with_name(f"{name}.seats.yaml")
        self._lock = FileLock(file.with_name(f".{name}.lock"))
        self._saved_seats: Mapping[int, str] | None = None

    def exists(self) -> bool:
        """Whether the match can be resumed."""
        return self.file.is_file()

    def open(self) -> bool:
        """Keep other programs from playing this match, and others from reading it; False if one plays it."""
        with suppress(OSError):
            self.file.parent.chmod(0o700)  # folders of older versions are open to all
        return self._lock.acquire()

    def close(self) -> None:
        """Let other programs play this match."""
        self._lock.release()

    def save(self, match: Record, bots: Mapping[int, str]) -> None:
        """Save the match and the bot in each seat; an OSError leaves the old files."""
        if bots != self._saved_seats:
            write_atomically(self._seats, yaml.safe_dump(dict(bots)))
            self._saved_seats = bots
        write_atomically(self.file, text(match))

    def load(self, known: Mapping[str, Variant]) -> Record:
        """The saved match; a PageError or RuleBroken if it cannot be read."""
        try:
            return record(read(self.file), known)
        except OSError as error:
            raise unreadable(self.file, error) from error

    def heading(self) -> MatchHeading | None:
        """What the match is, by the first lines of its file; None if they cannot be read."""
        with suppress(PageError, OSError, UnicodeDecodeError):
            whole = content_of(self.file).decode("utf-8")
            match load(whole.partition("\nrounds:")[0], str(self.file)).value:
                case {"game": str(game), "players": list(players)}:
                    return MatchHeading(game, tuple(map(str, players)), whole.count("\n- starter:"))
        return None

    def seats(self) -> Mapping[int, str]:
        """The bot in each seat; empty if it was not saved or cannot be read."""
        with suppress(PageError, OSError):
            plain = read(self._seats).value
            if isinstance(plain, dict):
                return {seat: str(bot) for seat, bot in plain.items() if isinstance(seat, int)}
        return {}

    def remove(self) -> None:
        """Remove the match, if that is possible."""
        with suppress(OSError):
            self.file.unlink(missing_ok=True)
            self._seats.unlink(missing_ok=True)

    def archive(self) -> None:
        """Move the match to the past matches, which can be replayed; an OSError may leave it where it is."""
        if self.exists():
            self._move("past")
        self._seats.unlink(missing_ok=True)
        self._saved_seats = None

    def move_unreadable(self) -> Path:
        """Move a match that cannot be read to a folder of its own, if possible; the path of the file then."""
        try:
            return self._move("unreadable")
        except OSError:
            return self.file

    def _move(self, folder: str) -> Path:
        """Move the file to the first free name in *folder*, numbered from 1."""
        room = self.file.parent / folder
        make_private_folder(room)
        with locked(room / "numbers"):
            names = (room / f"{number:04}{SUFFIX}" for number in count(1))
            return self.file.replace(next(name for name in names if not name.exists()))


class SavedMatches:
    """The unfinished matches in a folder, beside each other."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def newest_first(self) -> tuple[SavedMatch, ...]:
        """The matches, the one that was played last first."""
        found = sorted(((_time(file), file) for file in self._folder.glob(f"*{SUFFIX}")), reverse=True)
        return tuple(SavedMatch(file) for time, file in found if time)

    def count(self) -> int:
        """How many matches were begun: those in the folder, and the past ones."""
        return sum(1 for _ in chain(self._folder.glob(f"*{SUFFIX}"), self._folder.glob(f"past/*{SUFFIX}")))

    def keep_past(self, match: Record) -> bool:
        """Put a finished match that was not saved here with the past ones; False if it is there already.

        An OSError if it cannot be put there.
        """
        if self._is_past(text(match).encode()):
            return False
        saved = self.create()
        try:
            saved.save(match, {})
            saved.archive()
        finally:
            saved.close()
        return True

    def _is_past(self, content: bytes) -> bool:
        """Whether a past match has exactly this content."""
        past = self._folder.glob(f"past/*{SUFFIX}")
        alike = (file for file in past if file.stat().st_size == len(content))
        return any(file.read_bytes() == content for file in alike)

    def create(self) -> SavedMatch:
        """A match under the first free number, open for this program alone."""
        matches = (SavedMatch(self._folder / f"{number:04}{SUFFIX}") for number in count(1))
        return next(each for each in matches if _takes(each))


def _time(file: Path) -> int:
    """When the match was played last, in nanoseconds; 0 if another program has just finished it."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0


def _takes(match: SavedMatch) -> bool:
    """Whether a number is free; it is checked again once no other program can take it."""
    if match.exists() or not match.open():
        return False
    if match.exists():
        match.close()
        return False
    return True
