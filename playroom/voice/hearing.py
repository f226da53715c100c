"""What the listener has heard or read of all that was said. Pure: the time, in seconds, is an argument."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from playroom.voice.backends.backend import USUAL_RATE
from playroom.voice.queue import Queue
from playroom.voice.speech_request import LONGEST_DELAY, SLOWEST
from playroom.voice.utterance import Utterance


@dataclass(frozen=True, slots=True)
class Hearing:
    """The queue of speech as its worker reported it last, and what that report cannot include yet.

    A listener who reads takes *reading_rate* characters a second, 0 for no time at all. *usual_rate* is that
    of a backend that reports nothing; *repeats_events* is whether interrupted events are told again.
    """

    queue: Queue = field(default_factory=Queue)
    newest: int = 0
    """The number of the newest utterance that was sent to the worker."""
    newest_by: float = 0.0
    reading_rate: float = 0.0
    read_by: float = 0.0
    usual_rate: float = USUAL_RATE
    repeats_events: bool = True

    def tuned(self, queue: Queue) -> Queue:
        """The queue as this listener wants it, in which nothing is late that was sent to another."""
        newest = max(self.newest, queue.newest)
        return replace(queue, usual_rate=self.usual_rate, repeats_events=self.repeats_events, newest=newest)

    def sent(self, utterance: Utterance, now: float, number: int) -> "Hearing":
        """The hearing once an utterance of this number was sent to the worker."""
        seconds = len(utterance.text) / SLOWEST + LONGEST_DELAY
        return replace(self, newest=number, newest_by=now + seconds)

    def written(self, line: str, now: float, *, is_answer: bool = False) -> "Hearing":
        """The hearing once a line was written; who asks for an answer reads that first."""
        if not self.reading_rate:
            return self
        begins = now if is_answer else max(now, self.read_by)
        return replace(self, read_by=begins + len(line) / self.reading_rate)

    def hushed(self) -> "Hearing":
        """The hearing of somebody who wants to read no more of what was written."""
        return replace(self, read_by=0.0)

    @property
    def heard_by(self) -> float:
        """The time by which all that was spoken is heard at the latest."""
        return self.queue.heard_by if self._is_current else self.newest_by

    def unheard(self, numbers: Collection[int], now: float) -> frozenset[int]:
        """Which of these are still being told: they wait, sound, or were interrupted and come again."""
        late = frozenset(number for number in numbers if number > self.queue.newest)
        return (self.queue.pending(now) | late).intersection(numbers)

    def lost(self, numbers: Collection[int]) -> frozenset[int]:
        """Which of these were silenced, and are told again only if asked for."""
        return self.queue.lost.intersection(numbers)

    @property
    def _is_current(self) -> bool:
        return self.queue.newest >= self.newest
