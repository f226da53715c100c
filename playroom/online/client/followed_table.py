"""A shared table, followed as its events come: people, seats, settings and the match with its deals."""

from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from playroom.online.client.deal_witness import DealWitness
from playroom.online.client.remote_table import RemoteTable, TableServer
from playroom.online.client.table_listener import TableListener
from playroom.online.wire.entries import AnyEntry, EveningEnded, MatchStarted, MatchWent, SettingsChanged
from playroom.online.wire.messages import Malformed
from playroom.online.wire.table_state import TableState
from playroom.rules.event import Ended, Event, Played
from playroom.rules.rulebook.fault import InvalidTable
from playroom.rules.rulebook.variant import Variant
from playroom.rules.seat import Seat
from playroom.table.setup import new_record

if TYPE_CHECKING:
    from playroom.table.record import Record
from collections.abc import Callable
from itertools import accumulate, pairwise, repeat

from playroom.online.wire.messages import Happened, Join, Joined, Said
from playroom.rules.event import Dealt, Won
from playroom.rules.tile import Hand
from playroom.table.shared_table import ChatLine, Recipient

MOST_HEARD: Final = 20
"""The most lines of the chat that can be reported."""


class FollowedTable:
    """The events at a table of *server*, reported to *ear*.

    *came* is called when one comes to the table, or is back, before the ear hears of it; *done* with an entry
    when what the listener has asked has happened.
    """

    def __init__(
        self,
        ear: TableListener,
        variants: Mapping[str, Variant],
        server: TableServer,
        came: Callable[[], None],
        done: Callable[[AnyEntry], None],
        witness: DealWitness | None = None,
    ) -> None:
        self._ear, self._server, self._came, self._done = ear, server, came, done
        self.told = 0
        """The last event that the listener was told by a console before this one; 0 if there was none."""
        self.state = TableState()
        self.me, self.number = 0, 0
        """The listener's number at the table, and that of the last event."""
        self._until, self._chain = 0, ""
        self._seconds_left: int | None = None
        """The thinking time that was left when one came to the table."""
        self._seat_before: tuple[Seat | None] | None = None
        """The seat before a snapshot that was not asked for."""
        self._people = ConnectedPeople()
        self.is_admin = False
        """Whether the listener is the administrator of the server."""
        self.is_here = False
        """Whether the listener is at the table, or was when the connection was lost."""
        self.heard_lines: deque[ChatLine] = deque(maxlen=MOST_HEARD)
        """The last lines of others that can be reported, the latest first."""
        self._replay: list[Happened] = []
        """The events before one came to the table, until all of them are known."""
        self.match = FollowedMatch(ear, variants, server, witness)

    @property
    def in_match(self) -> bool:
        """Whether a match is under way."""
        table = self.match.table
        return table is not None and not table.match.winners

    @property
    def is_rated(self) -> bool:
        """Whether the match that was begun last is rated."""
        start = self.match.at_start
        return start is not None and start.is_rated

    @property
    def counts(self) -> bool:
        """Whether the match counts for the ratings if it ends now."""
        start = self.match.at_start
        return start is not None and self.state.counts_since(start)

    @property
    def seat(self) -> Seat | None:
        """The listener's seat; None if they watch."""
        return self.state.seat_of(self.me)

    @property
    def is_host(self) -> bool:
        """Whether the listener is the host."""
        return self.me == self.state.host

    @property
    def may_moderate(self) -> bool:
        """Whether the listener may mute and remove others."""
        return self.is_host or self.is_admin

    @property
    def may_deal(self) -> bool:
        """Whether the listener may deal the next round: where nobody plays, those who watch may."""
        return self.seat is not None or not any(seat.is_played for seat in self.state.seats)

    @property
    def has_host(self) -> bool:
        """Whether the host is here, and nobody stands in for them."""
        return not self.state.absent_host and self.is_connected(self.state.host)

    @property
    def requests(self) -> dict[int, Seat]:
        """The bots' seats for which people ask, by person, as far as the listener may give them."""
        state = self.state
        if not self.in_match:
            return {}
        is_one_of_all = not self.has_host and self.seat is not None
        gives_all = self.is_admin or is_one_of_all or (self.has_host and self.is_host)
        asked = {person: each.seat for person, each in state.requests.items() if person != self.me}
        return {person: seat for person, seat in asked.items() if gives_all or state.sat.get(self.me) == seat}

    @property
    def others(self) -> tuple[int, ...]:
        """The numbers of the other people who are connected."""
        return tuple(each for each in self.state.people if each != self.me and self.is_connected(each))

    @property
    def recipients(self) -> tuple[Recipient, ...]:
        """To whom the listener can say something besides the table: their team, and others who are here."""
        teams = self.state.settings.teams
        if self.seat is None or not teams:
            return self.others
        mates = {seat.person for seat in self.state.seats[self.seat % teams :: teams]} - {None, self.me}
        return ("team", *self.others) if mates else self.others

    def is_connected(self, person: int) -> bool:
        """Whether a person is connected, as far as the server has said who is."""
        return person in self._people.now or not self._people.now

    def return_request(self, token: str) -> Join:
        """The request to come back to the table by the seat token."""
        return Join(self.state.code, "", token, self.number, self._chain)

    def join(self, joined: Joined, *, is_asked: bool = True) -> None:
        """Apply a snapshot of the table; the later entries follow.

        HistoryDiffers if it differs from what is known. Unless it *is_asked* for, it tells the last event
        too, which gives the listener another seat, and so another view of the match.
        """
        history = self.match.witness.history
        if not is_asked and (joined.person != self.me or joined.number != self.number + 1 or self._replay):
            history.differ()
        self._seat_before = None if is_asked else (self.seat,)
        self.me = joined.person
        self._until, self._replay = joined.number, []
        if not self.is_here:
            self._people.begin(frozenset(joined.connected))
        self._seconds_left = joined.seconds_left
        if joined.state is not None:
            is_gap = joined.begins > history.last
            # The program folds the entries of an earlier server into another state than that does.
            comparable = None if self.match.witness.is_server_earlier else joined.state
            history.begin(joined.begins, joined.chain, comparable)
            self.state, self.number, self._chain = joined.state, joined.begins, joined.chain
            self.match.forget(is_gap=is_gap)
        elif joined.begins != self.number:
            history.differ()
        if self.number >= self._until:
            self._arrive()

    def happen(self, happened: Happened) -> None:
        """Apply what has happened, once.

        HistoryDiffers if something before it was left out, or if it was told otherwise before.
        """
        if happened.number <= self.number:
            self.match.witness.history.note(happened)
        elif happened.number != self.number + len(self._replay) + 1:
            self.match.witness.history.differ()
        elif happened.number <= self._until:
            self._replay.append(happened)
            if happened.number == self._until:
                replay, self._replay = self._replay, []
                seats = iter(self._seats_in(replay))
                for each in replay:
                    self._apply(each, seats, is_live=False)
                self._arrive()
        else:
            self._apply(happened, repeat(self.state.seat_of(self.me)), is_live=True)
            self._do_due()

    def hear(self, said: Said) -> None:
        """Handle a chat message."""
        name, recipient = self.state.name(said.person), self.state.name(said.to)
        is_own = said.person == self.me
        line = ChatLine(name, said.text, said.phrase, is_own, said.to, recipient, said.person, said.line)
        if not is_own and said.line:
            self.heard_lines.appendleft(line)
        self._ear.hear(line)

    def see(self, connected: frozenset[int]) -> None:
        """Update who is connected."""
        for person, is_connected in self._people.after(connected, self.me):
            self._ear.presence_changed(person, is_connected=is_connected)

    def _seats_in(self, replay: list[Happened]) -> list[Seat | None]:
        """The listener's seat in each match that begins in *replay*: at its end, or now if it goes on."""
        state, seats, goes_on = self.state, list[Seat | None](), False
        for happened in replay:
            state = state.after_all(happened.entries)
            for entry in happened.entries:
                if isinstance(entry, MatchStarted):
                    seats.append(None)
                    goes_on = True
                elif isinstance(entry, MatchWent) and seats:
                    seats[-1] = state.seat_of(self.me)
                    goes_on = not any(isinstance(event, Won) for event in entry.events)
        return [*seats[:-1], state.seat_of(self.me)] if goes_on else seats

    def _arrive(self) -> None:
        """Be at the table, with all that has happened there."""
        if self._seat_before and self.seat in (None, *self._seat_before):
            self.match.witness.history.differ()
        was_here, self.is_here = self.is_here, True
        self._came()
        (self._ear.came_back if was_here else self._ear.arrived)()
        self.match.catch_up(was_here=was_here)
        table, seconds = self.match.table, self._seconds_left
        if seconds is not None and table and table.match.turn is not None:
            self._ear.time_left(table.match.turn, seconds)
        self._judge_evening()
        self._do_due()

    def _judge_evening(self) -> None:
        """Check the deals of an evening that is over, if its tables had the same."""
        evening = self.state.evening
        if evening and evening.is_over and evening.duplicate and evening.rounds:
            with malformed_if_impossible():
                self.match.witness.judge_evening(self.state, evening.secret, self.me)
            self._ear.deal_judged()

    def _do_due(self) -> None:
        """Do for the next deal what a client does by itself."""
        match = self.match.table.match if self.match.table else None
        for do in self.match.witness.due(self.state, self.me, match):
            self._server.do(do)

    def _apply(self, happened: Happened, seats: Iterator[Seat | None], *, is_live: bool) -> None:
        with malformed_if_impossible():
            states = [*accumulate(happened.entries, TableState.after, initial=self.state)]
        self.match.witness.history.note(happened, states[-1])
        self.number, self._chain = happened.number, happened.chain
        for entry, (before, self.state) in zip(happened.entries, pairwise(states), strict=True):
            with malformed_if_impossible():
                self.match.witness.note(before, entry, self.me)
            if isinstance(entry, SettingsChanged) and happened.by == self.me:
                self._done(entry)
            match entry:
                case MatchStarted():
                    is_told = happened.number <= self.told
                    self.match.begin(self.state, entry, next(seats), is_told=is_told)
                case MatchWent():
                    # A deal happens when the last number for it is given, by anybody.
                    if happened.by == self.me or any(isinstance(event, Dealt) for event in entry.events):
                        self._done(entry)
                    is_missed, by = not is_live and happened.number > self.told, happened.by
                    self.match.go_on(before, entry, self.me, by, is_live=is_live, is_missed=is_missed)
                case _ if is_live:
                    self._ear.changed(before, entry)
                    if isinstance(entry, EveningEnded):
                        self._judge_evening()


class ConnectedPeople:
    """The people who are connected *now*, by number; those who went are known until they are back."""

    def __init__(self) -> None:
        self.now: frozenset[int] = frozenset()
        self._absent: frozenset[int] = frozenset()

    def begin(self, connected: frozenset[int]) -> None:
        """Record who is connected when one comes to the table, for the first time."""
        self.now = connected

    def after(self, connected: frozenset[int], me: int) -> list[tuple[int, bool]]:
        """Note who is connected now: the others who have gone (False), and those who are back (True)."""
        gone, back = self.now - connected - {me}, self._absent & connected
        self.now, self._absent = connected, (self._absent | gone) - back
        return [*((each, False) for each in gone), *((each, True) for each in back)]


class FollowedMatch:
    """The current or last match at a table of *server*."""

    def __init__(
        self,
        ear: TableListener,
        variants: Mapping[str, Variant],
        server: TableServer,
        witness: DealWitness | None = None,
    ) -> None:
        """*witness* has seen the deals when the listener was at the table before."""
        self._ear, self._variants, self._server = ear, variants, server
        self._is_announced = self._is_told = False
        """Whether the match was announced to the listener here, and whether by a console before this one."""
        self._missed: tuple[Event, ...] = ()
        self._played_for: Hand = ()
        self._ended: list[Record] = []
        """The news for the listener: events of the match, the tiles that a bot has played for them, and
        matches that are over."""
        self.witness = DealWitness() if witness is None else witness
        self.table: RemoteTable | None = None
        self.at_start: TableState | None = None
        """The table as the match began there."""

    def forget(self, *, is_gap: bool) -> None:
        """Forget the match, all of which comes again; *is_gap*: not all that happened since is told."""
        self.table, self._is_announced = None, False
        self.witness.begin_anew(is_gap=is_gap)

    def begin(self, state: TableState, started: MatchStarted, seat: Seat | None, *, is_told: bool) -> None:
        """Begin a match, as *seat* may know it; *is_told*: by an earlier console. Raises UnknownGame."""
        self.at_start, settings = state, state.settings
        try:
            record = new_record(self._variants[settings.game], settings.setup, tuple(started.players))
        except (KeyError, InvalidTable, TypeError, ValueError) as error:
            raise UnknownGame(settings.game) from error
        self.table, self._is_announced = RemoteTable(record, seat, self._server), False
        self._is_told = is_told

    def go_on(
        self, before: TableState, went: MatchWent, me: int, by: int, *, is_live: bool, is_missed: bool
    ) -> None:
        """Apply what the person *by* has caused at a table like *before*; tell it if it *is_live*.

        If it *is_missed* by the listener, it is told by `catch_up`.
        """
        table = self.table
        if table is None:
            return
        if is_live and not self._is_announced:
            self._tell(table, (), ())
        events = tuple(went.events)
        with malformed_if_impossible():
            table.apply(events)
            is_over = any(isinstance(event, Ended) for event in events)
            if is_over:
                self.witness.judge(before, table, went, me, is_live=is_live)
        if is_missed:
            self._missed += events
            if by != me:
                own = (each for each in events if isinstance(each, Played) and each.seat == table.seat)
                self._played_for += tuple(each.tile for each in own)
        if not is_live:
            if table.match.winners and table.is_known and (table.seat is not None or self._is_announced):
                self._ended.append(table.record)
            return
        table.tell(events)
        if is_over:
            self._ear.deal_judged()

    def catch_up(self, *, was_here: bool) -> None:
        """Tell a match under way that the listener does not know of yet, or else what they have missed."""
        (missed, played_for), self._missed, self._played_for = (self._missed, self._played_for), (), ()
        if self.table and not self._is_announced and self.table.match.rounds:
            self._tell(self.table, *((missed, played_for) if self._is_told else ((), ())))
        elif was_here:
            self._ear.catch_up(missed, played_for)
        ended, self._ended = self._ended, []
        for record in ended:
            self._ear.miss_end(record)

    def _tell(self, table: RemoteTable, missed: tuple[Event, ...], played_for: Hand) -> None:
        self._is_announced = True
        self._ear.begin_match(table, missed, played_for)


class UnknownGame(Exception):  # noqa: N818 (a refusal, not a mistake)
    """A game is not known here, or with other rules."""


@contextmanager
def malformed_if_impossible() -> Iterator[None]:
    """Raises Malformed if what is done with a message raises: what it tells cannot have happened."""
    try:
        yield
    except Exception as error:
        raise Malformed(str(error)) from error
