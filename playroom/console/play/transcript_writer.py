"""The transcript of a match: what the listener hears of it, in a file."""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from pathlib import Path

from playroom.console.ui.room import Room
from playroom.console.ui.write_queue import WriteOutcome
from playroom.home.transcript import Transcript, transcript_file
from playroom.narration.message import Blank, Message, Urgency
from playroom.voice.history import History
from playroom.voice.utterance import Buffer, Utterance


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
        self._add(transcript, history.after(self._start), partial(self._tell_begun, transcript))
        history.follow(self._follow)

    def end(self) -> None:
        """Write no more."""
        self._history.unfollow(self._follow)

    def _follow(self, utterance: Utterance) -> None:
        if self._transcript:
            self._add(self._transcript, (utterance,), self._note)

    def _add(
        self, transcript: Transcript, utterances: Iterable[Utterance], done: Callable[[WriteOutcome], None]
    ) -> None:
        lines = (line.text for line in utterances if line.buffer is not Buffer.FOCUS)
        self._room.writes.add(partial(transcript.add, *lines), done)

    def _tell_begun(self, transcript: Transcript, outcome: WriteOutcome) -> None:
        self._refusal = outcome.why
        self._tell_where(transcript)

    def _tell_where(self, transcript: Transcript) -> None:
        where = Message("history.transcript", blanks={"file": str(transcript.file)})
        self._room.speech.reply(self._refused() if self._refusal else where)

    def _note(self, outcome: WriteOutcome) -> None:
        """Report a disk error once, until writing works again."""
        is_new = outcome.why and not self._refusal
        self._refusal = outcome.why
        if is_new:
            self._room.speech.say(self._refused(), urgency=Urgency.EVENT)

    def _refused(self) -> Message:
        return Message("history.no_transcript", blanks={"why": self._refusal})
