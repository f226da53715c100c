"""Speech, screen and history of one listener. Its calls return at once and never fail.

How a text is heard, from here to the ear and back:

1. `Voice.say` cleans an `Utterance`, records it in the `History`, writes it if `Mode` or braille display
   want it, gives it a number, and hands it to a `SpeechWorker` as a change of the queue.
2. A worker (`worker.py`) makes all calls of its `SpeechLoop` one after the other: `Worker` in a thread of
   its own, which a watchdog replaces if a call blocks, `LoopWorker` in the event loop of the caller.
3. The `Queue` (`queue.py`, pure) decides what is spoken and when: an answer at once, a burst of events after
   a short pause, a hint once all is quiet. Of an interrupted event, the unheard rest comes back.
4. The `SpeechLoop` (`speech_loop.py`) takes a `SpeechRequest` that is due and gives it to the backend in use;
   if that fails, the queue takes the request back, and the next of the `sources` is tried.
5. A backend (`backends/`) speaks the text and reports its begin and its end, from any thread. By these
   reports, or by the length of the text, the queue knows what was heard.
6. The worker reports each new `SpeechStatus`, and the `Speaker` when another backend speaks. `Voice.changes`
   takes these reports into its `Hearing`, which answers what is unheard or silenced, and when all was heard.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import partial
from itertools import count
from queue import Empty, SimpleQueue
from typing import Final, TypeAlias

from msgspec.structs import replace

from playroom.narration.message import Urgency
from playroom.voice.backends.backend import USUAL_RATE
from playroom.voice.hearing import Beginning, Hearing, SpeechStatus
from playroom.voice.history import History
from playroom.voice.mode import Mode, default_mode
from playroom.voice.queue import BURST_PAUSE
from playroom.voice.sources import Source
from playroom.voice.speech_loop import Change, Speaker
from playroom.voice.utterance import Buffer, Utterance, cleaned, speakable
from playroom.voice.worker import THREADS, Runtime, SpeechWorker

_Reports: TypeAlias = SimpleQueue[Speaker | SpeechStatus | None]

CLOSE_TIMEOUT: Final = 3.0
"""Seconds in which the last words are given to the backend. A call that blocks is abandoned before."""
UNSPOKEN: Final = 5.0
"""The seconds whose texts are written when speech is lost: they may not have been spoken."""


_LATELY: Final = 50
"""The newest utterances that may still wait."""


class SpeechChange(StrEnum):
    """A change in what can speak; each is reported once."""

    FOUND = "found"
    """A backend speaks."""
    LOST = "lost"
    """No backend can speak: everything is written."""
    BACK = "back"
    """A backend speaks again, or at last."""


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
        self._usual_mode = default_mode(None, terminal=terminal)
        """That of the backend that spoke last: texts that wait for it to come back are spoken then."""
        self._wake = wake
        self._runtime = runtime
        self._echoed: tuple[str, str] | None = None
        self._is_searching = True
        self._announced: set[SpeechChange] = set()
        """The changes that ``changes`` has returned."""
        self._numbers = count(1)
        self._hearing = Hearing()
        self._reports: _Reports = SimpleQueue()
        """The reports of the present worker: what an earlier one still reports is out of date."""
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

    def listen_at(self, *, rate: float, reading: float, repeats_events: bool) -> None:
        """Take over how the listener hears, and whether events are repeated that a key has interrupted.

        *rate* is the characters a second of a backend that reports nothing, 0 the usual; *reading* those of
        a listener who reads what is only written, 0 if nothing waits for them.
        """
        tuned = replace(self._hearing, usual_rate=rate or USUAL_RATE, reading_rate=reading)
        self._hearing = replace(tuned, repeats_events=repeats_events)
        self._change_queue(self._tuned())

    def say(self, utterance: Utterance, covers: tuple[int, ...] = ()) -> int:
        """Record an utterance, and speak and write it as mode and urgency demand, unless it is muted.

        The result is its number, 0 if it is not spoken; *covers* are the events that it tells again.
        """
        clean = speakable(utterance)
        self._record(clean)
        return self._output(clean.output, covers) if self.history.is_audible(clean) else 0

    def record(self, utterance: Utterance) -> None:
        """Record an utterance, and neither speak nor write it."""
        self._record(speakable(utterance))

    def write(self, utterance: Utterance) -> None:
        """Record an utterance, and write it as mode and urgency demand, but never speak it."""
        clean = speakable(utterance)
        self._record(clean)
        if self.history.is_audible(clean) and self._is_written(clean):
            self._write(clean)

    def announce(self, text: str, urgency: Urgency = Urgency.ANSWER) -> None:
        """Speak and write a text in every mode, so that nobody is left in silence without a word."""
        utterance = Utterance(cleaned(text), urgency, Buffer.SYSTEM)
        if self._worker is None and self._terminal:
            self._worker = self._started_worker()
        self._record(utterance)
        self._screen(utterance.text)
        self._put(utterance)

    def echo(self, text: str, private_text: str = "") -> None:
        """Answer with a text that is not recorded; fingers read *private_text* in its place."""
        self._echoed = text, private_text
        braille, is_private = cleaned(private_text), bool(private_text)
        self._output(Utterance(cleaned(text), Urgency.ANSWER, braille=braille, is_private=is_private))

    def repeat(self) -> str:
        """Speak the last burst or echo again, and return it; "" if there is none."""
        text, private_text = self._echoed or (self.history.latest(), self.history.latest_private_text())
        self.echo(text, private_text)
        return text

    def hush(self) -> None:
        """Stop speaking. Only alerts that have not begun are spoken afterwards."""
        self._hearing = self._hearing.hushed()
        self._change_queue(lambda queue, now: queue.hush(now))

    def hand_over(self, history: History) -> None:
        """Speak and repeat nothing any more of what was said, and record in another history."""
        self._hearing, self._echoed = self._hearing.hushed(), None
        self._change_queue(lambda queue, now: queue.forget(now))
        self.history = history

    def drop(self, numbers: Collection[int]) -> None:
        """Do not tell these events any more, and no hint: the player has acted, and they are out of date."""
        self._change_queue(lambda queue, _now: queue.without(numbers))

    def lapse(self, numbers: Collection[int]) -> None:
        """Do not tell these events any more: what they say is no longer true."""
        self._change_queue(lambda queue, _now: replace(queue.without(numbers), hint=queue.hint))

    def drop_help(self) -> None:
        """Say no help any more that waits: it was for a place that the player leaves."""
        self._change_queue(lambda queue, _now: queue.without_help())

    def outdate(self, numbers: Collection[int], lead: str, follows: str) -> None:
        """Tell of these events only what happened, after *lead*: the player moves, and hears that first.

        What else is heard after them begins with *follows*.
        """
        self._change_queue(lambda queue, now: queue.outdate(numbers, lead, follows, now))

    def drop_since(self, number: int) -> None:
        """Do not tell anything any more that was said from this number on."""
        self.drop(range(number, self._hearing.newest + 1))

    @property
    def now(self) -> float:
        """The second of the clock by which the voice runs."""
        return self._runtime.clock()

    def seconds_to_hear(self) -> float:
        """Seconds in which the listener has heard or read all that was said at the latest; 0 if they have."""
        by = self._hearing.heard_by if self.can_speak else self._hearing.read_by
        return max(0.0, by - self._runtime.clock())

    @property
    def is_quiet(self) -> bool:
        """Whether nothing sounds, nor waits to be spoken."""
        newest = self._hearing.newest
        return self.seconds_to_hear() <= 0 and not self.unheard(range(max(1, newest - _LATELY), newest + 1))

    @property
    def burst_pause(self) -> float:
        """Seconds from an event to its words; 0 where they are only written."""
        return BURST_PAUSE if self.can_speak else 0.0

    @property
    def can_speak(self) -> bool:
        """Whether something speaks, or is still looked for."""
        return self.mode is not Mode.TEXT

    @property
    def beginnings(self) -> tuple[Beginning, ...]:
        """The times at which the newest utterances began to be heard, or will."""
        return self._hearing.status.beginnings

    @property
    def speaks_until(self) -> float:
        """The time until which the words that sound now are spoken at the latest; 0 if none sound."""
        return self._hearing.status.speaks_until(self._runtime.clock())

    def unheard(self, numbers: Collection[int]) -> frozenset[int]:
        """Which of these are pending: waiting, sounding, or to be repeated after an interruption."""
        return self._hearing.unheard(numbers, self._runtime.clock()) if self.can_speak else frozenset()

    def silenced(self, numbers: Collection[int]) -> frozenset[int]:
        """Which of these were silenced before their end, and are repeated only on request."""
        return self._hearing.status.lost.intersection(numbers) if self.can_speak else frozenset()

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
                changes.append(self._take_report(self._reports.get_nowait()))
        return tuple(filter(None, changes))

    def close(self, seconds: float = CLOSE_TIMEOUT) -> None:
        """Finish pending speech and close the backend, with a timeout in seconds."""
        if self._worker:
            self._worker.close(seconds)
        self._worker = None

    @property
    def _wanted_mode(self) -> Mode:
        if self._chosen:
            return self._chosen
        if self._is_searching and self._terminal:
            return Mode.VOICE
        return self._usual_mode

    def _new_worker(self) -> SpeechWorker | None:
        """A worker, unless the player wants no speech."""
        is_silent = self._chosen is Mode.TEXT if self._chosen else not self._terminal
        return None if is_silent else self._started_worker()

    def _started_worker(self) -> SpeechWorker | None:
        """A worker; None, and a report that nothing speaks, if the system refuses another thread."""
        self._reports = SimpleQueue()
        try:
            worker = self._runtime.worker(self._sources, partial(self._report, self._reports))
        except RuntimeError:
            self._report(self._reports, None)
            return None
        worker.change(self._tuned())
        return worker

    def _tuned(self) -> Change:
        hearing = self._hearing
        return lambda queue, _now: queue.tuned(
            hearing.usual_rate, repeats_events=hearing.repeats_events, newest=hearing.newest
        )

    def _record(self, utterance: Utterance) -> None:
        if utterance.text:
            self._echoed = None
            self.history.record(utterance, self._runtime.clock())

    def _output(self, utterance: Utterance, covers: tuple[int, ...] = ()) -> int:
        """Write and speak an utterance: its number, 0 if it is not spoken."""
        if not utterance:
            return 0
        if self._is_written(utterance):
            self._write(utterance)
        return self._put(utterance, covers) if self._wanted_mode.speaks else 0

    def _put(self, utterance: Utterance, covers: tuple[int, ...] = ()) -> int:
        """Put an utterance in the queue: its number."""
        number = next(self._numbers)
        self._hearing = self._hearing.sent(utterance, self._runtime.clock(), number)
        self._change_queue(lambda queue, now: queue.put(utterance, now, number, covers))
        return number

    def _is_written(self, utterance: Utterance) -> bool:
        """Whether it is written; what is for fingers alone is, unless the speaker has a braille display."""
        if utterance.is_private and self._wanted_mode.speaks:
            return not (self.speaker and self.speaker.has_braille)
        return self._writes

    @property
    def _writes(self) -> bool:
        return self.mode.writes or (self.has_braille and self.mode.speaks)

    def _write(self, utterance: Utterance) -> None:
        line, is_answer = utterance.braille or utterance.text, utterance.urgency is Urgency.ANSWER
        self._screen(line)
        self._hearing = self._hearing.written(line, self._runtime.clock(), is_answer=is_answer)

    def _change_queue(self, change: Change) -> None:
        if self._worker:
            self._worker.change(change)

    def _report(self, reports: _Reports, report: Speaker | SpeechStatus | None) -> None:
        """Take a report from a worker's thread."""
        reports.put(report)
        # A loop that has ended takes no more calls.
        with suppress(RuntimeError):
            self._wake()

    def _take_report(self, report: Speaker | SpeechStatus | None) -> SpeechChange | None:
        """The change that a report makes in what speaks, or None for one that was announced."""
        if isinstance(report, SpeechStatus):
            self._hearing = replace(self._hearing, status=report)
            return None
        wrote, speaker = self._writes, report
        unheard_since = 0.0 if self._is_searching else self._runtime.clock() - UNSPOKEN
        self._is_searching, self.speaker = False, speaker
        if speaker:
            self._usual_mode = default_mode(speaker.kind, terminal=self._terminal)
        if self.mode.writes and not wrote:
            for utterance in filter(self.history.is_audible, self.history.since(unheard_since)):
                self._write(replace(utterance, braille=""))
        change = SpeechChange.LOST
        if speaker:
            change = SpeechChange.BACK if SpeechChange.LOST in self._announced else SpeechChange.FOUND
        if change in self._announced:
            return None
        self._announced.add(change)
        return change
