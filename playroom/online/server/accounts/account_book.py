"""The accounts and bans of a club, as the entries of their log say."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from hmac import compare_digest, digest
from ipaddress import IPv4Network, ip_address, ip_network
from typing import assert_never

from msgspec import DecodeError, json

from playroom.online.log.table_log import Damaged
from playroom.online.server.accounts.act_book import AccountEntry, ActBook, Acted
from playroom.online.server.names import checked_name, name_key
from playroom.online.server.refused import Refused
from playroom.online.wire.moderation import ActKind, ActLine, BanLine
from playroom.online.wire.protocol import FORMER_MEMBER

NETWORK = "network:"
BROWSER = "browser:"
"""How the `ban_key` of a deleted account begins, of which only the mark in its browsers is kept."""

MOST_NAMES = 4096
"""The names and addresses that are looked at once: each connection asks again and again."""

BannedPlace = str | tuple[int, int, int]
"""What a ban is looked up by: a name, or a network by its version, its length and its first bits."""

HOME_DIGITS = 32

MAPPED_BITS = 96
"""The number of bits that IPv6 writes before an address of IPv4."""


class SecretMade(AccountEntry, frozen=True):
    """The servers of the club sign keys with this secret, in hexadecimal digits."""

    secret: str


class AccountMade(AccountEntry, frozen=True):
    """A name has an account; *password* is its Argon2 hash."""

    name: str
    password: str


class PasswordChanged(AccountEntry, frozen=True):
    """An account has another password; *password* is its Argon2 hash.

    *is_reset*: it was set by a link of an administrator, and not by who had the one before.
    """

    name: str
    password: str
    is_reset: bool = False


class ResetMade(AccountEntry, frozen=True):
    """Who has a secret, of which this is the hash, may set another password of an account once.

    *until* is in seconds since 1970.
    """

    name: str
    secret: str
    until: int


class AccessBanned(AccountEntry, frozen=True):
    """An account or an address is banned; *until* is in seconds since 1970, 0 for ever.

    *by* and *at* say by whom and when, as in `Acted`.
    """

    who: str
    reason: str
    until: int
    by: str = ""
    at: int = 0


class BanLifted(AccountEntry, frozen=True):
    """An account or an address is not banned any more."""

    who: str
    reason: str = ""
    by: str = ""
    at: int = 0


class AccountRemoved(AccountEntry, frozen=True):
    """An account is deleted; nobody else gets its name."""

    name: str


class FormerKept(AccountEntry, frozen=True):
    """What is kept of deleted accounts: the names of their homes, and the marks of their own.

    A mark does not tell the name.
    """

    removed: tuple[str, ...]
    marks: tuple[str, ...]


AnyKeptEntry = (
    SecretMade
    | AccountMade
    | PasswordChanged
    | ResetMade
    | AccountRemoved
    | FormerKept
    | AccessBanned
    | BanLifted
    | Acted
)


class BookKept(AccountEntry, frozen=True):
    """All entries before, without the name of an account that is deleted: the log may begin with this."""

    entries: tuple[AnyKeptEntry, ...]


AnyAccountEntry = AnyKeptEntry | BookKept

_ENCODER = json.Encoder()
_DECODER: json.Decoder[AnyAccountEntry] = json.Decoder(AnyAccountEntry)


def account_body(entry: AnyAccountEntry) -> bytes:
    """The bytes that the log stores for an entry."""
    return _ENCODER.encode(entry)


def account_entry(body: bytes) -> AnyAccountEntry:
    """The value that was stored. Raises Damaged if it is not what a server of this version stores."""
    try:
        return _DECODER.decode(body)
    except DecodeError as error:
        raise Damaged(f"not an entry of the accounts: {error}") from error


@dataclass(frozen=True, slots=True)
class Account:
    """A name, the Argon2 hash of its password, and how often that was reset."""

    name: str
    password: str
    resets: int = 0


class AccountBook:
    """All accounts and bans after the entries so far."""

    def __init__(self) -> None:
        self._secret = b""
        self._accounts: dict[str, Account] = {}
        self._resets: dict[str, ResetMade] = {}
        """The newest for each account, by the key of its name, until its password is changed."""
        self.removed: tuple[str, ...] = ()
        """The homes of deleted accounts."""
        self._former: dict[str, None] = {}
        """The marks of the names of deleted accounts."""
        self._bans: dict[BannedPlace, AccessBanned] = {}
        self._lengths: Counter[tuple[int, int]] = Counter()
        """How many networks of each version and length are banned; an address is the smallest network."""
        self.acts = ActBook()

    @property
    def has_bans(self) -> bool:
        """Whether anybody is banned, or was until a time that is over."""
        return bool(self._bans)

    @property
    def has_secret(self) -> bool:
        """Whether keys can be signed."""
        return bool(self._secret)

    def apply(self, entry: AnyAccountEntry) -> None:
        """Apply an entry."""
        match entry:
            case SecretMade(secret):
                self._secret = bytes.fromhex(secret)
            case AccountMade(name, password):
                self._accounts[name_key(name)] = Account(name, password)
                self._resets.pop(name_key(name), None)
            case PasswordChanged(name, password, is_reset):
                before = self._accounts.get(name_key(name))
                resets = (before.resets if before else 0) + is_reset
                self._accounts[name_key(name)] = Account(name, password, resets)
                self._resets.pop(name_key(name), None)
            case AccountRemoved(name):
                if account := self._accounts.pop(name_key(name), None):
                    self.removed = (*self.removed, self.home(account))
                    self._former[self._mark(name)] = None
                self._resets.pop(name_key(name), None)
            case FormerKept(removed, marks):
                self.removed, self._former = removed, dict.fromkeys(marks)
            case BookKept():
                pass  # all of it is known
            case ResetMade(name):
                self._resets[name_key(name)] = entry
            case AccessBanned(who):
                self._lift(place := _banned_place(who))
                self._bans[place] = entry
                if not isinstance(place, str):
                    self._lengths[place[:2]] += 1
                whom = self._banned_name(who)
                self.acts.note(ActLine(entry.by, ActKind.BAN, whom, entry.reason, entry.at, entry.until))
            case BanLifted(who):
                self._lift(_banned_place(who))
                self.acts.note(
                    ActLine(entry.by, ActKind.LIFT, self._banned_name(who), entry.reason, entry.at)
                )
            case Acted():
                self.acts.apply(entry)
            case _:
                assert_never(entry)

    @property
    def former(self) -> FormerKept:
        """What is kept of deleted accounts."""
        return FormerKept(self.removed, tuple(self._former))

    def is_former(self, name: str) -> bool:
        """Whether a name was that of a deleted account."""
        return bool(self._former) and self._mark(name) in self._former

    def ban_key(self, who: str) -> str:
        """How bans name what an operator has written; NotBannable if it is nothing that can come here."""
        if self.account(who):
            return ban_key(who)
        if "/" in who:
            try:
                network = ip_network(who, strict=False)
            except ValueError as error:
                raise NotBannable(who) from error
            # A proxy may write an IPv4 address as one of IPv6.
            first = getattr(network.network_address, "ipv4_mapped", None)
            if first and network.prefixlen >= MAPPED_BITS:
                network = IPv4Network((int(first), network.prefixlen - MAPPED_BITS))
            return f"{NETWORK}{network}"
        key = ban_key(who)
        if key.startswith("name:"):
            if ":" in who:
                raise NotBannable(who)
            try:
                checked_name(who)  # an account could have it
            except Refused as error:
                raise NotBannable(who) from error
        return key

    def account(self, name: str) -> Account | None:
        """The account of a name, or of one that sounds like it."""
        return self._accounts.get(name_key(name))

    def key(self, account: Account) -> str:
        """The token that signs an account in again without the password, until that changes."""
        return f"{name_key(account.name)}.{self._signed('key', account.name, account.password)}"

    def account_of(self, key: str) -> Account | None:
        """The account whose key this is."""
        account = self.account(key.partition(".")[0])
        return account if account and compare_digest(self.key(account).encode(), key.encode()) else None

    def account_to_reset(self, secret: str, now: float) -> Account | None:
        """The account whose password this hash of a secret may set."""
        found = [each for each in self._resets.values() if compare_digest(each.secret, secret)]
        return self.account(found[0].name) if found and now < found[0].until else None

    def seat_token(self, account: Account, table: str) -> str:
        """The seat token of an account at a table: it brings them back from anywhere."""
        return self._signed("seat", name_key(account.name), table)

    def home(self, account: Account) -> str:
        """The name of the account's home, which nobody can guess from that of the account."""
        return self._signed("home", name_key(account.name))[:HOME_DIGITS]

    def passkey_handle(self, account: Account) -> str:
        """What devices keep as the account of a passkey, another one after each reset of its password.

        It does not tell the name.
        """
        return self._signed("passkey", name_key(account.name), str(account.resets))

    def challenge_mark(self, *parts: str) -> str:
        """By which the servers of the club know a challenge of theirs, and what it is for."""
        return self._signed("challenge", *parts)

    def browser_mark(self, name: str) -> str:
        """What browsers keep in which an account has signed in, and by which its ban holds there.

        It does not tell the name.
        """
        return self._signed("browser", name_key(name))[:HOME_DIGITS]

    def ban_of_browser(self, mark: str, now: float) -> AccessBanned | None:
        """The ban of the account that has signed in where a mark comes from, if there is one now."""
        wanted, marked = mark.encode("utf-8", "replace"), []
        for place in self._bans:
            if isinstance(place, str):
                kind, _, who = place.partition(":")
                # That of an account that was deleted is kept in place of its name.
                own = who if kind == "browser" else self.browser_mark(who)
                if compare_digest(own.encode(), wanted):
                    marked.append(place)
        return self.ban(now, *marked)

    def _mark(self, name: str) -> str:
        return self._signed("mark", name_key(name))[:HOME_DIGITS]

    def ban(self, now: float, *who: str) -> AccessBanned | None:
        """The ban of an account or address, by their `ban_key`, that lasts longest, if there is one now."""
        bans = [self._bans[place] for key in who for place in self._places_of(key) if place in self._bans]
        lasting = [each for each in bans if not each.until or each.until > now]
        return max(lasting, key=lambda each: each.until or float("inf"), default=None)

    def bans(self, now: float, *, of_accounts: bool) -> list[BanLine]:
        """The bans that last; only those *of_accounts* if that is asked."""
        return [
            BanLine(self._banned_name(each.who), each.reason, each.until)
            for place, each in self._bans.items()
            if (not each.until or each.until > now)
            and (isinstance(place, str) or not of_accounts)
            and not each.who.startswith(BROWSER)  # nobody can tell whose that is
        ]

    def _banned_name(self, key: str) -> str:
        """What is banned, as people write it, by its `ban_key`."""
        kind, _, who = key.partition(":")
        account = self._accounts.get(who) if kind == "name" else None
        return account.name if account else FORMER_MEMBER if key.startswith(BROWSER) else who

    def found(self, part: str) -> list[str]:
        """The names of the accounts that contain a text, in their order."""
        wanted = name_key(part)
        names = (each.name for key, each in self._accounts.items() if wanted in key)
        return sorted(names, key=str.casefold)

    def _places_of(self, key: str) -> list[BannedPlace]:
        """Where a ban of this account or address may be: its name, or each network that it is in."""
        place = _banned_place(key)
        if isinstance(place, str):
            return [place]
        version, longest, bits = place
        lengths = (length for other, length in self._lengths if other == version)
        return [(version, length, bits >> (longest - length)) for length in lengths]

    def _lift(self, place: BannedPlace) -> None:
        if self._bans.pop(place, None) and not isinstance(place, str):
            self._lengths[place[:2]] -= 1
            self._lengths += Counter()  # without those of which none is left

    def _signed(self, *parts: str) -> str:
        return digest(self._secret, "\0".join(parts).encode(), "sha256").hex()


class NotBannable(ValueError):  # noqa: N818 (a refusal, not an error of the program)
    """A text that is neither an account, nor an address, nor a network."""


@lru_cache(MOST_NAMES)
def ban_key(who: str) -> str:
    """How bans name an account or an address."""
    try:
        address = ip_address(who)
    except ValueError:
        return f"name:{name_key(who)}"
    # A proxy may write an IPv4 address as one of IPv6.
    return f"address:{getattr(address, 'ipv4_mapped', None) or address}"


@lru_cache(MOST_NAMES)
def _banned_place(key: str) -> BannedPlace:
    """Where a ban is kept, by its `ban_key`, which is taken apart once."""
    kind, _, where = key.partition(":")
    if kind in {"name", "browser"}:
        return key
    network = ip_network(where)
    bits = int(network.network_address) >> (network.max_prefixlen - network.prefixlen)
    return network.version, network.prefixlen, bits
