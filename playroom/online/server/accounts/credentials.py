"""Passwords as Argon2id hashes, which take 19 MiB and two passes each, and seat tokens, kept as hashes."""

import asyncio
from functools import cached_property
from hashlib import sha256
from hmac import compare_digest, digest
from secrets import token_bytes, token_urlsafe
from typing import TYPE_CHECKING, Protocol

from playroom.online.wire.invite import CODE_BYTES, crockford
from playroom.online.wire.table_state import TableState

if TYPE_CHECKING:
    from argon2 import PasswordHasher as Argon


class PasswordHasher(Protocol):
    """Makes hashes of passwords, and checks them."""

    async def hash(self, password: str) -> str:
        """The hash of a password."""
        ...

    async def is_right(self, hashed: str, password: str) -> bool:
        """Whether this is the password of the hash."""
        ...


class ArgonHasher:
    """Argon2id in threads, two at once. Raises ModuleNotFoundError without the extra named server."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(2)

    def load(self) -> None:
        """Load the library."""
        _ = self._argon

    async def hash(self, password: str) -> str:
        """The hash of a password."""
        async with self._free:
            return await asyncio.to_thread(self._argon.hash, password)

    async def is_right(self, hashed: str, password: str) -> bool:
        """Whether this is the password of the hash."""
        async with self._free:
            return await asyncio.to_thread(self._verified, hashed, password)

    def _verified(self, hashed: str, password: str) -> bool:
        from argon2.exceptions import VerificationError  # noqa: PLC0415 (only servers with accounts have it)

        try:
            return self._argon.verify(hashed, password)
        except VerificationError:
            return False

    @cached_property
    def _argon(self) -> "Argon":
        from argon2 import PasswordHasher as Argon  # noqa: PLC0415 (only servers with accounts have it)

        return Argon(time_cost=2, memory_cost=19 * 1024, parallelism=1)


TOKEN_BYTES = 24


def new_token() -> str:
    """A seat token that nobody can guess."""
    return token_urlsafe(TOKEN_BYTES)


def new_table_code() -> str:
    """The code of a new table."""
    return crockford(token_bytes(CODE_BYTES))


def token_hash(token: str) -> str:
    """The hash of a token in the log. The token has 192 random bits, so that a plain hash is enough."""
    return sha256(token.encode()).hexdigest()


def network_mark(key: bytes, table: str, network: str) -> str:
    """What a table's log keeps of a banned network: a hash with the server's *key*, another at each table.

    "" if the network is not known.
    """
    return digest(key, f"{table} {network}".encode(), "sha256").hex() if network else ""


def holder(state: TableState, token: str) -> int | None:
    """The person whose seat token this is."""
    hashed = token_hash(token)
    found = [person for person, known in state.people.items() if compare_digest(known.token, hashed)]
    return found[0] if found else None
