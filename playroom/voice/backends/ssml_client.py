"""The client library of NVDA 2024 and later: its calls, and the marks that it reports."""

import ctypes
import time
from collections.abc import Callable
from enum import IntEnum
from functools import cache
from itertools import count
from math import inf
from typing import Any, Final

from playroom.voice.backends.backend import USUAL_RATE, expected_duration
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
