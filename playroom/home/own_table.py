"""The code of the player's own table with a match in progress, for the next session."""

from contextlib import suppress
from pathlib import Path

from playroom.home.files import write_atomically


class OwnTable:
    """The code in *file*, which is read when it is first asked for; "" for no table.

    Without the file the table is still found by its code.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._code: str | None = None
        self.opened = ""
        """The code of the last table that was opened in this visit, with or without a match."""

    @property
    def code(self) -> str:
        """The code of the table."""
        if self._code is None:
            try:
                text = self._file.read_text(encoding="ascii").strip()
            except (OSError, ValueError):
                text = ""
            self._code = text if text.isalnum() else ""
        return self._code

    @property
    def way_back(self) -> str:
        """The code of the table to which the first list leads back."""
        return self.code or self.opened

    def keep(self, code: str) -> None:
        """Remember the code."""
        if code != self.code:
            self._code = code
            with suppress(OSError):
                write_atomically(self._file, code)

    def forget(self, code: str) -> None:
        """Forget the code, unless it is that of another table by now."""
        if code == self.code:
            self.keep("")

    def forget_all(self) -> None:
        """Forget the table to which the first list leads back: there is none such."""
        self.forget(self.code)
        self.opened = ""
