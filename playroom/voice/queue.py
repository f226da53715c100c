"""What is spoken now, next and later. Pure: the time, in seconds, is an argument."""

from dataclasses import dataclass, replace
from itertools import groupby
from typing import assert_never

from playroom.narration.message import Urgency
from playroom.voice.utterance import Utterance

SETTLE = 0.12  # seconds without news after which a burst is spoken
LONGEST = 0.6  # seconds that a burst gathers at most
STALE = 5.0  # seconds after which an event that nothing could speak is left to the history
MANY = 4  # utterances that a burst says in full


@dataclass(frozen=True, slots=True)
class Waiting:
    """An utterance since it came, and whether it has been cut, or has failed, once already."""

    utterance: Utterance
    since: float
    cut: bool = False
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Saying:
    """What the backend is to say in one go; no parts at all is a wish for silence."""

    parts: tuple[Waiting, ...]
    cuts: bool = False
    until: float = 0.0

    @property
    def text(self) -> str:
        """The parts as one text: identical neighbours once, short forms if there are many."""
        return " ".join(self._said)

    @property
    def braille(self) -> str:
        """The same for fingers: after the texts, the newest of what is for them alone."""
        only = [part.utterance.braille for part in self.parts if not part.utterance.text][-1:]
        return " ".join((*self._read, *only))

    @property
    def _said(self) -> tuple[str, ...]:
        return tuple(each.short if self._is_many and each.short else each.text for each in self._once)

    @property
    def _read(self) -> tuple[str, ...]:
        pairs = zip(self._once, self._said, strict=True)
        return tuple(each.braille or said for each, said in pairs)

    @property
    def _once(self) -> tuple[Utterance, ...]:
        audible = (part.utterance for part in self.parts if part.utterance.text)
        return tuple(utterance for utterance, _ in groupby(audible))

    @property
    def _is_many(self) -> bool:
        return len(self._once) > MANY


@dataclass(frozen=True, slots=True)
class Queue:
    """All that waits to be said, and what has been given to the backend and is not over yet."""

    answer: Waiting | None = None
    burst: tuple[Waiting, ...] = ()
    owed: tuple[Waiting, ...] = ()
    hint: Waiting | None = None
    sounding: tuple[Saying, ...] = ()
    hushed: bool = False

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
        """When something is to be said next, however long ago; None as long as nothing more happens."""
        if self.hushed or self.answer:
            return 0.0
        if self.burst:
            return min(self.burst[-1].since + SETTLE, self.burst[0].since + LONGEST)
        if self.owed or self.hint:
            return max((saying.until for saying in self.sounding), default=0.0)
        return None

    def next(self, now: float) -> tuple[Saying | None, "Queue"]:
        """What is to be said now, if anything, and the queue without it."""
        due = self.due()
        if due is None or due > now:
            return None, self
        if self.hushed:
            return Saying((), cuts=True), replace(self, hushed=False)
        if self.answer:
            return Saying((self.answer,), cuts=True), replace(self.cut(now), answer=None)
        if self.burst or self.owed:
            return Saying(_in_order(self.owed + _fresh(self.burst, now))), replace(self, burst=(), owed=())
        return Saying((self.hint,) if self.hint else ()), replace(self, hint=None)

    def spoken(self, saying: Saying, now: float, seconds: float) -> "Queue":
        """The queue once the backend has taken this, for which it needs so many seconds at most."""
        if not saying.text:
            return self
        sounding = self._sounding(now)
        until = max((each.until for each in sounding), default=now) + seconds
        return replace(self, sounding=(*sounding, replace(saying, until=until)))

    def failed(self, saying: Saying) -> "Queue":
        """The queue once the backend has failed to say this: once it is tried again, behind newer answers."""
        parts = tuple(replace(part, failed=True) for part in saying.parts if not part.failed)
        answers = [part for part in parts if part.utterance.urgency is Urgency.ANSWER]
        burst = tuple(part for part in parts if part.utterance.urgency in (Urgency.ALERT, Urgency.EVENT))
        return replace(self, answer=self.answer or next(iter(answers), None), burst=burst + self.burst)

    def over(self, text: str) -> "Queue":
        """The queue once the backend has said this text to its end."""
        return self._without(text)[1]

    def cut(self, now: float) -> "Queue":
        """The queue once all that sounds is cut: alerts are owed once more."""
        cut = tuple(part for saying in self._sounding(now) for part in saying.parts)
        return replace(self, sounding=(), owed=self.owed + _owed(cut))

    def cut_off(self, text: str) -> "Queue":
        """The queue once somebody else has cut this text."""
        saying, queue = self._without(text)
        return replace(queue, owed=queue.owed + _owed(saying.parts)) if saying else queue

    def hush(self) -> "Queue":
        """The queue once the player wants silence: of what waits, alerts alone are still said."""
        return Queue(
            burst=tuple(part for part in self.burst if part.utterance.urgency is Urgency.ALERT), hushed=True
        )

    def outdated(self) -> "Queue":
        """The queue once the player has acted: alerts and hints are no longer true."""
        events = tuple(part for part in self.burst if part.utterance.urgency is not Urgency.ALERT)
        sounding = tuple(replace(saying, parts=_heard(saying.parts)) for saying in self.sounding)
        return replace(self, burst=events, owed=(), hint=None, sounding=sounding)

    def _sounding(self, now: float) -> tuple[Saying, ...]:
        return tuple(saying for saying in self.sounding if saying.until > now)

    def _without(self, text: str) -> tuple[Saying | None, "Queue"]:
        found = next((saying for saying in self.sounding if saying.text == text), None)
        return found, replace(self, sounding=tuple(each for each in self.sounding if each is not found))


def _fresh(burst: tuple[Waiting, ...], now: float) -> tuple[Waiting, ...]:
    """What is still worth saying: what is not stale, and the newest event and alert whatever their age."""
    kept = {part.utterance.urgency: part for part in burst}.values()
    return tuple(part for part in burst if now - part.since <= STALE or part in kept)


def _in_order(parts: tuple[Waiting, ...]) -> tuple[Waiting, ...]:
    return tuple(sorted(parts, key=lambda part: part.utterance.urgency is Urgency.ALERT))


def _owed(cut: tuple[Waiting, ...]) -> tuple[Waiting, ...]:
    alerts = (part for part in cut if part.utterance.urgency is Urgency.ALERT and not part.cut)
    return tuple(replace(part, cut=True) for part in alerts)


def _heard(parts: tuple[Waiting, ...]) -> tuple[Waiting, ...]:
    """The parts as if they had been cut before, so that none of them is owed any more."""
    return tuple(replace(part, cut=True) for part in parts)
