"""The newest texts that a visitor was sent, by number: a page that comes back tells what it missed."""

from collections import deque
from typing import Final, NamedTuple

from msgspec import Struct

MOST_KEPT: Final = 200
"""The texts and lines that are kept for a page that comes back."""

MOST_REPEATED: Final = 10
"""The texts that are said again: of more, the newest."""


class SaidText(NamedTuple):
    """A text that was said, and its number."""

    number: int
    text: str


class SaidLine(Struct, frozen=True):
    """A line that can be read again, and the code of its language."""

    line: str
    lang: str


class VisitLog:
    """What was said and written lately in one visit."""

    def __init__(self) -> None:
        self.newest = 0
        """The number of the newest text."""
        self._said: deque[SaidText] = deque(maxlen=MOST_KEPT)
        self.lines: deque[SaidLine] = deque(maxlen=MOST_KEPT)
        """The lines that can be read again."""

    def say(self, text: str) -> int:
        """Keep a text that is said; its number."""
        self.newest += 1
        self._said.append(SaidText(self.newest, text))
        return self.newest

    def after(self, number: int, most: int = MOST_REPEATED) -> tuple[str, ...]:
        """The texts since this number, the newest of them if they are more than *most*."""
        return tuple(each.text for each in self._said if each.number > number)[-most:]

    def clear(self) -> None:
        """Keep nothing of what was said and written."""
        self._said.clear()
        self.lines.clear()
