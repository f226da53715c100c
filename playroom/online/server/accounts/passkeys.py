"""The passkeys of a club's members, as a log of their own says to all servers.

A challenge is kept nowhere until it is answered: it says when it ends, and is signed with the secret that all
servers of the club share, for one purpose in one browser. So strangers cannot fill the memory by asking, and
any server can take the answer. Each answer that is taken is an entry with its challenge, and no second entry
has the same one.

A passkey belongs to the handle of an account, which its device knows too. A reset of the password gives the
account another handle, so that no passkey from before opens it: who had stolen it may have added one.
"""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from hmac import compare_digest
from typing import Final, NamedTuple, assert_never

from msgspec import DecodeError, Struct, json
from msgspec.structs import replace

from playroom.online.log.table_log import Damaged, LogEvent, TableLog, append_once, catch_up
from playroom.online.server.accounts.account_book import Account
from playroom.online.server.accounts.account_removal import MOST_BYTES
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.server.accounts.passkey_proofs import (
    CHALLENGE_SECONDS,
    PasskeyFault,
    PasskeyRefused,
    PasskeySite,
    challenge_in,
    creation_options,
    from_base64,
    proved_count,
    proved_key,
    request_options,
)
from playroom.online.server.journal import note
from playroom.online.server.names import name_key, plain_text
from playroom.online.server.rate_limits import Deed, address_keys
from playroom.online.server.refused import refused_by_storage

PASSKEYS: Final = "_passkeys"
"""The name of their log among those of the tables."""

MOST_OF_ACCOUNT: Final = 10
LONGEST_LABEL: Final = 40
KEPT_ENTRIES: Final = 1000
"""The number of entries after which the log is replaced by one entry with all passkeys."""

MOMENT_BYTES: Final = 8
CHANCE_BYTES: Final = 16
"""The parts of a challenge, before its signature."""

ADD: Final = "add"
SIGN_IN: Final = "sign-in"
"""What challenges are for."""


class Passkey(Struct, frozen=True):
    """A passkey of the account *name*, which its owner calls *label*.

    *credential* is its identifier and *key* its public key (COSE), in base64url; *handle* is that of the
    account in hexadecimal digits. *count* is how often it was used, as its device says, 0 for devices that do
    not count. *added* and *used* are seconds since 1970, *used* 0 for never.
    """

    credential: str
    key: str
    name: str
    handle: str
    label: str
    count: int
    added: int
    used: int = 0


class PasskeyEntry(Struct, frozen=True, tag_field="entry", tag=True):
    """The base of these entries."""


class PasskeysKept(PasskeyEntry, frozen=True):
    """All passkeys, and the challenges that were answered lately: the log may begin with this."""

    passkeys: tuple[Passkey, ...]
    answered: tuple[str, ...]


class PasskeySet(PasskeyEntry, frozen=True):
    """A passkey was added or used, in answer to a *challenge*, *at* seconds since 1970."""

    passkey: Passkey
    challenge: str
    at: int


class PasskeysRemoved(PasskeyEntry, frozen=True):
    """Passkeys are removed, by their identifiers."""

    credentials: tuple[str, ...]


AnyPasskeyEntry = PasskeysKept | PasskeySet | PasskeysRemoved

_ENCODER: Final = json.Encoder()
_DECODER: Final[json.Decoder[AnyPasskeyEntry]] = json.Decoder(AnyPasskeyEntry)


class PasskeyVisit(NamedTuple):
    """Who asks for a challenge or answers one: at which pages, from which address, and in which *browser*.

    That is a value that only this browser has. *session* is that of a member who is signed in.
    """

    site: PasskeySite
    address: str
    browser: str
    session: str = ""


class Passkeys:
    """Adds the passkeys of a club's members, signs in by them, and removes them."""

    def __init__(self, log: TableLog, accounts: Accounts) -> None:
        self._log, self._accounts = log, accounts
        self._passkeys: dict[str, Passkey] = {}
        self._answered: dict[str, None] = {}
        """The challenges that were answered, as far as they have not ended."""
        self.number = 0
        self.numbers: dict[str, int] = {}
        """The number of the last entry, and that of each command's entry."""
        self._lock = asyncio.Lock()
        """Held by who appends, as in `Accounts`."""

    async def catch_up(self) -> None:
        """Read what other servers have appended. Raises what logs raise."""
        await catch_up(self._log, PASSKEYS, self)

    def apply(self, event: LogEvent) -> None:
        """Apply the next entry of the log, or one with which it begins; any other is ignored."""
        try:
            entry = _DECODER.decode(event.body)
        except DecodeError as error:
            raise Damaged(f"not an entry of the passkeys: {error}") from error
        if event.number != self.number + 1 and not (
            isinstance(entry, PasskeysKept) and event.number > self.number
        ):
            return
        self.number = event.number
        self.numbers[event.command_id] = event.number
        match entry:
            case PasskeysKept(passkeys, answered):
                self._passkeys = {each.credential: each for each in passkeys}
                self._answered = dict.fromkeys(answered)
            case PasskeySet(passkey, challenge, at):
                self._passkeys[passkey.credential] = passkey
                self._answered = {each: None for each in self._answered if _end(each) > at}
                self._answered[challenge] = None
            case PasskeysRemoved(credentials):
                for credential in credentials:
                    self._passkeys.pop(credential, None)
            case _:
                assert_never(entry)

    def of(self, name: str) -> list[Passkey]:
        """The passkeys of an account, in the order in which they were added."""
        own = [each for each in self._passkeys.values() if name_key(each.name) == name_key(name)]
        return sorted((each for each in own if self._owner(each)), key=lambda each: (each.added, each.label))

    def to_sign_in(self, visit: PasskeyVisit) -> dict[str, object]:
        """What a browser needs to sign in by a passkey."""
        return request_options(visit.site, self._challenge(SIGN_IN, visit))

    async def to_add(self, account: Account, visit: PasskeyVisit) -> dict[str, object]:
        """What a browser needs to add a passkey to an account, whose password was just given.

        Raises PasskeyRefused if the account has too many, and Refused if the log does not answer.
        """
        with refused_by_storage():
            await self.catch_up()
        own = self.of(account.name)
        if len(own) >= MOST_OF_ACCOUNT:
            raise PasskeyRefused(PasskeyFault.MOST)
        handle = bytes.fromhex(self._accounts.book.passkey_handle(account))
        known = [each.credential for each in own]
        return creation_options(visit.site, self._challenge(ADD, visit), handle, account.name, known)

    async def add(self, account: Account, label: str, answer: Mapping[str, str], visit: PasskeyVisit) -> None:
        """Add the passkey that a device has made; another one of that *label* has a number behind it.

        Raises PasskeyRefused, and Refused if the log does not answer.
        """
        challenge = challenge_in(answer)
        answered = self._checked(challenge, ADD, visit)
        proved = await asyncio.to_thread(proved_key, answer, visit.site, challenge)
        handle, now = self._accounts.book.passkey_handle(account), round(self._accounts.clock())
        plain = plain_text(label, LONGEST_LABEL)

        def added() -> PasskeySet:
            self._check_unanswered(answered)
            known = self._passkeys.get(proved.credential)
            if known and self._owner(known):
                raise PasskeyRefused(PasskeyFault.TAKEN)
            labels = [each.label for each in self.of(account.name)]
            if len(labels) >= MOST_OF_ACCOUNT:
                raise PasskeyRefused(PasskeyFault.MOST)
            numbered = (plain, *(f"{plain} {number}" for number in range(2, MOST_OF_ACCOUNT + 1)))
            free = next(each for each in numbered if each not in labels)
            credential, key, uses = proved
            made = Passkey(credential, key, account.name, handle, free, uses, now)
            return PasskeySet(made, answered, now)

        with refused_by_storage():
            await self.catch_up()
            await self._append(added)
        note("passkey added", address=visit.address)

    async def sign_in(self, answer: Mapping[str, str], visit: PasskeyVisit) -> Account:
        """The account whose passkey has signed a challenge.

        Raises PasskeyRefused, and Refused if there were too many tries, or the log does not answer.
        """
        limits, keys = self._accounts.limits, address_keys(visit.address)
        limits.check(Deed.SIGN_IN, keys)
        limits.check(Deed.FAILURE, keys)
        try:
            account = await self._signed_in(answer, visit)
        except PasskeyRefused as refused:
            note("wrong passkey", why=refused.fault, address=visit.address)
            raise
        limits.forgive(Deed.FAILURE, keys)
        self._accounts.remember(account.name, visit.address)
        return account

    async def _signed_in(self, answer: Mapping[str, str], visit: PasskeyVisit) -> Account:
        challenge = challenge_in(answer)
        answered = self._checked(challenge, SIGN_IN, visit)
        with refused_by_storage():
            await self._accounts.catch_up()
            await self.catch_up()
        passkey, _ = self._valid(answer.get("credential", ""))
        try:
            given = from_base64(answer.get("user_handle", ""))
            is_same = compare_digest(given, bytes.fromhex(passkey.handle))
        except ValueError:
            is_same = False
        if not is_same:
            raise PasskeyRefused(PasskeyFault.WRONG)
        count = await asyncio.to_thread(proved_count, answer, visit.site, challenge, passkey.key)
        now = round(self._accounts.clock())

        def used() -> PasskeySet:
            self._check_unanswered(answered)
            passkey, _ = self._valid(answer["credential"])
            if (count or passkey.count) and count <= passkey.count:  # WebAuthn, 7.2
                raise PasskeyRefused(PasskeyFault.COPIED)
            return PasskeySet(replace(passkey, count=count, used=now), answered, now)

        with refused_by_storage():
            await self._append(used)
        return self._valid(answer["credential"])[1]

    async def remove(self, name: str, credential: str) -> None:
        """Remove a passkey, if it is one of this account, from the log too."""
        with refused_by_storage():
            await self._accounts.catch_up()
            await self.catch_up()
            if any(each.credential == credential for each in self.of(name)):
                await self._remove(credential)

    async def forget(self, name: str) -> None:
        """Remove all passkeys of a name, and forget it in the log too."""
        key = name_key(name)
        with refused_by_storage():
            await self.catch_up()
            own = [each.credential for each in self._passkeys.values() if name_key(each.name) == key]
            if own:
                await self._remove(*own)

    async def _remove(self, *credentials: str) -> None:
        await self._append(lambda: PasskeysRemoved(credentials))
        await self._begin_again()

    def _owner(self, passkey: Passkey) -> Account | None:
        """The account that a passkey opens; None if that was deleted, or its password was reset."""
        account = self._accounts.book.account(passkey.name)
        if account is None:
            return None
        return account if self._accounts.book.passkey_handle(account) == passkey.handle else None

    def _valid(self, credential: str) -> tuple[Passkey, Account]:
        """A passkey and the account that it opens. Raises PasskeyRefused."""
        passkey = self._passkeys.get(credential)
        account = self._owner(passkey) if passkey else None
        if passkey is None or account is None:
            raise PasskeyRefused(PasskeyFault.UNKNOWN)
        return passkey, account

    def _challenge(self, purpose: str, visit: PasskeyVisit) -> bytes:
        until = round(self._accounts.clock()) + CHALLENGE_SECONDS
        plain = until.to_bytes(MOMENT_BYTES, "big") + secrets.token_bytes(CHANCE_BYTES)
        return plain + self._signature(plain, purpose, visit)

    def _checked(self, challenge: bytes, purpose: str, visit: PasskeyVisit) -> str:
        """What the log keeps of a challenge of ours that has not ended. Raises PasskeyRefused."""
        plain = challenge[: MOMENT_BYTES + CHANCE_BYTES]
        if not compare_digest(challenge[len(plain) :], self._signature(plain, purpose, visit)):
            raise PasskeyRefused(PasskeyFault.WRONG)
        answered = plain.hex()
        if _end(answered) <= self._accounts.clock():
            raise PasskeyRefused(PasskeyFault.OLD)
        return answered

    def _signature(self, plain: bytes, purpose: str, visit: PasskeyVisit) -> bytes:
        bound = (purpose, visit.browser, visit.session if purpose == ADD else "")
        return bytes.fromhex(self._accounts.book.challenge_mark(plain.hex(), *bound))

    def _check_unanswered(self, answered: str) -> None:
        if answered in self._answered:
            raise PasskeyRefused(PasskeyFault.OLD)

    async def _append(self, entry: Callable[[], AnyPasskeyEntry]) -> None:
        """Append what *entry* gives after all that came before; a long log begins again."""
        async with self._lock:
            number = await append_once(
                self._log, PASSKEYS, self, secrets.token_hex(16), lambda: _ENCODER.encode(entry())
            )
        if number % KEPT_ENTRIES == 0:
            await self._begin_again()

    async def _begin_again(self) -> None:
        """Have the log begin with the passkeys that there are, unless they are too many for one entry."""

        def kept() -> bytes | None:
            # One whose account is not known may be of an account that another server has just made.
            there = (each for each in self._passkeys.values() if not self._accounts.book.is_former(each.name))
            body = _ENCODER.encode(PasskeysKept((*there,), (*self._answered,)))
            return body if len(body) <= MOST_BYTES else None

        async with self._lock:
            command = secrets.token_hex(16)
            number = await append_once(self._log, PASSKEYS, self, command, kept)
            if self.numbers.get(command) == number:
                await self._log.trim(PASSKEYS, number)
                self.numbers.clear()


def _end(answered: str) -> int:
    """When a challenge ends, in seconds since 1970."""
    return int(answered[: 2 * MOMENT_BYTES], 16)
