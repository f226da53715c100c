"""The listener's match at a shared table, from its beginning to its end, and what is kept of it."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from playroom.console.play.games import Games
from playroom.console.play.match_files import TranscriptWriter
from playroom.console.play.match_mode import MatchMode
from playroom.console.play.session import MatchSession
from playroom.console.play.table import TablePlace
from playroom.console.play.table_menu import table_menu
from playroom.console.play.tips import explain_first_times
from playroom.console.rulebook.rules_reader import list_rules
from playroom.console.shared.seat_list import SeatList, seat_bots
from playroom.console.shared.talk import WITH_OTHERS
from playroom.console.shared.turn_clock import TurnClock
from playroom.console.shared.words import (
    absence_message,
    match_done_message,
    next_round_message,
    only_pass_message,
)
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.console.ui.write_queue import WriteOutcome
from playroom.home.match_notes import MatchNotes
from playroom.keys.commands import Command
from playroom.narration.message import Message, Urgency, answer
from playroom.narration.preferences import FirstTime
from playroom.online.client.remote_table import RemoteTable
from playroom.online.client.table_client import TableClient
from playroom.online.wire.entries import AnyEntry, HostNamed
from playroom.online.wire.table_commands import GoOn, Pause, Rematch
from playroom.rules.event import Event
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand
from playroom.table.record import Record

if TYPE_CHECKING:
    from playroom.console.shared.visit import SharedTableController


class MatchKeeper:
    """Remembers the listener's own table while a match is under way, and keeps the record of the whole match.

    A match whose deals are not all known, as one that was proved false, is not kept.
    """

    def __init__(self, room: Room, games: Games, client: TableClient) -> None:
        self._room, self._games, self._client = room, games, client

    def begin(self, table: RemoteTable) -> None:
        """Follow a match."""
        begun = self._games.now()

        def follow(record: Record, _events: tuple[Event, ...]) -> None:
            self._remember(record)
            if record.match.winners and table.is_known:
                self._keep(record, begun, is_missed=False)

        table.listen(follow)
        self._remember(table.record)

    def keep_missed(self, record: Record) -> None:
        """Keep a match whose end the listener has not heard."""
        self._remember(record)
        self._keep(record, self._games.now(), is_missed=True)

    def _keep(self, record: Record, begun: datetime, *, is_missed: bool) -> None:
        table = self._client.table
        bots = {at: seat.bot for at, seat in enumerate(table.state.seats) if seat.bot}
        notes = MatchNotes(bots, () if table.seat is None else (table.seat,), begun)
        new: list[bool] = []

        def report(outcome: WriteOutcome) -> None:
            if outcome.why:
                self._room.speech.say(Message("online.not_kept", blanks={"why": outcome.why}))
            elif is_missed and any(new):
                self._room.speech.say(Message("online.missed_kept"))

        self._room.writes.add(lambda: new.append(self._games.matches.keep_past(record, notes)), report)

    def _remember(self, record: Record) -> None:
        if self._client.is_own:
            own = self._games.own_table
            (own.forget if record.match.winners else own.keep)(self._client.table.state.code)


@dataclass(slots=True, eq=False)
class SharedMatch(MatchMode):
    """The place of the listener in the matches of one table, one after the other.

    *seats* is the list of the table, *visit* the listener's stay there.
    """

    has_people = True

    visit: "SharedTableController"
    client: TableClient
    seats: SeatList
    clock: TurnClock = field(init=False)
    _room: Room = field(init=False)
    _keeper: MatchKeeper = field(init=False)
    _place: TablePlace | None = field(default=None, init=False)
    _has_asked: bool = field(default=False, init=False)
    """Whether the listener has asked for the next match, which has not begun."""

    def __post_init__(self) -> None:
        self._room = self.visit.room
        self._keeper = MatchKeeper(self._room, self.visit.games, self.client)
        self.clock = TurnClock(self._room, self.client)

    def apply(self, entry: AnyEntry) -> None:
        """Follow an entry of the table: its clock, and who can start another match."""
        self.clock.apply(entry)
        if isinstance(entry, HostNamed) and self._place and not self.client.table.in_match:
            self._place.session.telling.tell_way_on(self._place.session.table.match)

    def begin(self, table: RemoteTable, events: tuple[Event, ...], played_for: Hand) -> None:
        """Sit down at a match, or watch it; who was there before hears of these *events* first."""

        def tell_counting(record: Record, _events: tuple[Event, ...]) -> None:
            """Say whether a rated match that is over counts, and have the listener's place said then."""
            at = self.client.table
            if at.is_rated and record.match.winners:
                entry = "online.counts" if at.counts else "online.counts_not"
                room.speech.say(Message(entry), urgency=Urgency.EVENT)
                if at.counts and at.seat is not None:
                    self.visit.way_in.club.honours.tell_change(record.variant.name)

        self.end()
        self._has_asked = False
        room, record = self._room, table.record
        room.transcript = TranscriptWriter(
            room, self.visit.games.transcripts, record.variant.name, room.voice.history
        )
        session = MatchSession(room, table, table.seat)
        session.telling.is_rated = self.client.table.is_rated
        if session.telling.is_rated:
            self.visit.way_in.club.honours.look()
        session.telling.after_round = lambda: next_round_message(self.client.table)
        session.telling.after_match = lambda: match_done_message(self.client.table)
        place = self._place = TablePlace(room, session, self, self.visit.games.adviser)
        session.listen(lambda *_: place.scan())
        explain_first_times(session, FirstTime.CHAT)
        self._keeper.begin(table)
        table.listen(tell_counting)
        session.listen(lambda *_: self._follow_turn(session))
        room.places.drop_to(self.seats)
        room.places.open(place, silent=True)
        room.name_window(session.window)
        if table.match.rounds:
            session.telling.recall()
            place.tell(*session.telling.while_away(events, played_for))
            session.update()
            self._follow_turn(session, is_back=True)

    @property
    def is_told(self) -> bool:
        """Whether nothing of the match waits to be said; True without a match."""
        return self._place is None or self._place.session.telling.events.are_told

    def catch_up(self, events: tuple[Event, ...], played_for: Hand) -> None:
        """Say what has happened while the connection was lost, and what a bot has *played_for* them."""
        if self._place:
            self._place.session.catch_up(events, played_for)
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
        """Leave the match, which continues without the listener."""
        if self._place:
            self._place.session.leave()
            self.clock.stop()
        self._place = None

    def give_way(self) -> None:
        """Leave a match that is over for the first line of the table's list, as an evening begins."""
        places = self._room.places
        if self._place and self._place in places:
            places.drop_to(self.seats)
            self.seats.turn_to("enter")
            places.changed()
        self.end()

    def open_menu(self, place: TablePlace) -> None:
        """Open the menu of the table, with the list of its people."""
        people = Item("people", Message("online.people"), choose=self.visit.open_list)
        menu = table_menu(self._room, place, tuple, self.visit.menu.list_settings, people=(people,))
        self._room.places.open(menu)

    def open_rules(self, place: TablePlace) -> None:
        """Open the rules; the others would wait while an example is tried."""
        list_rules(place.session)

    def play_again(self, place: TablePlace) -> None:
        """Ask once for another match with the same seats, which begins when everybody's client is ready.

        Where a player has left, the host has a bot play. At a table of an evening it goes on there.
        """
        del place
        table = self.client.table
        if table.state.of_evening and not table.in_match:
            self.visit.go_to_evening()
            return
        if not (self._has_asked or table.in_match):
            if table.is_host:
                seat_bots(self.client)
            self.client.do(Rematch())
            self._has_asked = table.may_moderate
        if self._has_asked or table.in_match:
            self._room.speech.answer(answer("online.starting"))

    def leave(self, place: TablePlace) -> None:
        """Leave the match, which goes on without the listener."""
        del place
        self.seats.leave_match()

    def question_to_leave(self) -> Message:
        """Whether to leave, and what that means for the others."""
        return self.visit.question_to_leave()

    def talk(self, place: TablePlace, command: Command) -> None:
        """Run a command for the people at the table."""
        del place
        WITH_OTHERS[command](self._room, self.client)

    def pause(self, place: TablePlace) -> None:
        """Ask for a pause, or end one; all who play have to consent to it."""
        del place
        self.client.do(GoOn() if self.client.table.state.paused else Pause())

    @property
    def gives_odds(self) -> bool:
        """No odds at a table that people share."""
        return False

    @property
    def gives_hints(self) -> bool:
        """Whether the table allows hints."""
        return self.client.table.state.settings.hints

    @property
    def is_paused(self) -> bool:
        """Whether the people at the table have agreed on a pause."""
        return self.client.table.state.paused

    def seconds_left(self, seat: Seat) -> int | None:
        """The thinking time that the player of *seat* has left; None where there is no limit."""
        return self.clock.seconds_left(seat)

    def absence(self, seat: Seat) -> Message | None:
        """That the match waits for the player of *seat*, who is away; None if it does not."""
        return absence_message(self.client.table, seat)

    def _follow_turn(self, session: MatchSession, *, is_back: bool = False) -> None:
        self.clock.follow(is_to_move=session.view.is_to_move, is_back=is_back)
        if message := only_pass_message(session.view):
            session.telling.prompt(message, Urgency.HINT)
