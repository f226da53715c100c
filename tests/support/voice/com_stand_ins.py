"""Stand-ins for the COM objects of SAPI 5 and JAWS, as their documentation describes them."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace

ASYNC, PURGE, NOT_XML = 1, 2, 16
"""Flags of ISpeechVoice.Speak."""


class ComError(Exception):
    """An error of COM, as pywin32 raises it."""


@dataclass(eq=False)
class SapiStandIn:
    """ISpeechVoice: streams are numbered from 1, spoken one after the other, and ended by the test.

    It belongs to the thread that has asked for its voices first.
    """

    voices: int = 1
    is_blocked: threading.Event | None = None
    """Calls that speak wait for this."""
    calls: list[tuple[object, ...]] = field(default_factory=list)
    waiting: dict[int, str] = field(default_factory=dict)
    """What sounds and waits, by the number of its stream."""
    error: ComError | None = None
    threads: set[int] = field(default_factory=set)
    """The threads that have called it."""
    current: int = 0
    queued: int = 0
    _rate: int = 0

    def GetVoices(self) -> SimpleNamespace:  # noqa: N802 (its name in COM)
        self._check()
        return SimpleNamespace(Count=self.voices)

    def Speak(self, text: str, flags: int) -> int:  # noqa: N802 (its name in COM)
        self._check()
        if self.is_blocked:
            self.is_blocked.wait()
        assert flags & ASYNC
        assert flags & NOT_XML
        self.calls.append(("Speak", text, flags))
        if flags & PURGE:
            self.waiting.clear()
        if not text:
            return self.queued
        self.queued += 1
        self.waiting[self.queued] = text
        return self.queued

    def WaitUntilDone(self, milliseconds: int) -> bool:  # noqa: N802 (its name in COM)
        self._check()
        if milliseconds:
            self.calls.append(("WaitUntilDone", milliseconds))
        return not self.waiting

    @property
    def Status(self) -> SimpleNamespace:  # noqa: N802 (its name in COM)
        self._check()
        return SimpleNamespace(CurrentStreamNumber=self.current, LastStreamNumberQueued=self.queued)

    @property
    def Rate(self) -> int:  # noqa: N802 (its name in COM)
        return self._rate

    @Rate.setter
    def Rate(self, rate: int) -> None:  # noqa: N802 (its name in COM)
        if not -10 <= rate <= 10:
            raise ComError("E_INVALIDARG")
        self._rate = rate

    @property
    def spoken(self) -> list[str]:
        """The texts that it was given."""
        return [str(call[1]) for call in self.calls if call[0] == "Speak" and call[1]]

    def begin(self) -> None:
        """The first text that waits begins to sound."""
        self.current = next(iter(self.waiting))

    def end(self) -> None:
        """The text that sounds has ended, and the next begins."""
        del self.waiting[self.current]
        self.current = next(iter(self.waiting), self.current)

    def _check(self) -> None:
        self.threads.add(threading.get_ident())
        if self.error:
            raise self.error


@dataclass(eq=False)
class JawsStandIn:
    """IJawsApi; while JAWS does not run, each call is answered with False."""

    calls: list[tuple[object, ...]]
    is_running: bool = True

    def SayString(self, text: str, flush: int) -> bool:  # noqa: N802 (its name in COM)
        return self._take("SayString", text, bool(flush)) if text else self.is_running

    def StopSpeech(self) -> bool:  # noqa: N802 (its name in COM)
        return self._take("StopSpeech")

    def RunFunction(self, text: str) -> bool:  # noqa: N802 (its name in COM)
        return self._take("RunFunction", text)

    def _take(self, *call: object) -> bool:
        if self.is_running:
            self.calls.append(call)
        return self.is_running


def com_loader(objects: dict[str, Callable[[], object]]) -> Callable[[str], object]:
    """What makes a COM object by its name, or raises ComError."""

    def load(name: str) -> object:
        if name not in objects:
            raise ComError(name)
        return objects[name]()

    return load
