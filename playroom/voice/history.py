"""What has been said, to be walked through, searched and repeated. It grows, and forgets nothing."""

import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from playroom.narration.message import Urgency
from playroom.voice.queue import LONGEST, SETTLE
from playroom.voice.utterance import Buffer, Utterance


@dataclass(frozen=True, slots=True)
class Line:
    """An utterance, and the second when it was to be said."""

    utterance: Utterance
    at: float


Follower = Callable[[Utterance], None]
"""Who is told of each utterance as it is recorded."""


class History:
    """Every utterance in its buffers, and in each buffer the place where the player reads.

    Of what others do in the buffers *muted*, nothing is said; answers are said all the same.
    """

    def __init__(self) -> None:
        self.buffer = Buffer.ALL
        self.muted: frozenset[Buffer] = frozenset()
        self.words = ""
        self._lines: dict[Buffer, list[Line]] = {buffer: [] for buffer in Buffer}
        self._places: dict[Buffer, int] = {}
        self._followers: list[Follower] = []

    def record(self, utterance: Utterance, now: float) -> None:
        """Keep an utterance, muted or not; the places where the player reads stay."""
        line = Line(utterance, now)
        self._lines[Buffer.ALL].append(line)
        if utterance.buffer is not Buffer.ALL:
            self._lines[utterance.buffer].append(line)
        for follower in tuple(self._followers):
            follower(utterance)

    def follow(self, follower: Follower) -> None:
        """Tell *follower* of each utterance from now on, as it is recorded."""
        self._followers.append(follower)

    def unfollow(self, follower: Follower) -> None:
        """Tell *follower* no more; one that was never told is none."""
        self._followers = [each for each in self._followers if each != follower]

    @property
    def count(self) -> int:
        """How many utterances have been recorded."""
        return len(self._lines[Buffer.ALL])

    def after(self, count: int) -> tuple[Utterance, ...]:
        """What has been said after the first *count* utterances, oldest first."""
        return tuple(line.utterance for line in self._lines[Buffer.ALL][count:])

    def since(self, at: float) -> tuple[Utterance, ...]:
        """What has been said from this second on, oldest first."""
        lines = self._lines[Buffer.ALL]
        start = bisect_left(lines, at, key=lambda line: line.at)
        return tuple(line.utterance for line in lines[start:])

    @property
    def lines(self) -> tuple[Utterance, ...]:
        """All that stands in the present buffer, oldest first."""
        return tuple(line.utterance for line in self._lines[self.buffer])

    @property
    def place(self) -> tuple[int, int]:
        """Where the player reads, from 1, or one past the end, and how many lines there are."""
        count = len(self._lines[self.buffer])
        return self._places.get(self.buffer, count) + 1, count

    def previous(self) -> Utterance | None:
        """The line before, which is now the place; None if there is none."""
        return self._go(self.place[0] - 2)

    def next(self) -> Utterance | None:
        """The line after, which is now the place; None if there is none."""
        return self._go(self.place[0])

    def first(self) -> Utterance | None:
        """The oldest line, which is now the place; None if the buffer is empty."""
        return self._go(0)

    def last(self) -> Utterance | None:
        """The newest line, which is now the place; None if the buffer is empty."""
        return self._go(self.place[1] - 1)

    @property
    def present(self) -> Utterance | None:
        """The line at the place, or the newest if the player has not read here; None if there is none."""
        lines = self._lines[self.buffer]
        return lines[min(self.place) - 1].utterance if lines else None

    def find(self, words: str) -> Utterance | None:
        """The newest line with these words, now the place; later matches are those of these words."""
        self.words = words
        return self._match(range(self.place[1] - 1, -1, -1))

    def next_match(self) -> Utterance | None:
        """The nearest match after the place, which is now the place; None if there is none."""
        return self._match(range(*self.place))

    def previous_match(self) -> Utterance | None:
        """The nearest match before the place, which is now the place; None if there is none."""
        return self._match(range(self.place[0] - 2, -1, -1))

    def next_buffer(self) -> Buffer:
        """The buffer after the present one, round and round, which is now the present one."""
        return self._turn(1)

    def previous_buffer(self) -> Buffer:
        """The buffer before the present one, round and round, which is now the present one."""
        return self._turn(-1)

    def audible(self, utterance: Utterance) -> bool:
        """Whether no buffer of this utterance is muted, or it answers the player's own key."""
        return utterance.urgency is Urgency.ANSWER or not {Buffer.ALL, utterance.buffer} & self.muted

    def latest(self) -> str:
        """What was said last, a burst in full; "" if nothing was."""
        lines = self._lines[Buffer.ALL]
        return " ".join(line.utterance.text for line in lines[_burst_start(lines) :])

    def _go(self, index: int) -> Utterance | None:
        lines = self._lines[self.buffer]
        if not 0 <= index < len(lines):
            return None
        self._places[self.buffer] = index
        return lines[index].utterance

    def _match(self, indices: Iterable[int]) -> Utterance | None:
        """The first of these lines that holds the words, whatever their case and accents."""
        lines, words = self._lines[self.buffer], _plain(self.words)
        found = (index for index in indices if words in _plain(lines[index].utterance.text))
        return self._go(next(found, -1))

    def _turn(self, step: int) -> Buffer:
        buffers = tuple(Buffer)
        self.buffer = buffers[(buffers.index(self.buffer) + step) % len(buffers)]
        return self.buffer


def _plain(text: str) -> str:
    """*text* without case and accents."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _burst_start(lines: list[Line]) -> int:
    """Where the lines begin that were said in one go at the end."""
    start = len(lines) - 1
    while start > 0 and _in_one_go(lines[start - 1], lines[start], lines[-1]):
        start -= 1
    return max(start, 0)


def _in_one_go(earlier: Line, later: Line, last: Line) -> bool:
    alone = {Urgency.ANSWER, Urgency.HINT} & {earlier.utterance.urgency, last.utterance.urgency}
    return not alone and later.at - earlier.at <= SETTLE and last.at - earlier.at <= LONGEST
