"""The transcript of a match: what the listener hears of it, in a file."""

from datetime import datetime
from pathlib import Path

from playroom.console.room import Room
from playroom.home.transcript import Transcript, transcript_file
from playroom.narration.message import Message, Urgency
from playroom.voice.utterance import Buffer, Utterance


class TranscriptWriter:
    """Writes the transcript of a match of *game* from its first message, once the listener asks for it."""

    def __init__(self, room: Room, folder: Path, game: str) -> None:
        self._room, self._folder, self._game = room, folder, game
        self._start = room.voice.history.count
        self._transcript: Transcript | None = None
        self._refusal = ""

    def begin(self) -> None:
        """Write what was said so far and what will be said, and say where the file is."""
        transcript = self._transcript or self._begun()
        if self._refusal:
            self._room.speech.reply(self._refused())
        else:
            self._room.speech.reply(Message("history.transcript", blanks={"file": str(transcript.file)}))

    def end(self) -> None:
        """Write no more."""
        self._room.voice.history.unfollow(self._follow)

    def _begun(self) -> Transcript:
        history = self._room.voice.history
        file = transcript_file(self._folder, self._game, datetime.now().astimezone())
        self._transcript = Transcript(file)
        self._add(self._transcript, *history.after(self._start))
        history.follow(self._follow)
        return self._transcript

    def _follow(self, utterance: Utterance) -> None:
        """Write an utterance; a disk error is reported once, until writing works again."""
        refused = self._refusal
        if self._transcript:
            self._add(self._transcript, utterance)
        if self._refusal and not refused:
            self._room.speech.say(self._refused(), urgency=Urgency.EVENT)

    def _add(self, transcript: Transcript, *told: Utterance) -> None:
        try:
            transcript.add(*(line.text for line in told if line.buffer is not Buffer.FOCUS))
        except OSError as error:
            self._refusal = error.strerror or str(error)
        else:
            self._refusal = ""

    def _refused(self) -> Message:
        return Message("history.no_transcript", blanks={"why": self._refusal})
