"""A match at a table of wood, which the listener types move by move."""

from collections.abc import Callable, Collection
from functools import partial

from msgspec.structs import replace

from playroom.console.local.companion_place import CompanionPlace, CompanionSession
from playroom.console.local.companion_table import CompanionTable
from playroom.console.local.local_matches import LocalMatches
from playroom.console.local.saved_mode import SavedMode
from playroom.console.play.table import TablePlace
from playroom.console.play.table_menu import table_menu
from playroom.console.rulebook.rules_reader import Trials, list_rules
from playroom.console.ui.places import Item
from playroom.home.match_notes import MatchNotes
from playroom.home.saved_match import SavedMatch
from playroom.narration.message import Message, Urgency, answer
from playroom.narration.summaries import made_again, taken_back, undo_refused
from playroom.rules.rewind import events_between
from playroom.rules.seat import Seat
from playroom.table.record import Record
from playroom.voice.utterance import Buffer

EAR: Seat = 0
"""The seat of the listener; the others follow clockwise."""


class CompanionMatch(SavedMode):
    """One match at a table of wood, kept like those on this machine."""

    def __init__(self, matches: LocalMatches, saved: SavedMatch, record: Record, notes: MatchNotes) -> None:
        super().__init__(matches, saved, record)
        self._notes, self._table = notes, CompanionTable(record, EAR)

    @property
    def record(self) -> Record:
        """The match as far as it was typed."""
        return self._table.record

    @property
    def notes(self) -> MatchNotes:
        """The notes on the match besides its record."""
        return self._notes

    @property
    def movers(self) -> Collection[Seat]:
        """All seats: every move is typed."""
        return range(len(self.record.players))

    def open(self) -> None:
        """Open the table, and ask for the listener's tiles unless a round is played."""
        room, match = self._room, self._table.match

        def save(record: Record, then: Callable[[], None]) -> None:
            """Save what was typed, but for the end of a round that waits for what others have left."""
            if self._table.to_show:
                then()
            else:
                self.saver.save(record, self._notes, then)

        session = CompanionSession(room, self._table, EAR, save)
        place = CompanionPlace(room, session, self, self._games.adviser, self._table)
        session.listen(lambda *_: place.scan())
        self.write_transcript(room.voice.history)
        room.places.open(place, silent=True)
        room.name_window(session.window)
        if match.rounds:
            if self._table.record not in self._matches.left:
                session.telling.recall()
            place.tell()
        else:
            place.ask_hand("")

    @property
    def gives_hints(self) -> bool:
        """Whether hints were asked for at the start."""
        return self._notes.companion is not None and self._notes.companion.hints

    def open_menu(self, place: TablePlace) -> None:
        """Open the menu of the table, with the line that corrects the own tiles while nothing was played."""
        assert isinstance(place, CompanionPlace)  # the only table of this match
        seen = self._table.seen
        label = Message("companion.correct")

        def correct_hand() -> None:
            self._room.places.drop_to(place)
            place.correct_hand()

        correct = Item("correct", label, choose=correct_hand)
        can_correct = self._table.match.round is not None and seen is not None and not seen.actions
        lines = (correct,) if can_correct else ()
        list_settings = self._matches.home.list_settings
        self._room.places.open(table_menu(self._room, place, tuple, list_settings, people=lines))

    def open_rules(self, place: TablePlace) -> None:
        """Open the rules of the match."""
        list_rules(
            place.session, Trials(self._games.adviser, self._matches.home.list_settings, place.session)
        )

    def pause(self, place: TablePlace) -> None:
        """Say that no bot plays."""
        place.room.speech.reply(answer("exercises.no_bots"))

    def undo(self, place: TablePlace) -> None:
        """Take back what was typed last, of any player; before all moves, the own tiles can be corrected."""
        assert isinstance(place, CompanionPlace)  # the only table of this match
        if changed := self._table.undo():
            now, before = changed
            self._go_on(place, partial(taken_back, events_between(now, before)))
        elif self._table.match.round:
            place.correct_hand()
        else:
            place.room.speech.reply(undo_refused("nothing"))

    def redo(self, place: TablePlace) -> None:
        """Make again what was taken back last."""
        if changed := self._table.redo():
            now, before = changed
            self._go_on(place, partial(made_again, events_between(before, now)))
        else:
            place.room.speech.reply(undo_refused("nothing_again"))

    def _go_on(self, place: TablePlace, telling: Callable[..., Message]) -> None:
        """Go on from another state of the match, and say what has changed."""

        def tell() -> None:
            message = telling(place.session.view)
            place.room.speech.say(message, urgency=Urgency.ANSWER, buffer=Buffer.TABLE)

        place.go_on_elsewhere(tell)

    def play_again(self, place: TablePlace) -> None:
        """Begin another match with the same people."""
        self.begin_again(place, replace(self._notes, begun=self._games.now()))

    def leave(self, place: TablePlace) -> None:
        """Leave the match, which is saved; one without a move is dropped."""
        self.drop_unplayed()
        super().leave(place)
