"""Speaks lines one after the other for the commands, each once the one before has ended."""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from playroom.inbox_thread import InboxThread
from playroom.voice.backends.backend import (
    Backend,
    SpeechEvent,
    backend_error,
    check_spoken,
    longest_duration,
)
from playroom.voice.probe import ProbeResult
from playroom.voice.sources import Source
from playroom.voice.utterance import cleaned

_BUILD_TIMEOUT: Final = 5.0
"""Seconds that each source has to build its backend and to take a line."""
_ENDS: Final = (SpeechEvent.FINISHED, SpeechEvent.INTERRUPTED, SpeechEvent.REFUSED)
_TICK: Final = 0.1
"""Seconds between two looks at whether Ctrl+C was pressed."""


class LineSpeaker:
    """Speaks through the first source that can, in a thread of its own, as a backend may block.

    *on_failure* is called from that thread with each source that was built and then failed.
    """

    def __init__(
        self,
        sources: Sequence[Source],
        on_failure: Callable[[ProbeResult], object] = lambda _: None,
    ) -> None:
        self.has_spoken = False
        """Whether a backend took a line."""
        self._sources = list(sources)
        self._on_failure = on_failure
        self._has_ended = threading.Event()
        self.is_stopped = False
        """Whether the lines that wait were dropped."""
        self._backend: Backend | None = None
        self._line = ""
        self._failures: list[SpeechEvent] = []
        self._deadline = time.perf_counter() + _BUILD_TIMEOUT
        self._thread = InboxThread("lines", self._take)

    def put(self, line: str) -> None:
        """Speak *line* after those before it."""
        if clean := cleaned(line):
            self._thread.put(clean)

    def finish(self) -> None:
        """Wait until every line was spoken; lines that block for ever are given up."""
        self._close()
        self._deadline = max(self._deadline, time.perf_counter() + self._patience(""))
        while time.perf_counter() < self._deadline and not self._thread.join(_TICK):
            pass

    def stop(self) -> None:
        """Fall silent, and drop the lines that wait."""
        self.is_stopped = True
        self._has_ended.set()
        self._close()
        self._thread.join(_BUILD_TIMEOUT)

    def _close(self) -> None:
        """End the thread after the lines that wait."""
        self._thread.put("")
        self._thread.close()

    def _take(self, line: str) -> None:
        """Speak a line and wait for its end; the empty one is the last.

        If the present source fails, the next one speaks it.
        """
        if not line or self.is_stopped:
            if self._backend:
                self._end(self._backend)
            self._backend = None
            return
        self._deadline = time.perf_counter() + self._patience(line)
        while self._sources and not self.is_stopped:
            try:
                speaker = self._backend = self._backend or self._sources[0].build(self._on_event)
                self._line = text = self._sources[0].pronounced(line)
                self._failures.clear()
                self._has_ended.clear()
                if self.is_stopped:
                    return
                speaker.speak(text, interrupt=False)
                self._has_ended.wait(longest_duration(text, reports_end=speaker.reports_end))
                check_spoken(speaker, self._failures)
                self.has_spoken = True
            except Exception as error:  # noqa: BLE001 (the library may raise anything)
                failed, source = backend_error(error), self._sources.pop(0)
                backend, self._backend = self._backend, None
                if backend:
                    why = ProbeResult(source.name, failure=failed.failure, detail=failed.detail)
                    self._on_failure(why)
                    self._end(backend)
            else:
                return

    def _end(self, backend: Backend) -> None:
        with suppress(Exception):
            if self.is_stopped:
                backend.silence()
            backend.close()

    def _on_event(self, event: SpeechEvent, text: str) -> None:
        """Note the end of the present line; other texts are none of ours."""
        if event is SpeechEvent.DISCONNECTED or (event in _ENDS and text == self._line):
            self._failures += [event] if event is not SpeechEvent.FINISHED else []
            self._has_ended.set()

    def _patience(self, line: str) -> float:
        """Seconds after which a line that has not ended has blocked."""
        return _BUILD_TIMEOUT * (len(self._sources) + 1) + longest_duration(line, reports_end=True)
