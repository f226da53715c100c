"""The tables of one server, and who may open and join them."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from hmac import compare_digest
from itertools import count
from pathlib import Path
from random import SystemRandom
from re import compile as pattern
from secrets import token_bytes, token_hex
from weakref import WeakValueDictionary

from msgspec import DecodeError, json

from playroom.online.log.table_log import Damaged, TableLog, Unknown
from playroom.online.server.accounts.account_book import Account
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.server.accounts.credentials import holder, network_mark, new_table_code, new_token
from playroom.online.server.club_people import ClubPeople
from playroom.online.server.club_ratings import ClubRatings
from playroom.online.server.day_results import DayComparison
from playroom.online.server.evenings import EveningTables
from playroom.online.server.lobby_listings import ListedTables, has_evening, listing_of
from playroom.online.server.match_archive import MatchArchive
from playroom.online.server.moderation import Moderation
from playroom.online.server.monitor import open_metrics
from playroom.online.server.names import checked_name, name_key
from playroom.online.server.rate_limits import (
    Deed,
    Key,
    NetworkTurns,
    RateLimits,
    Scope,
    SharedCount,
    address_keys,
    network_of,
    region_of,
)
from playroom.online.server.refused import Refused, refused_by_storage
from playroom.online.server.tables.background_tasks import TurnScheduler
from playroom.online.server.tables.decisions import Rulebook, checked_settings
from playroom.online.server.tables.fair_turns import Share, ThinkInTurn
from playroom.online.server.tables.live_table import TABLE, LiveTable
from playroom.online.server.tables.outbox import Outbox
from playroom.online.server.tables.people_decisions import Newcomer
from playroom.online.server.tables.server_state import Variants
from playroom.online.server.tables.stored_history import CameBack
from playroom.online.server.tables.table_history import in_parts
from playroom.online.server.watch_links import WatchLinks
from playroom.online.wire.entries import AdministratorCame, TableOpened
from playroom.online.wire.invite import WATCH
from playroom.online.wire.messages import Gone, Join
from playroom.online.wire.protocol import LISTED_SECONDS, CloseCode, RefusalCode
from playroom.online.wire.table_commands import AskedSettings
from playroom.online.wire.table_state import HOST
from playroom.table.shared_table import ClubWords
from playroom.table.table import Bot

_CONNECTIONS = count(1)


@dataclass(frozen=True)
class ConnectedClient:
    """The address of a client, "" if it is not known, and its account, once it has signed in.

    *is_admin*: it has shown the administrator's token.
    """

    address: str = ""
    account: Account | None = None
    is_admin: bool = False
    connection: int = field(default_factory=lambda: next(_CONNECTIONS))

    @property
    def network(self) -> str:
        """The address, or the /64 that it belongs to; "" for this machine, and if it is not known."""
        return network_of(self.address)

    @property
    def ban_network(self) -> str:
        """The network for which a table's ban holds; "" with an account, which is banned itself."""
        return "" if self.account else self.network

    @cached_property
    def keys(self) -> tuple[Key, ...]:
        """For whom the deeds of this connection are counted, wherever it is."""
        account = ((Scope.ACCOUNT, name_key(self.account.name)),) if self.account else ()
        return (Scope.CONNECTION, str(self.connection)), *address_keys(self.address), *account


SWEEP_SECONDS = 2.0

RESERVED_PART = 10
"""One of so many tables is left to networks from which nobody else has come to one."""

ANSWER_SECONDS = 2.0
"""Timeout of the health check, in seconds."""

CODE = pattern(r"[A-Za-z0-9-]{1,64}")
"""The codes of tables. Logs with an underline in their name are not those of tables."""

LIMITS = "_limits"
"""The topic of what servers have counted."""

_COUNTED: json.Decoder[tuple[str, list[SharedCount]]] = json.Decoder(tuple[str, list[SharedCount]])

HEALTH = "health"
"""The name of a table that never exists; the health of the log is asked by it."""


@dataclass(frozen=True, slots=True)
class RoomPolicy:
    """The limits of a server: who may open tables besides the administrator, and how many at a time.

    *accounts* has those of the club, and its bans; *needs_account*: people sign in before they open or join a
    table. *archive* keeps finished matches; *kept_matches* of each table stay in its log too. *shares_log*:
    other servers append to the same log, whose hints may be lost. *is_players*: the server is within a
    player's program, and closes with it. *folder* is where it stores; there are at most *most_connections*,
    None for any number. The log keeps the networks of banned people as hashes with *ban_key*, and links to
    watch are made with it too. *ratings* are those of the club, None where nothing is rated. *link* is the
    address by which browsers come to it. *guests*: people may come by a name where others have accounts.
    *words* are the club's own, and no *games* are all.
    """

    admin_token: str
    anyone_opens: bool = False
    most_tables: int = 1000
    shares_log: bool = False
    archive: MatchArchive | None = None
    kept_matches: int = 50
    accounts: Accounts | None = None
    needs_account: bool = False
    is_players: bool = False
    folder: Path | None = None
    most_connections: int | None = None
    ban_key: bytes = field(default_factory=token_bytes)
    ratings: ClubRatings | None = None
    link: str = ""
    guests: bool = False
    words: ClubWords | None = None
    games: tuple[str, ...] = ()


class Rooms:
    """The tables with connections; all others are only in the log."""

    def __init__(
        self,
        log: TableLog,
        bots: Mapping[str, Bot],
        variants: Variants,
        policy: RoomPolicy,
        think: ThinkInTurn,
    ) -> None:
        self.bots = [*bots]
        self.policy = policy
        self.metrics = open_metrics()
        self.limits = policy.accounts.limits if policy.accounts else RateLimits()
        self.join_turns = NetworkTurns()
        self.replays: Counter[str] = Counter()
        """How many replays are under way, by network."""
        self._log = log
        self._server = ""
        """How this server names itself to others that share its log."""
        self._bots = bots
        self._think = think
        self.watch_links = WatchLinks(policy.ban_key)
        self._book = Rulebook(variants, self.bots, SystemRandom(), rates=policy.ratings is not None)
        self._tables: dict[str, LiveTable] = {}
        self._regions: dict[str, str] = {}
        """The widest network of the first client of each table, "" if it is not known."""
        self._entrances: Counter[LiveTable] = Counter()
        needed = policy.accounts if policy.needs_account else None
        self._evenings = EveningTables(self, needed)
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By the tables that are being loaded, and by the networks that read from the log."""
        self.lobby = ListedTables()
        self.people = ClubPeople(log, self.limits)
        self.moderation = Moderation(log, self, policy.accounts, self.limits) if policy.accounts else None
        self.days = DayComparison(log, bots, variants, think, lambda: datetime.now(UTC).date())
        self._summaries: dict[str, bytes] = {}
        """What this server has last put into the lobby, by the codes of tables."""

    def shown(self, name: str) -> str:
        """How others see a name: of one who has deleted the account, that this was a former member."""
        return self.policy.accounts.shown(name) if self.policy.accounts else name

    @property
    def others(self) -> tuple[str, ...]:
        """The names of the people who are connected to tables that others have opened."""
        return tuple(name for table in [*self._tables.values()] for name in table.names_of_others)

    def goodbye(self, table: LiveTable | None) -> tuple[int, Gone]:
        """The reason for the people at a table when the server closes, with the close code."""
        if table and self.policy.is_players:
            name = table.history.truth.state.people[HOST].name
            return CloseCode.TABLE_CLOSED, Gone(RefusalCode.TABLE_CLOSED, {"name": name})
        return CloseCode.TRY_AGAIN, Gone(RefusalCode.CLOSING)

    @property
    def table_count(self) -> int:
        """The number of tables with connections."""
        return len(self._tables)

    async def can_read(self) -> bool:
        """Whether the log answers in time."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._log.number(HEALTH)
        except (Damaged, Unknown, TimeoutError):
            return False
        return True

    def is_admin(self, token: str) -> bool:
        """Whether this is the administrator's token."""
        return bool(token) and compare_digest(token.encode(), self.policy.admin_token.encode())

    def may_open(self, *, is_admin: bool) -> bool:
        """Whether a client may open tables."""
        return is_admin or self.policy.anyone_opens

    async def opened(
        self, settings: AskedSettings, name: str, outbox: Outbox, client: ConnectedClient
    ) -> tuple[LiveTable, int]:
        """A new table with its host; Refused if there are too many."""
        plain, checked = checked_name(name), checked_settings(settings, self._book)
        left, region = self.policy.most_tables - len(self._tables), region_of(client.address)
        # The last tables are for networks that have opened none.
        is_first = region not in self._regions.values()
        if left <= 0 or (left <= self.policy.most_tables // RESERVED_PART and region and not is_first):
            raise Refused(RefusalCode.TOO_MANY_TABLES)
        table = self._new_table(new_table_code(), client)
        self._tables[table.code] = table
        async with self._entering(table):
            await _load(table, is_new=True)
            await table.commit(TABLE, "open", lambda: [TableOpened(table.code, checked)])
            person, token = await table.newcomer(self._newcomer(plain, table, client))
            table.networks[person] = self._network(table, client)
            table.attach(person, outbox, token, 0)
        return table, person

    def check_guest_name(self, name: str) -> None:
        """Refused if it is the name of an account, whose owner may sign in."""
        policy = self.policy
        if policy.needs_account and policy.accounts and policy.accounts.book.account(name):
            raise Refused(RefusalCode.ACCOUNT_EXISTS, name=name)

    def code_of(self, given: str, *, is_of_page: bool) -> str:
        """The code of the table to which a client wants to go, which may have the word of a link to watch.

        Refused for a program: what it is told of deals would lead to the code, and the player to a seat. The
        same if a moderator has closed the table.
        """
        is_word = given.startswith(WATCH)
        if is_word and not is_of_page:
            raise Refused(RefusalCode.LINK_FOR_BROWSERS)
        code = self.watch_links.code(given) if is_word else given
        if is_word and not code:
            raise Refused(RefusalCode.NO_SUCH_TABLE)
        if self.moderation:
            self.moderation.check_open(code)
        return code

    async def joined(self, join: Join, outbox: Outbox, client: ConnectedClient) -> tuple[LiveTable, int]:
        """The table of a code, and the person who has joined it."""
        table = await self._table(join.code, client)
        async with self._entering(table):
            state = table.history.truth.state
            if outbox.watches and (state.evening or state.of_evening):  # these tell codes of tables
                raise Refused(RefusalCode.NO_SUCH_TABLE)
            person, token = await self._person(table, join, client)
            table.networks[person] = self._network(table, client)
            turn = self._turn_to_read(client, table.code)
            earlier = await table.missed(CameBack(person, join.after, join.chain, turn))
            table.attach(person, outbox, token, join.after, earlier)
        return table, person

    async def leave(self, table: LiveTable) -> None:
        """Forget a table at which nobody is connected any more; its log remains."""
        if not table.outboxes and not self._entrances[table] and self._tables.get(table.code) is table:
            del self._tables[table.code]
            del self._entrances[table], self._regions[table.code]
            self._summaries.pop(table.code, None)
            await table.close()
            if not table.elsewhere.people and not has_evening(table):
                await self._put_listing(table, None)

    async def list_table(self, table: LiveTable, *, is_due: bool = False) -> None:
        """Show a table in the lobby as it is now, or take it from there if it is to be seen no more.

        What is shown already is put there again only if that *is_due*. The table of an evening is shown while
        all its people are at their tables, so that others find it.
        """
        is_open = bool(table.outboxes) or has_evening(table)
        if is_open and table.history.truth.state.settings.listed:
            summary = json.encode(listing_of(table, self.shown))
            if is_due or summary != self._summaries.get(table.code):
                await self._put_listing(table, summary)
        elif is_open and table.code in self.lobby:
            await self._put_listing(table, None)

    async def refresh(self) -> None:
        """Show all tables in the lobby again and again, since listings expire."""
        while True:
            await asyncio.sleep(LISTED_SECONDS / 3)
            evenings: set[str] = set()
            async for table in in_parts([*self._tables.values()]):
                await self.list_table(table, is_due=True)
                if of_evening := table.history.truth.state.of_evening:
                    evenings.add(of_evening.evening)
            for code in evenings - self._tables.keys():
                with suppress(Refused):  # the storage fails: later
                    async with self.visit(code) as gathering:
                        await self.list_table(gathering, is_due=True)

    async def sweep(self) -> None:
        """Look for what other servers have appended, again and again, and tell them what is counted here."""
        self._server, self.limits.is_shared = token_hex(8), True
        await self._log.hear(LIMITS, self._count_elsewhere)
        await self.people.begin()
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            if news := self.limits.taken_news():
                self._log.tell(LIMITS, json.encode((self._server, news)))
            self.people.sweep()
            if self.moderation:
                await self.moderation.catch_up()
            for table in [*self._tables.values()]:
                with suppress(Damaged, Unknown):
                    await table.catch_up()
                table.elsewhere.sweep()

    def _count_elsewhere(self, message: bytes) -> None:
        with suppress(DecodeError):  # another version may count something else
            server, news = _COUNTED.decode(message)
            if server != self._server:
                self.limits.count_elsewhere(news)

    async def watch_lobby(self) -> None:
        """Follow the list of tables, which other servers change too."""
        async with aclosing(self._log.listings()) as listings:
            async for code, summary in listings:
                self.lobby.put(code, summary)

    async def close(self) -> None:
        """Stop all tables."""
        self._evenings.stop()
        for table in [*self._tables.values()]:
            await table.close()
        self._tables.clear()

    @asynccontextmanager
    async def visit(self, code: str, *, is_new: bool = False) -> AsyncIterator[LiveTable]:
        """A table at which the server itself does something, for the time of a context.

        Refused if there is none, unless *is_new*.
        """
        table = await self._table(code, ConnectedClient(), is_new=is_new)
        async with self._entering(table):
            yield table

    @asynccontextmanager
    async def _entering(self, table: LiveTable) -> AsyncIterator[None]:
        """A context that keeps a table loaded while a person joins."""
        self._entrances[table] += 1
        try:
            yield
        finally:
            self._entrances[table] -= 1
            await self.leave(table)

    async def _put_listing(self, table: LiveTable, summary: bytes | None) -> None:
        self._summaries.pop(table.code, None)
        if summary and table.outboxes:
            self._summaries[table.code] = summary
        with suppress(Unknown):  # what is listed now expires by itself, or is put again
            await self._log.put_listing(table.code, summary, LISTED_SECONDS)

    def _new_table(self, code: str, client: ConnectedClient) -> LiveTable:
        """A table that nobody has loaded yet; its bots think for the address of its first client."""
        share = Share(client.network, code)
        turn_scheduler = TurnScheduler(
            self._bots, lambda thought: self._think(thought, share), self._book.variants
        )
        shares_log, metrics = self.policy.shares_log, self.metrics
        table = LiveTable(code, self._log, self._book, turn_scheduler, metrics, shares_log=shares_log)
        self._regions[code] = region_of(client.address)
        table.watch_word = self.watch_links.word(code) if self.policy.link else ""
        table.on_change = self._evenings.look
        if self.policy.ratings:
            table.follow_match = self.policy.ratings.follow
        if self.policy.archive:
            table.match_over = self.policy.archive.keep
            table.upkeep = replace(table.upkeep, archive=self.policy.archive, kept=self.policy.kept_matches)
        return table

    async def _table(self, code: str, client: ConnectedClient, *, is_new: bool = False) -> LiveTable:
        """The table of a code, from the log if nobody is there; Refused if there is none, unless *is_new*."""
        if table := self._tables.get(code):
            return table
        if not CODE.fullmatch(code):
            raise Refused(RefusalCode.NO_SUCH_TABLE)
        async with self._turn_to_read(client, code), self._loading.setdefault(code, asyncio.Lock()):
            if code not in self._tables:
                table = self._new_table(code, client)
                await _load(table, is_new=is_new)
                self._tables[code] = table
        return self._tables[code]

    def _turn_to_read(self, client: ConnectedClient, code: str) -> asyncio.Lock:
        """Held while a network loads a table, or reads what a person has missed: one of them at a time."""
        return self._loading.setdefault(f"from {client.network or code}", asyncio.Lock())

    def _seat_token(self, account: Account | None, table: LiveTable) -> str:
        """The seat token of an account at a table; "" without an account."""
        accounts = self.policy.accounts
        return accounts.book.seat_token(account, table.code) if account and accounts else ""

    async def _person(self, table: LiveTable, join: Join, client: ConnectedClient) -> tuple[int, str]:
        """A person who is back, by their account or their seat token, or a new one."""
        state, own_token = table.history.truth.state, self._seat_token(client.account, table)
        person = holder(state, own_token or join.token)
        if join.token and not own_token and person is None:
            raise Refused(RefusalCode.NO_SUCH_SEAT_TOKEN)
        if person is not None:
            if (reason := state.people[person].banned) is not None:
                raise Refused(RefusalCode.BANNED, reason=reason)
            if client.is_admin and person not in state.administrators:
                await table.commit(TABLE, f"administrator-{person}", lambda: [AdministratorCame(person)])
            return person, ""
        name = checked_name(join.name)
        self.limits.check(Deed.NAME, (*client.keys, (Scope.AT_TABLE, table.code)))
        return await table.newcomer(self._newcomer(name, table, client))

    def _newcomer(self, name: str, table: LiveTable, client: ConnectedClient) -> Newcomer:
        token = self._seat_token(client.account, table) or new_token()
        return Newcomer(name, token, self._network(table, client), client.is_admin)

    def _network(self, table: LiveTable, client: ConnectedClient) -> str:
        """What a ban at a table keeps of where a client comes from."""
        return network_mark(self.policy.ban_key, table.code, client.ban_network)


async def _load(table: LiveTable, *, is_new: bool = False) -> None:
    """Load a table; Refused if it does not exist, or its log cannot be read."""
    with refused_by_storage():
        await table.load()
    if not table.history.number and not is_new:
        await table.close()
        raise Refused(RefusalCode.NO_SUCH_TABLE)
