"""The listener's stay at a shared table, from the invite to the way back, with the lines of an own table."""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Final, Protocol

from playroom.console.play.draft import NAMES, Draft
from playroom.console.play.games import Games
from playroom.console.settings.setting_item import on_or_off
from playroom.console.shared.evening import (
    OUTDATED,
    evening_message,
    evening_topic,
    tell_evening_arrival,
    tell_outlook,
)
from playroom.console.shared.join_flow import JoinFlow
from playroom.console.shared.seat_list import SeatList
from playroom.console.shared.shared_match import SharedMatch
from playroom.console.shared.sign_in import SignInList, ask_to_sign_in
from playroom.console.shared.table_settings import RestingNews, SettingsNews, SharedSettings
from playroom.console.shared.talk import asked_message
from playroom.console.shared.words import (
    Topic,
    chat_message,
    entry_message,
    invitation_topic,
    met_message,
    names_of,
    presence_message,
    refusal_message,
    sure_to_leave,
    sure_to_quit,
    tell_arrival,
    tell_false_deal,
)
from playroom.console.ui.list import ListPlace, WaitList
from playroom.console.ui.places import Item, Place
from playroom.console.ui.room import Room
from playroom.console.ui.text_entry import TextEntry
from playroom.narration.message import Message, Urgency, answer
from playroom.online.client.remote_table import RemoteTable
from playroom.online.client.table_client import TableClient
from playroom.online.client.tables_protocol import SharedTables
from playroom.online.wire.entries import (
    AnyEntry,
    BotSeated,
    EveningCalled,
    EveningDrawn,
    EveningOpened,
    EveningTableOver,
    HostNamed,
    ReadyChanged,
    SeatAsked,
    SeatLeft,
    SettingsChanged,
)
from playroom.online.wire.moderation import News
from playroom.online.wire.table_commands import EnterEvening
from playroom.online.wire.table_state import TableState
from playroom.rules.event import Event
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand
from playroom.table.record import Record
from playroom.table.setup import Setup
from playroom.table.shared_table import ChatLine, OutsideReach
from playroom.voice.utterance import Buffer

NAME_REFUSALS: Final = frozenset({"bad_name", "name_taken"})
"""The codes with which a table asks for a name, or for another one."""


class VisitMenu(Place, Protocol):
    """The menu from which the listener goes to shared tables, and to which they come back."""

    def list_settings(self) -> None:
        """Open the list of settings."""

    def set_up_for_others(self, begin: Callable[[Draft], None], games: Collection[str]) -> None:
        """Have a table of one of these *games* set up, none are all, and *begin* with its draft."""

    def compare_day(self) -> None:
        """Compare today's result of the deal of the day with the club."""


class SharedTableController:
    """The listener at a shared table; *menu* is the place to which they come back."""

    def __init__(self, room: Room, games: Games, menu: VisitMenu) -> None:
        self.room, self.games, self.menu = room, games, menu
        self.tables: SharedTables = games.shared_tables()
        self._client: TableClient | None = None
        self._seats: SeatList | None = None
        self._match: SharedMatch | None = None
        self._is_lost = False
        self._asked_name = self.name = ""
        """The name that was sent to the last table, and the listener's name."""
        self._go_again: Callable[[str], None] = partial(self.join, "")
        """What goes to the last table again, by another name."""
        self._resting = RestingNews(self.room)
        self.way_in = JoinFlow(self)
        self.room.question_to_leave = lambda: sure_to_quit(self._client, self.tables.others)

    def open(self, draft: Draft, at: str = "") -> None:
        """Open a table *at* a server, or on this machine; where there is only one server, at that.

        If a match is under way at an old one on this machine, that can be chosen instead.
        """
        self.name = draft.names[0]
        at = at or self.tables.only_server
        open_new = partial(self._open, draft.setup, at, self.name)
        if not at and (code := self.games.own_table.code):
            items = (
                Item("table", Message("online.go_back"), choose=self.go_back),
                Item("new", Message("online.open_new"), choose=open_new),
            )
            title = Message("online.own_goes_on", blanks={"code": code})
            self.room.places.open(ListPlace(self.room, title, lambda: items))
        else:
            open_new()

    def close(self) -> None:
        """Close the tables that are open on this machine."""
        self.way_in.leave_lobby()
        self.tables.close()

    def go_back(self, name: str = "") -> None:
        """Go back to the listener's own table, by their name or another one."""
        self.name = name or self.name
        self._set_out(self.name, self.go_back, "online.opening")
        self._client = self.tables.join(self.games.own_table.way_back, self.name, self)

    def join(self, invite: str, name: str) -> None:
        """Go to the table of an invite by a name; with none, the table says whether it wants one."""
        self._set_out(name, partial(self.join, invite), "online.connecting")
        self.name = name or self.name
        try:
            self._client = self.tables.join(invite, name, self)
        except ValueError:
            self.room.places.drop()
            self.room.speech.answer(answer("online.no_invite", text=invite))

    @property
    def is_connecting(self) -> bool:
        """Whether the table has not answered yet."""
        return self._client is not None and self._seats is None

    @property
    def table(self) -> tuple[str, str] | None:
        """The code of the table at which the listener is, and their name there; None without one."""
        if self._client is None or self._seats is None:
            return None
        state = self._client.table.state
        return state.code, state.name(self._client.table.me)

    @property
    def told(self) -> str:
        """The table and its last event, as CODE:NUMBER, once all of it is told; "" before, or at no table."""
        if self._client is None or self._match is None or not self._match.is_told:
            return ""
        return f"{self._client.table.state.code}:{self._client.table.number}"

    @property
    def names(self) -> frozenset[str]:
        """The names of the others at the table; none without one."""
        table = self._client.table if self._client and self._seats else None
        return frozenset(table.state.name(each) for each in table.others) if table else frozenset()

    def _open(self, setup: Setup, at: str, name: str) -> None:
        """Open a table at a server, or on this machine, by a name."""
        self._set_out(name, partial(self._open, setup, at), "online.opening")
        self.name = name
        self._client = self.tables.open(name, setup, self, at)

    def _set_out(self, name: str, go_again: Callable[[str], None], waiting: str) -> None:
        """Go to another table by a name; *go_again* goes there by another one.

        Other keys are blocked until the table answers; *waiting* is the entry of what is said meanwhile.
        """

        def stop_waiting() -> None:
            self._give_up()
            self.room.places.drop_to(self.menu)
            self.menu.tell()

        self._give_up()
        self.room.speech.lapse(*Topic)
        self._asked_name, self._go_again = name, go_again
        self.room.places.open(WaitList(self.room, answer(waiting), stop_waiting))

    def _give_up(self) -> None:
        """Cancel the pending connection to a table or a lobby."""
        client, self._client = self._client, None
        self.way_in.set_out()
        if client:
            client.leave()

    def arrived(self) -> None:
        """Open the list of the table."""
        client = self._here
        if self._follow_evening():
            return
        self._seats = SeatList(self.room, client, self.games.variants, self)
        self._match = SharedMatch(self, client, self._seats)
        self._settings = SettingsNews(self.room, client, self.games.variants, self._resting)
        self.room.places.drop_to(self.menu)
        state = client.table.state
        self.room.speech.lapse(*Topic, invitation_topic(state.code))
        if state.evening or state.of_evening:
            tell_evening_arrival(self.room, client.table, self.games.variants)
        else:
            tell_arrival(self.room, client)
        self.room.places.open(self._seats)
        if client.words:
            self.way_in.greet(client.words)
        if state.evening and client.table.me in state.evening.away and not state.evening.is_over:
            client.do(EnterEvening())
        if client.is_own and not state.of_evening:
            self.games.own_table.opened = client.table.state.code
            announce(self.room, self.tables, client)
        if client.has_people:
            self.way_in.follow_club()

    def lead_to(self, code: str, going: str = "evenings.going") -> None:
        """Go to another table of the same server, and keep the seat here; *going* is the entry of that."""
        client, self._client = self._here, None
        line = self.room.places.current
        if isinstance(line, TextEntry) and line.text and not line.is_secret:
            # What is being written ends here: it is said, so that it is in the history.
            written = Message("evenings.not_sent", blanks={"text": line.text})
            self.room.speech.say(written, urgency=Urgency.ALERT)
        if self._match:
            self._match.end()
        self._resting.forget()
        self._seats = self._match = None
        client.stop()
        invite = self.tables.invite(code)
        self._set_out(self.name, partial(self.join, invite), going)
        self._client = self.tables.join(invite, self.name, self)

    def go_to_evening(self) -> None:
        """Go back to the evening from a table of it."""
        of_evening = self._here.table.state.of_evening
        assert of_evening  # only its tables lead there
        self.lead_to(of_evening.evening, "evenings.going_back")

    def _follow_evening(self) -> bool:
        """Go to the listener's table of the round; False if there is none."""
        table = self._here.table
        own = table.state.evening.table_of(table.me) if table.state.evening else None
        if own is None:
            return False
        self._here.keep_seat(own.code)
        self.lead_to(own.code)
        return True

    def changed(self, before: TableState, entry: AnyEntry) -> None:
        """Say what has happened, and go on where an evening does."""
        if isinstance(entry, EveningCalled):
            self.go_to_evening()
        elif not self._follow_evening():
            self._renew()
            if isinstance(entry, EveningOpened) and self._match:
                self._match.give_way()
            if message := evening_message(before, self._here.table, entry):
                self.room.speech.lapse(*OUTDATED.get(type(entry), ()))
                self.room.speech.say(message, topic=evening_topic(self._here.table, entry))
                if isinstance(entry, EveningDrawn | EveningTableOver):
                    tell_outlook(self.room, self._here.table)
            if isinstance(entry, SettingsChanged):
                self._settings.tell()
            if isinstance(entry, SeatAsked):
                self.room.speech.say(asked_message(self._here.table, entry))
            if message := entry_message(before, entry, self._here.table.me):
                self._tell_entry(before, entry, message)
            if self._match:
                self._match.apply(entry)

    def _tell_entry(self, before: TableState, entry: AnyEntry, message: Message) -> None:
        """Say what has happened at the table; the steps of the host on a seat's bots once the host rests."""
        table, say = self._here.table, self.room.speech.say
        is_step = isinstance(entry, BotSeated | SeatLeft) and before.seats[entry.seat].person is None
        match entry:
            case BotSeated(seat) | SeatLeft(seat) if is_step and not (table.in_match or table.is_host):
                self._resting.add(f"seat {seat}", partial(say, message))
            case HostNamed():
                self.room.speech.lapse(Topic.HOST)
                say(message, topic=Topic.HOST)
            case ReadyChanged():
                say(message, topic=Topic.READY)
            case _:
                say(message, topic=Topic.TABLE)

    def presence_changed(self, person: int, *, is_connected: bool) -> None:
        """Say that the connection of another person is lost, or back; those of an evening come and go."""
        self._renew()
        table = self._here.table
        state = table.state
        if state.evening or (state.of_evening and not table.in_match):
            return
        self.room.speech.say(presence_message(state, person, is_connected=is_connected), topic=Topic.TABLE)

    def time_left(self, seat: Seat, seconds: int) -> None:
        """Start the clock with the time that was left when the listener joined."""
        if self._match:
            self._match.clock.come_back(seat, seconds)

    def _renew(self) -> None:
        """Update the lists of the table."""
        for place in (self._seats, self.room.places.current):
            if isinstance(place, SeatList | SharedSettings):
                place.renew()

    def begin_match(self, table: RemoteTable, events: tuple[Event, ...], played_for: Hand) -> None:
        """Open the match as a player or a spectator, and drop unheard messages about who is ready.

        One that was over before an evening began is past. Who was at it before hears of these events.
        """
        assert self._match  # one has arrived before
        if table.match.winners and self._here.table.state.evening:
            return
        self._resting.tell()
        self.room.speech.lapse(Topic.READY)
        self._match.begin(table, events, played_for)

    def came_back(self) -> None:
        """Say that the connection is back, or which seat the listener was given: they hear the match anew."""
        self.room.places.close(SignInList)
        self._renew()
        was_lost, self._is_lost, seat = self._is_lost, False, self._here.table.seat
        if was_lost or seat is None:
            self.room.speech.say(Message("online.back"), urgency=Urgency.ALERT)
        else:
            self.room.speech.say(
                Message("online.news.sat_you", blanks={"seat": seat + 1}), urgency=Urgency.ALERT
            )
        self._follow_evening()

    def catch_up(self, events: tuple[Event, ...], played_for: Hand) -> None:
        """Say what has happened in the match meanwhile, and what a bot has *played_for* the listener."""
        if self._match:
            self._match.catch_up(events, played_for)

    def miss_end(self, record: Record) -> None:
        """Keep a match that was over before the listener was back."""
        if self._match:
            self._match.miss_end(record)

    def deal_judged(self) -> None:
        """Say the error of a false deal; an honest one is only reported on a key press."""
        tell_false_deal(self.room, self._here)

    def hear(self, line: ChatLine) -> None:
        """Say a chat message, unless its author is blocked."""
        settings = self.room.settings
        if line.name not in settings.blocked or line.is_own:
            self.room.speech.say(chat_message(line), buffer=Buffer.CHAT)

    def reported(self) -> None:
        """Say that a report was taken."""
        self.room.speech.say(Message("moderation.reported"), urgency=Urgency.ALERT)

    def hear_news(self, news: News) -> None:
        """Say news of the club."""
        self.way_in.club.moderation.hear(news)

    def refused(self, code: str, blanks: Mapping[str, object]) -> None:
        """Say why the table does not do what was asked for."""
        why = refusal_message(
            self.room.book, code, blanks, names_of(self._here.table.state, blanks.get("people"))
        )
        if not (self._match and self._match.refuse(why)):
            self.room.speech.say(why, urgency=Urgency.ALERT)

    def met(self, host: str, fingerprint: str) -> None:
        """Say that the server is remembered."""
        self.room.speech.say(met_message(host, fingerprint), urgency=Urgency.ALERT)

    def lost(self) -> None:
        """Say that the connection is lost."""
        self._is_lost = True
        self.room.speech.say(Message("online.lost"), urgency=Urgency.ALERT)

    def sign_in(self, code: str, blanks: Mapping[str, object]) -> None:
        """Ask for a name and a password."""
        why = refusal_message(self.room.book, code, blanks) if code else None
        ask_to_sign_in(self.room, self._here.sign_in, self.name, self.leave, why)

    def ended(self, code: str, blanks: Mapping[str, object]) -> None:
        """Go back to the menu, and say why; ask for another name if the table takes none that was given."""
        if self._here.is_own and code == "no_such_table":
            self.games.own_table.forget_all()
        self._leave_places(is_asking=code in NAME_REFUSALS)
        why = refusal_message(self.room.book, code, blanks)
        if code not in NAME_REFUSALS:
            self.room.speech.say(why, urgency=Urgency.ALERT)
            return
        names = self.room.settings.table.get("names")
        kept = str(names[0]) if isinstance(names, list | tuple) and names else ""
        usual = "" if kept in NAMES else kept
        prompt = Message("online.write_name")
        if self._asked_name:
            prompt = Message("online.write_other_name", blanks={"why": why, "prompt": prompt})
        self.room.places.open(TextEntry(self.room, prompt, self.name or usual, self._go_again))

    @property
    def _here(self) -> TableClient:
        assert self._client  # nothing is heard of a table before one goes there
        return self._client

    def go_to_match(self) -> None:
        """Go back to the match from the list of the table."""
        if self._match:
            self._match.open()

    def open_list(self) -> None:
        """Open the list of the table above the match."""
        above = SeatList(self.room, self._here, self.games.variants, self, self.room.places.back)
        self.room.places.open(above)

    @property
    def invite(self) -> str:
        """The invite to the table: a link where browsers come too."""
        client = self._here
        code = client.table.state.code
        return f"{client.link}/{code}" if client.link else self.tables.invite(code)

    def own_items(self) -> tuple[Item, ...]:
        """The lines of a table on this machine."""
        return own_table_items(self.room, self.tables, self._here)

    def question_to_leave(self) -> Message:
        """The question before the listener leaves the table."""
        return sure_to_leave(self._here, self.tables.others)

    def leave(self) -> None:
        """Leave the table."""
        self._here.leave()
        self._leave_places()
        self.room.speech.say(Message("online.left"), urgency=Urgency.ALERT, topic=Topic.WHERE)

    def _leave_places(self, *, is_asking: bool = False) -> None:
        if self._match:
            self._match.end()
        self._resting.forget()
        self.room.speech.lapse(*Topic)
        self._seats = self._match = self._client = None
        self.room.places.close(WaitList)
        if self.room.places.current is not self.menu:
            self.room.places.drop_to(self.menu)
            if not self.way_in.open_list_again() and not is_asking:
                self.menu.tell()


def announce(room: Room, tables: SharedTables, client: TableClient) -> None:
    """Announce an own table in the network, if that is set."""
    state = client.table.state
    if client.is_own and room.settings.announce:
        tables.announce(state.code, state.name(client.table.me), state.settings.game)


def own_table_items(room: Room, tables: SharedTables, client: TableClient) -> tuple[Item, ...]:
    """The line that lets an own table be found, and the one that asks the router, whose answer is said."""

    def message() -> Message:
        return Message("online.announced", blanks={"value": on_or_off(on=room.settings.announce)})

    def step(_by: int) -> None:
        room.change_settings(announce=not room.settings.announce)
        if room.settings.announce:
            announce(room, tables, client)
        else:
            tables.withdraw()

    def choose() -> None:
        step(1)
        room.speech.answer(message())

    def ask() -> None:
        room.speech.answer(answer("online.outside_asking"))
        tables.ask_outside(client.table.state.code, tell)

    def tell(outside: OutsideReach) -> None:
        """Say how far the table reaches, and what to change; copy the invite for outside if there is one."""
        blanks = {"port": str(outside.port), "address": str(outside.address)}
        room.speech.say(Message(f"online.reach.{outside.reach}", blanks=blanks), urgency=Urgency.ALERT)
        if outside.invite:
            room.speech.say(room.display.copy(outside.invite), urgency=Urgency.ALERT)

    return (
        Item("announce", message(), choose=choose, step=step),
        Item("outside", Message("online.outside"), choose=ask),
    )
