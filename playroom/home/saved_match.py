"""The unfinished match, saved as a record after every event."""

from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path

import yaml

from playroom.home.files import write_atomically
from playroom.rules.variant import Variant
from playroom.strict_yaml import PageError, read, unreadable
from playroom.table.record import Record, text
from playroom.table.record_parser import record


class SavedMatch:
    """The one match that can be resumed: its record, and a file with the bot in each seat."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "match.domino.yaml"
        self._seats = folder / "match.seats.yaml"
        self._saved_seats: Mapping[int, str] | None = None

    def exists(self) -> bool:
        """Whether there is a match to resume."""
        return self.file.is_file()

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

    def seats(self) -> Mapping[int, str]:
        """The bot in each seat; empty if it was not saved or cannot be read."""
        with suppress(PageError, OSError):
            plain = read(self._seats).value
            if isinstance(plain, dict):
                return {seat: str(bot) for seat, bot in plain.items() if isinstance(seat, int)}
        return {}

    def archive(self) -> None:
        """Move the match to the past matches, which can be replayed."""
        self._saved_seats = None
        with suppress(OSError):
            self.file.replace(self._free("past"))

    def move_unreadable(self) -> Path:
        """Move a match that cannot be read to a folder of its own, if possible; the path of the file then."""
        try:
            return self.file.replace(self._free("unreadable"))
        except OSError:
            return self.file

    def _free(self, folder: str) -> Path:
        """The first free name in *folder*, numbered from 1."""
        room = self.file.parent / folder
        room.mkdir(parents=True, exist_ok=True)
        names = (room / f"{number:04}.domino.yaml" for number in count(1))
        return next(name for name in names if not name.exists())
