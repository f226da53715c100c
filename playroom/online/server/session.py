"""One connection: hello, then a table, then commands until the end."""

import asyncio
from dataclasses import replace as replaced
from typing import assert_never

from msgspec.structs import replace

from playroom.online.log.table_log import check_name
from playroom.online.server.accounts.act_book import Acted
from playroom.online.server.accounts.club_accounts import signed_in
from playroom.online.server.club_people import Present
from playroom.online.server.journal import note, table_mark
from playroom.online.server.moderation import Official
from playroom.online.server.rate_limits import Deed, Key, Scope
from playroom.online.server.refused import Refused, refused_by_storage
from playroom.online.server.rooms import ConnectedClient, Rooms
from playroom.online.server.tables.decisions import Actor
from playroom.online.server.tables.live_table import LiveTable
from playroom.online.server.tables.outbox import Channel, ChannelClosed, Outbox
from playroom.online.server.watch_links import check_watching
from playroom.online.wire import messages
from playroom.online.wire.moderation import ActKind, FollowNews, LookAt, Moderate, ReportPerson, Role, RoleIs
from playroom.online.wire.protocol import (
    CLIENT_MESSAGE_BYTES,
    EARLIEST_VERSION,
    HANDSHAKE_SECONDS,
    LONGEST_ID,
    MOST_FAULTS,
    VERSION,
    CloseCode,
    RefusalCode,
)
from playroom.online.wire.table_commands import (
    Configure,
    DealRound,
    GiveShare,
    MakeMove,
    SealShare,
)

SEALS_VERSION = 3
"""The version of the protocol whose clients seal as deals do now; what others seal is taken for nothing."""

GOODBYE_SECONDS = 2.0
"""The seconds that a connection that ends has for what still waits to be sent."""


class Session:
    """The server's side of a connection."""

    __slots__ = (
        *("_actor", "_channel", "_faults", "_outbox"),
        *("_rooms", "_table", "_version", "_client", "was_at_table", "is_quiet"),
        *("_has_token", "follows_news", "_is_of_page"),
    )

    def __init__(
        self, rooms: Rooms, channel: Channel, address: str = "", *, is_of_page: bool = False
    ) -> None:
        """*is_of_page*: the client is the console of a browser, whose player is shown a page alone."""
        self._rooms, self._client = rooms, ConnectedClient(address)
        self._channel = channel
        self._outbox = Outbox(channel, self._client.network, rooms.replays)
        self._table: LiveTable | None = None
        self._actor = Actor(0)
        self._faults, self._is_of_page = 0, is_of_page
        self.was_at_table = False
        self.is_quiet: bool | None = None
        """Whether the person does not want to be disturbed; None if nobody is to see them."""
        self._version = VERSION
        self._has_token = self.follows_news = False
        """Whether the client has shown the administrator's token, and whether it hears news of the club."""

    async def run(self) -> None:
        """Serve the client until it leaves, is removed, or the connection ends."""
        read, over = asyncio.ensure_future(self._read()), self._outbox.over
        try:
            await asyncio.wait((read, over), return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait((over,), timeout=GOODBYE_SECONDS)
        finally:
            self._rooms.people.here.discard(self)
            if self._rooms.moderation:
                self._rooms.moderation.here.discard(self)
            self._outbox.stop()
            read.cancel()
            try:
                await self._channel.close(self._outbox.close_code)
            finally:
                await self._leave()
        if read.done() and not read.cancelled():
            read.result()

    def end(self) -> None:
        """End the connection, since the server closes."""
        self._outbox.end(*self._rooms.goodbye(self._table))

    def end_if_shut_out(self) -> None:
        """End the connection of an address or account that was banned, or whose password was changed.

        The same at a table that a moderator has closed. The page of a guest is closed as a whole, elsewhere.
        """
        try:
            if self._client.account or not self._is_of_page:
                self._check_not_banned()
            self._check_password_is_same()
            if self._rooms.moderation:
                self._rooms.moderation.check_open(self.table_code)
        except Refused as refused:
            self._outbox.end(CloseCode.REMOVED, messages.Gone(refused.code, refused.blanks))

    async def _read(self) -> None:
        """Take the client's messages in turn; what ends the connection is put into the outbox."""
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                self._greet(await self._next())
            while True:
                message = await self._next()
                if isinstance(message, messages.Bye):
                    await self._leave(leaves=True)
                    return self._outbox.end(CloseCode.NORMAL)
                self._check_password_is_same()
                await self._answer(message)
                await asyncio.sleep(0)  # after each message others have their turn
        except (ChannelClosed, TimeoutError):
            self._outbox.end(CloseCode.TRY_AGAIN)
        except Refused as refused:
            self._outbox.end(CloseCode.REFUSED, messages.Gone(refused.code, refused.blanks))
        except messages.Malformed as malformed:
            self._outbox.end(
                CloseCode.REFUSED, messages.Gone(RefusalCode.MALFORMED, {"fault": str(malformed)})
            )

    async def _next(self) -> messages.ClientMessage:
        frame = await self._channel.receive()
        if len(frame) > CLIENT_MESSAGE_BYTES:
            raise messages.Malformed("too long")
        return messages.client_message(frame)

    def _greet(self, message: messages.ClientMessage) -> None:
        if not isinstance(message, messages.Hello):
            raise Refused(RefusalCode.HELLO_FIRST)
        if not EARLIEST_VERSION <= message.version <= VERSION:
            raise Refused(RefusalCode.WRONG_VERSION, server=VERSION, client=message.version)
        self._version = message.version
        self._check_not_banned()
        rooms, is_admin = self._rooms, self._rooms.is_admin(message.admin)
        self._has_token = is_admin
        self._take_powers()
        if rooms.moderation:
            rooms.moderation.here.add(self)
        may_open, needs_account = rooms.may_open(is_admin=is_admin), rooms.policy.needs_account
        self._outbox.send(
            messages.Welcome(
                *(self._version, rooms.bots, may_open, needs_account and not rooms.policy.guests, is_admin),
                has_people=needs_account,
                has_ratings=rooms.policy.ratings is not None,
                link=rooms.policy.link,
                words=rooms.policy.words,
                has_moderation=rooms.moderation is not None,
                games=rooms.policy.games,
            )
        )

    async def _answer(self, message: messages.ClientMessage) -> None:
        """Do what the client asks, or answer with the refusal."""
        limits, keys = self._rooms.limits, self._keys
        try:
            limits.check(Deed.MESSAGE, keys)
            if isinstance(message, (messages.Join, messages.SignInAgain)):
                limits.look(Deed.GUESS, keys)
            if deed := _deed(message):
                limits.check(deed, keys)
            self._check_game(message)
            check_watching(message, self._outbox, self._table)
            await self._do(message)
        except Refused as refused:
            if refused.code in WRONG_GUESSES:
                limits.count(Deed.GUESS, self._keys)
            self._rooms.metrics.refused(refused.code)
            self._outbox.send(messages.Nak(getattr(message, "id", ""), refused.code, refused.blanks))
            # A client that goes on with what it cannot do, or guesses codes and tokens, is cut off.
            self._faults += refused.code in FAULTS
            if refused.code in FAULTS and self._faults >= MOST_FAULTS:
                note("too many faults", refusal=refused.code)
                raise

    async def _do(self, message: messages.ClientMessage) -> None:
        match message:
            case messages.Hello() | messages.Bye():
                raise Refused(RefusalCode.MALFORMED)
            case messages.SignIn() | messages.SignInAgain() | messages.ChangePassword():
                await self._sign_in(message)
            case messages.OpenTable(_, name, settings):
                if not self._rooms.may_open(is_admin=self._actor.is_admin):
                    raise Refused(RefusalCode.MAY_NOT_OPEN)
                name = self._own_name(name)
                await self._leave()
                self._outbox.watches = False
                opened = await self._rooms.opened(settings, name, self._outbox, self._client)
                await self._take_place(*opened)
            case messages.Join():
                code = self._rooms.code_of(message.code, is_of_page=self._is_of_page)
                join = replace(message, code=code, name=self._own_name(message.name))
                await self._rooms.join_turns.wait(self._client.network)
                await self._leave()
                self._outbox.watches = code != message.code
                await self._take_place(*await self._rooms.joined(join, self._outbox, self._client))
            case messages.TableCommand(asked, SealShare() | GiveShare()) if self._version < SEALS_VERSION:
                self._outbox.send(messages.Ack(asked, self._at_table(asked).number))
            case messages.TableCommand(asked, do):
                table = self._at_table(asked)
                if self._rooms.moderation:
                    self._rooms.moderation.check_may_begin(do)
                self._outbox.send(messages.Ack(asked, await table.command(self._actor, asked, do)))
                self._rooms.metrics.count("commands")
                if not (isinstance(do, PLAYING) and table.history.truth.match):  # moves are not listed
                    await self._rooms.list_table(table)
            case messages.Chat(asked):
                table = self._at_table(asked)
                if self._rooms.moderation:
                    self._rooms.moderation.check_chat(self.account_name)
                table.say(self._actor.person, message)
                self._rooms.metrics.count("chats")
                self._outbox.send(messages.Ack(asked, table.history.number))
            case messages.Heard(number):
                self._at_table("heard").heard(self._actor.person, number)
            case messages.ListTables():
                self._outbox.send_frame(self._rooms.lobby.frame)
            case messages.Attend(quiet):
                self._member_name()  # Refused without an account
                self.is_quiet = quiet
                self._rooms.people.changed()
            case messages.ListPeople():
                self._member_name()
                self._outbox.send_frame(self._rooms.people.frame)
            case messages.InvitePerson(asked):
                check_id(asked)
                self._rooms.people.invite(self._member_name(), message, self._client.keys)
                self._outbox.send(messages.Ack(asked, 0))
            case messages.ListHonours() | messages.HideRating():
                self._outbox.send(await self._honours(message))
            case messages.CompareDay(asked):
                check_id(asked)
                if (account := self._client.account) is None:
                    raise Refused(RefusalCode.SIGN_IN_FIRST)
                network = self._client.network
                results = await self._rooms.days.compare(account.name, message, network)
                seen = [replace(each, name=self._rooms.shown(each.name)) for each in results.results]
                self._outbox.send(replace(results, results=seen))
            case FollowNews() | ReportPerson() | LookAt() | Moderate():
                await self._moderate(message)
            case _:
                assert_never(message)

    async def _honours(self, message: messages.ListHonours | messages.HideRating) -> messages.AllHonours:
        """The tables of honour for the account, which is hidden in them, or shown again, if that is asked."""
        name, ratings = self._member_name(), self._rooms.policy.ratings
        if ratings is None or not name:
            raise Refused(RefusalCode.NO_RATINGS)
        if isinstance(message, messages.HideRating):
            await ratings.hide(name, hidden=message.hidden)
        honours, shown = await ratings.honours(name), self._rooms.shown
        seen = [
            replace(each, names=[*map(shown, each.names)], near=shown(each.near)) for each in honours.games
        ]
        return replace(honours, games=seen)

    async def _moderate(self, message: FollowNews | ReportPerson | LookAt | Moderate) -> None:
        """Do what concerns the moderators of the club; Refused where there are none."""
        if (moderation := self._rooms.moderation) is None:
            raise Refused(RefusalCode.NO_MODERATION)
        match message:
            case FollowNews():
                self.follows_news = True
                if self.role is not Role.MEMBER:  # who is not signed in yet hears of it then
                    self._outbox.send(RoleIs(self.role))
            case ReportPerson(asked):
                await moderation.report(self._at_table(asked), self._actor.person, message)
                self._outbox.send(messages.Ack(asked, 0))
            case LookAt(asked):
                check_id(asked)
                self._outbox.send(await moderation.shown(Official(self.account_name, self.role), message))
            case Moderate(asked):
                check_id(asked)
                await moderation.act(Official(self.account_name, self.role), message)
                self._outbox.send(messages.Ack(asked, 0))

    @property
    def account_name(self) -> str:
        """The name of the account, "" without one."""
        return self._client.account.name if self._client.account else ""

    @property
    def table_code(self) -> str:
        """The code of the table at which the client is, "" at none."""
        return self._table.code if self._table else ""

    @property
    def role(self) -> Role:
        """What the person may do besides playing."""
        accounts, name = self._rooms.policy.accounts, self.account_name
        if self._has_token:
            return Role.ADMINISTRATOR
        return accounts.book.acts.role(name) if accounts and name else Role.MEMBER

    def renew_role(self) -> None:
        """Have the rights of the role of now, and tell the client of it."""
        self._take_powers()
        if self.follows_news:
            self._outbox.send(RoleIs(self.role))

    def _take_powers(self) -> None:
        is_admin = self.role is Role.ADMINISTRATOR
        self._actor = Actor(self._actor.person, is_admin)
        self._client = replaced(self._client, is_admin=is_admin)

    async def _sign_in(
        self, message: messages.SignIn | messages.SignInAgain | messages.ChangePassword
    ) -> None:
        """Sign a person in, who leaves their table."""
        accounts = self._rooms.policy.accounts
        if not accounts or not self._rooms.policy.needs_account:
            raise Refused(RefusalCode.MALFORMED)
        account = await signed_in(accounts, message, self._client.address)
        accounts.check_not_banned(account.name)
        await self._leave()
        self._client = replaced(self._client, account=account)
        self._rooms.people.here.add(self)
        if self._has_token and accounts.book.acts.role(account.name) is not Role.ADMINISTRATOR:
            with refused_by_storage():  # so that the moderators do nothing to the account either
                await accounts.act(Acted("", ActKind.MAKE_ADMINISTRATOR, account.name))
        self._outbox.send(messages.SignedIn(account.name, accounts.book.key(account)))
        self.renew_role()

    def _own_name(self, name: str) -> str:
        """The name at a table: that of the account, or of a guest. A guest has none who comes back.

        No guest has the name of an account.
        """
        policy = self._rooms.policy
        if self._client.account or not policy.guests:
            return self._member_name() or name
        self._rooms.check_guest_name(name)
        return name

    def _member_name(self) -> str:
        """The name of the account, "" where there are none; Refused if nobody has signed in."""
        if account := self._client.account:
            return account.name
        if self._rooms.policy.needs_account:
            raise Refused(RefusalCode.SIGN_IN_FIRST)
        return ""

    def _check_game(self, message: messages.ClientMessage) -> None:
        """Refused if a message asks for a table of a game that the club does not play."""
        games = self._rooms.policy.games
        match message:
            case messages.OpenTable(settings=asked) | messages.TableCommand(do=Configure(settings=asked)):
                if games and asked.game not in games:
                    raise Refused(RefusalCode.OTHER_GAMES, games=games)

    def _check_not_banned(self) -> None:
        if accounts := self._rooms.policy.accounts:
            account = self._client.account
            accounts.check_not_banned(self._client.address, *((account.name,) if account else ()))

    def _check_password_is_same(self) -> None:
        """Refused if the account has another password than when it signed in here."""
        accounts, account = self._rooms.policy.accounts, self._client.account
        if accounts and account and accounts.book.account(account.name) != account:
            raise Refused(RefusalCode.WRONG_KEY)

    async def _take_place(self, table: LiveTable, person: int) -> None:
        self.was_at_table = True
        self._table, self._actor = table, Actor(person, self._actor.is_admin)
        note("joined", table=table_mark(table.code), person=person)
        await self._rooms.list_table(table)

    async def _leave(self, *, leaves: bool = False) -> None:
        table, self._table = self._table, None
        if table:
            await table.detach(self._actor.person, self._outbox, leaves=leaves)
            await self._rooms.leave(table)
            await self._rooms.list_table(table)

    def _at_table(self, asked: str) -> LiveTable:
        """The table at which the client is; Refused if it is at none, or what it asks has no proper id."""
        if self._table is None or self._table.outboxes.get(self._actor.person) is not self._outbox:
            raise Refused(RefusalCode.JOIN_FIRST)
        check_id(asked)
        return self._table

    @property
    def presence(self) -> Present | None:
        """Who is here, and where; None before anybody has signed in."""
        if (account := self._client.account) is None:
            return None
        if self._table is None:
            return Present(account.name, is_quiet=self.is_quiet)
        settings = self._table.history.truth.state.settings
        return Present(account.name, settings.game, self._table.code, settings.listed, self.is_quiet)

    def send(self, message: messages.ServerMessage) -> None:
        """Send a message that answers none of the client's."""
        self._outbox.send(message)

    @property
    def _keys(self) -> tuple[Key, ...]:
        """For whom the deeds of this connection are counted."""
        if self._table is None:
            return self._client.keys
        code = self._table.code
        return (
            *self._client.keys,
            (Scope.PERSON, f"{code} {self._actor.person}"),
            (Scope.AT_TABLE, code),
        )


def check_id(asked: str) -> None:
    """Refused if that is not the id of a command."""
    try:
        check_name(asked)
    except ValueError as error:
        raise Refused(RefusalCode.MALFORMED) from error
    if len(asked) > LONGEST_ID:
        raise Refused(RefusalCode.MALFORMED)


def _deed(message: messages.ClientMessage) -> Deed | None:
    """The action of a message that has a limit of its own; None if it has none."""
    match message:
        case messages.Chat():
            return Deed.CHAT
        case messages.OpenTable():
            return Deed.TABLE
        case messages.Join():
            return Deed.JOIN
        case messages.HideRating():
            return Deed.HIDING
        case messages.CompareDay():
            return Deed.DAY
        case LookAt():
            return Deed.MODERATION
        case ReportPerson():
            return Deed.REPORT
        case Moderate():
            return Deed.MODERATION
        case messages.TableCommand(do=do) if not isinstance(do, PLAYING):
            return Deed.CHANGE
        case _:
            return None


PLAYING = (MakeMove, DealRound, GiveShare)
"""The messages whose number the game itself limits."""

WRONG_GUESSES = {RefusalCode.NO_SUCH_TABLE, RefusalCode.NO_SUCH_SEAT_TOKEN, RefusalCode.WRONG_KEY}

FAULTS = {
    *WRONG_GUESSES,
    RefusalCode.MALFORMED,
    RefusalCode.TOO_FAST,
    RefusalCode.JOIN_FIRST,
    RefusalCode.WRONG_PASSWORD,
}
"""The refusals that an honest client seldom causes."""
