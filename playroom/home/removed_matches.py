"""Matches that are removed: deleted ones, which can be restored until the program ends, and mere trials.

A trial was left at its very beginning, and not gone on with for a day.
"""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from playroom.home.files import DELETED_FOLDER, locked, make_private_folder
from playroom.home.match_notes import RECORD_SUFFIX, MatchNotes
from playroom.home.saved_match import SavedMatch, SavedMatches
from playroom.rules.event import Chosen
from playroom.rules.match import Match
from playroom.rules.rulebook.variant import Variant
from playroom.strict_yaml import PageError
from playroom.table.record_parser import RuleBroken


class _Deleted(NamedTuple):
    """A deleted match, which this program has locked, and its former path."""

    match: SavedMatch
    origin: Path


class DeletedMatches:
    """The matches that this program has deleted, in a folder of their own below that of *matches*.

    Programs that share the folder remove no match that another one can restore.
    """

    def __init__(self, matches: SavedMatches) -> None:
        self._matches = matches
        self._folder = matches.folder / DELETED_FOLDER
        self._deleted: list[_Deleted] = []

    def __len__(self) -> int:
        """The number of matches that can be restored."""
        return len(self._deleted)

    def delete(self, match: SavedMatch) -> None:
        """Delete a match that this program has locked; an OSError leaves it."""
        make_private_folder(self._folder)
        with locked(self._folder / "list"):
            deleted = SavedMatch(match.move_to(self._folder))
            deleted.open()
        self._deleted.append(_Deleted(deleted, match.file))

    def restore(self) -> Path:
        """Restore the last deleted match and return its record; an OSError leaves it deleted."""
        deleted, origin = self._deleted[-1]
        if origin.parent == self._matches.folder:
            target = self._matches.create(SavedMatch(origin))
            try:
                deleted.move(target.file)
            finally:
                target.close()
            back = target.file
        else:
            back = deleted.move_to(origin.parent)
        self._deleted.pop()
        deleted.close()
        return back

    def remove_all(self) -> None:
        """Remove the deleted matches of this program, and of programs that have ended."""
        for deleted in self._deleted:
            deleted.match.remove()
            deleted.match.close()
        self._deleted.clear()
        with suppress(OSError):
            if self._folder.is_dir():
                with locked(self._folder / "list"):
                    for match in map(SavedMatch, self._folder.glob(f"*{RECORD_SUFFIX}")):
                        if match.open():
                            match.remove()
                            match.close()


KEPT_FOR: Final = timedelta(days=1)
"""The time from its beginning on which a trial can be continued."""
MOST_MOVES: Final = 2
"""The most moves of the player in a trial."""
_LARGEST: Final = 4000
"""The bytes of a record that is read: that of so few moves has less than half of them."""


def remove_trials(matches: SavedMatches, known: Mapping[str, Variant], now: datetime) -> None:
    """Remove the unfinished matches that were only tried, unless another program plays them."""
    for saved in matches.newest_first():
        if saved.size > _LARGEST:
            continue
        notes = saved.notes()
        if notes.begun is None or now - notes.begun < KEPT_FOR:
            continue
        with suppress(PageError, RuleBroken):
            if is_trial(saved.load(known).match, notes) and saved.open():
                saved.remove()
                saved.close()


def is_trial(match: Match, notes: MatchNotes) -> bool:
    """Whether a player alone against bots has left a match or a lesson after hardly a move."""
    is_plain = len(notes.own) == 1 and not (notes.title or notes.branched_from or notes.day)
    if not is_plain or len(match.rounds) != 1 or match.now.ending or match.winners:
        return False
    moves = (event for event in match.now.log if isinstance(event, Chosen))
    return sum(event.seat == notes.own[0] for event in moves) <= MOST_MOVES
