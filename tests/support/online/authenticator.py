"""A device with passkeys (WebAuthn), in software: ES256, and no attestation.

A test can change what it signs, as an attacker would.
"""

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40
"""What a device says of its owner: there, and unlocked it; and that it has made a key."""

Options = Mapping[str, Any]
"""What the club asks for, as it is sent."""


@dataclass
class DevicePasskey:
    """A passkey on a device; *handle* is the account as the club calls it."""

    credential: bytes
    secret: ec.EllipticCurvePrivateKey
    host: str
    handle: bytes
    uses: int = 0


@dataclass
class Authenticator:
    """A device on the page of an *origin*; *flags* are what it says of its owner."""

    origin: str
    flags: int = PRESENT | VERIFIED
    counts: bool = True
    passkeys: list[DevicePasskey] = field(default_factory=list)

    def create(self, options: Options, *, credential: bytes = b"", **said: object) -> dict[str, str]:
        """The fields that answer the options for a new passkey; *said* changes what is said of the page."""
        host = str(options["rp"]["id"])
        made = DevicePasskey(
            credential or secrets.token_bytes(16),
            ec.generate_private_key(ec.SECP256R1()),
            host,
            from_base64(options["user"]["id"]),
        )
        self.passkeys.append(made)
        numbers = made.secret.public_key().public_numbers()
        x, y = (each.to_bytes(32, "big") for each in (numbers.x, numbers.y))
        key = cbor({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        length = len(made.credential).to_bytes(2, "big")
        data = self._data(made, WITH_KEY) + bytes(16) + length + made.credential + key
        return {
            "credential": to_base64(made.credential),
            "client_data": to_base64(self._client_data("webauthn.create", options, said)),
            "attestation": to_base64(cbor({"fmt": "none", "attStmt": {}, "authData": data})),
        }

    def get(self, options: Options, passkey: DevicePasskey | None = None, **said: object) -> dict[str, str]:
        """The fields that answer the options for signing in, by the newest passkey or another one."""
        used = passkey or self.passkeys[-1]
        used.uses += self.counts
        data, client_data = self._data(used), self._client_data("webauthn.get", options, said)
        signed = used.secret.sign(data + sha256(client_data).digest(), ec.ECDSA(SHA256()))
        return {
            "credential": to_base64(used.credential),
            "client_data": to_base64(client_data),
            "authenticator_data": to_base64(data),
            "signature": to_base64(signed),
            "user_handle": to_base64(used.handle),
        }

    def _data(self, passkey: DevicePasskey, more: int = 0) -> bytes:
        flags = bytes([self.flags | more])
        return sha256(passkey.host.encode()).digest() + flags + passkey.uses.to_bytes(4, "big")

    def _client_data(self, kind: str, options: Options, said: Mapping[str, object]) -> bytes:
        page = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps({**page, **said}).encode()


def cbor(value: object) -> bytes:
    """A value in CBOR, of the kinds that a passkey is made of."""
    match value:
        case int():
            return _head(0, value) if value >= 0 else _head(1, -1 - value)
        case bytes():
            return _head(2, len(value)) + value
        case str():
            return _head(3, len(value.encode())) + value.encode()
        case dict():
            return _head(5, len(value)) + b"".join(cbor(each) for pair in value.items() for each in pair)
    raise TypeError(value)


def _head(kind: int, number: int) -> bytes:
    if number < 24:
        return bytes([kind << 5 | number])
    return (
        bytes([kind << 5 | 24, number])
        if number < 256
        else bytes([kind << 5 | 25, *number.to_bytes(2, "big")])
    )


def to_base64(content: bytes) -> str:
    """Bytes in base64url, as a page sends them."""
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    """The bytes of base64url."""
    return urlsafe_b64decode(text + "===")
