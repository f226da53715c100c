"""The queue of speech: spoken now, next and later, and heard. Pure: the time, in seconds, is an argument."""

from collections.abc import Collection
from math import inf
from typing import Final, assert_never

from msgspec import Struct
from msgspec.structs import replace

from playroom.narration.message import Urgency
from playroom.voice.backends.backend import USUAL_RATE
from playroom.voice.hearing import Beginnings, SoundingText, SpeechStatus
from playroom.voice.speech_request import (
    MeasuredRate,
    SpeechRequest,
    Waiting,
    alerts_last,
    except_numbers,
    fresh,
    heard_by,
    numbers_of,
    once_settled,
    uncovered,
)
from playroom.voice.utterance import Buffer, Utterance

BURST_PAUSE: Final = 0.12
"""Seconds without a new utterance after which a burst is spoken."""
LONGEST_BURST: Final = 0.6
"""Seconds after which a burst is spoken although it still grows."""
MOST_FAILURES: Final = 6
"""The failures in a row after which a text is left to the history: each source may fail twice before that."""
FAILING_FOR: Final = 10.0
"""Seconds for which it must have failed, so that a fault of a few seconds loses nothing."""
MOST_CUTS: Final = 3
"""How often keys cut in a row what is told again, until it waits for a pause between them."""
MOST_OUTDATED: Final = 6
"""The most unheard events that are still told by themselves once the listener has moved."""
PAUSE_IN_KEYS: Final = 2.0
"""Seconds without a key that are such a pause."""
KEY_DELAY: Final = 0.5
"""Seconds within which a key comes here that has silenced a screen reader before."""
MOVE_DELAY: Final = 0.5
"""Seconds for which older events wait for the text of the listener's move, which is saved or sent first."""
SURE_SHARE: Final = 0.8
"""The share of the usual rate that any voice reaches, until its own is known."""


class Queue(Struct, frozen=True):
    """The texts that wait to be spoken, that sound, and that were interrupted.

    An event is waiting, sounding, heard or lost: silenced, and repeated only on request.
    """

    answer: Waiting | None = None
    burst: tuple[Waiting, ...] = ()
    repeats: tuple[Waiting, ...] = ()
    """The interrupted events that are repeated."""
    asides: tuple[Waiting, ...] = ()
    """The news from outside the match, which waits until nothing else is to be said."""
    hint: Waiting | None = None
    sounding: tuple[SpeechRequest, ...] = ()
    cut: tuple[SpeechRequest, ...] = ()
    """The requests that were interrupted here, until the backend reports what became of them."""
    cuts: int = 0
    """How often in a row the interrupted events were interrupted again."""
    cut_at: float = 0.0
    """The time of the newest key that has interrupted, or might have."""
    answered_by: float = 0.0
    """The time limit of the answer to the newest key; interrupted events are repeated after it."""
    silenced: tuple[Waiting, ...] = ()
    """The request on which a screen reader fell silent: lost, unless a key comes that has silenced it."""
    lost: frozenset[int] = frozenset()
    beginnings: Beginnings = Beginnings()
    forgotten: int = -1
    """The number up to which nothing is spoken any more, even if it has just failed."""
    newest: int = 0
    """The number of the newest utterance that was put here."""
    wants_silence: bool = False
    repeats_events: bool = True
    usual_rate: float = USUAL_RATE
    """The characters a second of a backend that reports nothing."""
    rate: MeasuredRate = MeasuredRate()

    def tuned(self, usual_rate: float, *, repeats_events: bool, newest: int) -> "Queue":
        """The queue as its listener wants it, in which nothing is late that another worker was sent."""
        newest = max(newest, self.newest)
        return replace(self, usual_rate=usual_rate, repeats_events=repeats_events, newest=newest)

    def put(self, utterance: Utterance, now: float, number: int = 0, covers: tuple[int, ...] = ()) -> "Queue":
        """The queue with this utterance in it."""
        if not utterance:
            return self
        waiting, queue = Waiting(utterance, now, number, covers), replace(self, newest=number or self.newest)
        match utterance.urgency:
            case Urgency.ANSWER:
                return replace(self._with_answer(waiting, now), newest=queue.newest)
            case Urgency.HINT:
                return replace(queue, hint=waiting)
            case Urgency.ASIDE:
                return replace(queue, asides=(*self.asides, waiting))
            case Urgency.ALERT | Urgency.EVENT:
                return replace(queue, burst=(*fresh(self.burst, now), waiting))
        assert_never(utterance.urgency)

    def due(self) -> float | None:
        """The time of the next speech, which may have passed; None if nothing waits."""
        if self.wants_silence or self.answer:
            return 0.0
        if self.burst:
            return min(self.burst[-1].since + BURST_PAUSE, self.burst[0].since + LONGEST_BURST)
        if self.repeats or self.asides or self.hint:
            end = max((speech.until for speech in self.sounding), default=self.answered_by)
            return max(end, self._pause_at) if self._waits_for_pause else end
        return None

    def next(self, now: float) -> tuple[SpeechRequest | None, "Queue"]:
        """The request that is due at this time, if any, and the queue without it."""
        due = self.due()
        if due is None or due > now:
            return None, self
        if self.wants_silence:
            return SpeechRequest((), interrupts=True), replace(self, wants_silence=False)
        if self.answer:
            return SpeechRequest.of((self.answer,), interrupts=True), replace(
                self.interrupt(now), answer=None
            )
        is_pause = now >= self._pause_at
        cuts = 0 if is_pause else self.cuts
        if self.burst or self.repeats:
            parts = alerts_last(self.repeats + fresh(self.burst, now))
            if self._waits_for_pause and not is_pause:
                return None, replace(self, burst=(), repeats=tuple(part.repeated(now) for part in parts))
            return SpeechRequest.of(parts), replace(self, burst=(), repeats=(), cuts=cuts)
        if self.asides:
            return SpeechRequest.of(self.asides), replace(self, asides=(), cuts=cuts)
        return SpeechRequest.of((self.hint,) if self.hint else ()), replace(self, hint=None)

    def started(
        self, speech: SpeechRequest, now: float, seconds: float, *, reports_begin: bool = False
    ) -> "Queue":
        """The queue once the backend has accepted a request that takes at most *seconds*."""
        if not speech.text:
            return self
        sounding = self._sounding(now)
        begins = max((each.until for each in sounding), default=now)
        begun = None if reports_begin else begins
        given = max((each.heard_by for each in sounding), default=now)
        parts = tuple(replace(part, failures=0) for part in speech.parts)
        new = replace(speech, parts=parts, given=given, begun=begun, until=begins + seconds)
        new = replace(new, is_reported=reports_begin)
        return replace(self, sounding=(*sounding, new), beginnings=self._noting(new))

    def failed(self, speech: SpeechRequest, now: float) -> "Queue":
        """The queue once the backend has failed to take this: it is tried again, after newer answers."""
        failed = tuple(replace(part, failures=part.failures + 1) for part in speech.parts)
        again = tuple(
            part for part in failed if part.failures < MOST_FAILURES or now - part.since < FAILING_FOR
        )
        lost = numbers_of(part for part in failed if part not in again)
        queue = replace(self, lost=self.lost.union(lost))
        return queue.put_back(replace(speech, parts=again))

    def refused(self, text: str) -> "Queue":
        """The queue once the backend reports that it has not taken this text, but may later."""
        speech, queue = self._without(text)
        return queue if not speech or speech in self.cut else queue.put_back(speech)

    def put_back(self, speech: SpeechRequest) -> "Queue":
        """The queue in which this waits again, after newer answers."""
        again = tuple(part for part in speech.parts if part.number > self.forgotten)
        answer = next(iter(again), None) if speech.interrupts else None
        late = again if speech.interrupts and self.answer else ()
        replaced = tuple(part for part in uncovered(late) if part.is_event)
        events = tuple(part for part in again if part.is_event and not speech.interrupts)
        burst = tuple(part for part in events if not part.is_aside)
        asides = tuple(part for part in events if part.is_aside) + self.asides
        repeats = self.repeats + replaced
        return replace(
            self, answer=self.answer or answer, burst=burst + self.burst, repeats=repeats, asides=asides
        )

    def begun(self, text: str, now: float) -> "Queue":
        """The queue once the sound of this text has begun."""
        new = next((each for each in self.sounding if each.given_text == text and each.begun is None), None)
        if not new:
            return self
        begun = replace(new, begun=now, until=new.until + max(0.0, now - new.given))
        sounding = tuple(begun if each is new else each for each in self.sounding)
        return replace(self, sounding=sounding, beginnings=self._noting(begun))

    def finished(self, text: str, now: float) -> "Queue":
        """The queue once the backend has spoken this text to its end."""
        speech, queue = self._without(text)
        if not speech:
            return self
        if speech.begun is None:
            rate, beginnings = self.rate, self._noting(replace(speech, begun=now))
        else:
            rate, beginnings = self.rate.after(speech.text, now - speech.begun), self.beginnings
        heard = {number for part in speech.parts for number in (part.number or part.utterance, *part.covers)}
        repeats, asides = (
            tuple(part for part in parts if (part.number or part.utterance) not in heard)
            for parts in (self.repeats, self.asides)
        )
        lost = queue.lost.difference(heard)
        return replace(
            queue, repeats=repeats, asides=asides, lost=lost, rate=rate, beginnings=beginnings.ended(now)
        )

    def interrupted(self, text: str, now: float) -> "Queue":
        """The queue once the backend reports that this text was interrupted."""
        speech, queue = self._without(text)
        if not speech or speech in self.cut:
            return queue
        disturbed = (replace(part, disturbances=part.disturbances + 1) for part in self._unheard(speech, now))
        cut = replace(queue, beginnings=self.beginnings.cut_short(now))
        return cut.repeating(tuple(disturbed), now)

    def reader_silenced(self, text: str, now: float) -> "Queue":
        """The queue once a screen reader reports that it was silenced while it spoke this text.

        It may have been by one of our keys, which comes here later, or by its own, such as Ctrl.
        """
        speech, queue = self._without(text)
        if not speech or speech in self.cut:
            return queue
        parts = tuple(replace(part, since=now) for part in self._unheard(speech, now))
        lost, beginnings = self.lost.union(numbers_of(parts)), self.beginnings.cut_short(now)
        return replace(queue, silenced=self._just_silenced(now) + parts, lost=lost, beginnings=beginnings)

    def key(self, now: float) -> "Queue":
        """The queue once one of our keys was pressed, which silences a screen reader."""
        again = self._just_silenced(now)
        lost = self.lost.difference(numbers_of(again))
        queue = replace(self, silenced=(), lost=lost, answered_by=now + BURST_PAUSE)
        return queue.repeating(again, now).interrupt(now)

    def interrupt(self, now: float) -> "Queue":
        """The queue once all that sounds at this time was interrupted."""
        recent, beginnings = (each for each in self.cut if each.until > now), self.beginnings.cut_short(now)
        cut = replace(self, sounding=(), cut=(*recent, *self._sounding(now)), beginnings=beginnings)
        return replace(cut, cut_at=now).repeating(self._sounding_unheard(now), now)

    def backend_lost(self, number: int, now: float) -> "Queue":
        """The queue once a backend is lost: how much of its texts could be heard is not known.

        Nor is it of those that were interrupted of which it has reported nothing: it may have failed before.
        """
        unreported = (each for each in self.cut if each.is_reported and each.until > now)
        unknown = [each for each in (*self._sounding(now), *unreported) if each.backend == number]
        parts = {part.number or part.utterance: part for each in unknown for part in each.parts}
        numbers = {part.number for part in parts.values()}
        repeats, asides = (except_numbers(several, numbers) for several in (self.repeats, self.asides))
        sounding = tuple(speech for speech in self.sounding if speech.backend != number)
        cut = tuple(speech for speech in self.cut if speech.backend != number)
        beginnings = self.beginnings.cut_short(now) if parts else self.beginnings
        queue = replace(self, sounding=sounding, cut=cut, repeats=repeats, beginnings=beginnings)
        queue = replace(queue, asides=asides)
        return queue.repeating(tuple(parts.values()), now)

    def slept(self, since: float, now: float) -> "Queue":
        """The queue after a sleep of the computer between these times: what sounded before is repeated."""
        sounding = tuple(part for speech in self._sounding(since) for part in speech.parts)
        burst = tuple(replace(part, since=now) for part in self.burst)
        beginnings = self.beginnings.cut_short(since)
        awake = replace(self, sounding=(), cut=(), silenced=(), burst=burst, beginnings=beginnings)
        return awake.repeating(sounding, now)

    def repeating(self, parts: tuple[Waiting, ...], now: float) -> "Queue":
        """The queue that tells again those of these parts that were interrupted and must be heard."""
        every = uncovered(parts)
        again = tuple(part for part in every if part.is_repeated(all_events=self.repeats_events))
        lost = self.lost.difference(numbers_of(again)).union(numbers_of(set(every).difference(again)))
        repeated = tuple(replace(part.repeated(now), cuts=part.cuts + 1) for part in again)
        repeats = self.repeats + tuple(part for part in repeated if not part.is_aside)
        asides = tuple(part for part in repeated if part.is_aside) + self.asides
        cuts = self.cuts + any(part.is_repeat for part in again)
        return replace(self, repeats=repeats, asides=asides, lost=lost, cuts=cuts)

    def hush(self, now: float) -> "Queue":
        """The queue once the player wants silence: only the alerts that have not begun remain."""
        alerts = tuple(part for part in self.burst if part.is_alert)
        waiting = (*self.repeats, *self.asides, *(part for part in self.burst if not part.is_alert))
        lost = self.lost.union(numbers_of(self._sounding_unheard(now) + waiting))
        silent = replace(self, answer=None, hint=None, asides=(), burst=alerts, repeats=(), sounding=())
        cut = tuple(each.settled(each.numbers) for each in self.cut + self.sounding)
        beginnings = self.beginnings.cut_short(now)
        return replace(silent, cut=cut, lost=lost, wants_silence=True, beginnings=beginnings)

    def forget(self, now: float) -> "Queue":
        """The queue once nothing of this may be spoken any more, as another listener takes over."""
        silent = self.hush(now).without(range(1, self.newest + 1))
        return replace(silent, burst=(), silenced=(), lost=frozenset(), forgotten=self.newest)

    def without(self, numbers: Collection[int]) -> "Queue":
        """The queue without these events, which are obsolete, and without hints."""
        return replace(
            self,
            hint=None,
            burst=except_numbers(self.burst, numbers),
            repeats=except_numbers(self.repeats, numbers),
            asides=except_numbers(self.asides, numbers),
            sounding=tuple(each.settled(numbers) for each in self.sounding),
            cut=tuple(each.settled(numbers) for each in self.cut),
            lost=self.lost.difference(numbers),
        )

    def without_help(self) -> "Queue":
        """The queue without the hint that waits, if it is help for a place that is left."""
        is_help = self.hint is not None and self.hint.utterance.buffer is Buffer.FOCUS
        return replace(self, hint=None) if is_help else self

    def outdate(self, numbers: Collection[int], lead: str, follows: str, now: float) -> "Queue":
        """The queue once the listener moves, who will hear that first: it tells these events after *lead*.

        What they hear after those begins with *follows*.

        What an event left is out of date, so that nothing is told of one whose beginning was heard. What came
        before their last move already, and more than the newest few, is lost, and told on request: who moves
        on without listening would hear ever longer texts.
        """
        queue = self.key(now)
        late_events = [part for part in (*queue.repeats, *queue.burst) if part.number in numbers]
        new = [part for part in late_events if not part.lead]
        old = {part.number for part in late_events} - {part.number for part in new[-MOST_OUTDATED:]}
        queue = replace(queue.without(old), hint=queue.hint, lost=queue.lost.union(old))

        def late(parts: tuple[Waiting, ...]) -> tuple[Waiting, ...]:
            """The parts without those heard in part, the events among them after *lead*."""
            known = numbers_of(part for part in parts if part.number in numbers and part.is_rest)
            left = except_numbers(parts, known)
            return tuple(part.outdated(lead, follows) if part.number in numbers else part for part in left)

        burst, repeats = late(queue.burst), late(queue.repeats)
        return replace(queue, burst=burst, repeats=repeats, answered_by=now + MOVE_DELAY)

    @property
    def _waits_for_pause(self) -> bool:
        """Whether news waits for a pause between keys: its beginning alone would be heard again and again."""
        return bool(self.repeats or (self.asides and not self.burst)) and self.cuts >= MOST_CUTS

    @property
    def _pause_at(self) -> float:
        """The time of the next pause, if no key is pressed until then."""
        return self.cut_at + PAUSE_IN_KEYS

    @property
    def status(self) -> SpeechStatus:
        """The status of the queue for its listener."""
        answer = (self.answer,) if self.answer else ()
        waiting = (*answer, *self.burst, *self.repeats)
        sounding = tuple(
            SoundingText(numbers_of(each.parts), each.begun, each.until) for each in self.sounding
        )
        end, numbers = heard_by(self.sounding, waiting), frozenset(numbers_of((*waiting, *self.asides)))
        return SpeechStatus(self.newest, end, numbers, sounding, self.lost, self.beginnings.known)

    def next_end(self, now: float) -> float:
        """The time by which the next text has ended that sounds at this time; infinity if none does."""
        return min((each.until for each in self._sounding(now)), default=inf)

    def _noting(self, speech: SpeechRequest) -> Beginnings:
        return self.beginnings.noting(speech, self.rate.value or self.usual_rate)

    def _with_answer(self, waiting: Waiting, now: float) -> "Queue":
        """The queue with a new answer; an event that it interrupts is repeated after it."""
        before = (self.answer,) if self.answer else ()
        if not waiting.covers:
            return replace(self, answer=waiting).repeating(before, now)
        events = uncovered((*self._sounding_unheard(now), *before, *self.repeats, *self.burst))
        unheard = tuple(part for part in events if part.is_event and part.number in waiting.covers)
        queue = replace(self.without(waiting.covers), hint=self.hint)
        lost = self.lost.union(numbers_of(unheard))
        answer = waiting if waiting.is_event else replace(waiting, covered=unheard)
        return replace(queue, answer=answer, lost=lost).repeating(once_settled(before, waiting.covers), now)

    def _just_silenced(self, now: float) -> tuple[Waiting, ...]:
        return tuple(part for part in self.silenced if now - part.since <= KEY_DELAY)

    def _sounding(self, now: float) -> tuple[SpeechRequest, ...]:
        return tuple(speech for speech in self.sounding if speech.until > now)

    def _sounding_unheard(self, now: float) -> tuple[Waiting, ...]:
        """The parts of what sounds that would not be heard to their end if it was interrupted now."""
        return tuple(part for speech in self._sounding(now) for part in self._unheard(speech, now))

    def _unheard(self, speech: SpeechRequest, now: float) -> tuple[Waiting, ...]:
        """The parts of a text interrupted at this time that were not heard to their end, by its rate."""
        return speech.unheard(now, self.rate.value, SURE_SHARE * self.usual_rate)

    def _without(self, text: str) -> tuple[SpeechRequest | None, "Queue"]:
        """The oldest text that is reported, and the queue without it."""
        found = next((speech for speech in self.cut + self.sounding if speech.given_text == text), None)
        return found, replace(
            self,
            cut=tuple(each for each in self.cut if each is not found),
            sounding=tuple(each for each in self.sounding if each is not found),
        )
