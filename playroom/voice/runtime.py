"""What a voice runs on: a clock, and the worker that speaks."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from playroom.voice.sources import Source
from playroom.voice.speech_loop import Change, Report
from playroom.voice.worker import Worker


class SpeechWorker(Protocol):
    """What speaks the texts in the queue of speech."""

    def change(self, change: Change) -> None:
        """Change the queue."""

    def key(self) -> None:
        """Note that a key was pressed, which interrupts some screen readers."""

    def close(self, seconds: float) -> None:
        """Speak what waits and close the backend, in so many seconds at most."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """How a voice runs: its clock in seconds, and what makes its worker, which reports what it does."""

    clock: Callable[[], float]
    worker: Callable[[Sequence[Source], Report], SpeechWorker]


THREADS: Final = Runtime(time.perf_counter, Worker)
"""The worker in a thread of its own, by the clock of the system."""
