"""Speech without a thread: the loop of speech, in the event loop of its caller."""

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import Protocol, TypeVar

from playroom.voice.sources import Source
from playroom.voice.speech_loop import Change, Report, SpeechLoop
from playroom.voice.worker import Runtime

Result = TypeVar("Result")


class Cancellable(Protocol):
    """A call that is due later."""

    def cancel(self) -> object:
        """Do not make it."""


Later = Callable[[float, Callable[[], object]], Cancellable]
"""Makes a call after this many seconds, where the keys are."""


class LoopWorker:
    """Speaks where the keys are. Its backends return at once; nothing watches whether they do."""

    def __init__(
        self, sources: Sequence[Source], report: Report, *, clock: Callable[[], float], later: Later
    ) -> None:
        self._clock, self._later = clock, later
        self._is_started = False
        self._due: Cancellable | None = None
        self._loop = SpeechLoop(
            sources,
            report,
            clock=clock,
            guard=_call,
            post=self._post,
            background=lambda _call: None,
        )

    def change(self, change: Change) -> None:
        """Change the queue."""
        self._loop.change(change)
        if self._is_started:
            self._go_on()
        else:
            self._come_back(0)

    def key(self) -> None:
        """Note that a key was pressed."""
        self._loop.key()

    def close(self, _seconds: float) -> None:
        """Give what waits to the backend, and close it."""
        self._loop.finish()

    def _post(self, call: Callable[[], None]) -> None:
        def take() -> None:
            call()
            self._go_on()

        self._later(0, take)

    def _go_on(self) -> None:
        """Do what is due, and come back when the next work is."""
        self._is_started = True
        self._loop.work()
        while self._loop.due() <= self._clock():
            self._loop.work()
        if (due := self._loop.due()) < inf:
            self._come_back(due - self._clock())

    def _come_back(self, seconds: float) -> None:
        if self._due:
            self._due.cancel()
        self._due = self._later(seconds, self._go_on)


def without_threads(clock: Callable[[], float], later: Later) -> Runtime:
    """The worker of a voice in the event loop of its caller."""
    return Runtime(clock, partial(LoopWorker, clock=clock, later=later))


def _call(function: Callable[[], Result]) -> Result:
    return function()
