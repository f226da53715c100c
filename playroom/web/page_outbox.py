"""What a page is sent: the frames that wait, bounded, and the texts that one which comes back has missed."""

import asyncio
from collections import deque
from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.json import Encoder

MOST_BYTES: Final = 500_000
"""The bytes that may wait; a browser that takes nothing for so long is cut off, and can come back."""

Frame = Mapping[str, object]
"""A message for the page: what it is about, and its content."""

_ENCODER: Final = Encoder()


class PageOutbox:
    """The frames for one connection, as JSON."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[str, str]] = deque()
        self._bytes = 0
        self._news = asyncio.Event()
        self.is_full = False
        """Whether more waits than may: nothing is sent any more."""
        self._is_closed = False

    def put(self, frame: Frame, replacing: str = "") -> None:
        """Send a frame, in the place of one that waits to *replace* the same if there is one."""
        if self.is_full or self._is_closed:
            return
        if replacing:
            self._waiting = deque(each for each in self._waiting if each[0] != replacing)
            self._bytes = sum(len(text) for _, text in self._waiting)
        text = _ENCODER.encode(frame).decode()
        self._waiting.append((replacing, text))
        self._bytes += len(text)
        self.is_full = self._bytes > MOST_BYTES
        self._news.set()

    def close(self) -> None:
        """Take no more; what waits is sent."""
        self._is_closed = True
        self._news.set()

    async def next(self) -> str | None:
        """The frames that wait, each a line, once there is one; None if too much waits, or after the last."""
        while not (self._waiting or self._is_closed):
            self._news.clear()
            await self._news.wait()
        if self.is_full or not self._waiting:
            return None
        texts = "\n".join(text for _, text in self._waiting)
        self._waiting.clear()
        self._bytes = 0
        return texts


MOST_KEPT: Final = 200
"""The texts and lines that are kept for a page that comes back."""

MOST_REPEATED: Final = 10
"""The texts that are said again: of more, the newest."""


class SaidText(NamedTuple):
    """A text that was said, and its number."""

    number: int
    text: str


class SaidLine(Struct, frozen=True):
    """A line that can be read again, its language, and its kind: a hint, or a part of the history."""

    line: str
    lang: str
    kind: str


class VisitLog:
    """What was said and written lately in one visit, whose texts go on from the number *newest*."""

    def __init__(self, newest: int = 0) -> None:
        self.newest = newest
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
