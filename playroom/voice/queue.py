"""What is spoken now, next and later. Pure: the time, in seconds, is an argument."""

from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, assert_never

from playroom.narration.message import Urgency
from playroom.voice.utterance import Utterance

BURST_PAUSE: Final = 0.12
"""Seconds without a new utterance after which a burst is spoken."""
LONGEST_BURST: Final = 0.6
"""Seconds after which a burst is spoken although it still grows."""
STALE_AFTER: Final = 5.0
"""Seconds after which an event that could not be spoken is left to the history."""
MOST_IN_FULL: Final = 4
"""The most utterances of which a burst has the full forms."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An utterance and the time it came, and whether it was interrupted or has failed once already."""

    utterance: Utterance
    since: float
    is_repeat: bool = False
    has_failed: bool = False


@dataclass(frozen=True, slots=True)
class SpeechRequest:
    """What the backend is given in one call; without any parts it is a request for silence."""

    parts: tuple[Waiting, ...]
    interrupts: bool = False
    until: float = 0.0

    @property
    def text(self) -> str:
        """The parts as one text: equal neighbours once, short forms if there are many."""
        return " ".join(self._spoken)

    @property
    def braille(self) -> str:
        """The same for a braille display, then the newest part that is for braille alone."""
        only = [part.utterance.braille for part in self.parts if not part.utterance.text][-1:]
        return " ".join((*self._brailled, *only))

    @property
    def _spoken(self) -> tuple[str, ...]:
        return tuple(each.short if self._is_long and each.short else each.text for each in self._distinct)

    @property
    def _brailled(self) -> tuple[str, ...]:
        pairs = zip(self._distinct, self._spoken, strict=True)
        return tuple(each.braille or text for each, text in pairs)

    @property
    def _distinct(self) -> tuple[Utterance, ...]:
        audible = (part.utterance for part in self.parts if part.utterance.text)
        return tuple(utterance for utterance, _ in groupby(audible))

    @property
    def _is_long(self) -> bool:
        return len(self._distinct) > MOST_IN_FULL


@dataclass(frozen=True, slots=True)
class Queue:
    """What waits to be spoken, and what the backend was given that has not ended yet."""

    answer: Waiting | None = None
    burst: tuple[Waiting, ...] = ()
    repeats: tuple[Waiting, ...] = ()
    """The alerts that were interrupted and are spoken once more."""
    hint: Waiting | None = None
    sounding: tuple[SpeechRequest, ...] = ()
    wants_silence: bool = False

    def put(self, utterance: Utterance, now: float) -> "Queue":
        """The queue with this utterance in it."""
        waiting = Waiting(utterance, now)
        if not utterance:
            return self
        match utterance.urgency:
            case Urgency.ANSWER:
                return replace(self, answer=waiting)
            case Urgency.HINT:
                return replace(self, hint=waiting)
            case Urgency.ALERT | Urgency.EVENT:
                return replace(self, burst=(*_fresh(self.burst, now), waiting))
        assert_never(utterance.urgency)

    def due(self) -> float | None:
        """The time of the next speech, which may have passed; None if nothing waits."""
        if self.wants_silence or self.answer:
            return 0.0
        if self.burst:
            return min(self.burst[-1].since + BURST_PAUSE, self.burst[0].since + LONGEST_BURST)
        if self.repeats or self.hint:
            return max((speech.until for speech in self.sounding), default=0.0)
        return None

    def next(self, now: float) -> tuple[SpeechRequest | None, "Queue"]:
        """What is due at this time, if anything, and the queue without it."""
        due = self.due()
        if due is None or due > now:
            return None, self
        if self.wants_silence:
            return SpeechRequest((), interrupts=True), replace(self, wants_silence=False)
        if self.answer:
            return SpeechRequest((self.answer,), interrupts=True), replace(self.interrupt(now), answer=None)
        if self.burst or self.repeats:
            parts = _alerts_last(self.repeats + _fresh(self.burst, now))
            return SpeechRequest(parts), replace(self, burst=(), repeats=())
        return SpeechRequest((self.hint,) if self.hint else ()), replace(self, hint=None)

    def started(self, speech: SpeechRequest, now: float, seconds: float) -> "Queue":
        """The queue once the backend has taken this, and needs so many seconds for it at most."""
        if not speech.text:
            return self
        sounding = self._sounding(now)
        until = max((each.until for each in sounding), default=now) + seconds
        return replace(self, sounding=(*sounding, replace(speech, until=until)))

    def failed(self, speech: SpeechRequest) -> "Queue":
        """The queue once the backend has failed to take this: it is tried once more, after newer answers."""
        parts = tuple(replace(part, has_failed=True) for part in speech.parts if not part.has_failed)
        answers = [part for part in parts if part.utterance.urgency is Urgency.ANSWER]
        burst = tuple(part for part in parts if part.utterance.urgency in (Urgency.ALERT, Urgency.EVENT))
        return replace(self, answer=self.answer or next(iter(answers), None), burst=burst + self.burst)

    def finished(self, text: str) -> "Queue":
        """The queue once the backend has spoken this text to its end."""
        return self._without(text)[1]

    def interrupted(self, text: str) -> "Queue":
        """The queue once something else has interrupted this text."""
        speech, queue = self._without(text)
        return replace(queue, repeats=queue.repeats + _repeats(speech.parts)) if speech else queue

    def interrupt(self, now: float) -> "Queue":
        """The queue once all that sounds at this time was interrupted."""
        parts = tuple(part for speech in self._sounding(now) for part in speech.parts)
        return replace(self, sounding=(), repeats=self.repeats + _repeats(parts))

    def hush(self) -> "Queue":
        """The queue once the player wants silence: only the alerts that have not begun remain."""
        return Queue(burst=tuple(part for part in self.burst if _is_alert(part)), wants_silence=True)

    def without_alerts(self) -> "Queue":
        """The queue once the player has acted: alerts and hints are out of date."""
        events = tuple(part for part in self.burst if not _is_alert(part))
        sounding = tuple(replace(each, parts=_not_repeated(each.parts)) for each in self.sounding)
        return replace(self, burst=events, repeats=(), hint=None, sounding=sounding)

    def _sounding(self, now: float) -> tuple[SpeechRequest, ...]:
        return tuple(speech for speech in self.sounding if speech.until > now)

    def _without(self, text: str) -> tuple[SpeechRequest | None, "Queue"]:
        found = next((speech for speech in self.sounding if speech.text == text), None)
        return found, replace(self, sounding=tuple(each for each in self.sounding if each is not found))


def _fresh(burst: tuple[Waiting, ...], now: float) -> tuple[Waiting, ...]:
    """The parts that are not stale, and the newest event and alert in any case."""
    kept = {part.utterance.urgency: part for part in burst}.values()
    return tuple(part for part in burst if now - part.since <= STALE_AFTER or part in kept)


def _alerts_last(parts: tuple[Waiting, ...]) -> tuple[Waiting, ...]:
    return tuple(sorted(parts, key=_is_alert))


def _is_alert(part: Waiting) -> bool:
    return part.utterance.urgency is Urgency.ALERT


def _repeats(parts: tuple[Waiting, ...]) -> tuple[Waiting, ...]:
    """The parts that are spoken once more after an interruption."""
    return _not_repeated(tuple(part for part in parts if _is_alert(part) and not part.is_repeat))


def _not_repeated(parts: tuple[Waiting, ...]) -> tuple[Waiting, ...]:
    """The parts marked so that an interruption does not repeat them."""
    return tuple(replace(part, is_repeat=True) for part in parts)
