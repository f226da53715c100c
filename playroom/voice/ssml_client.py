"""The client library of NVDA 2024 and later: its calls, and the marks that it reports."""

import ctypes
import time
from collections.abc import Callable
from enum import IntEnum
from functools import cache
from itertools import count
from typing import Any, Final

SPOKEN: Final = 0
CANCELLED: Final = 1223
"""Results of a call: the text was spoken to its end, or ERROR_CANCELLED."""
_SYMBOLS_AS_SET: Final = -1
"""SYMBOL_LEVEL_UNCHANGED: punctuation as the player has set it in NVDA."""
_MOST_SILENT: Final = 3
"""The texts in a row without a sound after which NVDA is taken to be silent, as its speech can be off."""
_SILENT_FOR: Final = 60.0
"""Seconds until it is asked again for a report."""


class SsmlPriority(IntEnum):
    """SPEECH_PRIORITY in the interface: after all else, or at once, before what NVDA says itself."""

    NORMAL = 0
    NOW = 2


class SsmlClient:
    """A library with the interface of 2024. It has one callback for the marks of all that is spoken.

    NVDA keeps a thread for each call of a text that was cut before its sound began, and for each while its
    speech is off. So it is not asked for reports while nothing begins to sound.
    """

    def __init__(self, library: Any, clock: Callable[[], float] = time.perf_counter) -> None:  # noqa: ANN401 - a DLL
        self._library, self._clock = library, clock
        self._numbers = count(1)
        self._reached: dict[int, Callable[[str], object]] = {}
        self._silent = 0
        self._silent_until = 0.0
        self._callback = ctypes.WINFUNCTYPE(ctypes.c_ulong, ctypes.c_wchar_p)(self.take_mark)  # type: ignore[attr-defined]
        library.nvdaController_setOnSsmlMarkReachedCallback(self._callback)

    @property
    def is_silent(self) -> bool:
        """Whether a call would probably never return."""
        return self._silent >= _MOST_SILENT and self._clock() < self._silent_until

    def speak(self, ssml: str, priority: SsmlPriority, *, asynchronous: bool) -> int:
        """Speak a text, and return once it was spoken or cut, or at once: the result of the interface."""
        result = self._library.nvdaController_speakSsml(ssml, _SYMBOLS_AS_SET, int(priority), asynchronous)
        return int(result)

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

    def note_silence(self) -> None:
        """Note that the sound of a text has not begun."""
        self._silent += 1
        self._silent_until = self._clock() + _SILENT_FOR


@cache
def ssml_client(library: Any) -> SsmlClient | None:  # noqa: ANN401 - a DLL
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
