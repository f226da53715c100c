"""A person at a shared table: the connection, what is asked of the server, and the way back to it."""

from collections.abc import Callable, Mapping
from typing import assert_never

from playroom.online.client.account_sign_in import AccountSignIn
from playroom.online.client.deal_witness import BY_ITSELF, DealWitness
from playroom.online.client.followed_match import UnknownGame
from playroom.online.client.followed_table import FollowedTable
from playroom.online.client.guest_ear import Blanks, Entrance, GuestEar
from playroom.online.client.history_witness import HistoryDiffers
from playroom.online.client.link import Connect, Later, Link, LinkEnd, version_for
from playroom.online.client.remote_table import RemoteTable
from playroom.online.client.retries import COMES_BACK, Retries
from playroom.online.client.unanswered import Placeholder, Unanswered
from playroom.online.wire import messages
from playroom.online.wire.protocol import VERSION, RefusalCode
from playroom.online.wire.table_commands import AnyDo
from playroom.rules.rulebook.variant import Variant
from playroom.table.shared_table import DealProof, DealVerdict, Recipient


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
        self._token = entrance.token
        self._unanswered = Unanswered()
        self._version = VERSION
        self._is_joined = False
        """Whether this connection leads to the table."""
        self._gone: messages.Gone | None = None
        self._code = entrance.code
        witness = entrance.witnesses.get(self._code, DealWitness())
        witness.begin_visit()
        self.table = FollowedTable(ear, variants, self, self._on_return, self._unanswered.match_went, witness)
        """People, seats, settings and matches."""
        self.bots: tuple[str, ...] = ()

    @property
    def _witness(self) -> DealWitness:
        return self.table.match.witness

    @property
    def proof(self) -> DealProof | None:
        """The verdict on the deal of the last round that is over."""
        return self._witness.proof

    @property
    def match(self) -> RemoteTable | None:
        """The current or last match, as the listener may know it."""
        return self.table.match.table

    @property
    def is_own(self) -> bool:
        """Whether the table is on this machine, opened by the listener."""
        return self._entrance.is_own

    @property
    def is_connected(self) -> bool:
        """Whether the connection is not lost."""
        return not self._retries.are_under_way

    @property
    def is_waiting(self) -> bool:
        """Whether a move or a deal was asked for that has neither happened nor been refused."""
        return self._unanswered.is_for_match or self.table.state.is_dealing

    def start(self) -> None:
        """Go to the table."""
        self._speak(VERSION)

    def _speak(self, version: int) -> None:
        """Connect, and speak this version of the protocol."""
        self._version, self._gone, self._is_joined = version, None, False
        self._link = self._connect(self)

    def do(self, do: AnyDo) -> None:
        """Ask the table for something."""
        self._ask(messages.TableCommand(self._unanswered.next_id(), do))

    def say(self, text: str = "", phrase: str = "", to: Recipient = "table") -> None:
        """Say something to the table, to one's team or to a person."""
        self._ask(messages.Chat(self._unanswered.next_id(), to, text, phrase))

    def heard(self) -> None:
        """Report that all that has happened was heard: thinking time begins."""
        self._send(messages.Heard(self.table.number))

    def leave(self) -> None:
        """Leave the table and its seat."""
        self._send(messages.Bye())
        self.stop()

    def stop(self) -> None:
        """End the connection, and do not come back; the seat is kept."""
        self._retries.stop()
        if self._link:
            self._link.close()
        self._link = None

    def opened(self) -> None:
        """Say hello."""
        self._send(messages.Hello(self._version, "playroom", self._entrance.admin))

    def met(self, host: str, fingerprint: str) -> None:
        """Say that the server is remembered."""
        self._ear.met(host, fingerprint)

    def received(self, frame: str) -> None:
        """Take a message from the server."""
        try:
            self._take(messages.server_message(frame))
        except messages.Malformed:
            self._end("malformed", {})
        except HistoryDiffers:
            self._witness.proof = DealProof(DealVerdict.OTHER_HISTORY)
            self._end(RefusalCode.LOG_DIFFERS, {})
        except UnknownGame as unknown:
            self._end("no_such_game", {"game": str(unknown)})

    def ended(self, why: LinkEnd) -> None:
        """Come back, unless the table has said why not."""
        self._link = None
        gone = self._gone
        if gone and gone.code == RefusalCode.WRONG_VERSION:
            other = version_for(gone.blanks, self._version)
            if isinstance(other, LinkEnd):
                self._end(other, gone.blanks)
            else:
                self._speak(other)
        elif gone and gone.code not in COMES_BACK:
            self._end(gone.code, gone.blanks)
        elif why in (LinkEnd.CERTIFICATE, LinkEnd.SERVER_CHANGED) or not self.table.is_here:
            self._end(gone.code if gone else str(why), gone.blanks if gone else {})
        else:
            self._come_back()

    def _come_back(self) -> None:
        if self.is_connected:
            self._ear.lost()
        self._retries.plan()

    def _take(self, message: messages.ServerMessage) -> None:
        match message:
            case messages.Welcome(version, bots, is_admin=is_admin):
                self._witness.is_server_earlier = version < VERSION
                self.bots, self.table.is_admin = tuple(bots), is_admin
                (self._account.begin if message.needs_account else self._join)()
            case messages.SignedIn():
                self._account.succeed(message)
            case messages.Joined():
                self._on_joined(message)
            case messages.Happened():
                self.table.happen(message)
            case messages.Ack(id):
                self._unanswered.answered(id)
            case messages.Nak():
                self._on_refused(message)
            case messages.Said():
                self.table.hear(message)
            case messages.Presence(connected):
                self.table.see(frozenset(connected))
            case messages.Gone():
                self._gone = message
            case messages.Tables():
                pass
            case _:
                assert_never(message)

    def _join(self) -> None:
        if self.table.me:
            self._send(self.table.return_request(self._token))
        else:
            self._send(self._entrance.request(self._unanswered.next_id(), self._token))

    def _on_joined(self, joined: messages.Joined) -> None:
        is_asked, self._is_joined = not self._is_joined, True
        codes = {joined.code, self._code or joined.code, joined.state.code if joined.state else joined.code}
        if len(codes) > 1:
            raise messages.Malformed("another table")
        self._code = joined.code
        # A table that has just been opened has no code of one that is known already.
        if self._entrance.witnesses.setdefault(joined.code, self._witness) is not self._witness:
            self._witness.history.differ()
        if joined.token:
            self._token = joined.token
            self._keep(joined.code, joined.token)
        self.table.join(joined, is_asked=is_asked)

    def _on_return(self) -> None:
        """Note that one is at the table, and ask again what it has not answered."""
        self._retries.stop()
        for unanswered in self._unanswered.all:
            self._send(unanswered)

    def _on_refused(self, nak: messages.Nak) -> None:
        asked = self._unanswered.answered(nak.id)
        do = asked.do if isinstance(asked, messages.TableCommand) else None
        if isinstance(do, BY_ITSELF):
            self._witness.on_refused(do)
        elif self._is_joined:
            self._ear.refused(nak.code, nak.blanks)
        elif self._account.takes(nak):
            return
        elif nak.code == RefusalCode.NO_SUCH_SEAT_TOKEN and self._entrance.code:
            self.table.me, self._token = 0, ""
            self._join()
        elif nak.code == RefusalCode.LOG_DIFFERS:
            self._witness.history.differ()
        else:
            self._end(nak.code, nak.blanks)

    def _end(self, code: str, blanks: Blanks) -> None:
        self.stop()
        self._ear.ended(code, blanks)

    def _ask(self, message: Placeholder) -> None:
        self._unanswered.add(message)
        self._send(message)

    def _send(self, message: messages.ClientMessage) -> None:
        if self._link:
            self._link.send(messages.encoded(message))
