"""What all matches that are saved on this machine share: played here, or typed beside a table of wood."""

from abc import abstractmethod
from collections.abc import Collection

from msgspec.structs import replace

from playroom.console.local.local_matches import LocalMatches
from playroom.console.play.match_files import MatchSaver, TranscriptWriter
from playroom.console.play.match_log import has_moved
from playroom.console.play.match_mode import MatchMode
from playroom.console.play.table import TablePlace
from playroom.console.replay.replays import Replay
from playroom.console.ui.places import Item
from playroom.console.ui.questions import question_to_leave_match
from playroom.home.match_notes import MatchNotes
from playroom.home.saved_match import SavedMatch
from playroom.narration.message import Message
from playroom.rules.match import new_match
from playroom.rules.seat import Seat
from playroom.table.record import Record
from playroom.voice.history import History


class SavedMode(MatchMode):
    """A match that is saved as *saved*, and can be continued and replayed."""

    takes_back = True

    def __init__(self, matches: LocalMatches, saved: SavedMatch, record: Record) -> None:
        self._matches, self._saved = matches, saved
        self._room, self._games = matches.room, matches.games
        self.saver = MatchSaver(saved, self._room)
        self._is_new = not record.match.rounds

    @property
    @abstractmethod
    def record(self) -> Record:
        """The match as it stands."""

    @property
    @abstractmethod
    def notes(self) -> MatchNotes:
        """The notes on the match besides its record."""

    @property
    @abstractmethod
    def movers(self) -> Collection[Seat]:
        """The seats of those without whose moves nothing was played."""

    def close(self) -> None:
        """Save what is not saved yet, and unlock the match for other programs."""
        self.saver.finish(self._saved.close)

    def drop_unplayed(self) -> None:
        """Remove the match if it was started in this visit and nothing was played."""
        if self._is_new and not has_moved(self.record.match, self.movers):
            self.saver.finish()
            self._saved.remove()

    def write_transcript(self, history: History) -> None:
        """Start a transcript of this history."""
        folder, game = self._games.transcripts, self.record.variant.name
        self._room.transcript = TranscriptWriter(self._room, folder, game, history)

    def leave(self, place: TablePlace) -> None:
        """Leave the match, which is saved."""
        self.end(place)
        self._matches.home.come_back()

    def question_to_leave(self) -> Message:
        """Whether to leave, and whether the match can be continued."""
        return question_to_leave_match(self._room)

    def look_back(self, place: TablePlace) -> tuple[Item, ...]:
        """The lines that replay the match as its listener heard it, and practise its mistakes."""

        def replay() -> Replay:
            file = self._saved.past or self._saved.file
            return Replay(self.record, self.notes, file.name, place.session.ear)

        return self._matches.home.replays.items(replay, lambda: self.close_table(place))

    def close_table(self, place: TablePlace) -> None:
        """Leave the match, which is over, and say nothing of what is below its table."""
        self.end(place)
        self._room.places.close(TablePlace)

    def begin_again(self, place: TablePlace, notes: MatchNotes) -> None:
        """Begin another match at this table, with these notes."""
        self.end(place)
        self._room.places.drop()
        again = replace(self.record, match=new_match(self.record.match.rules))
        self._matches.sit_down(self._games.matches.create(), again, notes)

    def end(self, place: TablePlace) -> None:
        """Stop, save, and give up the keyboard and the transcript."""
        place.session.stop()
        self._matches.left.append(self.record)
        self._matches.finish()
        place.session.leave()
