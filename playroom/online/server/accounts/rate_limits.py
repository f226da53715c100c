"""Rate limits: how often a client may act, and one address may sign in, fail to, and make accounts."""

import asyncio

from playroom.online.server.refused import Refused
from playroom.online.wire.codes import RefusalCode
from playroom.online.wire.limits import ACCOUNT_RATE, FAILURE_RATE, SIGN_IN_RATE


class RateLimit:
    """*count* times at once, and as many again in each *seconds*."""

    __slots__ = ("_free", "_patience", "_step")

    def __init__(self, count: int, seconds: float) -> None:
        self._step = seconds / count
        self._patience = seconds - self._step
        self._free = 0.0

    def wait(self, now: float) -> float:
        """Count one time, and return 0; or the seconds until one is allowed, without counting it."""
        free = max(self._free, now)
        wait = free - now - self._patience
        if wait > 0:
            return wait
        self._free = free + self._step
        return 0.0


MOST_ADDRESSES = 10_000
"""So many addresses are remembered; those that came first are forgotten."""


class AddressLimits:
    """The limits of one address."""

    __slots__ = ("accounts", "failures", "sign_ins")

    def __init__(self) -> None:
        self.accounts, self.sign_ins = RateLimit(*ACCOUNT_RATE), RateLimit(*SIGN_IN_RATE)
        self.failures = RateLimit(*FAILURE_RATE)


class SignInLimits:
    """The limits of all addresses."""

    def __init__(self) -> None:
        self._addresses: dict[str, AddressLimits] = {}

    def check_new_account(self, address: str) -> None:
        """Count a new account; Refused if there were too many."""
        _check(self._of(address).accounts)

    def check_sign_in(self, address: str) -> None:
        """Count an attempt to sign in as one that fails, until `forgive`; Refused if there were too many."""
        limits = self._of(address)
        _check(limits.sign_ins)
        _check(limits.failures)

    def forgive(self, address: str) -> None:
        """Count no attempt of the address as one that fails."""
        self._of(address).failures = RateLimit(*FAILURE_RATE)

    def _of(self, address: str) -> AddressLimits:
        if address not in self._addresses and len(self._addresses) >= MOST_ADDRESSES:
            del self._addresses[next(iter(self._addresses))]
        return self._addresses.setdefault(address, AddressLimits())


def _check(limit: RateLimit) -> None:
    if wait := limit.wait(asyncio.get_running_loop().time()):
        raise Refused(RefusalCode.TOO_FAST, seconds=round(wait + 0.5))
