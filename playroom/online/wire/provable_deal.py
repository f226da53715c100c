"""A deal that can be proved: nobody can choose it, and everybody can check it once the round is over.

Each client seals a random number, its share, by sending the hash of it. Then the server commits itself to
a secret in the same way, and only then the shares are given. The tiles follow from the secret and the
shares. When the round is over, the server tells the secret. docs/fair-deals.md says what that proves.

Every hash is SHA-256 of byte strings that are encoded as in NIST SP 800-185: each has its length before it,
and the first names what is hashed. So no two lists of strings have the same encoding, and no hash of one
kind is one of another. The tiles are drawn from HMAC-SHA256 in the counter mode of NIST SP 800-108.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Final

HASH_BYTES: Final = 32
HASH_BITS: Final = 8 * HASH_BYTES
BLOCK_BYTES: Final = 64
INNER_PAD: Final = bytes(byte ^ 0x36 for byte in range(256))
OUTER_PAD: Final = bytes(byte ^ 0x5C for byte in range(256))
"""What HMAC makes of the bytes of a key before the inner and the outer hash."""
FLOAT_BITS: Final = 53
NUMBER_BYTES: Final = 8
COUNT_BYTES: Final = 4

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
    def parts(self) -> tuple[bytes, ...]:
        """The terms as byte strings. A ValueError if a seal is none."""
        return (self.table.encode(), _number(self.number), *_by_person(self.seals, HASH_BYTES))


def commitment_of(secret: str, terms: DealTerms) -> str:
    """The commitment of a server to a secret, for these terms alone. A ValueError if it is not a secret."""
    return transcript_hash("commitment", *terms.parts, _bytes(secret, SECRET_BYTES)).hex()


def seal_of(share: str, table: str, number: int, person: int) -> str:
    """The seal of a person's share for one deal of a table. A ValueError if it is not a share."""
    parts = (table.encode(), _number(number), _number(person), _bytes(share, SHARE_BYTES))
    return transcript_hash("seal", *parts).hex()


def is_seal_of(share: str, terms: DealTerms, person: int) -> bool:
    """Whether a person has sealed this share for the deal of these terms."""
    if not is_hexadecimal(share, SHARE_BYTES):
        return False
    return seal_of(share, terms.table, terms.number, person) == terms.seals.get(person)


def transcript_hash(kind: str, *parts: bytes) -> bytes:
    """The SHA-256 of byte strings, of which a hash of this *kind* is made."""
    encoded = (_length(8 * len(part)) + part for part in (f"playroom 3 {kind}".encode(), *parts))
    return sha256(b"".join(encoded)).digest()


def is_hexadecimal(text: str, length: int) -> bool:
    """Whether *text* is this number of bytes in lower-case hexadecimal."""
    return len(text) == 2 * length and set(text) <= set("0123456789abcdef")


def _length(bits: int) -> bytes:
    """A length as `left_encode` of NIST SP 800-185 writes it: the number of its bytes first."""
    size = max(1, (bits.bit_length() + 7) // 8)
    return bytes([size]) + bits.to_bytes(size)


def _number(number: int) -> bytes:
    return number.to_bytes(NUMBER_BYTES)


def _bytes(text: str, length: int) -> bytes:
    if not is_hexadecimal(text, length):
        raise ValueError(f"{text!r} is not {length} bytes in hexadecimal digits")
    return bytes.fromhex(text)


def _by_person(values: Mapping[int, str], length: int) -> list[bytes]:
    """The people in order, each followed by the value, of this number of bytes."""
    return [part for person in sorted(values) for part in (_number(person), _bytes(values[person], length))]


def round_secret(secret: str, terms: DealTerms, shares: Mapping[int, str], number: int) -> str:
    """The secret of all deals in a round of an evening, whose tables have the same deals.

    It follows from the secret, terms and shares of the evening. A ValueError if one of these is none.
    """
    parts = (transcript_hash("terms", *terms.parts), *_by_person(shares, SHARE_BYTES))
    context = transcript_hash("deal", *parts)
    return transcript_hash("evening", context, _bytes(secret, SECRET_BYTES), _number(number)).hex()


def evening_chance(evening: str, secret: str, number: int) -> "DealChance":
    """The chance of a deal, counted from 1, at each table of a round with this `round_secret`."""
    return DealChance(secret, DealTerms(evening, number, {}), {})


class DealChance(Random):
    """Chance that follows from a secret, terms and shares. A ValueError if one of these is none."""

    def __init__(self, secret: str, terms: DealTerms, shares: Mapping[int, str]) -> None:
        super().__init__(0)
        # HMAC (RFC 2104) is written out: `hmac.digest` would let another thread run for each number, and an
        # object of `hmac` takes twice as long to copy.
        key = _bytes(secret, SECRET_BYTES).ljust(BLOCK_BYTES, b"\0")
        self._inner = sha256(key.translate(INNER_PAD))
        self._outer = sha256(key.translate(OUTER_PAD))
        # The terms are one string here, so that none of their strings passes for a share.
        parts = (transcript_hash("terms", *terms.parts), *_by_person(shares, SHARE_BYTES))
        self._rest = b"playroom 3 deal\0" + transcript_hash("deal", *parts) + HASH_BITS.to_bytes(COUNT_BYTES)
        self._count = 0

    def getrandbits(self, k: int, /) -> int:
        """The next *k* bits, up to 256."""
        self._count += 1
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(self._count.to_bytes(COUNT_BYTES) + self._rest)
        outer.update(inner.digest())
        return int.from_bytes(outer.digest()) >> (HASH_BITS - k)

    def random(self) -> float:
        """The next number from 0 up to 1."""
        return self.getrandbits(FLOAT_BITS) / (1 << FLOAT_BITS)
