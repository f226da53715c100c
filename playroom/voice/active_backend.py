"""The backend in use: how it is built, and how it is given a text."""

from contextlib import suppress
from dataclasses import dataclass

from playroom.voice.backend import Backend, BackendKind, OnSpeechEvent
from playroom.voice.sources import Source
from playroom.voice.speech_request import SpeechRequest


@dataclass(frozen=True, slots=True)
class Speaker:
    """What speaks: its name, its kind, the name of the source that found it, and whether it has braille."""

    name: str
    kind: BackendKind
    source: str
    has_braille: bool = False


@dataclass(frozen=True, slots=True)
class ActiveBackend:
    """The backend in use, where it came from, and its number among all that were built."""

    backend: Backend
    speaker: Speaker
    source: Source
    reports_end: bool
    number: int


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
        backend.speak(speech.text, interrupt=speech.interrupts)
    # If the display fails, the text must not be spoken again.
    with suppress(Exception):
        backend.braille(speech.braille)
