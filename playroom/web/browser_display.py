"""The page as the screen of a visitor: lines that can be read again, a title, and their clipboard."""

from collections.abc import Callable

from playroom.narration.message import Message, answer
from playroom.web.outbox import Frame


class BrowserDisplay:
    """Sends lines and requests to the page. The clipboard is that of the visitor."""

    cells = 0
    """The page is no line of a braille display: the screen reader wraps what it shows there."""

    shows_first_line = False

    def __init__(self, send: Callable[[Frame], object]) -> None:
        self._send = send
        self.title = ""
        """The title of the page as it was named last."""

    def fit(self, cells: int) -> None:
        """The page has no columns."""

    def show(self, text: str) -> None:
        """Add a line to what can be read again."""
        self._send({"line": text})

    def name_window(self, title: str) -> None:
        """Set the title of the page."""
        self.title = title
        self._send({"title": title})

    def report_focus(self, *, wanted: bool) -> None:
        """A browser silences its pages itself."""

    def clear(self) -> None:
        """Leave nothing to read of what was written."""
        self._send({"clear": True})

    def copy(self, text: str) -> Message:
        """Ask the browser to copy a text."""
        self._send({"copy": text})
        return answer("web.copied")
