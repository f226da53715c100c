"""A person at a shared table: what is asked of the server, what it tells, and the way back to it."""

from collections.abc import Callable, Mapping
from typing import assert_never

from playroom.online.client.account_sign_in import AccountSignIn
from playroom.online.client.connected_people import ConnectedPeople
from playroom.online.client.deal_witness import BY_ITSELF
from playroom.online.client.deeds import Deeds
from playroom.online.client.followed_match import FollowedMatch
from playroom.online.client.guest_ear import Blanks, Entrance, GuestEar
from playroom.online.client.link import Connect, Later, Link, LinkEnd
from playroom.online.client.news import chat_line, news
from playroom.online.client.outside_data import malformed_if_impossible
from playroom.online.client.remote_table import RemoteTable
from playroom.online.client.retries import COMES_BACK, Retries
from playroom.online.client.table_facts import UnknownGame, state_told
from playroom.online.client.unanswered import Asked, Unanswered
from playroom.online.wire.codes import RefusalCode
from playroom.online.wire.entries import AnyEntry, MatchStarted, MatchWent
from playroom.online.wire.event_codec import plain_move
from playroom.online.wire.limits import VERSION
from playroom.online.wire.messages import (
    Ack,
    AnyDo,
    Bye,
    Chat,
    ClientMessage,
    DealRound,
    Gone,
    Happened,
    Heard,
    Hello,
    Join,
    Joined,
    MakeMove,
    Malformed,
    Nak,
    Presence,
    Said,
    ServerMessage,
    TableCommand,
    Tables,
    Welcome,
    encoded,
    server_message,
)
from playroom.online.wire.sign_in import SignedIn
from playroom.online.wire.table_state import TableState
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.rules.variant import Variant
from playroom.table.shared_table import DealProof, Recipient, SharedTableState, TableNews


class TableClient:
    """One person at one table; everything is called where the keys are."""

    def __init__(
        self,
        entrance: Entrance,
        connect: Connect,
        later: Later,
        variants: Mapping[str, Variant],
        ear: GuestEar,
        keep: Callable[[str, str], None],
    ) -> None:
        """*keep* remembers the seat token at the table of a code."""
        self._entrance, self._connect = entrance, connect
        self._retries = Retries(later, self.start)
        self._ear, self._keep = ear, keep
        self._account = AccountSignIn(entrance, ear.sign_in, self._send, self._join)
        self.sign_in = self._account.answer
        self._link: Link | None = None
        self._state, self._me, self._number, self._until = TableState(), 0, 0, 0
        self._token, self._chain = entrance.token, ""
        self._people = ConnectedPeople()
        self._unanswered = Unanswered()
        self._is_here = self._is_joined = False
        """Whether one is at the table; whether this connection leads there."""
        self._replay: list[Happened] = []
        """What has happened before one comes to the table, until all of it is known."""
        self._gone: Gone | None = None
        self._match = FollowedMatch(ear, variants, self._make)
        self.bots: tuple[str, ...] = ()

    @property
    def state(self) -> SharedTableState:
        """People, seats and settings."""
        in_match = self.table is not None and not self.table.match.winners
        return state_told(self._state, self._me, self._people.now, in_match=in_match)

    @property
    def proof(self) -> DealProof | None:
        """What was found out about the deal of the last round that is over."""
        return self._match.witness.proof

    @property
    def table(self) -> RemoteTable | None:
        """The current or last match, as the listener may know it."""
        return self._match.table

    @property
    def is_own(self) -> bool:
        """Whether the table is on this machine, opened by the listener."""
        return bool(self._entrance.admin)

    @property
    def is_connected(self) -> bool:
        """Whether the connection is not lost."""
        return not self._retries.are_under_way

    @property
    def deeds(self) -> Deeds:
        """What one can do besides a move."""
        return Deeds(self.do, self._state.settings)

    def start(self) -> None:
        """Go to the table."""
        self._gone, self._is_joined = None, False
        self._link = self._connect(self)

    def do(self, do: AnyDo) -> None:
        """Ask the table for something."""
        self._ask(TableCommand(self._unanswered.next_id(), do))

    def say(self, text: str = "", phrase: str = "", to: Recipient = "table") -> None:
        """Say something to the table, to one's team or to a person."""
        self._ask(Chat(self._unanswered.next_id(), to, text, phrase))

    def heard(self) -> None:
        """Report that all that has happened was heard: thinking time begins."""
        self._send(Heard(self._number))

    def leave(self) -> None:
        """Leave the table and its seat."""
        self._send(Bye())
        self.stop()

    def stop(self) -> None:
        """End the connection, and do not come back; the seat is kept."""
        self._retries.stop()
        if self._link:
            self._link.close()
        self._link = None

    def opened(self) -> None:
        """Say hello."""
        self._send(Hello(VERSION, "playroom", self._entrance.admin))

    def received(self, frame: str) -> None:
        """Take a message from the server."""
        try:
            self._take(server_message(frame))
        except Malformed:
            self._end("malformed", {})
        except UnknownGame as unknown:
            self._end("no_such_game", {"game": str(unknown)})

    def ended(self, why: LinkEnd) -> None:
        """Come back, unless the table has said why not."""
        self._link = None
        gone = self._gone
        if gone and gone.code not in COMES_BACK:
            self._end(gone.code, gone.blanks)
        elif why is LinkEnd.CERTIFICATE or not self._is_here:
            self._end(gone.code if gone else str(why), gone.blanks if gone else {})
        else:
            self._come_back()

    def _come_back(self) -> None:
        if self.is_connected:
            self._ear.lost()
        self._retries.plan()
        self._note_connection()

    def _note_connection(self) -> None:
        if self.table:
            self.table.is_connected = self.is_connected

    def _take(self, message: ServerMessage) -> None:
        match message:
            case Welcome(bots=bots):
                self.bots = tuple(bots)
                (self._account.begin if message.needs_account else self._join)()
            case SignedIn():
                self._account.succeed(message)
            case Joined():
                self._be_joined(message)
            case Happened():
                self._happen(message)
            case Ack(id):
                self._unanswered.answered(id)
            case Nak():
                self._be_refused(message)
            case Said():
                self._ear.hear(chat_line(message, self._state, self._me))
            case Presence(connected):
                self._see(frozenset(connected))
            case Gone():
                self._gone = message
            case Tables():
                pass
            case _:
                assert_never(message)

    def _join(self) -> None:
        if self._me:
            self._send(Join(self._state.code, "", self._token, self._number, self._chain))
        else:
            self._send(self._entrance.request(self._unanswered.next_id(), self._token))

    def _be_joined(self, joined: Joined) -> None:
        self._me, self._until = joined.person, joined.number
        self._match.me = joined.person
        if joined.token:
            self._token = joined.token
            self._keep(joined.code, joined.token)
        self._is_joined, self._replay = True, []
        if joined.state is not None:
            self._state, self._number = joined.state, joined.begins
            self._match.forget()
        if self._number >= self._until:
            self._arrive()

    def _take_replay(self) -> None:
        """Take in all that has happened before, as one may know it from the seat that one has after it."""
        replay, self._replay = self._replay, []
        state = self._state
        for happened in replay:
            state = state.after_all(happened.entries)
        seat = state.seat_of(self._me)
        for happened in replay:
            self._take_in(happened, seat, is_live=False)
        self._arrive()

    def _arrive(self) -> None:
        """Be at the table, with all that has happened there."""
        was_here, self._is_here = self._is_here, True
        self._retries.stop()
        self._note_connection()
        if not was_here:
            self._ear.arrived()
        self._match.catch_up(was_here=was_here)
        for unanswered in self._unanswered.all:
            self._send(unanswered)
        self._do_due()

    def _happen(self, happened: Happened) -> None:
        if happened.number <= self._number:
            return
        if happened.number <= self._until:
            self._replay.append(happened)
            if happened.number == self._until:
                self._take_replay()
        else:
            self._take_in(happened, self._state.seat_of(self._me), is_live=True)
            self._do_due()

    def _do_due(self) -> None:
        """Do for the next deal what a client does by itself."""
        for do in self._match.witness.due(self._state, self._me):
            self.do(do)

    def _take_in(self, happened: Happened, seat: Seat | None, *, is_live: bool) -> None:
        self._number, self._chain = happened.number, happened.chain
        for entry in happened.entries:
            before = self._state
            with malformed_if_impossible():
                self._state = before.after(entry)
                self._match.witness.note(before, entry, self._me)
            match entry:
                case MatchStarted():
                    self._match.begin(self._state, entry, seat)
                case MatchWent():
                    self._match.go_on(before, entry, happened.by, is_live=is_live)
                case _ if is_live:
                    self._tell_news(before, entry)

    def _tell_news(self, before: TableState, entry: AnyEntry) -> None:
        for told in news(before, entry, self._me):
            self._ear.changed(told)

    def _make(self, move: Move | None) -> None:
        self.do(MakeMove(plain_move(move)) if move else DealRound())

    def _be_refused(self, nak: Nak) -> None:
        asked = self._unanswered.answered(nak.id)
        do = asked.do if isinstance(asked, TableCommand) else None
        if self.table and isinstance(do, MakeMove | DealRound):
            self.table.answered()
        if isinstance(do, BY_ITSELF):
            self._match.witness.be_refused(do)
        elif self._is_joined:
            self._ear.refused(nak.code, nak.blanks)
        elif self._account.takes(nak):
            return
        elif nak.code == RefusalCode.NO_SUCH_SEAT_TOKEN and self._entrance.code:
            self._me, self._token = 0, ""
            self._join()
        elif nak.code == RefusalCode.LOG_DIFFERS:
            self._ear.refused(nak.code, nak.blanks)
            self._send(Join(self._state.code, "", self._token))
        else:
            self._end(nak.code, nak.blanks)

    def _see(self, connected: frozenset[int]) -> None:
        for word, person in self._people.after(connected, self._me):
            self._ear.changed(TableNews(word, {"name": self._state.people[person].name}))

    def _end(self, code: str, blanks: Blanks) -> None:
        self.stop()
        self._ear.ended(code, blanks)

    def _ask(self, message: Asked) -> None:
        self._unanswered.add(message)
        self._send(message)

    def _send(self, message: ClientMessage) -> None:
        if self._link:
            self._link.send(encoded(message))
