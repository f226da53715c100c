"""SAPI 5 as an output of accessible-output2, which sets the rate and reports when a text has ended.

The library's own output speaks XML, in which a text is escaped by halves, and reports nothing.
"""

import importlib
import threading
from collections.abc import Callable
from math import log
from queue import Empty, SimpleQueue
from typing import Any, Final

from accessible_output2.outputs.base import Output, OutputError

from playroom.voice.backends.backend import OnSpeechEvent, SpeechEvent, initialise_com

_ASYNC: Final = 1
_PURGE: Final = 2
_NOT_XML: Final = 16
"""Flags of SpVoice.Speak: return at once, drop what sounds and waits, and take the text as it is."""
_STEPS: Final = 10
"""The steps of SpVoice.Rate in each direction; all of them make the voice three times as fast or slow."""
_USUAL_RATE: Final = 180
"""Words a minute of a usual voice at rate 0."""
_LOOK: Final = 0.03
"""Seconds between two looks at how far the voice is, while it speaks."""
_LAST_WORDS: Final = 1500
"""Milliseconds in which the voice may end what it speaks before it is closed."""

_Command = Callable[[Any], object]
"""A call that is made with the voice as its argument."""


class SAPI(Output):  # type: ignore[misc]  # the library ships no types
    """The output for SAPI 5; OutputError if there is no voice.

    The voice belongs to a thread of its own, which looks how far it is while no call comes. Calls wait for
    their result, so that a voice that blocks is noticed as any other.
    """

    name = "sapi5"
    reports_end = True

    def __init__(self, rate: int, on_event: OnSpeechEvent) -> None:
        # Output.__init__ is not called: it only loads DLLs.
        self._on_event = on_event
        self._texts: dict[int, str] = {}
        """The requests that have not ended, by the number of their stream."""
        self._begun = 0
        """The number of the newest stream that has begun."""
        self._commands: SimpleQueue[_Command | None] = SimpleQueue()
        self._results: SimpleQueue[Exception | None] = SimpleQueue()
        threading.Thread(target=self._run, args=(rate,), name="sapi", daemon=True).start()
        self._settle()

    def is_active(self) -> bool:
        """Return True: the output cannot be made without a voice."""
        return True

    def speak(self, text: str, interrupt: bool = False) -> None:  # noqa: FBT001, FBT002 (the library's signature)
        """Speak *text* now or in turn."""
        self._call(lambda voice: self._speak(voice, text, interrupt=interrupt))

    def close(self) -> None:
        """End the thread once the voice has spoken, for a while at most: it falls silent with its object."""
        try:
            self._call(lambda voice: voice.WaitUntilDone(_LAST_WORDS))
        finally:
            self._commands.put(None)

    def _call(self, command: _Command) -> None:
        self._commands.put(command)
        self._settle()

    def _settle(self) -> None:
        if error := self._results.get():
            raise error

    def _run(self, rate: int) -> None:
        initialise_com()
        try:
            voice = importlib.import_module("libloader.com").load_com("SAPI.SPVoice")  # that of Windows
            if not voice.GetVoices().Count:
                raise OutputError("no voice is installed")  # noqa: TRY301 (as what COM raises)
            if rate:  # a rate of 0 leaves that of Windows as it is
                voice.Rate = sapi_rate(rate)
        except Exception as error:  # noqa: BLE001 (COM may raise anything)
            self._results.put(OutputError(str(error)))
            return
        self._results.put(None)
        while command := self._next_command(voice):
            try:
                command(voice)
            except Exception as error:  # noqa: BLE001 (COM may raise anything)
                self._results.put(error)
            else:
                self._results.put(None)

    def _next_command(self, voice: Any) -> _Command | None:  # noqa: ANN401 (COM has no types)
        """Wait for the next call, and report meanwhile how far the voice is."""
        while self._texts:
            try:
                return self._commands.get(timeout=_LOOK)
            except Empty:
                self._look(voice)
        return self._commands.get()

    def _speak(self, voice: Any, text: str, *, interrupt: bool) -> None:  # noqa: ANN401 (COM has no types)
        if interrupt:
            if self._texts:
                self._look(voice)
            voice.Speak("", _ASYNC | _PURGE | _NOT_XML)
            while self._texts:
                self._on_event(SpeechEvent.INTERRUPTED, self._texts.pop(min(self._texts)))
        if text:
            self._texts[voice.Speak(text, _ASYNC | _NOT_XML)] = text

    def _look(self, voice: Any) -> None:  # noqa: ANN401 (COM has no types)
        """Report what has begun and ended since the last look."""
        try:
            # The other way round, a text that was ended in between would not have begun.
            is_done, stream = voice.WaitUntilDone(0), voice.Status.CurrentStreamNumber
        except Exception:  # noqa: BLE001 (COM may raise anything)
            self._texts.clear()
            self._on_event(SpeechEvent.DISCONNECTED, "")
            return
        for each in tuple(self._texts):
            if (is_done or each <= stream) and each > self._begun:
                self._begun = each
                self._on_event(SpeechEvent.BEGUN, self._texts[each])
            if is_done or each < stream:
                self._on_event(SpeechEvent.FINISHED, self._texts.pop(each))


def sapi_rate(words_a_minute: int) -> int:
    """The rate of SpVoice, from -10 to 10, nearest to a rate in words a minute."""
    return max(-_STEPS, min(_STEPS, round(_STEPS * log(words_a_minute / _USUAL_RATE, 3))))
