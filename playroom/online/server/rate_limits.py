"""How often anything may be done: by a connection, an address, its network, an account, or at a table.

Reconnecting changes none of these but the connection, so that it lifts no limit.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final
from weakref import WeakValueDictionary

from playroom.online.server.refused import Refused
from playroom.online.wire.protocol import RefusalCode


class Deed(StrEnum):
    """The actions that are limited."""

    CONNECTION = "connection"
    """A connection that begins."""
    FILE = "file"
    """A connection that begins where pages are: it may be that for a file, of which a page has many."""
    MESSAGE = "message"
    CHAT = "chat"
    CHANGE = "change"
    """Any command that is not a part of playing."""
    TABLE = "table"
    """A new table."""
    JOIN = "join"
    NAME = "name"
    """A new name at a table."""
    GUEST = "guest"
    """A new guest in a browser, who gets a home on the disk."""
    GUESS = "guess"
    """A code, a seat token or a key that does not exist."""
    SIGN_IN = "sign_in"
    FAILURE = "failure"
    """A wrong password."""
    ACCOUNT = "account"
    """A new account."""
    HIDING = "hiding"
    """Hiding one's rating, which the log of the club keeps."""
    INVITE = "invite"
    """An invitation of a person to a table."""
    DAY = "day"
    """A deal of the day that is compared, for which the server plays it again."""
    REPORT = "report"
    """A report to the moderators, which the log of the club keeps."""
    MODERATION = "moderation"
    """An act of a moderator, which the log of the club keeps too."""


class Scope(StrEnum):
    """For whom a deed is counted."""

    CONNECTION = "connection"
    ADDRESS = "address"
    NETWORK = "network"
    """The /64 of an IPv6 address, all of which one person has."""
    SITE = "site"
    """The /56 of an IPv6 address: what providers give to a household, which has 256 times a /64."""
    REGION = "region"
    """The /48 of an IPv6 address: what providers give to a firm, or to a household too."""
    THIS_MACHINE = "this_machine"
    """All who come through a proxy that does not say from where, and those who are at this machine."""
    ACCOUNT = "account"
    PERSON = "person"
    """One person at one table."""
    AT_TABLE = "at_table"
    """All people at one table."""
    INVITED = "invited"
    """One person who is invited, by anybody."""
    PAIR = "pair"
    """One person who is invited, or reported, by another one."""


Key = tuple[Scope, str]
"""For whom a deed is counted, by name."""
Rate = tuple[int, float]
"""The burst size of a limit, and the seconds until it is available again."""

NETWORK_BITS: Final = {Scope.NETWORK: 64, Scope.SITE: 56, Scope.REGION: 48}
WIDER: Final = {Scope.SITE: 2, Scope.REGION: 4}
"""How many times as much as a /64 the /56 and the /48 around it may do."""

MOST_AT_ONCE: Final[Mapping[Scope, int]] = {
    Scope.ADDRESS: 20,
    Scope.NETWORK: 40,
    **{scope: 40 * times for scope, times in WIDER.items()},
}
"""The most connections at once."""

_NARROW_RATES: Final[Mapping[Deed, Mapping[Scope, Rate]]] = {
    Deed.CONNECTION: {Scope.ADDRESS: (60, 20.0), Scope.NETWORK: (120, 20.0)},
    Deed.FILE: {Scope.ADDRESS: (600, 20.0), Scope.NETWORK: (1200, 20.0)},
    Deed.MESSAGE: {
        Scope.CONNECTION: (100, 20.0),
        Scope.PERSON: (100, 20.0),
        Scope.ACCOUNT: (200, 20.0),
        Scope.ADDRESS: (2000, 20.0),
        Scope.NETWORK: (4000, 20.0),
    },
    Deed.CHAT: {
        Scope.CONNECTION: (5, 10.0),
        Scope.PERSON: (5, 10.0),
        Scope.ACCOUNT: (5, 10.0),
        Scope.ADDRESS: (20, 10.0),
        Scope.NETWORK: (40, 10.0),
        Scope.AT_TABLE: (60, 10.0),
    },
    Deed.CHANGE: {
        Scope.PERSON: (120, 300.0),
        Scope.ADDRESS: (600, 300.0),
        Scope.NETWORK: (1200, 300.0),
        Scope.AT_TABLE: (600, 300.0),
    },
    Deed.TABLE: {
        Scope.CONNECTION: (3, 60.0),
        Scope.ACCOUNT: (3, 60.0),
        Scope.ADDRESS: (10, 60.0),
        Scope.NETWORK: (20, 60.0),
    },
    Deed.JOIN: {
        Scope.CONNECTION: (20, 20.0),
        Scope.ACCOUNT: (40, 20.0),
        Scope.ADDRESS: (100, 20.0),
        Scope.NETWORK: (200, 20.0),
    },
    Deed.NAME: {Scope.ADDRESS: (20, 60.0), Scope.NETWORK: (40, 60.0), Scope.AT_TABLE: (60, 60.0)},
    Deed.GUEST: {Scope.ADDRESS: (20, 600.0), Scope.NETWORK: (40, 600.0)},
    Deed.GUESS: {Scope.CONNECTION: (20, 60.0), Scope.ADDRESS: (20, 60.0), Scope.NETWORK: (40, 60.0)},
    Deed.SIGN_IN: {Scope.ADDRESS: (5, 60.0), Scope.NETWORK: (20, 60.0), Scope.THIS_MACHINE: (5, 60.0)},
    Deed.FAILURE: {
        Scope.ADDRESS: (3, 60.0),
        Scope.NETWORK: (10, 60.0),
        Scope.THIS_MACHINE: (3, 60.0),
        Scope.ACCOUNT: (10, 600.0),
    },
    Deed.ACCOUNT: {Scope.ADDRESS: (2, 60.0), Scope.NETWORK: (6, 60.0), Scope.THIS_MACHINE: (2, 60.0)},
    Deed.HIDING: {Scope.ACCOUNT: (6, 600.0), Scope.ADDRESS: (20, 600.0), Scope.NETWORK: (40, 600.0)},
    Deed.DAY: {Scope.ACCOUNT: (3, 60.0), Scope.ADDRESS: (10, 60.0), Scope.NETWORK: (20, 60.0)},
    Deed.INVITE: {
        Scope.ACCOUNT: (6, 60.0),
        Scope.ADDRESS: (20, 60.0),
        Scope.NETWORK: (40, 60.0),
        Scope.INVITED: (10, 60.0),
        Scope.PAIR: (2, 60.0),
    },
    Deed.REPORT: {
        Scope.PERSON: (5, 600.0),
        Scope.ACCOUNT: (5, 600.0),
        Scope.ADDRESS: (10, 600.0),
        Scope.NETWORK: (20, 600.0),
        Scope.AT_TABLE: (20, 600.0),
        Scope.PAIR: (2, 600.0),
    },
    Deed.MODERATION: {Scope.CONNECTION: (60, 60.0), Scope.ADDRESS: (120, 60.0), Scope.NETWORK: (240, 60.0)},
}


RATES: Final[Mapping[Deed, Mapping[Scope, Rate]]] = {
    deed: {**rates, **{scope: (count * times, seconds) for scope, times in WIDER.items()}}
    for deed, rates in _NARROW_RATES.items()
    for count, seconds in [rates[Scope.NETWORK]]
}
"""The rates with those of the /56 and the /48."""

MOST_LIMITS: Final = 50_000
"""The most limits that are remembered; beyond that, those that were needed first are forgotten."""

MOST_ADDRESSES: Final = 4096
"""The addresses that are taken apart once: a connection asks for its own again and again."""

ROUNDING: Final = 1e-6
"""Seconds that sums of many steps may be off."""


class RateLimit:
    """*count* times at once, and as many again in each *seconds*."""

    __slots__ = ("_free", "_patience", "_step")

    def __init__(self, count: int, seconds: float) -> None:
        self._step = seconds / count
        self._patience = seconds - self._step
        self._free = 0.0

    def wait(self, now: float) -> float:
        """The seconds until one time is allowed; 0 if it is now."""
        wait = self._free - now - self._patience
        return wait if wait > ROUNDING else 0.0

    def count(self, now: float, times: int = 1) -> None:
        """Count one time, or several, or one less than was counted before."""
        self._free = max(self._free, now) + self._step * times

    def forgive(self) -> None:
        """Count one time less."""
        self._free -= self._step

    def is_idle(self, now: float) -> bool:
        """Whether it is as if nothing had been counted."""
        return self._free <= now


SharedCount = tuple[Deed, Scope, str, int]
"""How often more something was done, and for whom it is counted."""

HERE_ALONE: Final = {Deed.CONNECTION, Deed.FILE, Deed.MESSAGE}
"""What is counted at each server by itself: there is so much of it that to tell of it would cost more."""

MOST_NEWS: Final = 5000
"""The most counts that one server tells the others at a time, the largest first."""


class RateLimits:
    """All limits of one server."""

    def __init__(self) -> None:
        self._limits: dict[tuple[Deed, Key], RateLimit] = {}
        self.is_shared = False
        """Whether other servers are told what is counted here."""
        self._new: Counter[tuple[Deed, Key]] = Counter()
        """What was counted here since other servers were told."""

    def check(self, deed: Deed, keys: Sequence[Key]) -> None:
        """Count a deed for all of them; Refused, and not counted, if one of them has done it too often."""
        limits, now = self._limits_of(deed, keys), _now()
        _check(limits, now)
        for limit in limits:
            limit.count(now)
        if self.is_shared:
            for key in keys:
                self._note(deed, key, 1)

    def count(self, deed: Deed, keys: Iterable[Key]) -> None:
        """Count a deed that was done already."""
        for key in keys:
            if rate := RATES[deed].get(key[0]):
                self._limit((deed, key), rate).count(_now())
                self._note(deed, key, 1)

    def look(self, deed: Deed, keys: Iterable[Key]) -> None:
        """Refused if one of them has done it too often; nothing is counted."""
        _check(self._limits_of(deed, keys), _now())

    def forgive(self, deed: Deed, keys: Iterable[Key]) -> None:
        """Take back what was counted once."""
        for key in keys:
            if rate := RATES[deed].get(key[0]):
                self._limit((deed, key), rate).forgive()
                self._note(deed, key, -1)

    def taken_news(self) -> list[SharedCount]:
        """What was counted here since the last call, for other servers."""
        news = [(*of, times) for of, times in self._new.most_common(MOST_NEWS) if times]
        self._new.clear()
        return [(deed, *key, times) for deed, key, times in news]

    def count_elsewhere(self, news: Iterable[SharedCount]) -> None:
        """Count what other servers have counted."""
        for deed, scope, name, times in news:
            if rate := RATES[deed].get(scope):
                self._limit((deed, (scope, name)), rate).count(_now(), times)

    def _note(self, deed: Deed, key: Key, times: int) -> None:
        """Note for other servers what was counted here."""
        if not self.is_shared or deed in HERE_ALONE or key[0] == Scope.CONNECTION:
            return
        if key[0] in RATES[deed] and len(self._new) < MOST_LIMITS:
            self._new[deed, key] += times

    def _limits_of(self, deed: Deed, keys: Iterable[Key]) -> list[RateLimit]:
        rates = RATES[deed]
        return [self._limit((deed, key), rate) for key in keys if (rate := rates.get(key[0]))]

    def _limit(self, key: tuple[Deed, Key], rate: Rate) -> RateLimit:
        limit = self._limits.get(key)
        if limit is None:
            if len(self._limits) >= MOST_LIMITS:  # those go that count nothing now, or else the older half
                now = _now()
                self._limits = {of: each for of, each in self._limits.items() if not each.is_idle(now)}
                if len(self._limits) > MOST_LIMITS // 2:
                    self._limits = dict([*self._limits.items()][MOST_LIMITS // 2 :])
            limit = self._limits[key] = RateLimit(*rate)
        return limit


class NetworkTurns:
    """Turns of the event loop, of which each network has one at a time for all who wait."""

    def __init__(self) -> None:
        self._waiting: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def wait(self, network: str) -> None:
        """Wait for a turn; not at all if the network is not known, and thus ""."""
        if network:
            async with self._waiting.setdefault(network, asyncio.Lock()):
                await asyncio.sleep(0)


def network_of(address: str) -> str:
    """The address, or the /64 that it belongs to; "" for this machine, and if it is not known."""
    names = dict(address_keys(address))
    return names.get(Scope.NETWORK, names.get(Scope.ADDRESS, ""))


def region_of(address: str) -> str:
    """The address, or the /48 that it belongs to; "" for this machine, and if it is not known."""
    return next((name for _, name in reversed(address_keys(address))), "")


@lru_cache(MOST_ADDRESSES)
def address_keys(address: str) -> tuple[Key, ...]:
    """For whom the deeds of an address are counted; nobody if it is not known."""
    if not address:
        return ()
    found = ip_address(address)
    # A proxy may write an IPv4 address as one of IPv6.
    found = getattr(found, "ipv4_mapped", None) or found
    if found.is_loopback:
        return ((Scope.THIS_MACHINE, ""),)
    if isinstance(found, IPv6Address):
        bits = NETWORK_BITS.items()
        networks = ((scope, str(IPv6Network((int(found), count), strict=False))) for scope, count in bits)
        return (Scope.ADDRESS, str(found)), *networks
    return ((Scope.ADDRESS, str(found)),)


def _check(limits: list[RateLimit], now: float) -> None:
    if wait := max((limit.wait(now) for limit in limits), default=0.0):
        raise Refused(RefusalCode.TOO_FAST, seconds=round(wait + 0.5))


def _now() -> float:
    return asyncio.get_running_loop().time()
