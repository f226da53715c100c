"""A backend that writes down what it is given, and does what a test tells it to."""

import threading
from collections.abc import Callable
from itertools import count

from playroom.voice.backend import Heard, Report, Sort
from playroom.voice.speakers import Source


class FakeBackend:
    """One voice of a FakeSpeaker."""

    name = "fake"
    brailles = True

    def __init__(self, speaker: "FakeSpeaker", heard: Heard) -> None:
        self.speaker = speaker
        self.heard = heard
        self.sort = speaker.sort
        self.reports = speaker.reports

    def speak(self, text: str, *, interrupt: bool) -> None:
        self.speaker.threads.add(threading.get_ident())
        self.speaker.before_speaking(next(self.speaker.calls))
        self.speaker.said.append((text, interrupt))
        if self.speaker.ends_at_once:
            self.heard(Report.OVER, text)

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
        sort: Sort = Sort.SYNTHESISER,
        reports: bool = True,
        ends_at_once: bool = True,
    ) -> None:
        self.before_building, self.before_speaking = before_building, before_speaking
        self.before_braille = before_braille
        self.sort, self.reports, self.ends_at_once = sort, reports, ends_at_once
        self.built: list[FakeBackend] = []
        self.said: list[tuple[str, bool]] = []
        self.brailled: list[str] = []
        self.threads: set[int] = set()
        self.calls, self.attempts = count(), count()
        self.closed = 0
        self.source = Source("fake", self.build)

    def build(self, heard: Heard) -> FakeBackend:
        self.before_building(next(self.attempts))
        self.built.append(FakeBackend(self, heard))
        return self.built[-1]

    @property
    def texts(self) -> list[str]:
        return [text for text, _ in self.said]
