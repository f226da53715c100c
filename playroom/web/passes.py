"""The passes of browsers: signed, so that a browser that was let in once comes in again after a new start.

The key is in a file of the player's folder. With a new key, no pass that was given before is worth anything.
"""

import re
from contextlib import suppress
from enum import StrEnum
from hashlib import sha256
from hmac import compare_digest, digest
from pathlib import Path
from secrets import token_bytes
from typing import Final, NamedTuple

from playroom.home.files import write_atomically

KEY_BYTES: Final = 32
SIGNATURE_DIGITS: Final = 40
INVITATION_DIGITS: Final = 32

_PASS: Final = re.compile(r"([a-z]+)-([0-9a-f]{16})-([0-9a-f]+)", re.ASCII)


class Rights(StrEnum):
    """What a browser finds when it comes in."""

    HERE = "here"
    """The player's matches, and the settings of all browsers of this machine."""
    OWN = "own"
    """The player's matches, and settings of its own: another device of theirs."""
    GUEST = "guest"
    """A home of its own: matches, settings and presets."""
    MEMBER = "member"
    """The home of a member of a club, who is signed in; no cookie has such a pass."""


class BrowserPass(NamedTuple):
    """The rights of a browser, and the 16 digits by which its files are found."""

    rights: Rights
    identifier: str


class PassKey:
    """Signs passes and checks them."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.cookie = f"playroom-{sha256(b'cookie' + key).hexdigest()[:8]}"
        """The name of the cookie, which two players on one machine must not share: cookies know no ports."""

    @property
    def invitation(self) -> str:
        """The secret of the link for guests, which is the same after each start."""
        return digest(self._key, b"invitation", "sha256").hex()[:INVITATION_DIGITS]

    def text(self, given: BrowserPass) -> str:
        """A pass as it stands in a cookie."""
        plain = f"{given.rights}-{given.identifier}"
        return f"{plain}-{self._signature(plain)}"

    def read(self, text: str) -> BrowserPass | None:
        """The pass that a text is; None if it is none of ours."""
        if not (found := _PASS.fullmatch(text)):
            return None
        rights, identifier, signature = found.groups()
        if not compare_digest(signature, self._signature(f"{rights}-{identifier}")):
            return None
        return BrowserPass(Rights(rights), identifier)

    def _signature(self, plain: str) -> str:
        return digest(self._key, plain.encode(), "sha256").hex()[:SIGNATURE_DIGITS]


def pass_key_in(file: Path, *, is_renewed: bool = False) -> PassKey:
    """The key in a file; a new one if there is none, or if it *is_renewed*. Raises OSError."""
    if not is_renewed:
        with suppress(FileNotFoundError, ValueError):
            key = bytes.fromhex(file.read_text(encoding="ascii"))
            if len(key) == KEY_BYTES:
                return PassKey(key)
    key = token_bytes(KEY_BYTES)
    write_atomically(file, key.hex())
    return PassKey(key)
