"""Undo and redo of decisions."""

from collections.abc import Callable
from functools import partial

from playroom.console.play.bot_seats import BotSeats
from playroom.console.play.table import TablePlace
from playroom.console.ui.room import Room
from playroom.narration.message import Message, Urgency
from playroom.narration.summaries import made_again, taken_back, undo_refused
from playroom.rules.event import Event
from playroom.rules.match import Match
from playroom.rules.rewind import events_between, last_decision
from playroom.rules.view import View
from playroom.table.record import Record
from playroom.table.table import Table
from playroom.voice.utterance import Buffer

Telling = Callable[[tuple[Event, ...], View], Message]
"""A function from undone or redone events and the view after them to the message."""


class UndoHistory:
    """Undoes decisions at one table, and redoes them until another move is made.

    Another move in the place of one that was undone makes the match practice, and says so, but in a lesson.
    """

    def __init__(self, room: Room, table: Table, seats: BotSeats) -> None:
        self._table = table
        self._left: tuple[Match, ...] = ()
        """The states of the match before each undo, the last one last."""
        self._undone: tuple[Event, ...] = ()
        """The events that were undone last."""

        def forget(_record: Record, events: tuple[Event, ...]) -> None:
            """Clear the redo states after a move; one other than that undone makes the match practice."""
            notes = seats.notes
            if self._left and events[:1] != self._undone[:1] and not notes.practice:
                seats.mark_practice()
                if notes.lesson is None:
                    # After the move, which is narrated once it is saved.
                    room.background.later(0, partial(room.speech.say, Message("undo.practice")))
            self._left = ()

        table.listen(forget)

    def earlier(self, place: TablePlace) -> Match | None:
        """The match before the last decision of the player at *place*; None, after a refusal, without one."""
        ear = place.session.ear
        if found := last_decision(self._table.match, ear):
            return found.before
        place.room.speech.reply(undo_refused("listening" if ear is None else "nothing"))
        return None

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone decision to redo."""
        return bool(self._left)

    def undo(self, place: TablePlace) -> None:
        """Undo the last decision of the player at *place*, and say so."""
        if earlier := self.earlier(place):
            _go_on(place, taken_back, self.take_back(earlier))

    def redo(self, place: TablePlace) -> tuple[Event, ...]:
        """Redo the last undone decision, say so, and return its events, if any."""
        if not self._left:
            place.room.speech.reply(undo_refused("nothing_again"))
            return ()
        *left, later = self._left
        earlier, self._left = self._table.match, tuple(left)
        self._table.rewind(later)
        events = events_between(earlier, later)
        _go_on(place, made_again, events)
        return events

    def take_back(self, earlier: Match) -> tuple[Event, ...]:
        """Return to an earlier state of the match; the undone events."""
        later = self._table.match
        self._left += (later,)
        self._table.rewind(earlier)
        self._undone = events_between(earlier, later)
        return self._undone


def _go_on(place: TablePlace, telling: Telling, events: tuple[Event, ...]) -> None:
    """Continue at *place* from the new state of the match, and announce the change."""

    def tell() -> None:
        """Say what has changed, and which key leads on if one does."""
        session = place.session
        place.room.speech.say(telling(events, session.view), urgency=Urgency.ANSWER, buffer=Buffer.TABLE)
        session.telling.tell_way_on(session.table.match)

    place.go_on_elsewhere(tell)
