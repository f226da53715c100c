"""What a club asks of a passkey (WebAuthn), and whether the answer of a browser proves it.

A device makes a pair of keys for the host of a club's public address, and keeps the secret one. To sign in,
it signs a challenge of the club, once its owner has unlocked it by a PIN, a finger or the like. The club
requires that unlocking (user verification), and not just a touch: here a passkey is all that is needed to
come in, so that a lost security key would let in its finder. Members whose device cannot do that have the
password.

The device also names the account: its `handle`, a value that only this club can read.

The library webauthn comes with the extra named server. It takes 27 MB, so that it is loaded with the first
answer. The functions that need it may take a fifth of a second then, and are for another thread.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from typing import Any, Final, NamedTuple

from msgspec import DecodeError, Struct, json

CHALLENGE_SECONDS: Final = 300
"""For so long a challenge can be answered."""
LONGEST_KEY: Final = 1024
"""The bytes of a public key, which is 77 as most devices make it and 530 with RSA of 4096 bits."""
LONGEST_CREDENTIAL: Final = 1023
"""The bytes of the identifier of a passkey, as WebAuthn limits it."""

ALGORITHMS: Final = (-8, -7, -257)
"""Ed25519, ECDSA with P-256 and RSA with PKCS 1, as COSE numbers them: each device has one of them."""


class PasskeyFault(StrEnum):
    """Why a passkey is not taken."""

    OLD = "old"
    """The challenge has ended, or was answered before."""
    UNKNOWN = "unknown"
    WRONG = "wrong"
    """The answer proves nothing."""
    COPIED = "copied"
    """It was used more often than its device says now, so that there may be two of it."""
    TAKEN = "taken"
    MOST = "most"
    """The account has as many as it may have."""


class PasskeyRefused(Exception):  # noqa: N818 (an answer, not an error of the program)
    """A passkey is not taken, and nothing has changed."""

    def __init__(self, fault: PasskeyFault) -> None:
        super().__init__(fault)
        self.fault = fault


class PasskeySite(NamedTuple):
    """For which pages a passkey is: the host of the club, and the origin of its pages."""

    host: str
    origin: str


class ProvedKey(NamedTuple):
    """A new passkey: its identifier and its public key in base64url, and how often it was used."""

    credential: str
    key: str
    uses: int


class _ClientData(Struct, rename="camel"):
    """What the browser says of the page, as far as the library does not check it."""

    challenge: str
    cross_origin: bool = False


def creation_options(
    site: PasskeySite, challenge: bytes, handle: bytes, name: str, known: Iterable[str]
) -> dict[str, object]:
    """What a browser needs to make a passkey for an account, on a device that has none of those *known*."""
    return {
        "rp": {"id": site.host, "name": site.host},
        "user": {"id": to_base64(handle), "name": name, "displayName": name},
        "challenge": to_base64(challenge),
        "pubKeyCredParams": [{"type": "public-key", "alg": each} for each in ALGORITHMS],
        "excludeCredentials": [{"type": "public-key", "id": each} for each in known],
        "authenticatorSelection": {
            "residentKey": "required",
            "requireResidentKey": True,
            "userVerification": "required",
        },
        "attestation": "none",
        "timeout": CHALLENGE_SECONDS * 1000,
    }


def request_options(site: PasskeySite, challenge: bytes) -> dict[str, object]:
    """What a browser needs to use any passkey that it has for the club."""
    return {
        "challenge": to_base64(challenge),
        "rpId": site.host,
        "userVerification": "required",
        "timeout": CHALLENGE_SECONDS * 1000,
    }


def challenge_in(answer: Mapping[str, str]) -> bytes:
    """The challenge that an answer is for; nothing of it is proved. Raises PasskeyRefused."""
    try:
        said = json.decode(from_base64(answer.get("client_data", "")), type=_ClientData)
        challenge = from_base64(said.challenge)
    except (DecodeError, ValueError, RecursionError) as error:
        raise PasskeyRefused(PasskeyFault.WRONG) from error
    if said.cross_origin:  # our page in a frame of another one
        raise PasskeyRefused(PasskeyFault.WRONG)
    return challenge


def proved_key(answer: Mapping[str, str], site: PasskeySite, challenge: bytes) -> ProvedKey:
    """The key that a device has made for a challenge. Raises PasskeyRefused."""
    with _refused_if_not_proved():
        from webauthn import verify_registration_response  # noqa: PLC0415 (only servers with accounts have it)
        from webauthn.helpers import (  # noqa: PLC0415 (likewise)
            decode_credential_public_key,
            decoded_public_key_to_cryptography,
        )
        from webauthn.helpers.cose import COSEAlgorithmIdentifier  # noqa: PLC0415 (likewise)

        found = verify_registration_response(
            credential=_credential(answer, clientDataJSON="client_data", attestationObject="attestation"),
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
            supported_pub_key_algs=[COSEAlgorithmIdentifier(each) for each in ALGORITHMS],
        )
        identifier, key = found.credential_id, found.credential_public_key
        if to_base64(identifier) != answer.get("credential") or len(identifier) > LONGEST_CREDENTIAL:
            raise ValueError("another identifier than the device has signed, or too long a one")
        if len(key) > LONGEST_KEY:
            raise ValueError("too long a key")
        decoded_public_key_to_cryptography(decode_credential_public_key(key))
        return ProvedKey(to_base64(identifier), to_base64(key), found.sign_count)


def proved_count(answer: Mapping[str, str], site: PasskeySite, challenge: bytes, key: str) -> int:
    """How often a passkey was used, as its device says, which has signed a challenge. Raises PasskeyRefused.

    Whether that is more often than before is not judged here: what was before is known while it is stored.
    """
    with _refused_if_not_proved():
        from webauthn import verify_authentication_response  # noqa: PLC0415 (only servers with accounts have it)

        parts = {"authenticatorData": "authenticator_data", "signature": "signature"}
        found = verify_authentication_response(
            credential=_credential(answer, clientDataJSON="client_data", **parts),
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=from_base64(key),
            credential_current_sign_count=0,
            require_user_verification=True,
        )
        count: int = found.new_sign_count
        return count


def to_base64(content: bytes) -> str:
    """Bytes as base64url without padding."""
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    """The bytes of base64url, with padding or without. Raises ValueError."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _credential(answer: Mapping[str, str], **parts: str) -> dict[str, Any]:
    """An answer as the library takes it; *parts* are its names for the fields of ours."""
    identifier = answer.get("credential", "")
    response = {name: answer.get(field, "") for name, field in parts.items()}
    return {"id": identifier, "rawId": identifier, "type": "public-key", "response": response}


@contextmanager
def _refused_if_not_proved() -> Iterator[None]:
    try:
        yield
    except Exception as error:  # the library raises what its parsers raise, of anything that a stranger sends
        raise PasskeyRefused(PasskeyFault.WRONG) from error
