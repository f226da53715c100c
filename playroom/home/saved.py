"""The match under way, kept as a record after every event."""

from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path

import yaml

from playroom.home.files import write_whole
from playroom.rules.variant import Variant
from playroom.strict_yaml import PageError, read, unreadable
from playroom.table.reading import record
from playroom.table.record import Record, text


class SavedMatch:
    """The one match that can be gone on with: its record, and beside it who sits where."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "match.domino.yaml"
        self._seats = folder / "match.seats.yaml"
        self._kept_seats: Mapping[int, str] | None = None

    def exists(self) -> bool:
        """Whether there is a match to go on with."""
        return self.file.is_file()

    def keep(self, told: Record, bots: Mapping[int, str]) -> None:
        """Keep the match as it stands, and which bot sits where; an OSError leaves what was kept before."""
        if bots != self._kept_seats:
            write_whole(self._seats, yaml.safe_dump(dict(bots)))
            self._kept_seats = bots
        write_whole(self.file, text(told))

    def load(self, known: Mapping[str, Variant]) -> Record:
        """The match that was kept; a PageError or RuleBroken if it cannot be read."""
        try:
            return record(read(self.file), known)
        except OSError as error:
            raise unreadable(self.file, error) from error

    def seats(self) -> Mapping[int, str]:
        """Which bot sits where; nothing where that was not kept or cannot be read."""
        with suppress(PageError, OSError):
            plain = read(self._seats).value
            if isinstance(plain, dict):
                return {seat: str(bot) for seat, bot in plain.items() if isinstance(seat, int)}
        return {}

    def put_by(self) -> None:
        """Lay the match among the past ones, to be told again; there is nothing to go on with any more."""
        self._kept_seats = None
        with suppress(OSError):
            self.file.replace(self._free("past"))

    def set_aside(self) -> Path:
        """Move a match that cannot be read out of the way if that can be done, and tell where it is now."""
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
