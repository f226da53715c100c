"""A deal that can be proved: nobody can choose it, and everybody can check it once the round is over.

Each client seals a random number, its share, by sending the hash of it. Then the server commits itself to
a secret in the same way, and only then the shares are given. The tiles follow from the secret and the
shares. When the round is over, the server tells the secret. docs/fair-deals.md says what that proves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from hmac import digest
from random import Random
from typing import Final

HASH_BITS: Final = 256
FLOAT_BITS: Final = 53

SECRET_BYTES: Final = 32
SHARE_BYTES: Final = 16
"""The length of secrets and shares in bytes; both are written in hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class DealTerms:
    """The terms that precede all shares: the table, the deal's *number* there, and all seals by person.

    A table counts its commitments, through all its matches and rounds: no number belongs to two deals.
    """

    table: str
    number: int
    seals: Mapping[int, str]

    @property
    def text(self) -> str:
        """The terms in one line."""
        seals = (f"{person}:{self.seals[person]}" for person in sorted(self.seals))
        return " ".join([self.table, str(self.number), *seals])


def commitment_of(secret: str, terms: DealTerms) -> str:
    """The commitment of a server to a secret, in hexadecimal digits; for these terms alone."""
    return _hash(f"playroom secret {terms.text} {secret}")


def seal_of(share: str, table: str, number: int, person: int) -> str:
    """The seal of a person's share for one deal of a table, in hexadecimal digits."""
    return _hash(f"playroom share {table} {number} {person} {share}")


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def is_hexadecimal(text: str, length: int) -> bool:
    """Whether *text* is this number of bytes in lower-case hexadecimal."""
    return len(text) == 2 * length and set(text) <= set("0123456789abcdef")


class DealChance(Random):
    """Chance that follows from a secret, terms and shares: HMAC-SHA256 of a counter."""

    def __init__(self, secret: str, terms: DealTerms, shares: Mapping[int, str]) -> None:
        super().__init__(0)
        self._secret = secret.encode()
        self._public = " ".join([terms.text, *(f"{person}:{shares[person]}" for person in sorted(shares))])
        self._count = 0

    def getrandbits(self, k: int, /) -> int:
        """The next *k* bits, up to 256."""
        self._count += 1
        block = digest(self._secret, f"{self._public} {self._count}".encode(), "sha256")
        return int.from_bytes(block) >> (HASH_BITS - k)

    def random(self) -> float:
        """The next number from 0 up to 1."""
        return self.getrandbits(FLOAT_BITS) / (1 << FLOAT_BITS)
