"""The order in which the saved matches of a folder were played, independent of clocks and file times."""

from contextlib import suppress
from pathlib import Path

from playroom.home.file_lock import locked
from playroom.home.files import write_atomically


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
