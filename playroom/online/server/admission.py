"""Which connections may begin: the limits of each address and network, at once and in a time."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from playroom.online.server.rate_limits import (
    Deed,
    Key,
    NetworkTurns,
    RateLimits,
    Scope,
    address_keys,
    network_of,
)
from playroom.online.server.refused import Refused
from playroom.online.wire.codes import RefusalCode

MOST_AT_ONCE: Final[Mapping[Scope, int]] = {Scope.ADDRESS: 20, Scope.NETWORK: 40}
"""The most connections at once."""

PAUSE_SECONDS: Final = 1.0
"""The seconds that a refused connection waits for its refusal: who tries again at once gains nothing."""

MOST_PAUSES: Final = 256
"""The most connections that wait for a refusal; all others are refused at once."""


class Admission:
    """Counts the connections of addresses and networks."""

    def __init__(self, limits: RateLimits) -> None:
        self._limits = limits
        self._here: Counter[Key] = Counter()
        self._pauses = 0
        self._turns = NetworkTurns()

    async def check_rate(self, address: str) -> None:
        """Count a connection that begins, one of a network in each turn of the event loop.

        Refused after a pause if too many have begun.
        """
        try:
            self._limits.check(Deed.CONNECTION, address_keys(address))
        except Refused:
            await self._pause()
            raise
        await self._turns.wait(network_of(address))

    @contextmanager
    def counted(self, address: str) -> Iterator[None]:
        """A context in which a connection is counted; Refused if there are too many."""
        keys = [key for key in address_keys(address) if key[0] in MOST_AT_ONCE]
        if any(self._here[key] >= MOST_AT_ONCE[key[0]] for key in keys):
            raise Refused(RefusalCode.TOO_MANY_CONNECTIONS)
        self._here.update(keys)
        try:
            yield
        finally:
            for key in keys:
                self._here[key] -= 1
                if not self._here[key]:
                    del self._here[key]

    async def _pause(self) -> None:
        if self._pauses >= MOST_PAUSES:
            return
        self._pauses += 1
        try:
            await asyncio.sleep(PAUSE_SECONDS)
        finally:
            self._pauses -= 1
