"""The transcript of a match: a file to which lines are appended at once."""

import re
from datetime import datetime
from pathlib import Path

from playroom.home.files import check_room, make_private_folder


class Transcript:
    """The lines of one match in *file*; lines that could not be written are written with the next ones."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._waiting = b""
        self._size = 0

    def add(self, *lines: str) -> None:
        """Append lines to the file; an OSError if they must wait for the next ones."""
        self._waiting += "".join(f"{line}\n" for line in lines).encode()
        if not self._size:
            check_room(self.file)
        make_private_folder(self.file.parent)
        with self.file.open("r+b" if self._size else "wb") as file:
            # Overwrite the part of these lines that a full disk may have taken.
            file.seek(self._size)
            file.write(self._waiting)
        self._size += len(self._waiting)
        self._waiting = b""


def transcript_file(folder: Path, game: str, now: datetime) -> Path:
    """The file of a match of that game which begins now: "2026-05-01-183000-draw.txt"."""
    plain = re.sub(r"[^\w-]+", "-", game).strip("-")
    return folder / f"{now:%Y-%m-%d-%H%M%S}-{plain}.txt"
