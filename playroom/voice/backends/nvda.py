"""NVDA as an output of accessible-output2, which knows what NVDA 2024 and later report.

They have ``nvdaController_speakSsml``, for which the client library of NVDA 2024 is needed, under its own
name beside the libraries of accessible-output2. Older ones, and the library that is always there, have
``nvdaController_speakText``, and report nothing.
"""

import ctypes
import sys
from typing import Final

from accessible_output2 import load_library
from accessible_output2.outputs.base import Output

from playroom.voice.backends.backend import BackendError, Failure, OnSpeechEvent
from playroom.voice.backends.ssml import SsmlPriority, SsmlSeries, ssml_client

LIBRARIES: Final = (
    "nvdaControllerClient.dll",
    "nvdaControllerClient64.dll" if sys.maxsize > 2**32 else "nvdaControllerClient32.dll",
)
"""The client library of NVDA 2024, and the older one of accessible-output2."""
ASLEEP: Final = -1
"""The result of the older interface's calls while NVDA is in sleep mode for the window that has the focus."""


class NVDA(Output):  # type: ignore[misc]  # the library ships no types
    """The output for NVDA; OSError if no client library can be loaded."""

    name = "NVDA"

    def __init__(self, on_event: OnSpeechEvent) -> None:
        # Output.__init__ is not called: it only loads the older library.
        try:
            library = load_library(LIBRARIES[0])
        except OSError:
            library = load_library(LIBRARIES[1])
        for name in ("nvdaController_speakText", "nvdaController_brailleMessage"):
            getattr(library, name).argtypes = (ctypes.c_wchar_p,)
        self._library = library
        client = ssml_client(self._library)
        is_answered = (
            client and self._library.nvdaController_getProcessId(ctypes.byref(ctypes.c_ulong())) == 0
        )
        self._client = client if is_answered else None
        self._on_event = on_event
        self._series: SsmlSeries | None = None
        self.reports_end = self._client is not None

    def is_active(self) -> bool:
        """Whether NVDA is running."""
        return bool(self._library.nvdaController_testIfRunning() == 0)

    def speak(self, text: str, interrupt: bool = False) -> None:  # noqa: FBT001, FBT002 (the library's signature)
        """Speak *text* now or in turn; BackendError if NVDA is known to be in sleep mode."""
        if interrupt:
            self.silence()
        if text and self._client:
            priority = SsmlPriority.NOW if interrupt else SsmlPriority.NORMAL
            is_added = False
            while not is_added:  # a series that was cut since it was opened speaks nothing more
                if self._series is None or self._series.is_cut:
                    self._series = SsmlSeries(self._client, self._on_event)
                is_added = self._series.add(text, priority)
        elif text:
            _check(self._library.nvdaController_speakText(text))

    def braille(self, text: str) -> None:
        """Show *text* on the braille display."""
        self._library.nvdaController_brailleMessage(text)

    def silence(self) -> None:
        """Stop all that NVDA says, and drop what waits; BackendError if NVDA is in sleep mode."""
        if self._series:
            self._series.cut()
        _check(self._client.cancel() if self._client else self._library.nvdaController_cancelSpeech())

    def close(self) -> None:
        """Give NVDA what waits."""
        if self._series:
            self._series.leave()


def _check(result: int) -> None:
    """BackendError if the result of a call is that of an NVDA in sleep mode."""
    if result == ASLEEP:
        raise BackendError(Failure.REFUSED, "NVDA is in sleep mode")
