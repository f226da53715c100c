"""Seat tokens: who holds one is the person; the log has their hashes alone."""

from hashlib import sha256
from hmac import compare_digest
from secrets import token_bytes, token_urlsafe

from playroom.online.wire.invite import CODE_BYTES, crockford
from playroom.online.wire.table_state import TableState

TOKEN_BYTES = 24


def new_token() -> str:
    """A seat token that nobody can guess."""
    return token_urlsafe(TOKEN_BYTES)


def new_table_code() -> str:
    """The code of a new table."""
    return crockford(token_bytes(CODE_BYTES))


def token_hash(token: str) -> str:
    """What the log holds of a token. It has 192 random bits, so that a plain hash is enough."""
    return sha256(token.encode()).hexdigest()


def holder(state: TableState, token: str) -> int | None:
    """The person whose seat token this is."""
    hashed = token_hash(token)
    found = [person for person, known in state.people.items() if compare_digest(known.token, hashed)]
    return found[0] if found else None
