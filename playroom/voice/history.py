"""The record of what was said, with a cursor that reads, searches and repeats it."""

import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from playroom.narration.message import Urgency
from playroom.voice.queue import BURST_PAUSE, LONGEST_BURST
from playroom.voice.utterance import Buffer, Utterance


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """An utterance and the time, in seconds, at which it was recorded."""

    utterance: Utterance
    at: float


Follower = Callable[[Utterance], None]
"""Called with each utterance as it is recorded."""


class History:
    """The utterances of each buffer, and the cursor in each buffer.

    In the buffers *muted* only answers are spoken; everything is recorded.
    """

    def __init__(self) -> None:
        self.buffer = Buffer.ALL
        self.muted: frozenset[Buffer] = frozenset()
        self.words = ""
        self._entries: dict[Buffer, list[HistoryEntry]] = {buffer: [] for buffer in Buffer}
        self._cursors: dict[Buffer, int] = {}
        self._followers: list[Follower] = []

    def record(self, utterance: Utterance, now: float) -> None:
        """Add an utterance; the cursors stay where they are."""
        entry = HistoryEntry(utterance, now)
        self._entries[Buffer.ALL].append(entry)
        if utterance.buffer is not Buffer.ALL:
            self._entries[utterance.buffer].append(entry)
        for follower in tuple(self._followers):
            follower(utterance)

    def follow(self, follower: Follower) -> None:
        """Call *follower* with each utterance that is recorded from now on."""
        self._followers.append(follower)

    def unfollow(self, follower: Follower) -> None:
        """Stop calling *follower*, if it was called."""
        self._followers = [each for each in self._followers if each != follower]

    @property
    def count(self) -> int:
        """The number of utterances."""
        return len(self._entries[Buffer.ALL])

    def after(self, count: int) -> tuple[Utterance, ...]:
        """The utterances after the first *count*, oldest first."""
        return tuple(entry.utterance for entry in self._entries[Buffer.ALL][count:])

    def since(self, at: float) -> tuple[Utterance, ...]:
        """The utterances from this time on, oldest first."""
        entries = self._entries[Buffer.ALL]
        start = bisect_left(entries, at, key=lambda entry: entry.at)
        return tuple(entry.utterance for entry in entries[start:])

    @property
    def lines(self) -> tuple[Utterance, ...]:
        """The utterances of the current buffer, oldest first."""
        return tuple(entry.utterance for entry in self._entries[self.buffer])

    @property
    def position(self) -> tuple[int, int]:
        """The cursor, from 1 to one past the end, and the number of lines."""
        count = len(self._entries[self.buffer])
        return self._cursors.get(self.buffer, count) + 1, count

    def previous(self) -> Utterance | None:
        """Move the cursor to the line before; None if there is none."""
        return self._move(self.position[0] - 2)

    def next(self) -> Utterance | None:
        """Move the cursor to the line after; None if there is none."""
        return self._move(self.position[0])

    def first(self) -> Utterance | None:
        """Move the cursor to the oldest line; None if the buffer is empty."""
        return self._move(0)

    def last(self) -> Utterance | None:
        """Move the cursor to the newest line; None if the buffer is empty."""
        return self._move(self.position[1] - 1)

    @property
    def current(self) -> Utterance | None:
        """The line at the cursor, the newest if it was never moved; None if the buffer is empty."""
        entries = self._entries[self.buffer]
        return entries[min(self.position) - 1].utterance if entries else None

    def find(self, words: str) -> Utterance | None:
        """Move the cursor to the newest line with these words, which later searches use too."""
        self.words = words
        return self._search(range(self.position[1] - 1, -1, -1))

    def next_match(self) -> Utterance | None:
        """Move the cursor to the next line with the words; None if there is none."""
        return self._search(range(*self.position))

    def previous_match(self) -> Utterance | None:
        """Move the cursor to the previous line with the words; None if there is none."""
        return self._search(range(self.position[0] - 2, -1, -1))

    def next_buffer(self) -> Buffer:
        """Go to the next buffer, in a cycle."""
        return self._change_buffer(1)

    def previous_buffer(self) -> Buffer:
        """Go to the previous buffer, in a cycle."""
        return self._change_buffer(-1)

    def is_audible(self, utterance: Utterance) -> bool:
        """Whether none of its buffers is muted, or it is an answer."""
        return utterance.urgency is Urgency.ANSWER or not {Buffer.ALL, utterance.buffer} & self.muted

    def latest(self) -> str:
        """The last burst as one text; "" if there is none."""
        entries = self._entries[Buffer.ALL]
        return " ".join(entry.utterance.text for entry in entries[_burst_start(entries) :])

    def _move(self, index: int) -> Utterance | None:
        entries = self._entries[self.buffer]
        if not 0 <= index < len(entries):
            return None
        self._cursors[self.buffer] = index
        return entries[index].utterance

    def _search(self, indices: Iterable[int]) -> Utterance | None:
        """Move the cursor to the first of these lines with the words; case and accents do not matter."""
        entries, words = self._entries[self.buffer], _folded(self.words)
        found = (index for index in indices if words in _folded(entries[index].utterance.text))
        return self._move(next(found, -1))

    def _change_buffer(self, step: int) -> Buffer:
        buffers = tuple(Buffer)
        self.buffer = buffers[(buffers.index(self.buffer) + step) % len(buffers)]
        return self.buffer


def _folded(text: str) -> str:
    """*text* without case and accents."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _burst_start(entries: list[HistoryEntry]) -> int:
    """The index of the first entry of the last burst."""
    start = len(entries) - 1
    while start > 0 and _are_one_burst(entries[start - 1], entries[start], entries[-1]):
        start -= 1
    return max(start, 0)


def _are_one_burst(earlier: HistoryEntry, later: HistoryEntry, last: HistoryEntry) -> bool:
    alone = {Urgency.ANSWER, Urgency.HINT} & {earlier.utterance.urgency, last.utterance.urgency}
    is_in_time = later.at - earlier.at <= BURST_PAUSE and last.at - earlier.at <= LONGEST_BURST
    return is_in_time and not alone
