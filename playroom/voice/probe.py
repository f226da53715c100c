"""Tests of the speech sources: what each of them finds on this system, and whether it can be heard."""

import threading
import time
from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct

from playroom.voice.backends.backend import (
    BackendKind,
    Failure,
    SpeechEvent,
    backend_error,
    check_spoken,
    longest_duration,
)
from playroom.voice.sources import Source

PROBE_TIMEOUT: Final = 5.0
"""Seconds that a source has to build its backend; a slow machine needs two for a library alone."""
LOADING_TIMEOUT: Final = 20.0
"""Further seconds where the wait is announced, as virus scanners read new files."""
_START_TIMEOUT: Final = 0.5
"""Seconds within which a voice that was given a text has begun, or has failed."""


class ProbeResult(Struct, frozen=True):
    """The result of a source: the name of the voice, or why there is none."""

    source: str
    speaker: str = ""
    kind: BackendKind | None = None
    has_braille: bool = False
    reports_end: bool = False
    failure: Failure | None = None
    detail: str = ""


def probe_sources(
    sources: Iterable[Source], on_delay: Callable[[], object] | None = None
) -> tuple[ProbeResult, ...]:
    """The result of each source, all asked at the same time and without speaking; five seconds at most.

    If there is no answer from a source by then, *on_delay* is called, and its answer awaited for longer.
    """
    probes = [_Probe(source) for source in sources]
    end = time.perf_counter() + PROBE_TIMEOUT
    results = tuple(each.result(end) for each in probes)
    if on_delay is None or not any(each.is_at_work for each in probes):
        return results
    on_delay()
    return tuple(each.result(end + LOADING_TIMEOUT) for each in probes)


def speak_sample(source: Source, text: str, *, leaving: bool = False) -> ProbeResult:
    """The result after *text* was spoken by this source.

    It returns when the text has ended. With *leaving* it returns once the text has begun, unless the voice
    would end with this process.
    """
    sample = _Probe(source, text, leaving=leaving)
    return sample.result(time.perf_counter() + PROBE_TIMEOUT + longest_duration(text, reports_end=True))


class _Probe:
    """A source that builds its backend, and perhaps speaks, in a thread of its own, as it may block."""

    def __init__(self, source: Source, text: str = "", *, leaving: bool = False) -> None:
        self._source = source
        self._text = text
        self._leaving = leaving
        self._events: list[SpeechEvent] = []
        self._has_event = threading.Event()
        self._result = ProbeResult(source.name, failure=Failure.STUCK, detail="no answer in time")
        self._thread = threading.Thread(target=self._run, name=source.name, daemon=True)
        self._thread.start()

    @property
    def is_at_work(self) -> bool:
        """Whether there is no result yet."""
        return self._thread.is_alive()

    def result(self, end: float) -> ProbeResult:
        """The result at this time of the performance counter at the latest; "stuck" if there is none yet."""
        self._thread.join(max(0.0, end - time.perf_counter()))
        return self._result

    def _run(self) -> None:
        name = self._source.name

        def on_event(event: SpeechEvent, _text: str) -> None:
            if event is not SpeechEvent.BEGUN:
                self._events.append(event)
                self._has_event.set()

        try:
            backend = self._source.build(on_event)
            if self._text:
                # Some voices fall silent when their backend is closed: the end of the text is awaited.
                backend.speak(self._text, interrupt=False)
                seconds = longest_duration(self._text, reports_end=backend.reports_end)
                self._has_event.wait(
                    min(seconds, _START_TIMEOUT) if self._leaving and backend.outlives_us else seconds
                )
                check_spoken(backend, self._events)
            result = ProbeResult(
                self._source.name, backend.name, backend.kind, backend.has_braille, backend.reports_end
            )
            backend.close()
            self._result = result
        except Exception as raised:  # noqa: BLE001 (the library may raise anything)
            error = backend_error(raised)
            self._result = ProbeResult(name, failure=error.failure, detail=error.detail)
