"""Speaks what the queue gives, through the best backend that works. Without threads: see worker.py."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from typing import Final, Protocol, TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from playroom.voice.backends.backend import (
    Backend,
    BackendError,
    BackendKind,
    Failure,
    OnSpeechEvent,
    SpeechEvent,
    backend_error,
    expected_duration,
    longest_duration,
)
from playroom.voice.hearing import SpeechStatus
from playroom.voice.queue import LONGEST_BURST, Queue
from playroom.voice.sources import Attempts, Loading, Source
from playroom.voice.speech_request import MeasuredRate, SpeechRequest


class Speaker(Struct, frozen=True):
    """The backend that speaks: its name, its kind, the name of its source, and whether it has braille."""

    name: str
    kind: BackendKind
    source: str
    has_braille: bool = False


class ActiveBackend(Struct, frozen=True):
    """The backend in use, where it came from, and its number among all that were built."""

    backend: Backend
    speaker: Speaker
    source: Source
    reports_end: bool
    number: int

    def duration(self, text: str, usual_rate: float) -> float:
        """Seconds that a text takes at most if its end is reported, else those that are expected."""
        if self.reports_end:
            return longest_duration(text, reports_end=True)
        return expected_duration(text, usual_rate)


Change = Callable[[Queue, float], Queue]
"""A change of the queue at a time."""

Report = Callable[[Speaker | SpeechStatus | None], None]
"""Called with what speaks now, None if nothing can, and with the status of the queue when that changes."""

_Result = TypeVar("_Result")


class Guard(Protocol):
    """Makes a call to a backend; it may abandon it and raise if the call blocks."""

    def __call__(self, function: Callable[[], _Result], /) -> _Result:
        """The function's result."""


REFUSAL_PAUSE: Final = 0.5
"""Seconds after which a backend that has refused a text is given it again."""
SLEEP: Final = 60.0
"""Seconds by which work is late if the computer has slept; a busy one is not as late."""


class SpeechLoop:
    """The queue of speech and the backend in use.

    *report* is called when another backend is in use, or none can be, and with each new status of the queue;
    *clock* gives the time in seconds; *post* brings a call from any thread to that of the loop, and
    *background* makes one that may take long elsewhere.
    """

    def __init__(
        self,
        sources: Sequence[Source],
        report: Report,
        *,
        clock: Callable[[], float],
        guard: Guard,
        post: Callable[[Callable[[], None]], None],
        background: Callable[[Callable[[], None]], None],
    ) -> None:
        self._report, self._background = report, background
        self._clock, self._guard, self._post = clock, guard, post
        self._sources = sources
        self._attempts = Attempts(sources)
        self._worked_at = clock()
        self._expected = inf
        """The time at which the next work was due after that."""
        self._queue = Queue()
        self._reported = self._queue.status
        self._active: ActiveBackend | None = None
        self._leaving: ActiveBackend | None = None
        """The backend that was in use before a better one, and may still speak."""
        self._is_ending = False
        """Whether that one is being closed."""
        self._stale: ActiveBackend | None = None
        """The backend that was in use when the computer fell asleep."""
        self._trusted: set[int] = set()
        """The numbers of the backends that are in use or may still speak, also once they are closed."""
        self._measured: Source | None = None
        """The source whose rate the queue has measured: another may speak more slowly."""
        self._speech: SpeechRequest | None = None
        self._trying: Source | None = None
        self._built = 0
        self._loading = Loading(clock())
        self._refused_until = -inf

    def change(self, change: Change) -> None:
        """Change the queue."""
        now = self._awake_at()
        self._queue = change(self._queue, now)

    def key(self) -> None:
        """Note that a key was pressed, which interrupts some screen readers."""
        now = self._awake_at()
        if self._is_reader:
            self._queue = self._queue.key(now)

    def due(self) -> float:
        """The time of the next work if nothing happens before; infinity if there is none."""
        if not self._active:
            return min(self._attempts.retry_at(), self._loading.report_at)
        due, end = self._queue.due(), self._queue.next_end(self._worked_at)
        speech_due = inf if due is None else max(due, self._busy_until(self._active))
        return min(self._attempts.probe_at(self._active.source), end, speech_due)

    def work(self, *, closing: bool = False) -> float:
        """Look for a backend if one is needed, and speak what is due; the time of the next work."""
        now = self._worked_at = self._awake_at()
        if stale := self._stale:  # what it has started before the sleep is repeated
            self._stale = None
            self._end(stale, is_cut=True)
        if not (self._active or (closing and self._queue.due() is None)):
            # What comes meanwhile, as it may take long, may replace what waits.
            if source := self._attempts.next(now):
                self._try(source)
            is_loading = self._loading.is_under_way(self._clock())
            if not (self._active or is_loading or self._attempts.next(self._clock())):
                self._loading.note_report()
                self._report(None)
        elif active := self._active:
            if source := self._attempts.next_probe(now, active.source):
                self._background(partial(self._probe, source))
            if now >= self._busy_until(active):
                self._speak_next(active, now)
            if not (self._active or self._attempts.next(self._clock())):
                self._report(None)
        if (status := self._queue.status) != self._reported:
            self._reported = status
            self._report(status)
        due = self.due()
        self._expected = max(now, due)
        return due

    def finish(self) -> None:
        """Speak what still waits, with bursts as they are, and close the backend."""
        while self._active and self._speak_next(self._active, self._clock() + LONGEST_BURST):
            pass
        self._end_leaving(None)
        if self._active:
            self._close(self._active)

    def abandon(self, seconds: float) -> None:
        """Continue after abandoning the current call, which has blocked for *seconds*."""
        error = BackendError(Failure.STUCK, f"no answer in {seconds} seconds")
        if self._trying:
            self._loading.add(self._trying, self._clock())
            self._attempts.failed_to_load(self._trying, error, self._clock(), self._loading.retry_at)
            self._trying = self._active = None
        elif self._is_ending:
            self._is_ending = False
            self._take_back()
        elif self._active:
            self._drop(self._active, error)

    def take_returned(self, result: object) -> bool:
        """Use the backend of an abandoned call if none speaks, or try again: whether it is used."""
        for source in self._loading.end():
            self._attempts.answered(source, self._clock())
        is_wanted = isinstance(result, ActiveBackend) and not (self._active or self._leaving or self._stale)
        if isinstance(result, ActiveBackend) and is_wanted:
            self._use(result)
        return is_wanted

    def _busy_until(self, active: ActiveBackend) -> float:
        """The time before which it is given nothing: it has refused a text, or nothing interrupts it."""
        goes_on = active.speaker.kind is BackendKind.TERMINAL_READER
        return max(self._refused_until, self._queue.status.speaks_until(self._worked_at) if goes_on else 0.0)

    @property
    def _is_reader(self) -> bool:
        """Whether a screen reader speaks that keys silence."""
        return bool(self._active and self._active.speaker.kind is BackendKind.SCREEN_READER)

    def _take_event(self, number: int, event: SpeechEvent, text: str) -> None:
        """Take a report of the backend of this number, in the thread of the loop."""
        now = self._awake_at()
        if number not in self._trusted:
            return
        match event:
            case SpeechEvent.BEGUN:
                self._queue = self._queue.begun(text, now)
            case SpeechEvent.FINISHED:
                if self._active and number == self._active.number:
                    self._attempts.succeeded(self._active.source)
                self._queue = self._queue.finished(text, now)
            case SpeechEvent.INTERRUPTED:
                interrupted = self._queue.reader_silenced if self._is_reader else self._queue.interrupted
                self._queue = interrupted(text, now)
            case SpeechEvent.REFUSED:
                self._queue = self._queue.refused(text)
                self._refused_until = now + REFUSAL_PAUSE
            case SpeechEvent.DISCONNECTED:
                if self._active and number == self._active.number:
                    self._drop(self._active, BackendError(Failure(text or Failure.BROKEN), "it is gone"))
                else:
                    self._trusted.discard(number)
                    self._queue = self._queue.backend_lost(number, self._clock())
            case _:
                assert_never(event)

    def _awake_at(self) -> float:
        """The time; if it has leapt, the computer has slept: everything is tried anew."""
        now = self._clock()
        if now - self._expected > SLEEP:
            # What sounded before was not heard, and the best source is looked for again.
            self._expected = inf
            self._queue = self._queue.slept(self._worked_at, now)
            self._attempts = Attempts(self._sources)
            self._trusted.clear()
            self._stale, self._active = self._active, None
        return now

    def _speak_next(self, active: ActiveBackend, now: float) -> bool:
        """Whether something was due; it was spoken, or the backend is dropped."""
        self._speech, self._queue = self._queue.next(now)
        if not self._speech:
            return False
        self._end_leaving(self._speech)
        self._speech = replace(self._speech, spoken=active.source.pronounced(self._speech.text))
        try:
            self._guard(partial(give, active.backend, self._speech))
        except Exception as error:  # noqa: BLE001 (a library may raise anything)
            if backend_error(error).failure is Failure.REFUSED:
                self._queue, self._speech = self._queue.put_back(self._speech), None
                self._refused_until = self._clock() + REFUSAL_PAUSE
                return False
            self._drop(active, error)
        else:
            if not active.reports_end:
                self._attempts.succeeded(active.source)
            seconds = active.duration(self._speech.text, self._queue.usual_rate)
            given = replace(self._speech, backend=active.number)
            self._queue = self._queue.started(given, now, seconds, reports_begin=active.reports_end)
            self._speech = None
        return True

    def _drop(self, active: ActiveBackend, error: Exception) -> None:
        """Drop the backend, and leave to the next what it has failed to speak."""
        self._take_back()
        self._active = None
        self._trusted.discard(active.number)
        self._queue = self._queue.backend_lost(active.number, self._clock())
        self._attempts.failed_to_speak(active.source, error, self._clock())
        if backend_error(error).failure is not Failure.STUCK:
            self._close(active)

    def _take_back(self) -> None:
        """Put what was not spoken back into the queue."""
        if self._speech:
            self._queue, self._speech = self._queue.failed(self._speech, self._clock()), None

    def _try(self, source: Source) -> None:
        self._trying, number = source, self._built + 1
        self._built = number

        def on_event(event: SpeechEvent, text: str) -> None:
            self._post(partial(self._take_event, number, event, text))

        try:
            active = self._guard(partial(build, source, number, on_event))
        except Exception as error:  # noqa: BLE001 (a library may raise anything)
            self._attempts.failed_to_build(source, error, self._clock())
        else:
            self._use(active)
        self._trying = None

    def _probe(self, source: Source) -> None:
        """Look elsewhere whether a better source than the present one can be built, as that may take long.

        A backend belongs to the thread that has built it, so that this one is for the probe alone.
        """
        error: Exception | None = None
        try:
            source.build(lambda _event, _text: None).close()
        except Exception as failure:  # noqa: BLE001 (a library may raise anything)
            error = failure

        def take() -> None:
            if error:
                self._attempts.failed_to_build(source, error, self._clock())
            elif not self._active or self._attempts.is_better(source, self._active.source):
                self._try(source)

        self._post(take)

    def _use(self, active: ActiveBackend) -> None:
        self._trying = None
        before, self._leaving, self._active = self._leaving, self._active, active
        if active.source is not self._measured:
            self._measured, self._queue = active.source, replace(self._queue, rate=MeasuredRate())
        self._trusted.add(active.number)
        self._report(active.speaker)
        if before:
            self._end(before)

    def _end_leaving(self, next_speech: SpeechRequest | None) -> None:
        """Close the backend that was in use before; it ends what it has begun, or the next text cuts that."""
        if before := self._leaving:
            self._leaving = None
            self._end(before, is_cut=next_speech is not None and next_speech.interrupts)

    def _end(self, before: ActiveBackend, *, is_cut: bool = False) -> None:
        """Close a backend that is not in use; if that blocks, the one in use is not to blame."""
        self._is_ending = True
        if is_cut:
            with suppress(Exception):
                self._guard(before.backend.silence)
        self._close(before)
        self._is_ending = False

    def _close(self, active: ActiveBackend) -> None:
        with suppress(Exception):
            self._guard(active.backend.close)


def build(source: Source, number: int, on_event: OnSpeechEvent) -> ActiveBackend:
    """The backend that a source builds."""
    backend = source.build(on_event)
    speaker = Speaker(backend.name, backend.kind, source.name, backend.has_braille)
    return ActiveBackend(backend, speaker, source, backend.reports_end, number)


def give(backend: Backend, speech: SpeechRequest) -> None:
    """Have a text spoken and shown in braille; one without parts is a request for silence."""
    if not speech.parts:
        backend.silence()
        return
    if speech.text:
        backend.speak(speech.given_text, interrupt=speech.interrupts)
    # If the display fails, the text must not be spoken again.
    with suppress(Exception):
        backend.braille(speech.braille)
