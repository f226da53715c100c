"""Speech, screen and history of one listener. Its calls return at once and never fail."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from queue import Empty, SimpleQueue
from typing import Final, Protocol

from playroom.narration.message import Urgency
from playroom.voice.history import History
from playroom.voice.mode import Mode, default_mode
from playroom.voice.queue import STALE_AFTER
from playroom.voice.sources import Source
from playroom.voice.speech_loop import Change, Speaker
from playroom.voice.utterance import Buffer, Utterance, cleaned, speakable
from playroom.voice.worker import Worker

CLOSE_TIMEOUT: Final = 3.0
"""Seconds in which the last words are given to the backend. A call that blocks is abandoned before."""


class SpeechChange(StrEnum):
    """A change in what can speak; each is reported once."""

    FOUND = "found"
    """A backend speaks."""
    LOST = "lost"
    """No backend can speak: everything is written."""
    BACK = "back"
    """A backend speaks again, or at last."""


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
    """How a voice runs: its clock in seconds, and what makes its worker, which reports what speaks."""

    clock: Callable[[], float]
    worker: Callable[[Sequence[Source], Callable[[Speaker | None], None]], SpeechWorker]


THREADS = Runtime(time.monotonic, Worker)
"""The worker in a thread of its own, by the clock of the system."""


class Voice:
    """Speaks, writes and records utterances. It is used by one thread, that of the console.

    *screen* is called with each line to write; with *has_braille* set, for all that is spoken. *wake* is
    called from other threads when ``changes`` has something to return, such as ``loop.call_soon_threadsafe``.
    """

    def __init__(
        self,
        screen: Callable[[str], None],
        sources: Sequence[Source],
        *,
        mode: Mode | None = None,
        terminal: bool = True,
        wake: Callable[[], None] = lambda: None,
        runtime: Runtime = THREADS,
    ) -> None:
        self.history = History()
        self.has_braille = False
        self.speaker: Speaker | None = None
        self._screen = screen
        self._sources = sources
        self._chosen = mode
        self._terminal = terminal
        self._wake = wake
        self._runtime = runtime
        self._echoed = ""
        self._is_searching = True
        self._reported: set[SpeechChange] = set()
        self._speakers: SimpleQueue[Speaker | None] = SimpleQueue()
        self._worker = self._new_worker()

    @property
    def mode(self) -> Mode:
        """The chosen mode, or the default for what speaks; text while nothing can speak."""
        is_mute = not self._is_searching and self.speaker is None
        return Mode.TEXT if is_mute else self._wanted_mode

    @mode.setter
    def mode(self, mode: Mode) -> None:
        self._chosen = mode
        if mode is Mode.TEXT:
            self.hush()
        elif self._worker is None:
            self._worker = self._new_worker()

    def reset_mode(self) -> None:
        """Use the default mode."""
        self._chosen = None

    def say(self, utterance: Utterance) -> None:
        """Record an utterance, and speak and write it as mode and urgency demand, unless it is muted."""
        clean = speakable(utterance)
        self._record(clean)
        if self.history.is_audible(clean):
            self._output(clean)

    def record(self, utterance: Utterance) -> None:
        """Record an utterance, and neither speak nor write it."""
        self._record(speakable(utterance))

    def announce(self, text: str, urgency: Urgency = Urgency.ANSWER) -> None:
        """Speak and write a text in every mode, so that nobody is left in silence without a word."""
        utterance = Utterance(cleaned(text), urgency, Buffer.SYSTEM)
        if self._worker is None and self._terminal:
            self._worker = self._runtime.worker(self._sources, self._report_speaker)
        self._record(utterance)
        self._screen(utterance.text)
        self._change_queue(lambda queue, now: queue.put(utterance, now))

    def echo(self, text: str) -> None:
        """Answer with a text that is not recorded."""
        self._echoed = text
        self._output(Utterance(cleaned(text), Urgency.ANSWER))

    def repeat(self) -> str:
        """Speak the last burst or echo again, and return it; "" if there is none."""
        text = self._echoed or self.history.latest()
        self.echo(text)
        return text

    def hush(self) -> None:
        """Stop speaking. Only alerts that have not begun are spoken afterwards."""
        self._change_queue(lambda queue, _now: queue.hush())

    def drop_alerts(self) -> None:
        """Drop alerts and hints that were not spoken: the player has acted, and they are out of date."""
        self._change_queue(lambda queue, _now: queue.without_alerts())

    def key(self) -> None:
        """Note that a key was pressed, which interrupts some screen readers."""
        if self._worker:
            self._worker.key()

    def use(self, sources: Sequence[Source]) -> None:
        """Speak through other sources from now on."""
        self.close(0)
        self._sources = sources
        self._worker = self._new_worker()

    def changes(self) -> tuple[SpeechChange, ...]:
        """The changes since the last call; what may not have been spoken is written now, if need be."""
        changes = []
        with suppress(Empty):
            while True:
                changes.append(self._take_speaker(self._speakers.get_nowait()))
        return tuple(filter(None, changes))

    def close(self, seconds: float = CLOSE_TIMEOUT) -> None:
        """Speak what waits and close the backend, in so many seconds at most."""
        if self._worker:
            self._worker.close(seconds)
        self._worker = None

    @property
    def _wanted_mode(self) -> Mode:
        if self._chosen:
            return self._chosen
        if self._is_searching and self._terminal:
            return Mode.VOICE
        return default_mode(self.speaker.kind if self.speaker else None, terminal=self._terminal)

    def _new_worker(self) -> SpeechWorker | None:
        """A worker, unless the player wants no speech."""
        is_silent = self._chosen is Mode.TEXT if self._chosen else not self._terminal
        return None if is_silent else self._runtime.worker(self._sources, self._report_speaker)

    def _record(self, utterance: Utterance) -> None:
        if utterance.text:
            self._echoed = ""
            self.history.record(utterance, self._runtime.clock())

    def _output(self, utterance: Utterance) -> None:
        if not utterance:
            return
        if self._writes(utterance.urgency):
            self._screen(utterance.braille or utterance.text)
        if self._wanted_mode.speaks(utterance.urgency):
            self._change_queue(lambda queue, now: queue.put(utterance, now))

    def _writes(self, urgency: Urgency) -> bool:
        return self.mode.writes or (self.has_braille and self.mode.speaks(urgency))

    def _write_since(self, at: float) -> None:
        for utterance in filter(self.history.is_audible, self.history.since(at)):
            self._screen(utterance.text)

    def _change_queue(self, change: Change) -> None:
        if self._worker:
            self._worker.change(change)

    def _report_speaker(self, speaker: Speaker | None) -> None:
        """Take a report from the worker's thread."""
        self._speakers.put(speaker)
        # A loop that has ended takes no more calls.
        with suppress(RuntimeError):
            self._wake()

    def _take_speaker(self, speaker: Speaker | None) -> SpeechChange | None:
        """The change that this speaker makes, or None for one that was reported."""
        wrote = self._writes(Urgency.EVENT)
        unheard_since = 0.0 if self._is_searching else self._runtime.clock() - STALE_AFTER
        self._is_searching, self.speaker = False, speaker
        if self.mode.writes and not wrote:
            self._write_since(unheard_since)
        change = self._change_to(speaker)
        if change in self._reported:
            return None
        self._reported.add(change)
        return change

    def _change_to(self, speaker: Speaker | None) -> SpeechChange:
        if speaker is None:
            return SpeechChange.LOST
        return SpeechChange.BACK if SpeechChange.LOST in self._reported else SpeechChange.FOUND
