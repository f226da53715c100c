"""A file to which lines are added, each as soon as it is known."""

import re
from datetime import datetime
from pathlib import Path


class Transcript:
    """The lines of one match in *file*; what a disk refused is kept, and written with the next line."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._waiting = b""
        self._size = 0

    def add(self, *lines: str) -> None:
        """Add lines to the file; an OSError if they must wait for the next ones."""
        self._waiting += "".join(f"{line}\n" for line in lines).encode()
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("r+b" if self._size else "wb") as file:
            # Over what a full disk may have taken of these lines before.
            file.seek(self._size)
            file.write(self._waiting)
        self._size += len(self._waiting)
        self._waiting = b""


def transcript_file(folder: Path, game: str, now: datetime) -> Path:
    """The file in *folder* for a match that is written down from *now* on: "2026-05-01-183000-draw.txt"."""
    plain = re.sub(r"[^\w-]+", "-", game).strip("-")
    return folder / f"{now:%Y-%m-%d-%H%M%S}-{plain}.txt"
