"""The offer of a newer version: a signed page that names the version, its news and its files.

Beside the files of a release lies newest.json, and its signature as minisign writes it. Who changes the page
or a file on the way or on the server cannot sign it; who gives out an older page offers nothing newer.
"""

import re
from base64 import b64decode
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Final

import msgspec
from msgspec import Struct

ADDRESS: Final = ""
"""Where the files of the newest release are, ending in a slash; empty until there is such a place."""
KEY: Final = ""
"""The public key of releases, as the second line of minisign.pub has it."""
PAGE: Final = "newest.json"
SIGNATURE: Final = f"{PAGE}.minisig"
MOST_BYTES: Final = 200_000
"""The most bytes that the page may have."""

_VERSION: Final = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4}){1,3}")
_NAME: Final = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*\.(zip|tar\.gz)")
_HASHED_FIRST: Final = b"ED"
"""What begins a signature of the hash of a file; one of the file itself is not accepted."""


class BadOffer(ValueError):  # noqa: N818 (a refusal, not an error of the program)
    """The page is not one of ours."""


class File(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of a release, which lies beside the page."""

    name: str
    size: int
    sha256: str


class Offer(Struct, frozen=True):
    """A version with its news by language, one sentence first, and its folders by system."""

    version: str
    news: Mapping[str, Sequence[str]]
    files: Mapping[str, File] = {}

    def news_in(self, language: str) -> Sequence[str]:
        """The news in a language, or else in English."""
        return self.news.get(language) or self.news["en"]


def read_offer(page: bytes, signature: bytes, key: str) -> Offer:
    """The offer on a page that is signed by *key*; a BadOffer if it is not, or is malformed."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 (most starts ask for no update)
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415 (likewise)

    try:
        public = b64decode(key, validate=True)
        _, signed, comment, signed_again = signature.splitlines()
        sealed = b64decode(signed, validate=True)
        if sealed[:2] != _HASHED_FIRST or sealed[2:10] != public[2:10]:
            raise BadOffer("another kind of signature, or another key")
        verifier = Ed25519PublicKey.from_public_bytes(public[10:])
        verifier.verify(sealed[10:], blake2b(page).digest())
        trusted = comment.removeprefix(b"trusted comment: ")
        verifier.verify(b64decode(signed_again, validate=True), sealed[10:] + trusted)
    except (ValueError, InvalidSignature) as error:
        raise BadOffer("the signature") from error
    try:
        offer = msgspec.json.decode(page, type=Offer)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadOffer("the page cannot be read") from error
    if not _VERSION.fullmatch(offer.version) or not offer.news.get("en"):
        raise BadOffer("no version, or no news")
    if not all(_NAME.fullmatch(file.name) for file in offer.files.values()):
        raise BadOffer("the name of a file")
    return offer


def is_newer(version: str, than: str) -> bool:
    """Whether a version is newer than another."""
    return _numbers(version) > _numbers(than)


def is_version(text: str) -> bool:
    """Whether a text is the number of a version."""
    return bool(_VERSION.fullmatch(text))


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))
