"""The part of all texts that the listener has heard or read. Pure: the time, in seconds, is an argument."""

from collections.abc import Collection
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from playroom.voice.backends.backend import USUAL_RATE
from playroom.voice.speech_request import LONGEST_DELAY, SLOWEST, SpeechRequest
from playroom.voice.utterance import Utterance

MOST_BEGINNINGS: Final = 100
"""The newest beginnings that are remembered."""


class Beginning(Struct, frozen=True):
    """The utterance of this number begins to be heard at this time."""

    number: int
    at: float

    def by(self, now: float) -> "Beginning":
        """A copy whose time is *now* at the latest."""
        return self if self.at <= now else replace(self, at=now)


class Beginnings(Struct, frozen=True):
    """The beginnings of the texts that were spoken last: known, and expected by the length of the texts."""

    known: tuple[Beginning, ...] = ()

    def noting(self, speech: SpeechRequest, rate: float) -> "Beginnings":
        """A copy with the starts of the parts of a text that has begun, at a rate in characters a second."""
        if speech.begun is None:
            return self
        new = (Beginning(number, speech.begun + before / rate) for number, before in speech.offsets)
        return Beginnings((*self.known, *new)[-MOST_BEGINNINGS:])

    def ended(self, now: float) -> "Beginnings":
        """The beginnings after the end of a text: no part of it begins later."""
        return Beginnings(tuple(each.by(now) for each in self.known))

    def cut_short(self, now: float) -> "Beginnings":
        """The beginnings after a cut: the rest of what sounds does not begin."""
        return Beginnings(tuple(each for each in self.known if each.at <= now))


class SoundingText(Struct, frozen=True):
    """The events of a text that the backend has, when it began (None: not yet), and its end at the latest."""

    numbers: tuple[int, ...]
    begun: float | None
    until: float


class SpeechStatus(Struct, frozen=True):
    """How far the worker that speaks has come, as it reports that to the thread of the console."""

    newest: int = 0
    """The number of the newest utterance that it has."""
    heard_by: float = 0.0
    """The time by which bots take all this as heard, which has passed if nothing waits or sounds."""
    waiting: frozenset[int] = frozenset()
    """The numbers of the events that wait."""
    sounding: tuple[SoundingText, ...] = ()
    lost: frozenset[int] = frozenset()
    """The silenced events, which are repeated only on request."""
    beginnings: tuple[Beginning, ...] = ()
    """The times at which the newest utterances began to be heard, or will."""

    def pending(self, now: float) -> frozenset[int]:
        """The numbers of the events that wait or sound."""
        return self.waiting.union(*(each.numbers for each in self.sounding if each.until > now))

    def speaks_until(self, now: float) -> float:
        """The time until which what sounds now is spoken, as far as that is known; 0 if nothing sounds."""
        begun = (each.until for each in self.sounding if each.begun is not None and each.begun <= now)
        return max((until for until in begun if until > now), default=0.0)


class Hearing(Struct, frozen=True):
    """The worker's last report, and what came later: texts that it was sent since, and that were written.

    A listener who reads takes *reading_rate* characters a second, 0 for no time at all. *usual_rate* is that
    of a backend that reports nothing; *repeats_events* is whether interrupted events are repeated.
    """

    status: SpeechStatus = SpeechStatus()
    newest: int = 0
    """The number of the newest utterance that was sent to the worker."""
    newest_by: float = 0.0
    reading_rate: float = 0.0
    read_by: float = 0.0
    usual_rate: float = USUAL_RATE
    repeats_events: bool = True

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
        """The hearing of a listener who wants to read no more of what was written."""
        return replace(self, read_by=0.0)

    @property
    def heard_by(self) -> float:
        """The time by which all that was spoken is heard at the latest."""
        return self.status.heard_by if self.status.newest >= self.newest else self.newest_by

    def unheard(self, numbers: Collection[int], now: float) -> frozenset[int]:
        """Which of these are pending: waiting, sounding, or to be repeated after an interruption."""
        late = frozenset(number for number in numbers if number > self.status.newest)
        return (self.status.pending(now) | late).intersection(numbers)
