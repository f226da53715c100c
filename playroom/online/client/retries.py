"""The attempts to come back to a table after the connection was lost."""

from collections.abc import Callable
from random import SystemRandom
from typing import Final

from playroom.online.client.link import Cancelled, Later
from playroom.online.wire.protocol import RefusalCode

SHORTEST: Final = 0.25
LONGEST: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Between these seconds a client waits before each attempt to come back; the last ones again and again.

How long is random: many clients that were lost together do not come back together.
"""

COMES_BACK: Final = frozenset(
    {RefusalCode.CLOSING, RefusalCode.SLOW, RefusalCode.TOO_MANY_CONNECTIONS, RefusalCode.WRONG_KEY}
)
"""The reasons for which a server ends a connection, after which a client tries again."""


class Retries:
    """Calls *start* after longer and longer pauses, until it is stopped."""

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
