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
_SILENT_FOR: Final = 60.0
"""Seconds until it is asked again for a report."""
_CANCEL_TIMEOUT: Final = 2.0
"""Seconds after which NVDA has carried out a cancellation, however busy it is."""


class SsmlPriority(IntEnum):
    """SPEECH_PRIORITY in the interface: after all else, or at once, before what NVDA says itself."""

    NORMAL = 0
    NOW = 2


class SsmlClient:
    """A library with the interface of 2024. It has one callback for the marks of all that is spoken.

    NVDA keeps a thread for each call while its speech is off, and before 2026.2 for each text that was cut
    before its sound began. So it is not asked for reports while nothing begins to sound. Since 2026.2 a
    cancellation, which NVDA queues, also ends the call of a text that was given after it and will be spoken.
    """

    def __init__(self, library: Any, clock: Callable[[], float] = time.perf_counter) -> None:  # noqa: ANN401 (a DLL)
        self.clock = clock
        """The time in seconds."""
        self._library = library
        self._numbers = count(1)
        self._reached: dict[int, Callable[[str], object]] = {}
        self._silent = 0
        self._silent_until = 0.0
        self._cancelled_at = -inf
        self._rate = MeasuredRate()
        self._callback = ctypes.WINFUNCTYPE(ctypes.c_ulong, ctypes.c_wchar_p)(self.take_mark)  # type: ignore[attr-defined]
        library.nvdaController_setOnSsmlMarkReachedCallback(self._callback)

    @property
    def is_silent(self) -> bool:
        """Whether a call would probably never return."""
        return self._silent >= _MOST_SILENT and self.clock() < self._silent_until

    def speak(self, ssml: str, priority: SsmlPriority, *, asynchronous: bool) -> int:
        """Speak a text, and return once it was spoken or cut, or at once: the result of the interface."""
        result = self._library.nvdaController_speakSsml(ssml, _SYMBOLS_AS_SET, int(priority), asynchronous)
        return int(result)

    def cancel(self) -> int:
        """Have NVDA stop all that it says and drop what waits there, soon: the result of the interface."""
        result = self._library.nvdaController_cancelSpeech()
        self._cancelled_at = self.clock()
        return int(result)

    def take_cancellation(self) -> bool:
        """Whether a call that has just been cancelled was so by a cancellation of ours before it."""
        is_ours = self.clock() - self._cancelled_at < _CANCEL_TIMEOUT
        self._cancelled_at = -inf
        return is_ours

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
            self._cancelled_at = -inf  # NVDA does everything in turn
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
        self._silent += 1
        self._silent_until = self.clock() + _SILENT_FOR

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
