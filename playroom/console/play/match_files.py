"""The files of a match under way, written in the background: its record and its transcript."""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from playroom.console.ui.background import Job
from playroom.console.ui.room import Room
from playroom.console.ui.write_queue import WriteOutcome, WriteQueue
from playroom.home.match_notes import MatchNotes
from playroom.home.saved_match import SavedMatch
from playroom.home.transcript import Transcript, transcript_file
from playroom.narration.message import Blank, Message, Urgency
from playroom.table.record import Record
from playroom.voice.history import History
from playroom.voice.utterance import Buffer, Utterance

LATE: Final = 0.3
"""Seconds after which a pending save is announced."""
LAG: Final = 5.0
"""Seconds after which bots, and the next person at the keyboard, wait until it is saved."""
RETRY: Final = 5.0
"""Seconds between two attempts to save what could not be saved; a later change is saved at once."""
ATTEMPTS: Final = 12
"""Attempts to save one state of the match."""


class PendingSave(Struct):
    """A state of the match that is not saved: what writes it, and what is to happen then, or if it is late.

    *since* is the time of the oldest change in it that is not saved.
    """

    write: Callable[[], None]
    then: tuple[Callable[[], None], ...]
    since: float
    attempts: int = 0

    def release(self) -> None:
        """Do what was to happen after the save, once."""
        then, self.then = self.then, ()
        for each in then:
            each()


class MatchSaver:
    """Saves one match; while one state of it is written, only the newest of the later ones waits.

    Where that fails or takes too long, the listener hears so once, and again once the match is saved.
    """

    def __init__(self, saved: SavedMatch, room: Room) -> None:
        self._saved, self._room, self._background = saved, room, room.background
        self._news, self._pace = room.save_news, room.bot_pace
        self._news.begin(is_saved=saved.exists())
        self._writes = WriteQueue(room.background)
        self._written: PendingSave | None = None
        """The content that is being written."""
        self._next: PendingSave | None = None
        """The content that is to be written then, or again."""
        self._is_late = False
        self._jobs: dict[str, Job] = {}
        self._newest = self._newest_written = 0
        """The numbers of the newest state of the match, and of the newest that is on the disk."""

    def save(self, record: Record, notes: MatchNotes, then: Callable[[], None] = lambda: None) -> None:
        """Save the match and its notes, and archive it if it is won; then call *then*."""
        before, now = self._next, self._background.now
        since = min(before.since, now) if before else now
        self._newest += 1
        number = self._newest

        def write() -> None:
            self._saved.save(record, notes)
            self._newest_written = number
            if record.match.winners:
                self._saved.archive()

        self._next = PendingSave(write, (*(before.then if before else ()), then), since)
        if self._is_late:
            self._next.release()
        if not self._written:
            self._begin()

    @property
    def file_name(self) -> str:
        """The name of the file of the match."""
        return self._saved.file.name

    @property
    def is_writing(self) -> bool:
        """Whether a state of the match is being written, or is to be."""
        return bool(self._written or self._next)

    def write_now(self) -> None:
        """Make the next attempt at once, if one is planned."""
        if self._next and not self._written:
            self._begin()

    def finish(self, then: Callable[[], object] = lambda: None) -> bool:
        """Write what is not written yet, unless the disk hangs, then call *then*, and do nothing more.

        The result is whether the match is on the disk as it stands.
        """
        for name in tuple(self._jobs):
            self._cancel(name)
        if self._next:
            self._writes.add(self._next.write, lambda _: None)
        self._writes.timeout = self._room.writes.timeout
        self._writes.finish(then)
        self._written = self._next = None
        self._news.begin(is_saved=False)
        self._pace.release()
        try:
            is_there = self._saved.exists()
        except OSError:  # what was written is there, even if it cannot be looked at
            is_there = self._newest_written > 0
        return self._newest_written == self._newest and is_there

    def _begin(self) -> None:
        """Write the newest state."""

        def on_late() -> None:
            """Run the callbacks that wait for the disk."""
            self._is_late = True
            for late in (self._written, self._next):
                if late:
                    late.release()

        def wait_for_disk() -> None:
            """Hold the match, and say why."""
            self._pace.hold()
            self._news.tell_unsaved(Message("menus.slow_disk"))

        self._cancel("retry")
        state, self._written, self._next = self._next, self._next, None
        assert state  # a change, or an attempt that has failed
        age = self._background.now - state.since
        self._plan("late", self._background.later(max(0.0, LATE - age), on_late))
        self._plan("lag", self._background.later(max(0.0, LAG - age), wait_for_disk))
        self._writes.add(state.write, self._end)

    def _plan(self, name: str, job: Job) -> None:
        self._cancel(name)
        self._jobs[name] = job

    def _end(self, outcome: WriteOutcome) -> None:
        """Go on after an attempt."""
        for name in ("late", "lag"):
            self._cancel(name)
        self._is_late = False
        state, self._written = self._written, None
        assert state  # it was being written
        state.attempts += 1
        state.release()
        if outcome.why:
            self._news.tell_unsaved(Message("menus.unsaved", blanks={"why": outcome.why}))
            self._pace.release()
        elif not self._written and not self._next:
            self._news.tell_saved()
            self._pace.release()
        if self._written:  # what was released has saved a change
            return
        if self._next:
            self._begin()
        elif outcome.why and state.attempts < ATTEMPTS:
            self._next = replace(state, since=self._background.now + RETRY)
            self._plan("retry", self._background.later(RETRY, self._begin))

    def _cancel(self, name: str) -> None:
        if job := self._jobs.pop(name, None):
            job.cancel()


class TranscriptWriter:
    """Writes the transcript of a match of *game* from its first message, once the listener asks for it.

    What it writes is what *history* records.
    """

    def __init__(self, room: Room, folder: Path, game: str, history: History) -> None:
        self._room, self._folder, self._game, self._history = room, folder, game, history
        self._start = history.count
        self._transcript: Transcript | None = None
        self._refusal: Blank = ""

    def begin(self) -> None:
        """Write what was said so far and what will be said, and say where the file is."""
        if self._transcript:
            self._tell_where(self._transcript)
            return
        history = self._history
        file = transcript_file(self._folder, self._game, datetime.now().astimezone())
        transcript = self._transcript = Transcript(file)

        def tell(outcome: WriteOutcome) -> None:
            self._refusal = outcome.why
            self._tell_where(transcript)

        self._add(transcript, history.after(self._start), tell)
        history.follow(self._follow)

    def end(self) -> None:
        """Write no more."""
        self._history.unfollow(self._follow)

    def _follow(self, utterance: Utterance) -> None:
        """Write what is said; a disk error is reported once, until writing works again."""

        def note(outcome: WriteOutcome) -> None:
            is_new = outcome.why and not self._refusal
            self._refusal = outcome.why
            if is_new:
                self._room.speech.say(self._refused(), urgency=Urgency.EVENT)

        if self._transcript:
            self._add(self._transcript, (utterance,), note)

    def _add(
        self, transcript: Transcript, utterances: Iterable[Utterance], done: Callable[[WriteOutcome], None]
    ) -> None:
        lines = (line.text for line in utterances if line.buffer is not Buffer.FOCUS)
        self._room.writes.add(partial(transcript.add, *lines), done)

    def _tell_where(self, transcript: Transcript) -> None:
        where = Message("history.transcript", blanks={"file": str(transcript.file)})
        self._room.speech.reply(self._refused() if self._refusal else where)

    def _refused(self) -> Message:
        return Message("history.no_transcript", blanks={"why": self._refusal})
