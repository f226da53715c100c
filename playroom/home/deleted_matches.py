"""Deleted matches, which can be restored until the program ends."""

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from playroom.home.file_lock import locked
from playroom.home.files import make_private_folder
from playroom.home.match_notes import RECORD_SUFFIX
from playroom.home.saved_match import SavedMatch, SavedMatches


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
        self._folder = matches.folder / "deleted"
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
            self._remove_abandoned()

    def _remove_abandoned(self) -> None:
        if not self._folder.is_dir():
            return
        with locked(self._folder / "list"):
            for file in self._folder.glob(f"*{RECORD_SUFFIX}"):
                match = SavedMatch(file)
                if match.open():
                    match.remove()
                    match.close()
