"""NVDA 2024 and later: the calls of its client library, and texts that it reports as begun and ended."""

import ctypes
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache, partial
from itertools import count
from math import inf
from typing import Any, Final
from xml.sax.saxutils import escape

from playroom.inbox_thread import InboxThread
from playroom.voice.backends.backend import (
    USUAL_RATE,
    OnSpeechEvent,
    SpeechEvent,
    expected_duration,
    longest_duration,
)
from playroom.voice.speech_request import MeasuredRate

SPOKEN: Final = 0
CANCELLED: Final = 1223
REFUSED: Final = 5
"""Results of a call: the text was spoken to its end; ERROR_CANCELLED; ERROR_ACCESS_DENIED in sleep mode."""
_SYMBOLS_AS_SET: Final = -1
"""SYMBOL_LEVEL_UNCHANGED: punctuation as the player has set it in NVDA."""
_MOST_SILENT: Final = 3
"""The texts in a row without a sound after which NVDA is taken to be silent, as its speech can be off."""
_LONGEST_QUEUE: Final = 4.0
"""Seconds from the first of them in which a busy NVDA may not have come to it yet."""
_MOST_UNANSWERED: Final = 12
"""The texts without a sound, each of which may keep a thread, after which nothing more is waited for."""
_SILENT_FOR: Final = 60.0
"""Seconds until it is asked again for a report."""


class SsmlPriority(IntEnum):
    """SPEECH_PRIORITY in the interface: after all else, or at once, before what NVDA says itself."""

    NORMAL = 0
    NOW = 2


class SsmlClient:
    """A library with the interface of 2024. It has one callback for the marks of all that is spoken.

    NVDA keeps a thread for each call while its speech is off, and before 2026.2 for each text that was cut
    before its sound began. So it is not asked for reports while nothing begins to sound. Since 2026.2 a
    cancellation, which NVDA queues, also ends the call of a text that was given after it and will be spoken:
    until a report shows that the newest cancellation was carried out, however late, a call that it ends is
    none that a player has interrupted. Since 2026.3 NVDA says whether it sounds.
    """

    def __init__(self, library: Any, clock: Callable[[], float] = time.perf_counter) -> None:  # noqa: ANN401 (a DLL)
        self.clock = clock
        """The time in seconds."""
        self._library = library
        self._numbers = count(1)
        self._reached: dict[int, Callable[[str], object]] = {}
        self._silent = 0
        self._silent_until = 0.0
        self._silent_since = inf
        self._cancellations = self._carried_out = 0
        """How many were asked for, and how many of them NVDA is known to have carried out."""
        self._is_speaking = getattr(library, "nvdaController_isSpeaking", None)
        self._rate = MeasuredRate()
        self._callback = ctypes.WINFUNCTYPE(ctypes.c_ulong, ctypes.c_wchar_p)(self.take_mark)  # type: ignore[attr-defined]
        library.nvdaController_setOnSsmlMarkReachedCallback(self._callback)

    @property
    def is_silent(self) -> bool:
        """Whether a call would probably never return."""
        if self._silent < _MOST_SILENT:
            return False
        now = self.clock()
        may_be_busy = self._silent < _MOST_UNANSWERED and now < self._silent_since + _LONGEST_QUEUE
        return not may_be_busy and now < self._silent_until

    def speak(self, ssml: str, priority: SsmlPriority, *, asynchronous: bool) -> int:
        """Speak a text, and return once it was spoken or cut, or at once: the result of the interface."""
        result = self._library.nvdaController_speakSsml(ssml, _SYMBOLS_AS_SET, int(priority), asynchronous)
        return int(result)

    def cancel(self) -> int:
        """Have NVDA stop all that it says and drop what waits there, soon: the result of the interface."""
        self._cancellations += 1
        return int(self._library.nvdaController_cancelSpeech())

    @property
    def cancellation(self) -> int:
        """The number of the newest cancellation that NVDA may not have carried out; 0 if there is none."""
        return self._cancellations if self._cancellations > self._carried_out else 0

    def note_carried_out(self, cancellation: int) -> None:
        """Note that NVDA has come to a text that was given after this cancellation."""
        self._carried_out = max(self._carried_out, cancellation)

    @property
    def is_speaking(self) -> bool:
        """Whether NVDA says that it sounds; False where it does not say."""
        if not self._is_speaking:
            return False
        sounds = ctypes.c_ubyte()
        return self._is_speaking(ctypes.byref(sounds)) == SPOKEN and bool(sounds.value)

    def register(self, reached: Callable[[str], object]) -> int:
        """The number of a new text; *reached* is called with the word before it in the names of its marks."""
        number = next(self._numbers)
        self._reached[number] = reached
        return number

    def forget(self, number: int) -> None:
        """Call nothing any more for this text."""
        self._reached.pop(number, None)

    def take_mark(self, name: str) -> int:
        """Take the name of a mark that was reached; the result is that of a callback of the interface."""
        self._silent = 0
        word, _, number = name.partition(" ")
        if number.isdigit() and (reached := self._reached.get(int(number))):
            reached(word)
        return SPOKEN

    def note_spoken(self, text: str, seconds: float) -> None:
        """Record the duration of a text that was spoken to its end."""
        self._rate = self._rate.after(text, seconds)

    def expected_duration(self, text: str) -> float:
        """The seconds that a text takes at the rate of those that were spoken before."""
        return expected_duration(text, self._rate.value or USUAL_RATE)

    def note_silence(self) -> None:
        """Note that the sound of a text has not begun."""
        now = self.clock()
        self._silent_since = now if self._silent == 0 else self._silent_since
        self._silent += 1
        self._silent_until = now + _SILENT_FOR

    def retract_silence(self) -> None:
        """Note that the call of a text that was cut before its sound began has returned after all."""
        self._silent = max(0, self._silent - 1)


@cache
def ssml_client(library: Any) -> SsmlClient | None:  # noqa: ANN401 (a DLL)
    """The client of a library that has the interface of 2024, None for others.

    It lives as long as the library, which keeps calling its callback.
    """
    try:
        library.nvdaController_speakSsml.argtypes = (
            ctypes.c_wchar_p,
            ctypes.c_int,
            ctypes.c_int,
            ctypes.c_bool,
        )
    except AttributeError:
        return None
    return SsmlClient(library)


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
            if self._is_leaving or self._client.is_silent:
                if self._take(given):  # NVDA gets it without its reports; what can be expected is reported
                    result = self._client.speak(given.ssml, given.priority, asynchronous=True)
                    if result == SPOKEN:
                        self._expect(given)
                    else:
                        self._take_failure(given, result)
                return
            threading.Thread(target=self._speak, args=(given,), name="nvda-call", daemon=True).start()
            if given.has_begun.wait(_CANCEL_TIMEOUT if self._client.cancellation else _BEGIN_TIMEOUT):
                given.is_settled.wait(longest_duration(given.text, reports_end=True))
            else:
                self._client.note_silence()

    def _expect(self, given: _Given) -> None:
        """Report what can be expected of a text that NVDA speaks without reports, after those before it."""
        with self._lock:
            unfinished = self._unfinished
            earlier = tuple(unfinished[: unfinished.index(given)]) if given in unfinished else ()
        for before in earlier:
            before.is_settled.wait(longest_duration(before.text, reports_end=True))
        self._begin(given)
        given.is_settled.wait(self._client.expected_duration(given.text))
        deadline = self._client.clock() + longest_duration(given.text, reports_end=True)
        while self._client.is_speaking and self._client.clock() < deadline:
            if given.is_settled.wait(_LOOK_SECONDS):
                return
        self._end(given)

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
