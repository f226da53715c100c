"""A match on this machine, from the first deal to the way back to the menu."""

from collections.abc import Collection
from datetime import date
from typing import TYPE_CHECKING

from playroom.console.local.local_matches import LocalMatches
from playroom.console.local.saved_mode import SavedMode
from playroom.console.local.undo_history import UndoHistory
from playroom.console.play.bot_seats import BotSeats
from playroom.console.play.session import MatchSession
from playroom.console.play.table import TablePlace
from playroom.console.play.tips import explain_first_times, new_to
from playroom.console.presets.preset_changes import PresetChanges, save_item
from playroom.console.presets.table_preset import table_of_match
from playroom.console.ui.key_help import key_hint, tell_keys
from playroom.console.ui.places import Item
from playroom.home.match_notes import MatchNotes
from playroom.home.saved_match import SavedMatch
from playroom.keys.commands import Command, PlaceName
from playroom.narration.message import Message
from playroom.narration.preferences import FirstTime
from playroom.rules.seat import Seat
from playroom.rules.view import View
from playroom.table.deal_of_day import day_table
from playroom.table.record import Record

if TYPE_CHECKING:
    from playroom.console.lessons.tutor import Tutor
    from playroom.console.local.shared_keyboard import SharedKeyboard


class LocalMatch(SavedMode):
    """One match on this machine, played by one person or by several at one keyboard."""

    def __init__(self, matches: LocalMatches, saved: SavedMatch, record: Record, notes: MatchNotes) -> None:
        super().__init__(matches, saved, record)
        self._seats = BotSeats(self._games.bots, notes, len(record.players), self.saver)
        seed = day_table(date.fromisoformat(notes.day.date)).seed if notes.day else self._games.seed()
        self._table = self._seats.table(record, seed)
        self._undo_history = UndoHistory(self._room, self._table, self._seats)
        self._keyboard: SharedKeyboard | None = None
        """What passes the keyboard on between several people."""
        self._tutor: Tutor | None = None
        """What teaches, in a lesson."""

    @property
    def record(self) -> Record:
        """The match as it stands."""
        return self._table.record

    @property
    def notes(self) -> MatchNotes:
        """The notes on the match besides its record."""
        return self._seats.notes

    @property
    def movers(self) -> Collection[Seat]:
        """The seats of people."""
        return self._seats.seating.people

    def open(self) -> None:
        """Open the table; between two rounds, the next one is dealt when the listener asks for it."""
        seating, record = self._seats.seating, self._table.record
        self._games.prepare(seating.bots.values())
        if seating.is_shared:
            from playroom.console.local.shared_keyboard import SharedKeyboard  # noqa: PLC0415 (few share one)

            self._keyboard = SharedKeyboard(
                self._room, self._table, self._seats, self._undo_history, self._sit
            )
            self.write_transcript(self._keyboard.public)
            self._keyboard.begin(self._tell_keys, with_warning=not self._matches.has_warned)
            self._matches.has_warned = True
            return
        place = self._sit(next(iter(seating.people), None))
        if self.notes.lesson is not None:
            from playroom.console.lessons.lessons import lesson_tutor  # noqa: PLC0415 (lessons are loaded when they are opened)

            self._tutor = lesson_tutor(place, self._table, self._seats, self._games)
        self.write_transcript(self._room.voice.history)
        self._room.places.open(place, silent=True)
        self._room.name_window(place.session.window)
        if record not in self._matches.left:
            place.session.telling.recall()
        if self._tutor:
            self._tutor.begin()
            return
        if record.match.round or not record.match.rounds:
            place.session.begin(self._tell_keys)
        if record.match.rounds:
            place.tell()

    def open_menu(self, place: TablePlace) -> None:
        """Open the menu of the table, with the seats and, in a lesson, its lines."""
        from playroom.console.play.table_menu import table_menu  # noqa: PLC0415 (the table is there before)

        def list_seats() -> tuple[Item, ...]:
            """The seats in which something can be changed, and below them what saves the table.

            The bots of the deal of the day are the same for everybody.
            """
            if self.notes.day:
                return ()
            changes = PresetChanges(self._room, self._room.speech.answer, turn_to=lambda _: None)
            items = self._seats.items(self._table)
            save = save_item(changes, lambda: table_of_match(self._table.record, self._seats.seating))
            return (*items, save) if items else ()

        lesson = self._tutor.lines() if self._tutor else ()
        list_settings, title = self._matches.home.list_settings, self._seats.title
        self._room.places.open(table_menu(self._room, place, list_seats, list_settings, title, lesson))

    def open_rules(self, place: TablePlace) -> None:
        """Open the rules; a match against bots waits while an example is tried."""
        from playroom.console.rulebook.rules_reader import Trials, list_rules  # noqa: PLC0415 (the table is there before)

        trials = Trials(self._games.adviser, self._matches.home.list_settings, place.session)
        list_rules(place.session, None if self._keyboard else trials)

    @property
    def gives_hints(self) -> bool:
        """Whether there are hints: not while a deal of the day counts."""
        return self.notes.day is None or self._seats.notes.practice

    @property
    def again(self) -> Message:
        """The line that stands for `play_again`: of the deal of the day, there is one a day."""
        return Message("daily.menu") if self.notes.day else super().again

    def play_again(self, place: TablePlace) -> None:
        """Begin another match at this table, once everybody at the keyboard has heard how this one ended.

        The deal of the day leads to its results.
        """
        if self.notes.day:
            self.close_table(place)
            self._matches.home.open_day()
        elif not (self._keyboard and self._keyboard.pass_result_on()):
            seating = self._seats.seating
            self.begin_again(place, MatchNotes(seating.bots, seating.people, self._games.now()))

    @property
    def has_lesson(self) -> bool:
        """Whether a tutor teaches here."""
        return self._tutor is not None

    @property
    def taught(self) -> Command | None:
        """The command that the tutor asks for now; None without one."""
        return self._tutor.asked if self._tutor else None

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone decision to redo."""
        return self._undo_history.can_redo

    def undo(self, place: TablePlace) -> None:
        """Take the last decision of the person at *place* back; people at one keyboard have to agree."""
        (self._keyboard or self._undo_history).undo(place)

    def redo(self, place: TablePlace) -> None:
        """Make the decision again that was taken back last."""
        (self._keyboard or self._undo_history).redo(place)

    def repeat_step(self, place: TablePlace) -> None:
        """Say the step of the lesson again, or that there is no lesson."""
        if self._tutor:
            self._tutor.repeat()
        else:
            super().repeat_step(place)

    def _sit(self, seat: Seat | None) -> TablePlace:
        """The place of the person in this seat; None if nobody plays."""
        session = MatchSession(self._room, self._table, seat, self._seats.save)
        if self.notes.day:
            session.telling.after_match = lambda: Message("daily.match_done")
        place = TablePlace(self._room, session, self, self._games.adviser)
        session.listen(lambda *_: place.scan())
        explain_first_times(session)
        return place

    def _tell_keys(self, known: View) -> None:
        """Say the main keys in a first match, unless the listener has heard them before."""
        if self._is_new and new_to(self._room, [FirstTime.KEYS]):
            tell_keys(self._room, key_hint(self._room, PlaceName.HAND, draws=known.drawable > 0))

    def end(self, place: TablePlace) -> None:
        """Stop to teach, and as in every saved match."""
        if self._tutor:
            self._tutor.end()
        super().end(place)
