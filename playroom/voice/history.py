"""The record of what was said, with a cursor that reads, searches and repeats it.

All but its newest lines are kept as bytes, as a long match has a hundred thousand.
"""

import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Final, overload
from zlib import compress, decompress

from msgspec import Struct
from msgspec.msgpack import Decoder, Encoder

from playroom.narration.message import Urgency
from playroom.voice.queue import BURST_PAUSE, LONGEST_BURST
from playroom.voice.speech_request import told_once
from playroom.voice.utterance import OWN, Buffer, Utterance, speakable

Follower = Callable[[Utterance], None]
"""Called with each utterance as it is recorded."""


class SearchMatch(Struct, frozen=True):
    """A line that was searched for, and which of how many such lines it is, counted from 1, oldest first."""

    line: Utterance
    number: int
    count: int


class History:
    """The utterances of each buffer, and the cursor in each buffer.

    In the buffers *muted* only answers are spoken; everything is recorded.
    """

    def __init__(self) -> None:
        self.buffer = self.view = Buffer.ALL
        """The current buffer, and the one that is gone back to."""
        self.muted: frozenset[Buffer] = frozenset()
        self.words = ""
        self._lines = Lines()
        self._said = array("L")
        """The indices of the lines that were said here: all but those restored."""
        self._times = array("d")
        """The times at which they were said, in seconds."""
        self._indices: dict[Buffer, array[int]] = {buffer: array("L") for buffer in Buffer}
        """The indices of the lines of each buffer."""
        self._cursors: dict[Buffer, int] = {}
        self._followers: list[Follower] = []

    def record(self, utterance: Utterance, now: float) -> None:
        """Add an utterance; the cursors stay where they are."""
        self._said.append(len(self._lines))
        self._times.append(now)
        self._add(utterance)
        for follower in tuple(self._followers):
            follower(utterance)

    def restore(self, utterances: Iterable[Utterance]) -> None:
        """Add utterances of an earlier visit, which are read and searched but were not said in this one."""
        for utterance in utterances:
            self._add(utterance)

    def follow(self, follower: Follower) -> None:
        """Call *follower* with each utterance that is recorded from now on."""
        self._followers.append(follower)

    def unfollow(self, follower: Follower) -> None:
        """Stop calling *follower*, if it was called."""
        self._followers = [each for each in self._followers if each != follower]

    @property
    def count(self) -> int:
        """The number of utterances."""
        return len(self._lines)

    def after(self, count: int) -> tuple[Utterance, ...]:
        """The utterances after the first *count*, oldest first."""
        return self._lines[count:]

    def since(self, at: float) -> tuple[Utterance, ...]:
        """The utterances that were said from this time on, oldest first."""
        return self._said_from(bisect_left(self._times, at))

    @property
    def lines(self) -> tuple[Utterance, ...]:
        """The utterances of the current buffer, oldest first."""
        return tuple(self._lines[index] for index in self._indices[self.buffer])

    @property
    def position(self) -> tuple[int, int]:
        """The cursor, from 1 to one past the end, and the number of lines."""
        count = len(self._indices[self.buffer])
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
        indices = self._indices[self.buffer]
        return self._lines[indices[min(self.position) - 1]] if indices else None

    def go_to_said(self) -> None:
        """Go to the answers, if nothing has happened but something was asked."""
        if not self._indices[Buffer.ALL] and self._indices[Buffer.ANSWERS]:
            self.buffer = Buffer.ANSWERS

    def leave(self) -> None:
        """Go back to the buffer in view, with all cursors at the end."""
        self.buffer = self.view
        self._cursors.clear()

    def find(self, words: str) -> SearchMatch | None:
        """Move to the newest line with these words, of ALL if it has one; later searches use them too."""
        self.words = words
        matches = self._matches()
        happened = [which for which, index in enumerate(matches) if self._lines[index].buffer not in OWN]
        return self._move_to(matches, happened[-1] if happened else len(matches) - 1)

    def next_match(self) -> SearchMatch | None:
        """Move to the next line with the words; None if there is none."""
        matches = self._matches()
        return self._move_to(matches, bisect_right(matches, self._index))

    def previous_match(self) -> SearchMatch | None:
        """Move to the previous line with the words; None if there is none."""
        matches = self._matches()
        return self._move_to(matches, bisect_left(matches, self._index) - 1)

    def next_buffer(self) -> Buffer:
        """Go to the next buffer, in a cycle."""
        return self._change_buffer(1)

    def previous_buffer(self) -> Buffer:
        """Go to the previous buffer, in a cycle."""
        return self._change_buffer(-1)

    def turn_view(self, way: int) -> None:
        """Have the next buffer in view, or with -1 the previous one."""
        self.show(tuple(Buffer)[(tuple(Buffer).index(self.view) + way) % len(Buffer)])

    def show(self, buffer: Buffer) -> None:
        """Have this buffer in view, the cursor at its end."""
        self.view = buffer
        self.leave()

    def is_audible(self, utterance: Utterance) -> bool:
        """Whether none of its buffers is muted, or it is an answer."""
        return utterance.urgency is Urgency.ANSWER or not {Buffer.ALL, utterance.buffer} & self.muted

    def latest(self) -> str:
        """The last burst as one text; "" if there is none."""
        rows = groupby(self._latest, lambda each: each.audible_text)
        return " ".join(told_once(text, tuple(row)) for text, row in rows)

    def latest_private_text(self) -> str:
        """The last burst as fingers read it, if parts of it are for them alone; else ""."""
        is_private = any(each.is_private for each in self._latest)
        return " ".join(each.text for each in self._latest) if is_private else ""

    @property
    def _latest(self) -> tuple[Utterance, ...]:
        """The utterances of the last burst."""
        start = len(self._said) - 1
        while start > 0 and self._are_one_burst(start - 1, start):
            start -= 1
        return self._said_from(max(start, 0))

    def _said_from(self, start: int) -> tuple[Utterance, ...]:
        """The utterances that were said here, from the one of this number on."""
        return tuple(self._lines[index] for index in self._said[start:])

    def _are_one_burst(self, earlier: int, later: int) -> bool:
        """Whether an utterance is in the last burst if the one that was said after it is."""
        urgencies = {self._lines[self._said[which]].urgency for which in (earlier, -1)}
        is_alone = urgencies & {Urgency.ANSWER, Urgency.ASIDE, Urgency.HINT}
        at, next_at, last_at = self._times[earlier], self._times[later], self._times[-1]
        return not is_alone and next_at - at <= BURST_PAUSE and last_at - at <= LONGEST_BURST

    def _add(self, utterance: Utterance) -> None:
        index = len(self._lines)
        self._lines.append(speakable(utterance))
        for buffer in {utterance.buffer} if utterance.buffer in OWN else {utterance.buffer, Buffer.ALL}:
            self._indices[buffer].append(index)

    @property
    def _index(self) -> int:
        """The index of the line at the cursor; one past the last if the cursor is at the end."""
        position, count = self.position
        return self._indices[self.buffer][position - 1] if position <= count else len(self._lines)

    def _move(self, position: int) -> Utterance | None:
        indices = self._indices[self.buffer]
        if not 0 <= position < len(indices):
            return None
        self._cursors[self.buffer] = position
        return self._lines[indices[position]]

    def _matches(self) -> list[int]:
        """The indices of the lines with the words, in any buffer; case and accents do not matter."""
        words = folded(self.words)
        lines = enumerate(self._lines)
        return [at for at, line in lines if line.buffer is not Buffer.FOCUS and words in folded(line.text)]

    def _move_to(self, matches: list[int], which: int) -> SearchMatch | None:
        """Move the cursor to one of *matches*, in the current buffer if it is there, else in its own."""
        if not 0 <= which < len(matches):
            return None
        index = matches[which]
        line = self._lines[index]
        if line.buffer in OWN or self.buffer is not Buffer.ALL:
            self.buffer = line.buffer
        self._cursors[self.buffer] = bisect_left(self._indices[self.buffer], index)
        return SearchMatch(line, which + 1, len(matches))

    def _change_buffer(self, step: int) -> Buffer:
        buffers = tuple(Buffer)
        self.buffer = buffers[(buffers.index(self.buffer) + step) % len(buffers)]
        return self.buffer


def folded(text: str) -> str:
    """*text* without case and accents, as searches compare it."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    if letters.isascii():  # as most English lines are
        return letters
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


BLOCK: Final = 512
"""The number of lines that are packed together; the newest, fewer than two blocks, are kept as they are."""

Block = tuple[Utterance, ...]


class Lines(Sequence[Utterance]):
    """Lines to which others are added."""

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        """The oldest lines, a block in each entry."""
        self._newest: list[Utterance] = []
        self._opened: tuple[int, Block] = -1, ()
        """The number of the block that was read last, and its lines."""

    def append(self, line: Utterance) -> None:
        """Add a line."""
        self._newest.append(line)
        if len(self._newest) == 2 * BLOCK:
            encoder, _ = _codec()
            self._packed.append(compress(encoder.encode(self._newest[:BLOCK])))
            del self._newest[:BLOCK]

    @overload
    def __getitem__(self, index: int) -> Utterance: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Utterance, ...]: ...
    def __getitem__(self, index: int | slice) -> Utterance | tuple[Utterance, ...]:
        if isinstance(index, slice):
            return tuple(self[number] for number in range(len(self))[index])
        block, place = divmod(range(len(self))[index], BLOCK)
        if block < len(self._packed):
            if self._opened[0] != block:
                _, decoder = _codec()
                self._opened = block, decoder.decode(decompress(self._packed[block]))
            return self._opened[1][place]
        return self._newest[place + BLOCK * (block - len(self._packed))]

    def __len__(self) -> int:
        return BLOCK * len(self._packed) + len(self._newest)

    def __iter__(self) -> Iterator[Utterance]:
        return (self[number] for number in range(len(self)))


@cache
def _codec() -> tuple[Encoder, Decoder[Block]]:
    """The modules that write and read packed lines; most histories need neither."""
    return Encoder(), Decoder(Block)
