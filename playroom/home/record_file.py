"""The file of a match under way: a whole record at any time, to whose end each save adds what is new.

So a save takes as long at the end of a long match as at its beginning. There is no journal beside the record
that would have to be read with it: everybody who reads the record has all of the match.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from playroom.home.files import replace_end, write_atomically
from playroom.rules.rulebook.variant import Variant
from playroom.strict_yaml import read
from playroom.table.record import Record, rounds_text, text
from playroom.table.record_parser import record

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
        self._size = 0

    def save(self, match: Record) -> None:
        """Save the match; an OSError leaves it as it was saved before."""
        before, self._saved = self._saved, None  # after an error nobody knows what the disk has
        if not (before and self._add(before, match)):
            whole = text(match).encode()
            write_atomically(self._file, whole)
            self._size = len(whole)
        self._saved = match

    def _add(self, before: Record, match: Record) -> bool:
        """Add what has happened since *before*; False if that is not all that is new."""
        last = len(before.match.rounds) - 1
        if last < 0 or _beginning(match, last) != _beginning(before, last):
            return False
        old, new = rounds_text(before, last), rounds_text(match, last)
        kept = old if new.startswith(old) else old.removesuffix(_NO_ACTIONS)
        if not new.startswith(kept):
            return False
        start, end = self._size - len(old.encode()) + len(kept.encode()), new.removeprefix(kept).encode()
        if not replace_end(self._file, self._size, start, end):
            return False
        self._size = start + len(end)
        return True


def _beginning(match: Record, rounds: int) -> tuple[object, ...]:
    """The part of the record before the round of this number."""
    return match.game, match.players, match.match.rules, match.match.rounds.first(rounds)


def finished(content: bytes) -> bytes:
    """The content of a record without an end that was not finished when a program was killed."""
    before, _, _ = content.partition(_NOT_FINISHED)
    return before if before.endswith(_STARTS) else content


def read_record(file: Path, known: Mapping[str, Variant]) -> Record:
    """The match in a record; a PageError, an OSError, or RuleBroken if it cannot be read."""
    return record(read(file, finished, MOST_BYTES), known)
