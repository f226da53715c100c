"""A shared table, followed as its events come: people, seats, settings and the match."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import repeat

from playroom.online.client.connected_people import ConnectedPeople
from playroom.online.client.followed_match import FollowedMatch
from playroom.online.client.guest_ear import GuestEar
from playroom.online.client.news import chat_line, news, time_news
from playroom.online.client.outside_data import malformed_if_impossible
from playroom.online.client.table_facts import state_told
from playroom.online.wire.entries import AnyEntry, MatchStarted, MatchWent
from playroom.online.wire.event_codec import plain_move
from playroom.online.wire.messages import Happened, Join, Joined, Said
from playroom.online.wire.table_commands import AnyDo, DealRound, MakeMove
from playroom.online.wire.table_state import TableState
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.rules.variant import Variant
from playroom.table.shared_table import SharedTableState, TableNews


class FollowedTable:
    """What happens at a table, told to *ear*; *do* asks the table for something.

    *came* is called when one comes to the table, or is back, before the ear hears of it.
    """

    def __init__(
        self,
        ear: GuestEar,
        variants: Mapping[str, Variant],
        do: Callable[[AnyDo], None],
        came: Callable[[], None],
    ) -> None:
        self._ear, self._do, self._came = ear, do, came
        self.state = TableState()
        self.me, self.number = 0, 0
        """The listener's number at the table, and that of the last event."""
        self._until, self._chain = 0, ""
        self._seconds_left: int | None = None
        """The thinking time that was left when one came to the table."""
        self._people = ConnectedPeople()
        self.is_admin = False
        """Whether the listener is the administrator of the server."""
        self.is_here = False
        """Whether the listener is at the table, or was when the connection was lost."""
        self._replay: list[Happened] = []
        """What has happened before one comes to the table, until all of it is known."""
        self.match = FollowedMatch(ear, variants, self._make)

    @property
    def told(self) -> SharedTableState:
        """People, seats and settings, as the console knows them."""
        table = self.match.table
        in_match = table is not None and not table.match.winners
        told = state_told(self.state, self.me, self._people.now, in_match=in_match)
        return replace(told, is_admin=self.is_admin)

    def return_request(self, token: str) -> Join:
        """What is asked of the server to come back to the table by the seat token."""
        return Join(self.state.code, "", token, self.number, self._chain)

    def join(self, joined: Joined) -> None:
        """Take in where the table stands; what has happened since follows."""
        self.me = self.match.me = joined.person
        self._until, self._replay = joined.number, []
        if not self.is_here:
            self._people.begin(frozenset(joined.connected))
        self._seconds_left = joined.seconds_left
        if joined.state is not None:
            self.state, self.number = joined.state, joined.begins
            self.match.forget()
        if self.number >= self._until:
            self._arrive()

    def happen(self, happened: Happened) -> None:
        """Take in what has happened, once."""
        if happened.number <= self.number:
            return
        if happened.number <= self._until:
            self._replay.append(happened)
            if happened.number == self._until:
                self._take_replay()
        else:
            self._take_in(happened, repeat(self.state.seat_of(self.me)), is_live=True)
            self._do_due()

    def hear(self, said: Said) -> None:
        """Take in what somebody says."""
        self._ear.hear(chat_line(said, self.state, self.me))

    def see(self, connected: frozenset[int]) -> None:
        """Take in who is connected."""
        for word, person in self._people.after(connected, self.me):
            self._ear.changed(TableNews(word, {"name": self.state.people[person].name}))

    def _take_replay(self) -> None:
        """Take in all that has happened before, as one may know it from the seat of each match."""
        replay, self._replay = self._replay, []
        seats = iter(self._seats_in(replay))
        for happened in replay:
            self._take_in(happened, seats, is_live=False)
        self._arrive()

    def _seats_in(self, replay: list[Happened]) -> list[Seat | None]:
        """The seat of the listener in each match that begins in *replay*: at its end, or now."""
        state, seats = self.state, list[Seat | None]()
        for happened in replay:
            state = state.after_all(happened.entries)
            for entry in happened.entries:
                if isinstance(entry, MatchStarted):
                    seats.append(None)
                elif isinstance(entry, MatchWent) and seats:
                    seats[-1] = state.seat_of(self.me)
        return [*seats[:-1], state.seat_of(self.me)]

    def _arrive(self) -> None:
        """Be at the table, with all that has happened there."""
        was_here, self.is_here = self.is_here, True
        self._came()
        (self._ear.came_back if was_here else self._ear.arrived)()
        self.match.catch_up(was_here=was_here)
        self._tell_time_left()
        self._do_due()

    def _tell_time_left(self) -> None:
        table, seconds = self.match.table, self._seconds_left
        if seconds is not None and table and table.match.turn is not None:
            self._ear.changed(time_news("time_left", self.state, table.match.turn, seconds, self.me))

    def _do_due(self) -> None:
        """Do for the next deal what a client does by itself."""
        for do in self.match.witness.due(self.state, self.me):
            self._do(do)

    def _take_in(self, happened: Happened, seats: Iterator[Seat | None], *, is_live: bool) -> None:
        self.number, self._chain = happened.number, happened.chain
        for entry in happened.entries:
            before = self.state
            with malformed_if_impossible():
                self.state = before.after(entry)
                self.match.witness.note(before, entry, self.me)
            match entry:
                case MatchStarted():
                    self.match.begin(self.state, entry, next(seats))
                case MatchWent():
                    self.match.go_on(before, entry, happened.by, is_live=is_live)
                case _ if is_live:
                    self._tell_news(before, entry)

    def _tell_news(self, before: TableState, entry: AnyEntry) -> None:
        for told in news(before, entry, self.me):
            self._ear.changed(told)

    def _make(self, move: Move | None) -> None:
        self._do(MakeMove(plain_move(move)) if move else DealRound())
