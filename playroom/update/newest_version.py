"""The newest version at the address of releases, asked for at most once a day."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Final, NamedTuple, cast
from urllib.error import HTTPError
from urllib.request import urlopen

from msgspec import Struct

from playroom.home.files import write_atomically
from playroom.update.offer import MOST_BYTES, PAGE, SIGNATURE, BadOffer, Offer, is_newer, read_offer

OFF: Final = "PLAYROOM_NO_UPDATE"
"""The environment variable that forbids to ask for versions, with any value."""
SECONDS: Final = 20.0
"""Timeout of a connection without data."""


class Releases(Struct, frozen=True):
    """Where releases are, and whose key has signed them."""

    address: str
    key: str

    def may_be_asked(self, environment: Mapping[str, str]) -> bool:
        """Whether there is an address, and the environment does not forbid it."""
        return bool(self.address) and not environment.get(OFF)


class Found(NamedTuple):
    """The offer of a newer version, and whether it was asked for just now."""

    offer: Offer
    is_fresh: bool


class NotFetched(OSError):  # noqa: N818 (a refusal, not an error of the program)
    """The connection failed, or was cut."""


def newest_version(releases: Releases, notes: Path, today: date, version: str) -> Found | None:
    """The offer of a version that is newer than *version*, asked for unless that was done today.

    The day and the signed page are noted in the folder *notes*. None if no newer one is to be had.
    """
    page, signature, asked = notes / PAGE, notes / SIGNATURE, notes / "asked.txt"
    last = ""
    with suppress(OSError, UnicodeDecodeError):
        last = asked.read_text(encoding="utf-8").strip()
    is_fresh = last != today.isoformat()
    try:
        if is_fresh:
            write_atomically(asked, f"{today.isoformat()}\n")
            for file in (page, signature):
                write_atomically(file, fetched(f"{releases.address}{file.name}"))
        offer = read_offer(page.read_bytes(), signature.read_bytes(), releases.key)
    except (OSError, BadOffer):
        return None
    return Found(offer, is_fresh) if is_newer(offer.version, version) else None


def fetched(address: str) -> bytes:
    """What is at an address, which is short; a NotFetched if it cannot be fetched."""
    return b"".join(chunks(address, MOST_BYTES))


def chunks(address: str, most: int) -> Iterator[bytes]:
    """What is at an address, in parts; a NotFetched if that fails, or it is longer than *most* bytes."""
    if not re.match(r"https://|http://127\.0\.0\.1[:/]", address):
        raise NotFetched("not a safe address")
    try:
        with cast("HTTPResponse", urlopen(address, timeout=SECONDS)) as response:  # noqa: S310 (checked above)
            read = 0
            while part := response.read(64 * 1024):
                read += len(part)
                if read > most:
                    raise NotFetched("too long")
                yield part
            if response.length:
                raise NotFetched("cut")
    except (OSError, HTTPException, ValueError) as error:
        if isinstance(error, HTTPError):
            error.close()
        raise NotFetched(str(error)) from error
