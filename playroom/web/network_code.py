"""The code that lets browsers of the local network in, and how often it may be guessed."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from hmac import compare_digest
from secrets import randbelow
from typing import Final

from playroom.web.stay import VisitPlan

CODE_DIGITS: Final = 6

MOST_BY_ADDRESS: Final = 5
"""The wrong codes after which an address must wait."""
MOST_IN_ALL: Final = 20
"""The wrong codes after which all must wait, for a new code."""

WAIT_SECONDS: Final = 600.0
"""Seconds to wait; one who tries all day has about 3 chances in 1,000 to guess right."""


class CodeAnswer(StrEnum):
    """The answer to a code; for those that are refused, the entry of the sentence."""

    RIGHT = "right"
    WRONG = "wrong"
    ADDRESS_WAITS = "address_waits"
    ALL_WAIT = "all_wait"


def random_code() -> str:
    """A code by chance."""
    return f"{randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"


class NetworkCode:
    """The present code; *renewed* is called with each new one. *clock* counts seconds."""

    def __init__(
        self,
        clock: Callable[[], float],
        renewed: Callable[[str], object],
        draw: Callable[[], str] = random_code,
    ) -> None:
        self._clock, self._renewed, self._draw = clock, renewed, draw
        self.code = draw()
        self._wrong: Counter[str] = Counter()
        self._waits: dict[str, float] = {}
        """Until when addresses wait; "" is every address."""

    def judge(self, guess: str, address: str) -> CodeAnswer:
        """Whether a guess from an address is right; one that comes too early is not looked at."""
        if self._is_waiting(""):
            return CodeAnswer.ALL_WAIT
        if self._is_waiting(address):
            return CodeAnswer.ADDRESS_WAITS
        if compare_digest("".join(guess.split()).encode("utf-8", "replace"), self.code.encode()):
            return CodeAnswer.RIGHT
        return self._count(address)

    def _count(self, address: str) -> CodeAnswer:
        """Count a wrong guess."""
        self._wrong[address] += 1
        if self._wrong.total() >= MOST_IN_ALL:
            self._renew()
            return CodeAnswer.ALL_WAIT
        if self._wrong[address] % MOST_BY_ADDRESS == 0:
            self._waits[address] = self._clock() + WAIT_SECONDS
            return CodeAnswer.ADDRESS_WAITS
        return CodeAnswer.WRONG

    def _renew(self) -> None:
        self.code = self._draw()
        self._wrong.clear()
        self._waits = {"": self._clock() + WAIT_SECONDS}
        self._renewed(self.code)

    def _is_waiting(self, address: str) -> bool:
        return self._clock() < self._waits.get(address, 0)


@dataclass(frozen=True, slots=True)
class NetworkAccess:
    """How browsers of the local network come in: by the address of this machine there, and a code.

    *plan* says how the browser with an identifier is received, as each has settings of its own.
    """

    host: str
    code: NetworkCode
    plan: Callable[[str], VisitPlan]
