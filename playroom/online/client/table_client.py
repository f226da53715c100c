"""A person at a shared table: the connection, what is asked of the server, and the way back to it.

The client says hello, signs in where the server has accounts, and joins or opens the table. From then on it
takes the events of the table in their order (`FollowedTable`) and sends commands, each with an id. A command
is kept until the server has acknowledged or refused it. If the connection is lost, the client comes back
after ever longer pauses, names the last event that it has, takes in what it has missed, and sends again what
was not answered: the server does nothing twice. What the server does not forgive, such as a ban, or a history
that differs from the one that was told before, ends the visit.
"""

from collections.abc import Callable, Mapping
from random import SystemRandom
from secrets import token_hex
from typing import Final, assert_never

from playroom.online.client.deal_witness import BY_ITSELF, DealWitness
from playroom.online.client.followed_table import FollowedTable, UnknownGame
from playroom.online.client.history_witness import HistoryDiffers
from playroom.online.client.link import Cancelled, Connect, Later, Link, LinkEnd, version_for
from playroom.online.client.remote_table import RemoteTable
from playroom.online.client.table_listener import Blanks, Entrance, TableListener
from playroom.online.wire import messages
from playroom.online.wire.entries import AnyEntry, SettingsChanged, TableSettings
from playroom.online.wire.invite import LINK, WATCH
from playroom.online.wire.moderation import (
    FollowNews,
    News,
    ReportPerson,
    ReportReason,
    Role,
    RoleIs,
    Shown,
)
from playroom.online.wire.protocol import VERSION, RefusalCode
from playroom.online.wire.table_commands import AnyDo, Configure, DealRound, MakeMove
from playroom.rules.rulebook.variant import Variant
from playroom.table.shared_table import ClubWords, DealProof, DealVerdict, Recipient

Request = messages.TableCommand | messages.Chat | ReportPerson
"""What is asked of a table, and answered with the same id."""

SHORTEST: Final = 0.25
LONGEST: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Between these seconds a client waits before each attempt to come back; the last ones again and again.

How long is random: many clients that were lost together do not come back together.
"""

COMES_BACK: Final = frozenset(
    {RefusalCode.CLOSING, RefusalCode.SLOW, RefusalCode.TOO_MANY_CONNECTIONS, RefusalCode.WRONG_KEY}
)
"""The reasons for which a server ends a connection, after which a client tries again."""

BANS = (RefusalCode.BANNED_UNTIL, RefusalCode.BANNED_FOREVER)


class TableClient:
    """One person at one table; everything is called where the keys are."""

    def __init__(
        self,
        entrance: Entrance,
        connect: Connect,
        later: Later,
        variants: Mapping[str, Variant],
        ear: TableListener,
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
        witness.beside = entrance.witnesses
        witness.begin_visit()
        self.table = FollowedTable(ear, variants, self, self._on_return, self._unanswered.happened, witness)
        """People, seats, settings and matches."""
        self.table.told = entrance.told
        self.bots: tuple[str, ...] = ()
        self.has_people = False
        """Whether the server says who of its club is there."""
        self.has_ratings = False
        """Whether tables of the server can be rated."""
        self.link = ""
        """The address by which browsers come to the server; "" if they do not."""
        self.watch_word = ""
        """The word of a link by which others can only watch; "" if there are none."""
        self.words: ClubWords | None = None
        """The club's own words."""
        self.games: tuple[str, ...] = ()
        """The games that the server plays; none are all."""
        self.has_moderation = False
        """Whether people can be reported."""
        self.role = Role.MEMBER

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
    def only_watches(self) -> bool:
        """Whether the listener has come by a link by which one can only watch."""
        return self._code.startswith(WATCH)

    @property
    def is_connected(self) -> bool:
        """Whether the connection is not lost."""
        return not self._retries.are_under_way

    @property
    def is_waiting(self) -> bool:
        """Whether a move or a deal was asked for that has neither happened nor been refused."""
        return self._unanswered.is_for_match or self.table.state.is_dealing

    @property
    def asked(self) -> tuple[AnyDo, ...]:
        """What was asked of the table and not answered, the oldest first."""
        return tuple(each.do for each in self._unanswered.all if isinstance(each, messages.TableCommand))

    @property
    def settings(self) -> TableSettings:
        """The settings of the table once it has obeyed."""
        changes = (do.settings for do in reversed(self.asked) if isinstance(do, Configure))
        return next(changes, self.table.state.settings)

    @property
    def is_configuring(self) -> bool:
        """Whether a change of the settings is on its way."""
        return self.is_connected and any(isinstance(do, Configure) for do in self.asked)

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

    def report(self, person: int, reason: ReportReason, text: str = "", line: str = "") -> None:
        """Report a person to the moderators, or a line of theirs."""
        self._ask(ReportPerson(self._unanswered.next_id(), person, reason, text, line))

    def heard(self) -> None:
        """Report that all that has happened was heard: thinking time begins."""
        self._send(messages.Heard(self.table.number))

    def keep_seat(self, code: str) -> None:
        """Remember that the token of here is that of one's seat at a table of the evening."""
        self._keep(code, self._token)

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
            if self.is_connected:
                self._ear.lost()
            self._retries.plan()

    def _take(self, message: messages.ServerMessage) -> None:
        match message:
            case messages.Welcome(version, bots, is_admin=is_admin):
                self._witness.is_server_earlier = version < VERSION
                self.bots, self.table.is_admin = tuple(bots), is_admin
                self.has_people, self.has_ratings = message.has_people, message.has_ratings
                self.words, self.games = message.words, message.games
                self.link = message.link if LINK.fullmatch(message.link) else ""
                self.has_moderation = message.has_moderation
                if message.has_moderation:
                    self._send(FollowNews())
                signs_in = message.needs_account or (message.has_people and self._account.has_key)
                (self._account.begin if signs_in else self._join)()
            case messages.SignedIn():
                self._account.succeed(message)
            case messages.Joined():
                self._on_joined(message)
            case messages.Happened():
                self.table.happen(message)
            case messages.Ack(id):
                if isinstance(self._unanswered.answered(id), ReportPerson):
                    self._ear.reported()
            case messages.Nak():
                self._on_refused(message)
            case messages.Said():
                self.table.hear(message)
            case RoleIs(role):
                self.role, self.table.is_admin = role, role is Role.ADMINISTRATOR
            case News():
                self._ear.hear_news(message)
            case messages.Presence(connected):
                self.table.see(frozenset(connected))
            case messages.Gone():
                self._gone = message
            case (
                messages.Tables()
                | messages.People()
                | messages.Invited()
                | messages.AllHonours()
                | messages.DayResults()
                | Shown()
            ):
                pass  # a lobby asks for them
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
        self._code, self.watch_word = joined.code, joined.watch
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
        elif nak.code == RefusalCode.ACCOUNT_EXISTS:  # a guest has no such name, but a member may
            self._account.begin(nak.code, nak.blanks)
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

    def _ask(self, message: Request) -> None:
        self._unanswered.add(message)
        self._send(message)

    def _send(self, message: messages.ClientMessage) -> None:
        if self._link:
            self._link.send(messages.encoded(message))


class Unanswered:
    """Commands and lines of the chat by their ids, which no other client has."""

    def __init__(self) -> None:
        self._prefix, self._count = token_hex(4), 0
        self._asked: dict[str, Request] = {}

    @property
    def all(self) -> tuple[Request, ...]:
        """The requests that are not answered, the oldest first."""
        return tuple(self._asked.values())

    def next_id(self) -> str:
        """An id for something new."""
        self._count += 1
        return f"{self._prefix}-{self._count}"

    def add(self, asked: Request) -> None:
        """Remember what was asked."""
        self._asked[asked.id] = asked

    @property
    def is_for_match(self) -> bool:
        """Whether a move or a deal is among it."""
        return any(_is_for_match(asked) for asked in self._asked.values())

    def happened(self, entry: AnyEntry) -> None:
        """Forget what was asked for and has happened: moves and deals, or the settings asked for first."""
        if isinstance(entry, SettingsChanged):
            commands = [each for each in self._asked.values() if isinstance(each, messages.TableCommand)]
            first = next((each.id for each in commands if isinstance(each.do, Configure)), "")
            self._asked.pop(first, None)
        else:
            self._asked = {number: asked for number, asked in self._asked.items() if not _is_for_match(asked)}

    def answered(self, number: str) -> Request | None:
        """The request that was answered with the id *number*; None if it was before."""
        return self._asked.pop(number, None)


def _is_for_match(asked: Request) -> bool:
    return isinstance(asked, messages.TableCommand) and isinstance(asked.do, MakeMove | DealRound)


class AccountSignIn:
    """Signs in by the key of the last time, or has the player asked for a name and a password."""

    def __init__(
        self,
        entrance: Entrance,
        ask: Callable[[str, Blanks], None],
        send: Callable[[messages.SignIn | messages.SignInAgain], None],
        join: Callable[[], None],
    ) -> None:
        """*ask* asks the player, with the refusal of the last answer; *join* continues afterwards."""
        self._key, self._keep = entrance.key, entrance.keep_key
        self._ask, self._send, self._join = ask, send, join
        self._is_under_way = False

    @property
    def has_key(self) -> bool:
        """Whether the player has signed in before."""
        return bool(self._key)

    def begin(self, code: str = "", blanks: Blanks | None = None) -> None:
        """Sign in by the key, or ask, with why that is needed."""
        self._is_under_way = True
        if self._key:
            self._send(messages.SignInAgain(self._key))
        else:
            self._ask(code, blanks or {})

    def answer(self, name: str, password: str, *, is_new: bool) -> None:
        """Sign in as the player has answered."""
        self._send(messages.SignIn(name, password, is_new))

    def succeed(self, signed_in: messages.SignedIn) -> None:
        """Keep the key for the next time, and go on."""
        self._is_under_way, self._key = False, signed_in.key
        self._keep(self._key)
        self._join()

    def takes(self, nak: messages.Nak) -> bool:
        """Ask again after a refusal; False if it is none of signing in, or one that no answer changes."""
        if not self._is_under_way or nak.code in BANS:
            return False
        self._key = ""
        self._ask("" if nak.code == RefusalCode.WRONG_KEY else nak.code, nak.blanks)
        return True


class Retries:
    """Calls *start* after ever longer pauses, until it is stopped."""

    def __init__(self, later: Later, start: Callable[[], None]) -> None:
        self._later, self._start = later, start
        self._chance = SystemRandom()
        self._attempts = 0
        self._next: Cancelled | None = None

    @property
    def are_under_way(self) -> bool:
        """Whether the connection was lost, and is not back."""
        return self._attempts > 0

    def plan(self) -> None:
        """Try again after a pause."""
        longest = LONGEST[min(self._attempts, len(LONGEST) - 1)]
        pause = self._chance.uniform(SHORTEST, longest)
        self._attempts += 1
        self._next = self._later(pause, self._start)

    def stop(self) -> None:
        """Try no more."""
        self._attempts = 0
        if self._next:
            self._next.cancel()
