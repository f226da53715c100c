"""A voice that is a list, and takes its time on the clock of a test."""

from collections.abc import Callable
from dataclasses import dataclass

from playroom.voice.backends.backend import BackendError, BackendKind, Failure, OnSpeechEvent, SpeechEvent
from playroom.voice.sources import Source
from playroom.voice.speech_loop import Report
from playroom.voice.worker import LoopWorker
from support.time.clock import Clock

LATENCY = 0.1
"""The seconds before the sound of a voice that reports nothing."""


@dataclass(slots=True)
class Said:
    """A text that was given to the voice: whether it cuts others, when it begins and ends, and was cut."""

    text: str
    cuts: bool
    begins: float
    ends: float
    was_cut: bool = False


class ListBackend:
    """A voice that is a list, with a rate in characters a second, 0 for all at once."""

    name = "list"
    has_braille = True
    outlives_us = True

    def __init__(self, voice: "ListVoice", on_event: OnSpeechEvent) -> None:
        self.kind, self.reports_end = voice.kind, voice.reports_end
        self._voice, self._on_event = voice, on_event

    def speak(self, text: str, *, interrupt: bool) -> None:
        voice, now = self._voice, self._voice.clock.now
        voice.fail_if_frozen()
        if interrupt:
            self.silence()
        begins = max([now, *(said.ends for said in voice.said[-1:])]) + voice.latency
        seconds = len(text) / voice.speed if voice.speed else 0.0
        said = Said(text, interrupt, begins, begins + seconds)
        voice.said.append(said)
        voice.clock.later(begins - now, lambda: self._tell(SpeechEvent.BEGUN, said))
        voice.clock.later(said.ends - now, lambda: self._tell(SpeechEvent.FINISHED, said))

    def braille(self, text: str) -> None:
        if text:
            self._voice.braille.append(text)

    def silence(self) -> None:
        for said in self._voice.said:
            if said.ends > self._voice.clock.now:
                self._tell(SpeechEvent.INTERRUPTED, said)
                said.ends, said.was_cut = self._voice.clock.now, True

    def close(self) -> None:
        pass

    def _tell(self, event: SpeechEvent, said: Said) -> None:
        if self.reports_end and not said.was_cut:
            self._voice.report(lambda: self._on_event(event, said.text))


class ListVoice(LoopWorker):
    """The real loop of speech on the clock of a test, with a backend that is a list; with no *kind* none.

    A backend that does not report ends is one whose texts the loop can only estimate.
    """

    def __init__(
        self, clock: Clock, report: Report, *, speed: float, kind: BackendKind | None, reports_end: bool
    ) -> None:
        self.said: list[Said] = []
        self.braille: list[str] = []
        self.clock, self.speed, self.reports_end = clock, speed, reports_end
        self.latency = 0.0 if reports_end else LATENCY
        self.kind = kind or BackendKind.SYNTHESISER
        self._thaws_at = 0.0
        self._is_mute = kind is None
        source = Source("list", self._build)
        super().__init__([source], report, clock=lambda: clock.now, later=clock.later)

    def freeze(self, seconds: float) -> None:
        """Accept no text and report nothing for a number of seconds; present speech continues."""
        self._thaws_at = self.clock.now + seconds

    def fail_if_frozen(self) -> None:
        if self.clock.now < self._thaws_at:
            raise BackendError(Failure.BROKEN, "frozen")

    def report(self, call: Callable[[], None]) -> None:
        """Call *call* now, or once the voice is no longer frozen."""
        self.clock.later(max(0.0, self._thaws_at - self.clock.now), call)

    def _build(self, on_event: OnSpeechEvent) -> ListBackend:
        if self._is_mute:
            raise BackendError(Failure.NOT_INSTALLED, "mute")
        self.fail_if_frozen()
        return ListBackend(self, on_event)
