"""Texts as NVDA 2024 and later speak them: with reports of what has begun and ended."""

import threading
from dataclasses import dataclass, field
from functools import partial
from typing import Final
from xml.sax.saxutils import escape

from playroom.inbox_thread import InboxThread
from playroom.voice.backends.backend import OnSpeechEvent, SpeechEvent, longest_duration
from playroom.voice.backends.ssml_client import CANCELLED, REFUSED, SPOKEN, SsmlClient, SsmlPriority

_BEGIN_TIMEOUT: Final = 1.0
"""Seconds after which the next text is given although the sound of one has not begun."""
_CANCEL_TIMEOUT: Final = 4.0
"""The same for a text that NVDA comes to once it has carried out a cancellation of ours."""
_LOOK_SECONDS: Final = 0.1
"""Seconds between two looks at whether NVDA still sounds, where it says so."""
_LEAVE_TIMEOUT: Final = 1.5
"""Seconds in which NVDA must have been given what waits."""


@dataclass(eq=False, slots=True)
class _Given:
    """A text for NVDA, and its number in the names of its marks."""

    text: str
    priority: SsmlPriority
    number: int = 0
    cancellation: int = 0
    """The number of a cancellation of ours that NVDA had perhaps not carried out when it was given; or 0."""
    is_given: bool = False
    """Whether NVDA has it, and has not answered."""
    is_doubtful: bool = False
    """Whether its call was taken for one that never returns."""
    begun_at: float | None = None
    has_begun: threading.Event = field(default_factory=threading.Event)
    """Set once nobody need wait for its begin."""
    is_settled: threading.Event = field(default_factory=threading.Event)
    """Set once the next text may be given."""

    @property
    def ssml(self) -> str:
        """The text between two marks."""
        text, number = escape(self.text), self.number
        return f'<speak><mark name="begin {number}"/>{text}<mark name="end {number}"/></speak>'


class SsmlSeries:
    """Texts that NVDA speaks one after the other, until they are cut.

    A call lasts until its text was spoken or cut, and for ever if that was cut before its sound began. So
    each has a thread of its own, and the next is given when a text has ended.
    """

    def __init__(self, client: SsmlClient, on_event: OnSpeechEvent) -> None:
        self._client, self._on_event = client, on_event
        self._lock = threading.Lock()
        self._unfinished: list[_Given] = []
        self._is_leaving = False
        self.is_cut = False
        """Whether nothing more is spoken."""
        self._thread = InboxThread("nvda", self._take_turn)

    def add(self, text: str, priority: SsmlPriority) -> bool:
        """Speak *text* after the others; False if the series was cut, and nobody speaks it any more."""
        given = _Given(text, priority)
        with self._lock:
            if self.is_cut:
                return False
            given.number = self._client.register(partial(self._reach, given))
            self._unfinished.append(given)
            self._thread.put(given)
        return True

    def cut(self) -> None:
        """Report all that has not ended as interrupted, and speak nothing more."""
        for each in self._close():
            self._on_event(SpeechEvent.INTERRUPTED, each.text)

    def leave(self) -> None:
        """Give NVDA at once what waits, as it speaks on without us; it may be busy for a while."""
        self._is_leaving = True
        self._thread.close()
        with self._lock:
            for each in self._unfinished:
                each.is_settled.set()
        self._thread.join(_LEAVE_TIMEOUT)

    def _take_turn(self, given: _Given) -> None:
        if given in self._unfinished:
            self._give(given)

    def _give(self, given: _Given) -> None:
        """Give NVDA a text, and wait until the next may be given."""
        if self._is_leaving or self._client.is_silent:
            self._give_unheard(given)
            return
        threading.Thread(target=self._speak, args=(given,), name="nvda-call", daemon=True).start()
        if given.has_begun.wait(_CANCEL_TIMEOUT if self._client.cancellation else _BEGIN_TIMEOUT):
            given.is_settled.wait(longest_duration(given.text, reports_end=True))
        else:
            self._client.note_silence()

    def _give_unheard(self, given: _Given) -> None:
        """Give NVDA a text without its reports, and report what can be expected."""
        if not self._take(given):
            return
        result = self._client.speak(given.ssml, given.priority, asynchronous=True)
        if result == SPOKEN:
            self._expect(given)
        else:
            self._take_failure(given, result)

    def _expect(self, given: _Given) -> None:
        """Report what can be expected of a text that NVDA speaks without reports, after those before it."""
        for before in self._given_before(given):
            before.is_settled.wait(longest_duration(before.text, reports_end=True))
        self._begin(given)
        given.is_settled.wait(self._client.expected_duration(given.text))
        deadline = self._client.clock() + longest_duration(given.text, reports_end=True)
        while self._client.is_speaking and self._client.clock() < deadline:
            if given.is_settled.wait(_LOOK_SECONDS):
                return
        self._end(given)

    def _given_before(self, given: _Given) -> tuple[_Given, ...]:
        """The texts that have not ended and are spoken before this one."""
        with self._lock:
            unfinished = self._unfinished
            return tuple(unfinished[: unfinished.index(given)]) if given in unfinished else ()

    def _take(self, given: _Given) -> bool:
        """Whether a text is to be given to NVDA now: it may have been cut since its turn came."""
        with self._lock:
            given.is_given = given in self._unfinished
            given.cancellation = self._client.cancellation
        return given.is_given

    def _speak(self, given: _Given) -> None:
        if not self._take(given):
            return
        result = self._client.speak(given.ssml, given.priority, asynchronous=False)
        given.is_given = False
        if given.is_doubtful:
            self._client.retract_silence()
        if result == SPOKEN:
            self._end(given)
        elif given in self._unfinished:
            self._take_failure(given, result)

    def _take_failure(self, given: _Given, result: int) -> None:
        """Report that NVDA was silenced, sleeps or has ended; what our cancellation precedes is spoken."""
        if result == CANCELLED and given.begun_at is None and given.cancellation:
            self._client.note_carried_out(given.cancellation)
            self._expect(given)
        elif result == CANCELLED:
            # Who silences NVDA silences what waits here too.
            self.cut()
        elif result == REFUSED:
            for each in self._close():
                self._on_event(SpeechEvent.REFUSED, each.text)
        else:
            self._close()
            self._on_event(SpeechEvent.DISCONNECTED, "")

    def _reach(self, given: _Given, mark: str) -> None:
        """Report that a mark was reached."""
        self._client.note_carried_out(given.cancellation)  # NVDA does everything in turn
        if mark == "begin":
            self._begin(given)
        else:
            if given.begun_at is not None:
                self._client.note_spoken(given.text, self._client.clock() - given.begun_at)
            self._end(given)

    def _begin(self, given: _Given) -> None:
        if given in self._unfinished:
            given.begun_at = self._client.clock()
            given.has_begun.set()
            self._on_event(SpeechEvent.BEGUN, given.text)

    def _end(self, given: _Given) -> None:
        with self._lock:
            if given not in self._unfinished:
                return
            self._unfinished.remove(given)
        self._on_event(SpeechEvent.FINISHED, given.text)
        self._settle(given)

    def _close(self) -> tuple[_Given, ...]:
        """Speak nothing more; what has not ended."""
        with self._lock:
            self.is_cut = True
            unfinished, self._unfinished = tuple(self._unfinished), []
        self._thread.close()
        for each in unfinished:
            if each.is_given and each.begun_at is None:
                each.is_doubtful = True
                self._client.note_silence()
            self._settle(each)
        return unfinished

    def _settle(self, given: _Given) -> None:
        """Release the threads that wait for a text."""
        self._client.forget(given.number)
        given.has_begun.set()
        given.is_settled.set()
