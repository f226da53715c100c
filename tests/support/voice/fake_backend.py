"""A backend that writes down what it is given, and does what a test tells it to."""

import threading
from collections.abc import Callable
from itertools import count

from playroom.voice.backends.backend import BackendKind, OnSpeechEvent, SpeechEvent
from playroom.voice.sources import Source


class FakeBackend:
    """One voice of a FakeSpeaker."""

    name = "fake"
    has_braille = True
    outlives_us = True

    def __init__(self, speaker: "FakeSpeaker", on_event: OnSpeechEvent) -> None:
        self.speaker = speaker
        self.on_event = on_event
        self.kind = speaker.kind
        self.reports_end = speaker.reports_end

    def speak(self, text: str, *, interrupt: bool) -> None:
        self.speaker.threads.add(threading.get_ident())
        self.speaker.before_speaking(next(self.speaker.calls))
        self.speaker.said.append((text, interrupt))
        if self.speaker.ends_at_once:
            self.on_event(SpeechEvent.FINISHED, text)

    def braille(self, text: str) -> None:
        self.speaker.before_braille()
        self.speaker.brailled.append(text)

    def silence(self) -> None:
        self.speaker.said.append(("", True))

    def close(self) -> None:
        self.speaker.closed += 1


class FakeSpeaker:
    """Where FakeBackends come from. Its hooks may raise or block."""

    def __init__(
        self,
        *,
        before_building: Callable[[int], object] = lambda _attempt: None,
        before_speaking: Callable[[int], object] = lambda _call: None,
        before_braille: Callable[[], object] = lambda: None,
        kind: BackendKind = BackendKind.SYNTHESISER,
        reports_end: bool = True,
        ends_at_once: bool = True,
    ) -> None:
        self.before_building, self.before_speaking = before_building, before_speaking
        self.before_braille = before_braille
        self.kind, self.reports_end, self.ends_at_once = kind, reports_end, ends_at_once
        self.built: list[FakeBackend] = []
        self.said: list[tuple[str, bool]] = []
        self.brailled: list[str] = []
        self.threads: set[int] = set()
        self.calls, self.attempts = count(), count()
        self.closed = 0
        self.source = Source("fake", self.build)

    def build(self, on_event: OnSpeechEvent) -> FakeBackend:
        self.before_building(next(self.attempts))
        self.built.append(FakeBackend(self, on_event))
        return self.built[-1]

    @property
    def texts(self) -> list[str]:
        return [text for text, _ in self.said]
