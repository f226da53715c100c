"""The accounts of a club. They are kept in the log of tables, so that all servers of the club share them."""

import secrets
import time
from collections.abc import Callable
from contextlib import suppress

from playroom.online.log.append_once import append_once, catch_up
from playroom.online.log.table_log import LogEvent, TableLog
from playroom.online.server.accounts.account_book import (
    AccessBanned,
    Account,
    AccountBook,
    AccountMade,
    AnyAccountEntry,
    BanLifted,
    PasswordChanged,
    SecretMade,
    account_body,
    account_entry,
    ban_key,
)
from playroom.online.server.accounts.credentials import PasswordHasher
from playroom.online.server.accounts.rate_limits import SignInLimits
from playroom.online.server.journal import note
from playroom.online.server.names import checked_name, plain_text
from playroom.online.server.refused import Refused, refused_by_storage
from playroom.online.wire.codes import RefusalCode
from playroom.online.wire.limits import LEAST_PASSWORD, LONGEST_PASSWORD, LONGEST_REASON
from playroom.online.wire.messages import ChangePassword, SignIn, SignInAgain

ACCOUNTS = "_accounts"
"""The name of their log among those of the tables."""


class Accounts:
    """Makes accounts, signs people in, and bans them."""

    def __init__(self, log: TableLog, hasher: PasswordHasher, clock: Callable[[], float] = time.time) -> None:
        self.book = AccountBook()
        self._log, self._hasher, self._clock = log, hasher, clock
        self._limits = SignInLimits()
        self.number = 0
        self.numbers: dict[str, int] = {}
        """The number of the last entry, and that of each command's entry."""

    async def open(self) -> None:
        """Read the log, whose first entry is made if there is none. Raises what logs raise."""
        await self.catch_up()
        if not self.book.has_secret:
            with suppress(Refused):  # another server was faster
                await self._append(SecretMade(secrets.token_hex(32)), self._check_no_secret)

    async def catch_up(self) -> None:
        """Take in what other programs have appended."""
        await catch_up(self._log, ACCOUNTS, self)

    def apply(self, event: LogEvent) -> None:
        """Apply the next entry of the log; any other is ignored."""
        if event.number == self.number + 1:
            self.number = event.number
            self.numbers[event.command_id] = event.number
            self.book.apply(account_entry(event.body))

    async def register(self, name: str, password: str, address: str) -> Account:
        """A new account; Refused if the name is taken or the password too short."""
        plain = checked_name(name)
        _check_length(password)
        self._check_free(plain)
        self._limits.check_new_account(address)
        hashed = await self._hasher.hash(password)
        with refused_by_storage():
            await self._append(AccountMade(plain, hashed), lambda: self._check_free(plain))
        note("account made", address=address)
        return self._known(plain)

    async def sign_in(self, name: str, password: str, address: str) -> Account:
        """The account of a name and its password; Refused if they do not belong together."""
        self._limits.check_sign_in(address)
        with refused_by_storage():
            await self.catch_up()
        account = self._known(name)
        if not await self._hasher.is_right(account.password, password):
            note("wrong password", address=address)
            raise Refused(RefusalCode.WRONG_PASSWORD)
        self._limits.forgive(address)
        return account

    async def change_password(self, message: ChangePassword, address: str) -> Account:
        """The account with its new password; Refused if the old one is wrong, or the new one too short."""
        _check_length(message.new)
        account = await self.sign_in(message.name, message.password, address)
        hashed = await self._hasher.hash(message.new)
        with refused_by_storage():
            await self._append(PasswordChanged(account.name, hashed), lambda: self._check_same(account))
        note("password changed", address=address)
        return self._known(account.name)

    def check_not_banned(self, *who: str) -> None:
        """Refused if one of these accounts or addresses is banned."""
        now = self._clock()
        ban = self.book.ban(now, *(ban_key(each) for each in who))
        if ban and ban.until:
            seconds = max(1, round(ban.until - now))
            raise Refused(RefusalCode.BANNED_UNTIL, reason=ban.reason, seconds=seconds)
        if ban:
            raise Refused(RefusalCode.BANNED_FOREVER, reason=ban.reason)

    async def ban(self, who: str, reason: str, seconds: int) -> None:
        """Ban an account or an address for so many seconds, 0 for ever."""
        until = round(self._clock() + seconds) if seconds else 0
        await self._append(AccessBanned(ban_key(who), plain_text(reason, LONGEST_REASON), until))

    async def lift(self, who: str) -> None:
        """Ban an account or an address no more."""
        await self._append(BanLifted(ban_key(who)))

    def _known(self, name: str) -> Account:
        account = self.book.account(name)
        if account is None:
            raise Refused(RefusalCode.NO_SUCH_ACCOUNT, name=name)
        return account

    def _check_free(self, name: str) -> None:
        if self.book.account(name):
            raise Refused(RefusalCode.ACCOUNT_EXISTS, name=name)

    def _check_same(self, account: Account) -> None:
        """Refused if the password has been changed meanwhile."""
        if self._known(account.name) != account:
            raise Refused(RefusalCode.WRONG_PASSWORD)

    def _check_no_secret(self) -> None:
        if self.book.has_secret:
            raise Refused(RefusalCode.ACCOUNT_EXISTS)

    async def _append(self, entry: AnyAccountEntry, check: Callable[[], None] = lambda: None) -> None:
        """Append an entry once, unless *check* refuses it after all that came before."""

        def body() -> bytes:
            check()
            return account_body(entry)

        await append_once(self._log, ACCOUNTS, self, secrets.token_hex(16), body)


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
    if account := accounts.book.account_of(message.key):
        return account
    raise Refused(RefusalCode.WRONG_KEY)
