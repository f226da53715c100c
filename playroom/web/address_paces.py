"""How fast the pages of one address are read, all together: a flood takes no more than one person."""

from typing import Final

from playroom.web.incoming import KEYS_A_SECOND, MOST_AT_ONCE

MOST_KNOWN: Final = 10_000
"""The addresses that are kept; those that have sent nothing lately are forgotten first."""

OWN: Final = frozenset({"", "127.0.0.1", "::1"})
"""The addresses that have no pace: this machine, and a proxy on it that does not say who comes."""


class AddressPaces:
    """The next message of each address is due when it is due by the rate of one page."""

    def __init__(self) -> None:
        self._due: dict[str, float] = {}

    def wait(self, address: str, now: float) -> float:
        """The seconds until one more message of an address may be read, at a time in seconds."""
        if address in OWN:
            return 0.0
        earliest = now - MOST_AT_ONCE / KEYS_A_SECOND
        due = max(self._due.pop(address, earliest), earliest) + 1 / KEYS_A_SECOND
        self._due[address] = due
        if len(self._due) > MOST_KNOWN:
            del self._due[next(iter(self._due))]
        return max(0.0, due - now)
