"""The backend in use: how it is built, how it is given a text, and changes of it."""

from contextlib import suppress
from enum import StrEnum

from msgspec import Struct

from playroom.voice.backends.backend import (
    Backend,
    BackendKind,
    OnSpeechEvent,
    expected_duration,
    longest_duration,
)
from playroom.voice.sources import Source
from playroom.voice.speech_request import SpeechRequest


class Speaker(Struct, frozen=True):
    """The backend that speaks: its name, its kind, the name of its source, and whether it has braille."""

    name: str
    kind: BackendKind
    source: str
    has_braille: bool = False


class ActiveBackend(Struct, frozen=True):
    """The backend in use, where it came from, and its number among all that were built."""

    backend: Backend
    speaker: Speaker
    source: Source
    reports_end: bool
    number: int

    def duration(self, text: str, usual_rate: float) -> float:
        """Seconds that a text takes at most if its end is reported, else those that are expected."""
        if self.reports_end:
            return longest_duration(text, reports_end=True)
        return expected_duration(text, usual_rate)


def build(source: Source, number: int, on_event: OnSpeechEvent) -> ActiveBackend:
    """The backend that a source builds."""
    backend = source.build(on_event)
    speaker = Speaker(backend.name, backend.kind, source.name, backend.has_braille)
    return ActiveBackend(backend, speaker, source, backend.reports_end, number)


def give(backend: Backend, speech: SpeechRequest) -> None:
    """Have a text spoken and shown in braille; one without parts is a request for silence."""
    if not speech.parts:
        backend.silence()
        return
    if speech.text:
        backend.speak(speech.given_text, interrupt=speech.interrupts)
    # If the display fails, the text must not be spoken again.
    with suppress(Exception):
        backend.braille(speech.braille)


class SpeechChange(StrEnum):
    """A change in what can speak; each is reported once."""

    FOUND = "found"
    """A backend speaks."""
    LOST = "lost"
    """No backend can speak: everything is written."""
    BACK = "back"
    """A backend speaks again, or at last."""


class SpeechChanges:
    """The changes that were reported."""

    def __init__(self) -> None:
        self._reported: set[SpeechChange] = set()

    def take(self, speaker: Speaker | None) -> SpeechChange | None:
        """The change that this speaker makes, or None for one that was reported."""
        change = self._change_to(speaker)
        if change in self._reported:
            return None
        self._reported.add(change)
        return change

    def _change_to(self, speaker: Speaker | None) -> SpeechChange:
        if speaker is None:
            return SpeechChange.LOST
        return SpeechChange.BACK if SpeechChange.LOST in self._reported else SpeechChange.FOUND
