"""The listener's match at a shared table, from its beginning to its end."""

from collections.abc import Callable
from dataclasses import dataclass, field

from playroom.console.match.session import MatchSession
from playroom.console.match.transcript_writer import TranscriptWriter
from playroom.console.menus.rules import list_rules
from playroom.console.menus.table import table_menu
from playroom.console.places.items import Item
from playroom.console.places.table import TableExits, TablePlace
from playroom.console.room import Room
from playroom.console.shared.match_keeper import MatchKeeper
from playroom.console.shared.protocols import SeatedTable, SharedTableClient
from playroom.console.shared.seat_list import SeatList
from playroom.console.shared.turn_clock import TurnClock
from playroom.console.shared.visit_parts import VisitParts
from playroom.console.shared.with_others import WITH_OTHERS
from playroom.console.shared.words import match_done_told, next_round_told
from playroom.keys.commands import Command
from playroom.narration.message import Message, answer
from playroom.narration.phrasebook import NOBODY
from playroom.rules.event import Event
from playroom.table.record import Record


@dataclass(slots=True, eq=False)
class SharedMatch:
    """The place of the listener in the matches of one table, one after the other.

    *seats* is the list of the table, *open_list* opens it above the match, and *question* is asked before
    the listener leaves.
    """

    parts: VisitParts
    client: SharedTableClient
    seats: SeatList
    open_list: Callable[[], None]
    question: Callable[[], Message | None]
    clock: TurnClock = field(init=False)
    _place: TablePlace | None = field(default=None, init=False)
    _has_asked: bool = field(default=False, init=False)
    """Whether the listener has asked for the next match, which has not begun."""

    def __post_init__(self) -> None:
        self.clock = TurnClock(self._room, self.client)

    def begin(self, table: SeatedTable) -> None:
        """Sit down at a match, or watch it."""
        self.end()
        self._has_asked = False
        room, record = self._room, table.record
        room.transcript = TranscriptWriter(
            room, self.parts.transcripts, record.variant.name, room.voice.history
        )
        session = MatchSession(room, table, table.seat, _kept_elsewhere)
        session.telling.after_round = lambda: next_round_told(self.client.state)
        session.telling.after_match = lambda: match_done_told(self.client.state)
        place = self._place = TablePlace(room, session, self._exits(), self.parts.adviser)
        session.listen(lambda *_: place.scan())
        self._keeper.begin(table)
        session.listen(lambda *_: self._follow_turn(session))
        room.places.drop_to(self.seats)
        room.places.open(place, silent=True)
        room.name_window(session.window)
        if table.match.rounds:
            session.telling.recall()
            place.tell()
            session.attend()
            self._follow_turn(session, is_back=True)

    def catch_up(self, events: tuple[Event, ...]) -> None:
        """Say what has happened while the connection was lost."""
        if self._place:
            self._place.session.catch_up(events)
            self._follow_turn(self._place.session, is_back=True)

    def miss_end(self, record: Record) -> None:
        """Keep a match that was over before the listener was back."""
        self._keeper.keep_missed(record)

    def open(self) -> None:
        """Go back to the match."""
        if self._place:
            self._room.places.drop_to(self.seats)
            self._room.places.open(self._place)

    def refuse(self, why: Message) -> bool:
        """Say why the table does not do what was asked for; False if there is no match."""
        self._has_asked = False
        if self._place:
            self._place.session.refuse(why)
        return self._place is not None

    def end(self) -> None:
        """Let the match go on without the listener."""
        if self._place:
            self._place.session.stop()
            self.clock.stop()
        self._place = None
        self._room.speech.audience = NOBODY
        self._room.name_window(Message("menus.window"))
        if self._room.transcript:
            self._room.transcript.end()
        self._room.transcript = None

    @property
    def _room(self) -> Room:
        return self.parts.room

    @property
    def _keeper(self) -> MatchKeeper:
        return MatchKeeper(self._room, self.client, self.parts.own, self.parts.matches)

    def _exits(self) -> TableExits:
        return TableExits(
            menu=self._open_menu,
            rules=list_rules,
            again=self._play_again,
            leave=self.seats.leave_match,
            talk=self._talk,
            pause=self._pause,
            is_paused=lambda: self.client.state.is_paused,
            gives_hints=lambda: self.client.state.terms.hints,
            seconds_left=self.clock.seconds_left,
            question_to_leave=self.question,
        )

    def _follow_turn(self, session: MatchSession, *, is_back: bool = False) -> None:
        self.clock.follow(is_to_move=session.view.is_to_move, is_back=is_back)

    def _talk(self, command: Command) -> None:
        WITH_OTHERS[command](self._room, self.client)

    def _pause(self) -> None:
        """Ask for a pause, or end one; all who play have to consent to it."""
        self.client.deeds.pause(paused=not self.client.state.is_paused)

    def _play_again(self) -> None:
        """Ask once for another match with the same seats, which begins when everybody's client is ready."""
        state = self.client.state
        if not (self._has_asked or state.in_match):
            self.client.deeds.rematch()
            self._has_asked = state.may_moderate
        if self._has_asked or state.in_match:
            self._room.speech.answer(answer("online.starting"))

    def _open_menu(self, table: TablePlace) -> None:
        people = Item("people", Message("online.people"), choose=self.open_list)
        menu = table_menu(self._room, table, tuple, self.parts.list_settings, people=(people,))
        self._room.places.open(menu)


def _kept_elsewhere(_record: Record, then: Callable[[], None]) -> None:
    """Tell at once what the table has stored already."""
    then()
