"""What the rest of the playroom speaks to. It returns at once and never fails, whatever speech does."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from queue import Empty, SimpleQueue
from typing import Protocol

from playroom.narration.message import Urgency
from playroom.voice.history import History
from playroom.voice.mode import Mode, default_mode
from playroom.voice.queue import STALE
from playroom.voice.speakers import Source
from playroom.voice.utterance import Buffer, Utterance, cleaned, speakable
from playroom.voice.worker import Change, Speaker, Worker


class News(StrEnum):
    """What has become of speech. Each is told once, however often it happens."""

    FOUND = "found"  # something speaks
    LOST = "lost"  # nothing can speak: text as long as that lasts
    BACK = "back"  # something speaks after all


class SpeechWorker(Protocol):
    """What says the texts in the queue of speech."""

    def change(self, change: Change) -> None:
        """Change the queue."""

    def key(self) -> None:
        """Note that a key was pressed, at which some screen readers fall silent."""

    def close(self, seconds: float) -> None:
        """Say what waits and let go of the backend, within so many seconds."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """How a voice runs: its clock in seconds, and what makes its worker, which reports what speaks."""

    clock: Callable[[], float]
    worker: Callable[[Sequence[Source], Callable[[Speaker | None], None]], SpeechWorker]


THREADS = Runtime(time.monotonic, Worker)
"""The worker in a thread of its own, by the clock of the system."""


class Voice:
    """Speech, screen and history of one listener; it belongs to one thread, that of the console.

    *screen* gets each line that is to be written; where *fingers* read it, in every mode. *wake* is
    called from elsewhere when there is news: let it have ``attend`` called in the console's thread, as
    ``loop.call_soon_threadsafe`` does.
    """

    def __init__(
        self,
        screen: Callable[[str], None],
        ways: Sequence[Source],
        *,
        mode: Mode | None = None,
        terminal: bool = True,
        wake: Callable[[], None] = lambda: None,
        runtime: Runtime = THREADS,
    ) -> None:
        self.history = History()
        self.fingers = False
        self.speaker: Speaker | None = None
        self._screen = screen
        self._ways = ways
        self._chosen = mode
        self._terminal = terminal
        self._wake = wake
        self._runtime = runtime
        self._echoed = ""
        self._searching = True
        self._told: set[News] = set()
        self._reports: SimpleQueue[Speaker | None] = SimpleQueue()
        self._worker = self._opened()

    @property
    def mode(self) -> Mode:
        """The mode that the player chose, or that suits what speaks; text as long as nothing can speak."""
        mute = not self._searching and self.speaker is None
        return Mode.TEXT if mute else self._wanted

    @mode.setter
    def mode(self, mode: Mode) -> None:
        self._chosen = mode
        if mode is Mode.TEXT:
            self.hush()
        elif self._worker is None:
            self._worker = self._opened()

    def leave_mode(self) -> None:
        """Have no mode chosen: the one that suits what speaks."""
        self._chosen = None

    def say(self, utterance: Utterance) -> None:
        """Tell the player this, now or in its turn, and keep it in the history; no text is nothing."""
        clean = speakable(utterance)
        self._record(clean)
        if self.history.audible(clean):
            self._utter(clean)

    def keep(self, utterance: Utterance) -> None:
        """Keep this in the history, and tell nobody."""
        self._record(speakable(utterance))

    def announce(self, text: str) -> None:
        """Answer by ear and by eye whatever the mode, so that no change of it is lost on anybody."""
        told = Utterance(cleaned(text), Urgency.ANSWER, Buffer.SYSTEM)
        self._record(told)
        self._screen(told.text)
        self._change(lambda queue, now: queue.put(told, now))

    def echo(self, text: str) -> None:
        """Answer with a text that is in the history already, or need not be."""
        self._echoed = text
        self._utter(Utterance(cleaned(text), Urgency.ANSWER))

    def repeat(self) -> str:
        """Say again what was said last, a burst in full, or what was read again; "" if there is none."""
        text = self._echoed or self.history.latest()
        self.echo(text)
        return text

    def hush(self) -> None:
        """Be silent now. What waits is left to the history, but for an alert that was not heard yet."""
        self._change(lambda queue, _now: queue.hush())

    def outdated(self) -> None:
        """Forget alerts and hints that were not heard: the player has acted, they are no longer true."""
        self._change(lambda queue, _now: queue.outdated())

    def key(self) -> None:
        """Note that the player has pressed a key, at which some screen readers fall silent."""
        if self._worker:
            self._worker.key()

    def use(self, ways: Sequence[Source]) -> None:
        """Speak by these ways from now on."""
        self.close(0)
        self._ways = ways
        self._worker = self._opened()

    def attend(self) -> tuple[News, ...]:
        """What is new about speech; lines that nobody may have heard are written now, if they are to be."""
        news = []
        with suppress(Empty):
            while True:
                news.append(self._heed(self._reports.get_nowait()))
        return tuple(filter(None, news))

    def close(self, seconds: float = 1.0) -> None:
        """Say what waits and be gone, within so many seconds."""
        if self._worker:
            self._worker.close(seconds)
        self._worker = None

    @property
    def _wanted(self) -> Mode:
        if self._chosen:
            return self._chosen
        if self._searching and self._terminal:
            return Mode.VOICE
        return default_mode(self.speaker.sort if self.speaker else None, terminal=self._terminal)

    def _opened(self) -> SpeechWorker | None:
        """A worker, unless this player wants no speech, whatever can be found."""
        text = self._chosen is Mode.TEXT if self._chosen else not self._terminal
        return None if text else self._runtime.worker(self._ways, self._tell)

    def _record(self, utterance: Utterance) -> None:
        if utterance.text:
            self._echoed = ""
            self.history.record(utterance, self._runtime.clock())

    def _utter(self, utterance: Utterance) -> None:
        if not utterance:
            return
        if self._writes(utterance.urgency):
            self._screen(utterance.braille or utterance.text)
        if self._wanted.speaks(utterance.urgency):
            self._change(lambda queue, now: queue.put(utterance, now))

    def _writes(self, urgency: Urgency) -> bool:
        return self.mode.writes or (self.fingers and self.mode.speaks(urgency))

    def _write(self, since: float) -> None:
        for utterance in filter(self.history.audible, self.history.since(since)):
            self._screen(utterance.text)

    def _change(self, change: Change) -> None:
        if self._worker:
            self._worker.change(change)

    def _tell(self, speaker: Speaker | None) -> None:
        """Take news from the worker's thread."""
        self._reports.put(speaker)
        # A loop that has ended wants no more news.
        with suppress(RuntimeError):
            self._wake()

    def _heed(self, speaker: Speaker | None) -> News | None:
        """What is new, if anything, now that this speaks, or nothing does."""
        wrote, since = self._writes(Urgency.EVENT), 0.0 if self._searching else self._runtime.clock() - STALE
        self._searching, self.speaker = False, speaker
        if self.mode.writes and not wrote:
            self._write(since)
        news = News.LOST if speaker is None else News.BACK if News.LOST in self._told else News.FOUND
        if news in self._told:
            return None
        self._told.add(news)
        return news
