"""A match on this machine, from the first deal to the way back to the menu."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from playroom.console.key_hint import key_hint, tell_hints
from playroom.console.match.bot_seats import BotSeats
from playroom.console.match.draft import Draft
from playroom.console.match.explainer import explain_first_times, new_to
from playroom.console.match.log import has_moved
from playroom.console.match.match_table import Then
from playroom.console.match.saver import MatchSaver
from playroom.console.match.seating import Seating, seating_of
from playroom.console.match.session import MatchSession
from playroom.console.match.transcript_writer import TranscriptWriter
from playroom.console.menus.games import Games
from playroom.console.menus.rules import Trials, list_rules
from playroom.console.menus.table import no_people_message, table_menu
from playroom.console.places.lists.items import Item
from playroom.console.places.one_keyboard.shared_keyboard import SharedKeyboard
from playroom.console.places.table import TableExits, TablePlace
from playroom.console.places.undo_history import UndoHistory
from playroom.console.places.yes_or_no import question_to_leave_match
from playroom.console.presets.preset_changes import PresetChanges, save_item
from playroom.console.presets.table_preset import table_of_match
from playroom.console.replay.replay import Replay
from playroom.console.room import Room
from playroom.home.match_notes import LessonNotes, MatchNotes
from playroom.home.saved_match import SavedMatch
from playroom.keys.commands import Command, PlaceName
from playroom.narration.first_times import FirstTime
from playroom.narration.message import Message
from playroom.narration.phrases.phrasebook import NOBODY
from playroom.rules.match import new_match
from playroom.rules.seat import Seat
from playroom.rules.view import View
from playroom.table.record import Record
from playroom.table.setup import new_record
from playroom.table.table import Table
from playroom.voice.history import History

if TYPE_CHECKING:
    from playroom.console.lessons.tutor import Tutor


class LocalExits(Struct, frozen=True):
    """The ways out of a match: *left* is called when the listener has left it."""

    list_settings: Callable[[], None]
    left: Callable[[], None]
    resume: Callable[[SavedMatch], None]
    look_back: Callable[[Callable[[], Replay], Callable[[], None]], tuple[Item, ...]]
    """The lines that lead back into a match that is over, from which a function then leads away."""


class LocalMatch:
    """The match that is played on this machine, by one person or by several at one keyboard."""

    def __init__(self, room: Room, games: Games, exits: LocalExits) -> None:
        self.room, self._games, self._exits = room, games, exits
        self._saver: MatchSaver | None = None
        self._open: SavedMatch | None = None
        self._begun: tuple[Table, Seating] | None = None
        """The match under way, if it was begun in this visit."""
        self._has_warned = False
        """Whether people were asked for headphones."""
        self._tutor: Tutor | None = None
        """The tutor of the match under way, if it has one."""
        self._left: list[Record] = []
        """The matches that were left in this visit, as they stood: the history has all of them."""

    def begin(self, draft: Draft) -> None:
        """Begin a match and open its table; other matches stay, and how many they are is said."""
        variant = self._games.variants[draft.setup.game]
        record = new_record(variant, draft.setup, draft.players)
        others = len(self._games.matches.newest_first())
        seating = seating_of(draft.seated, len(draft.players))
        notes = MatchNotes(seating.bots, seating.people, self._games.now())
        self.sit_down(self._games.matches.create(), record, notes, others)

    def learn(self) -> None:
        """Begin the match that teaches."""
        from playroom.console.lessons.first_match import BOT_SEAT, STRENGTH, first_deal  # noqa: PLC0415 (lessons are loaded when they are opened)

        kept = (saved for saved in self._games.matches.newest_first() if saved.notes().lesson is not None)
        if begun := next(kept, None):
            self._exits.resume(begun)
            return
        new_to(self.room, [FirstTime.KEYS])  # the tutor names them
        record = first_deal(self._games.variants)
        notes = MatchNotes({BOT_SEAT: STRENGTH}, (0,), self._games.now(), lesson=LessonNotes())
        self.sit_down(self._games.matches.create(), record, notes)

    def sit_down(self, saved: SavedMatch, record: Record, notes: MatchNotes, others: int = 0) -> None:
        """Open the table of a match with these notes; *others* are the matches that are kept besides it."""
        room, self._open = self.room, saved
        saver = self._saver = MatchSaver(saved, room)
        seats = BotSeats(self._games.bots, notes, len(record.players), saver)
        seating = seats.seating
        table = seats.table(record, self._games.seed())
        self._games.prepare(seating.bots.values())
        self._begun = None if record.match.rounds else (table, seating)
        undo_history = UndoHistory(table, seats)
        sit = partial(self._sit, seats, table, undo_history)
        then = partial(self._tell_more, others, is_new=not record.match.rounds)
        if seating.is_shared:
            keyboard = SharedKeyboard(room, table, seats, undo_history, sit)
            self._share_keyboard(keyboard, record, then)
        else:
            place = sit(next(iter(seating.people), None))
            self._sit_alone(
                place, then, None if notes.lesson is None else self._new_tutor(place, table, seats)
            )

    def _new_tutor(self, place: TablePlace, table: Table, seats: BotSeats) -> "Tutor":
        """The tutor of the match from now on."""
        from playroom.console.lessons.first_match import first_match_tutor  # noqa: PLC0415 (lessons are loaded when they are opened)

        self._tutor = first_match_tutor(place, table, seats, self._games)
        return self._tutor

    def finish(self) -> None:
        """Save what is not saved yet of the match, and unlock it for other programs."""
        self.room.clear_away()
        self.save_pending()
        if self._open:
            self._open.close()
        self._saver = self._open = None

    def save_pending(self) -> bool:
        """Write pending changes of the current match; True if there is one and it is saved."""
        return self._saver is not None and self._saver.finish()

    def drop_unplayed(self) -> None:
        """Remove a match that was started in this visit without a move by a person."""
        if not self._begun or not self._saver or not self._open:
            return
        table, seating = self._begun
        if not has_moved(table.match, seating.people):
            self._saver.finish()
            self._open.remove()

    def _sit(self, seats: BotSeats, table: Table, undo_history: UndoHistory, seat: Seat | None) -> TablePlace:
        """The place of the person in this seat; None if nobody plays."""
        session = MatchSession(self.room, table, seat, seats.save)
        exits = TableExits(
            menu=partial(self._open_table_menu, table, seats),
            rules=list_rules if seats.seating.is_shared else self._list_rules,
            again=partial(self._play_again, session, seats),
            leave=partial(self._leave_table, session),
            talk=self._tell_alone,
            undo=undo_history.undo,
            redo=undo_history.redo,
            can_redo=lambda: undo_history.can_redo,
            repeat_step=self._repeat_step,
            question_to_leave=partial(question_to_leave_match, self.room),
            look_back=partial(
                self._exits.look_back,
                partial(self._replay, session, seats, self._open),
                partial(self._close_table, session),
            ),
        )
        place = TablePlace(self.room, session, exits, self._games.adviser)
        session.listen(lambda *_: place.scan())
        explain_first_times(session)
        return place

    def _sit_alone(self, place: TablePlace, then: Then, tutor: "Tutor | None" = None) -> None:
        """Open the table for one person, with a *tutor* if the match teaches."""
        record = place.session.table.record
        self._write_transcript(record, self.room.voice.history)
        self.room.places.open(place, silent=True)
        self.room.name_window(place.session.window)
        if record not in self._left:
            place.session.telling.recall()
        if tutor:
            tutor.begin()
            return
        place.session.begin(then)
        if record.match.round:
            place.tell()

    def _share_keyboard(self, keyboard: SharedKeyboard, record: Record, then: Then) -> None:
        """Open the table for several people at one keyboard."""
        self._write_transcript(record, keyboard.public)
        keyboard.begin(then, with_warning=not self._has_warned)
        self._has_warned = True

    def _write_transcript(self, record: Record, history: History) -> None:
        """Start a transcript of this history."""
        folder = self._games.transcripts
        self.room.transcript = TranscriptWriter(self.room, folder, record.variant.name, history)

    def _tell_alone(self, command: Command) -> None:
        self.room.speech.answer(no_people_message(command))

    def _tell_more(self, others: int, known: View, *, is_new: bool) -> None:
        """Say how many matches are kept besides the one that begins, and in the first ones the keys."""
        kept = (Message("menus.others_kept", blanks={"count": others}),) if others else ()
        is_first = is_new and new_to(self.room, [FirstTime.KEYS])
        keys = (key_hint(self.room, PlaceName.HAND, draws=known.drawable > 0),) if is_first else ()
        tell_hints(self.room, *kept, *keys)

    def _open_table_menu(self, table: Table, seats: BotSeats, place: TablePlace) -> None:
        list_seats = partial(self._list_seats, table, seats)
        lesson = self._tutor.lines() if self._tutor else ()
        self.room.places.open(
            table_menu(self.room, place, list_seats, self._exits.list_settings, seats.title, lesson)
        )

    def _list_rules(self, session: MatchSession) -> None:
        """Open the rules of a match against bots, which waits while an example is tried."""
        list_rules(session, Trials(self._games.adviser, self._exits.list_settings, session))

    def _list_seats(self, table: Table, seats: BotSeats) -> tuple[Item, ...]:
        """The seats in which something can be changed, and below them what saves the table."""
        changes = PresetChanges(self.room, self.room.speech.answer, turn_to=lambda _: None)
        items = seats.items(table)
        save = save_item(changes, lambda: table_of_match(table.record, seats.seating))
        return (*items, save) if items else ()

    def _repeat_step(self) -> bool:
        if self._tutor:
            self._tutor.repeat()
        return self._tutor is not None

    def _play_again(self, session: MatchSession, seats: BotSeats) -> None:
        """Begin another match at the table of one that is over."""
        record = session.table.record
        self._end(session)
        self.room.places.drop()
        again = replace(record, match=new_match(record.match.rules))
        notes = MatchNotes(seats.seating.bots, seats.seating.people, self._games.now())
        self.sit_down(self._games.matches.create(), again, notes)

    def _replay(self, session: MatchSession, seats: BotSeats, saved: SavedMatch | None) -> Replay:
        """A match that is over, as the person at the keyboard heard it."""
        file = saved and (saved.past or saved.file)
        return Replay(session.table.record, seats.notes, file.name if file else "", session.ear)

    def _close_table(self, session: MatchSession) -> None:
        """Leave a match that is over, and say nothing of what is below its table."""
        self._end(session)
        self.room.places.close(TablePlace)

    def _leave_table(self, session: MatchSession) -> None:
        self._end(session)
        self._exits.left()

    def _end(self, session: MatchSession) -> None:
        """Leave the match, which is saved."""
        session.stop()
        self.room.clear_away()
        if self._tutor:
            self._tutor.end()
        self._tutor = None
        self._left.append(session.table.record)
        self._begun = None
        self.finish()
        self.room.speech.talk_to(NOBODY)
        self.room.name_window(Message("menus.window"))
        if self.room.transcript:
            self.room.transcript.end()
        self.room.transcript = None
