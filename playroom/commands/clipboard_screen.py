"""The screen with the player's clipboard."""

import os
import sys
from pathlib import Path

from msgspec import Struct

from playroom.console.terminal.clipboard_program import copied_by_program
from playroom.console.terminal.screen import Screen
from playroom.home.files import write_atomically
from playroom.narration.file_errors import system_error_blank
from playroom.narration.message import Message, answer


class ScreenWithClipboard(Struct, frozen=True):
    """The screen, and the player's clipboard; also a *file* if no clipboard confirms the copy."""

    screen: Screen
    file: Path

    def fit(self, cells: int) -> None:
        """Set the width of lines in cells; 0 is the width of the terminal."""
        self.screen.fit(cells)

    @property
    def cells(self) -> int:
        """The cells of a line for a braille display; 0 without one."""
        return self.screen.cells

    @property
    def shows_first_line(self) -> bool:
        """Whether a braille display shows the beginning of the newest text."""
        return self.screen.shows_first_line

    def name_window(self, title: str) -> None:
        """Set the title of the terminal's window."""
        self.screen.name_window(title)

    def report_focus(self, *, wanted: bool) -> None:
        """Have the terminal report whether its window has the focus."""
        self.screen.report_focus(wanted=wanted)

    def clear(self) -> None:
        """Clear the screen and what has scrolled away."""
        self.screen.clear()

    def copy(self, text: str) -> Message:
        """Copy a text by a system program, else to a file and to the terminal, which never confirms."""
        if self.screen.terminal and copied_by_program(text, os.environ, sys.platform):
            return answer("history.copied")
        entry = "history.sent_to_terminal" if self.screen.send_to_clipboard(text) else "history.copied_to"
        try:
            write_atomically(self.file, f"{text}\n")
        except OSError as error:
            return answer("history.not_copied", why=system_error_blank(error))
        return answer(entry, file=str(self.file))
