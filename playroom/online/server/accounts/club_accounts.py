"""The accounts of a club. They are kept in the log of tables, so that all servers of the club share them."""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from weakref import WeakValueDictionary

from msgspec.structs import replace

from playroom.online.log.table_log import TRIES, Conflict, LogEvent, TableLog, append_once, catch_up
from playroom.online.server.accounts.account_book import (
    AccessBanned,
    Account,
    AccountBook,
    AccountMade,
    AccountRemoved,
    AnyAccountEntry,
    BanLifted,
    BookKept,
    FormerKept,
    PasswordChanged,
    ResetMade,
    SecretMade,
    account_body,
    account_entry,
    ban_key,
)
from playroom.online.server.accounts.account_removal import (
    MOST_BYTES,
    book_without,
    book_without_addresses,
)
from playroom.online.server.accounts.act_book import Acted
from playroom.online.server.accounts.credentials import PasswordHasher, new_token, token_hash
from playroom.online.server.journal import note
from playroom.online.server.names import checked_name, name_key, plain_reason
from playroom.online.server.rate_limits import Deed, RateLimits, Scope, address_keys, network_of, region_of
from playroom.online.server.refused import Refused, refused_by_storage
from playroom.online.wire.messages import ChangePassword, SignIn, SignInAgain
from playroom.online.wire.protocol import (
    FORMER_MEMBER,
    LEAST_PASSWORD,
    LONGEST_NAME,
    LONGEST_PASSWORD,
    RefusalCode,
)

ACCOUNTS = "_accounts"
"""The name of their log among those of the tables."""

RESET_SECONDS = 24 * 3600
"""For so long a link to reset a password can be used."""

MOST_KNOWN = 10_000
"""The most people and addresses whose links are kept."""


class Accounts:
    """Makes accounts, signs people in, and bans them."""

    def __init__(self, log: TableLog, hasher: PasswordHasher, clock: Callable[[], float] = time.time) -> None:
        self.book = AccountBook()
        self.log, self._hasher, self.clock = log, hasher, clock
        self.limits = RateLimits()
        self._known: dict[tuple[str, str], None] = {}
        """People, by the keys of their names, and the networks from which they came with password or key.

        The wrong passwords of others do not lock them out there.
        """
        self._hashing_for: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By the networks from which people sign in now."""
        self._no_hash = ""
        """The hash of a password that nobody has: a name without an account takes as long as one with it."""
        self._lock = asyncio.Lock()
        """Held by who appends: many at once would take the next number from each other again and again."""
        self.number = 0
        self.numbers: dict[str, int] = {}
        """The number of the last entry, and that of each command's entry."""
        self.on_act: Callable[[int, AccessBanned | Acted], None] | None = None
        """Called with each act of moderators, and its number, once the servers are to hear of it."""

    async def open(self) -> None:
        """Read the log, whose first entry is made if there is none. Raises what logs raise."""
        await self.catch_up()
        if not self.book.has_secret:
            with suppress(Refused):  # another server was faster
                await self._append(SecretMade(secrets.token_hex(32)), self._check_no_secret)
        self._no_hash = await self._hasher.hash(secrets.token_hex(16))

    async def catch_up(self) -> None:
        """Read what other programs have appended."""
        await catch_up(self.log, ACCOUNTS, self)

    def apply(self, event: LogEvent) -> None:
        """Apply the next entry of the log, or one with which it begins; any other is ignored."""
        if event.number <= self.number:
            return
        is_next = event.number == self.number + 1
        if is_next:  # also where it is of a newer version, and is passed over the next time
            self.number = self.numbers[event.command_id] = event.number
        entry = account_entry(event.body)
        if isinstance(entry, BookKept):
            self.number = self.numbers[event.command_id] = event.number
            self.book = AccountBook()
            for each in entry.entries:
                self.book.apply(each)
        elif is_next:
            self.book.apply(entry)
            if self.on_act and isinstance(entry, AccessBanned | Acted):
                self.on_act(event.number, entry)

    async def register(self, name: str, password: str, address: str) -> Account:
        """A new account; Refused if the name is taken or the password too short."""
        plain = checked_name(name)
        _check_length(password)
        keys = address_keys(address)
        self.limits.check(Deed.SIGN_IN, keys)
        self._check_free(plain)
        self.limits.check(Deed.ACCOUNT, keys)
        async with self._hashing(address):
            hashed = await self._hasher.hash(password)
        with refused_by_storage():
            await self._append(AccountMade(plain, hashed), lambda: self._check_free(plain))
        note("account made", address=address)
        self.remember(plain, address)
        return self._account(plain)

    async def sign_in(self, name: str, password: str, address: str) -> Account:
        """The account of a name and its password; Refused if they do not belong together.

        Neither the refusal nor its time shows whether there is such an account.
        """
        person, where, network = name_key(name)[:LONGEST_NAME], address_keys(address), network_of(address)
        is_known = (person, network) in self._known
        keys = (*where, (Scope.ACCOUNT, f"{person} {network}" if is_known else person))
        self.limits.check(Deed.SIGN_IN, where)
        self.limits.check(Deed.FAILURE, keys)
        with refused_by_storage():
            await self.catch_up()
        account = self.book.account(name)
        async with self._hashing(address):
            is_right = await self._hasher.is_right(account.password if account else self._no_hash, password)
        if account is None or not is_right:
            note("wrong password", address=address)
            raise Refused(RefusalCode.WRONG_PASSWORD)
        self.limits.forgive(Deed.FAILURE, keys)
        self.remember(account.name, address)
        return account

    def sign_in_again(self, key: str, address: str) -> Account:
        """The account of a key, which knows its person from there now; Refused if there is none."""
        account = self.book.account_of(key)
        if account is None:
            raise Refused(RefusalCode.WRONG_KEY)
        self.remember(account.name, address)
        return account

    def _hashing(self, address: str) -> asyncio.Lock:
        """Held while a password of somebody there is hashed: a /48 delays others by one of them at most."""
        return self._hashing_for.setdefault(region_of(address), asyncio.Lock())

    def remember(self, name: str, address: str) -> None:
        """Note from where an account came by what only its owner has."""
        person = name_key(name)[:LONGEST_NAME], network_of(address)
        self._known.pop(person, None)
        self._known[person] = None
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]

    async def change_password(self, message: ChangePassword, address: str) -> Account:
        """The account with its new password; Refused if the old one is wrong, or the new one too short."""
        _check_length(message.new)
        account = await self.sign_in(message.name, message.password, address)
        async with self._hashing(address):
            hashed = await self._hasher.hash(message.new)
        with refused_by_storage():
            await self._append(PasswordChanged(account.name, hashed), lambda: self._check_same(account))
        note("password changed", address=address)
        return self._account(account.name)

    async def new_reset(self, account: Account) -> str:
        """The secret of a link that sets another password once; a further one replaces it."""
        secret = new_token()
        until = round(self.clock() + RESET_SECONDS)
        await self._append(ResetMade(account.name, token_hash(secret), until))
        return secret

    async def account_to_reset(self, secret: str, address: str) -> Account:
        """The account whose password a link may set; Refused if it was used, is too old or never was."""
        keys = address_keys(address)
        self.limits.check(Deed.FAILURE, keys)
        with refused_by_storage():
            await self.catch_up()
        account = self._to_reset(secret)
        self.limits.forgive(Deed.FAILURE, keys)
        return account

    async def reset_password(self, secret: str, new: str, address: str) -> Account:
        """The account with its new password; Refused as above, and if the password is too short."""
        _check_length(new)
        await self.account_to_reset(secret, address)
        async with self._hashing(address):
            hashed = await self._hasher.hash(new)
        name = self._to_reset(secret).name
        with refused_by_storage():
            changed = PasswordChanged(name, hashed, is_reset=True)
            await self._append(changed, lambda: self._to_reset(secret))
        note("password reset", address=address)
        return self._account(name)

    def _to_reset(self, secret: str) -> Account:
        account = self.book.account_to_reset(token_hash(secret), self.clock())
        if account is None:
            raise Refused(RefusalCode.WRONG_KEY)
        return account

    async def delete(self, name: str, password: str, address: str) -> None:
        """Delete an account whose password is given, and forget the name; Refused if it is wrong."""
        account = await self.sign_in(name, password, address)
        with refused_by_storage():
            await self._append(AccountRemoved(account.name), lambda: self._check_same(account))
            mark = self.book.browser_mark(account.name)
            await self._begin_again(partial(book_without, account.name, mark))
        self._known = {known: None for known in self._known if known[0] != name_key(name)}
        note("account deleted")

    def shown(self, name: str) -> str:
        """How others are to see the name of a member, who may have deleted the account."""
        return FORMER_MEMBER if self.book.is_former(name) else name

    async def forget_addresses(self, seconds: int) -> None:
        """Forget the addresses that were banned so long ago, so that those bans end."""
        await self._begin_again(partial(book_without_addresses, self.moment - seconds))

    async def _begin_again(self, kept: Callable[[Iterable[LogEvent], FormerKept], BookKept | None]) -> None:
        """Begin the log again with what is *kept* of it; if that cannot be now, the next time does it."""
        async with self._lock:
            for _ in range(TRIES):
                await self.catch_up()
                events = await self.log.read(ACCOUNTS)
                if not events or events[-1].number != self.number:
                    continue
                begins = kept(events, self.book.former)
                body = account_body(begins) if begins else b""
                if not body or len(body) > MOST_BYTES:
                    return
                with suppress(Conflict):
                    self.apply(await self.log.append(ACCOUNTS, self.number, secrets.token_hex(16), body))
                    await self.log.trim(ACCOUNTS, self.number)
                    return

    def check_not_banned(self, *who: str) -> None:
        """Refused if one of these accounts or addresses is banned."""
        if not self.book.has_bans:
            return
        now = self.clock()
        self._check(self.book.ban(now, *(ban_key(each) for each in who)))

    def check_browser_not_banned(self, mark: str) -> None:
        """Refused if a browser's mark is that of a banned account; a browser without a mark has ""."""
        if mark and self.book.has_bans:
            self._check(self.book.ban_of_browser(mark, self.clock()))

    def _check(self, ban: AccessBanned | None) -> None:
        if ban and ban.until:
            raise Refused(RefusalCode.BANNED_UNTIL, reason=ban.reason, seconds=self.seconds_to(ban.until))
        if ban:
            raise Refused(RefusalCode.BANNED_FOREVER, reason=ban.reason)

    async def ban(self, who: str, reason: str, seconds: int, by: str = "") -> None:
        """Ban an account, an address or a network for *seconds*, 0 for ever. Raises NotBannable."""
        entry = AccessBanned(
            self.book.ban_key(who), plain_reason(reason), self.until(seconds), by, self.moment
        )
        await self._append(entry)

    async def lift(self, who: str, reason: str = "", by: str = "") -> None:
        """Lift the ban of an account, an address or a network; NotBannable if it is none."""
        await self._append(BanLifted(self.book.ban_key(who), plain_reason(reason), by, self.moment))

    async def act(self, act: Acted) -> None:
        """Note an act, which holds from then on."""
        await self._append(replace(act, reason=plain_reason(act.reason), at=self.moment))

    def check_not_muted(self, name: str) -> None:
        """Refused if an account may not write in chats."""
        mute = self.book.acts.mute(name, self.clock())
        if mute and mute.until:
            raise Refused(RefusalCode.MUTED_UNTIL, reason=mute.reason, seconds=self.seconds_to(mute.until))
        if mute:
            raise Refused(RefusalCode.MUTED_FOREVER, reason=mute.reason)

    def until(self, seconds: int) -> int:
        """The end of so many seconds from now on; 0 if that is 0, which is for ever."""
        return self.moment + seconds if seconds else 0

    def seconds_to(self, until: int) -> int:
        """The seconds until then."""
        return max(1, round(until - self.clock()))

    @property
    def moment(self) -> int:
        """Now, in seconds since 1970."""
        return round(self.clock())

    def _account(self, name: str) -> Account:
        account = self.book.account(name)
        if account is None:  # it was deleted meanwhile
            raise Refused(RefusalCode.WRONG_PASSWORD)
        return account

    def _check_free(self, name: str) -> None:
        if self.book.account(name) or self.book.is_former(name):
            raise Refused(RefusalCode.ACCOUNT_EXISTS, name=name)

    def _check_same(self, account: Account) -> None:
        """Refused if the password has been changed meanwhile."""
        if self.book.account(account.name) != account:
            raise Refused(RefusalCode.WRONG_PASSWORD)

    def _check_no_secret(self) -> None:
        if self.book.has_secret:
            raise Refused(RefusalCode.ACCOUNT_EXISTS)

    async def _append(self, entry: AnyAccountEntry, check: Callable[[], object] = lambda: None) -> None:
        """Append an entry once, unless *check* refuses it after all that came before."""

        def body() -> bytes:
            check()
            return account_body(entry)

        async with self._lock:
            await append_once(self.log, ACCOUNTS, self, secrets.token_hex(16), body)


def _check_length(password: str) -> None:
    if not LEAST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Refused(RefusalCode.BAD_PASSWORD, least=LEAST_PASSWORD)


async def signed_in(
    accounts: Accounts, message: SignIn | SignInAgain | ChangePassword, address: str
) -> Account:
    """The account that a client asks for; Refused if it may not have it."""
    if isinstance(message, ChangePassword):
        return await accounts.change_password(message, address)
    if isinstance(message, SignIn):
        enter = accounts.register if message.is_new else accounts.sign_in
        return await enter(message.name, message.password, address)
    return accounts.sign_in_again(message.key, address)
