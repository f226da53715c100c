"""What the log of accounts holds: one entry an event."""

from msgspec import DecodeError, Struct, json

from playroom.online.log.table_log import Damaged


class AccountEntry(Struct, frozen=True, tag_field="entry", tag=True):
    """The base of these entries."""


class SecretMade(AccountEntry, frozen=True):
    """The servers of the club sign keys with this secret, in hexadecimal digits."""

    secret: str


class AccountMade(AccountEntry, frozen=True):
    """A name has an account; *password* is its Argon2 hash."""

    name: str
    password: str


class PasswordChanged(AccountEntry, frozen=True):
    """An account has another password; *password* is its Argon2 hash."""

    name: str
    password: str


class AccessBanned(AccountEntry, frozen=True):
    """An account or an address is banned; *until* is in seconds since 1970, 0 for ever."""

    who: str
    reason: str
    until: int


class BanLifted(AccountEntry, frozen=True):
    """An account or an address is not banned any more."""

    who: str


AnyAccountEntry = SecretMade | AccountMade | PasswordChanged | AccessBanned | BanLifted

_ENCODER = json.Encoder()
_DECODER: json.Decoder[AnyAccountEntry] = json.Decoder(AnyAccountEntry)


def account_body(entry: AnyAccountEntry) -> bytes:
    """What the log stores of an entry."""
    return _ENCODER.encode(entry)


def account_entry(body: bytes) -> AnyAccountEntry:
    """What was stored. Raises Damaged if it is not what a server of this version stores."""
    try:
        return _DECODER.decode(body)
    except DecodeError as error:
        raise Damaged(f"not an entry of the accounts: {error}") from error
