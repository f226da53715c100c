"""Invites: the code of a table, and where its server is and how to recognise it.

``7KQ2M9XD`` alone is enough within one network; beyond it ``7KQ2M9XD@example.org:7373/4T0R9W2N5C8VJ3HX``. The
invite of a club that browsers reach too is a link, ``https://club.example.org/7KQ2M9XD``; with a word that
begins with ``W-``, one can only watch.
"""

import re
from dataclasses import dataclass
from hashlib import sha256

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no letter looks like a digit."""

LOOKALIKES = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})
CODE_BYTES = 5
FINGERPRINT_BYTES = 10
DEFAULT_PORT = 7373
MOST_PORT = 65535
LOCAL_HOST = "127.0.0.1"
"""The host of a server that an invite does not name: this machine."""

NO_CODE = "00000000"

WATCH = "W-"
"""What the word begins with that a link has in the place of a code, if one can only watch by it."""

FORM = re.compile(
    r"(?P<code>[^@/]+)(@(?P<host>\[[0-9A-Fa-f:.]+\]|[^\s:/@\[\]]+)(:(?P<port>\d{1,5}))?(/(?P<print>.+))?)?"
)

LINK = re.compile(
    r"https://(?P<host>\[[0-9a-f:.]+\]|[^\s:/@\[\]?#]+)(:(?P<port>\d{1,5}))?(/(?P<code>[^\s/?#]*))?/?([?#]\S*)?",
    re.IGNORECASE,
)
LINK_PORT = 443

_WATCHED = re.compile(rf"{WATCH}(?P<word>[0-9A-Z]{{16}})", re.IGNORECASE | re.ASCII)

_UNSEEN = r"[\s\ufeff\u200b-\u200f\u202a-\u202e\u2060-\u2069]+"
"""Blanks, byte order marks and direction marks, which may be copied along with a text."""
_MARGIN = re.compile(rf"\A{_UNSEEN}|{_UNSEEN}\Z")

ADDRESS = re.compile(r"(?=.*[.:]|localhost)(?P<server>[^@]+)")
"""The address of a server without the code of a table."""


class InviteError(ValueError):
    """A text that is not an invite."""


@dataclass(frozen=True, slots=True)
class Invite:
    """The code of a table; *host* and *fingerprint* are empty where only the code is known."""

    code: str
    host: str = ""
    port: int = DEFAULT_PORT
    fingerprint: str = ""

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        pinned = f"/{self.fingerprint}" if self.fingerprint else ""
        return f"{self.code}@{host}:{self.port}{pinned}" if host else self.code


def invite_of(text: str) -> Invite:
    """The invite that a player has typed or pasted; an InviteError if it is not one."""
    if link := LINK.fullmatch(_trimmed(text)):
        port = link["port"] or LINK_PORT
        return invite_of(f"{link['code'] or ''}@{link['host']}:{port}")
    found = FORM.fullmatch(_trimmed(text))
    if found is None:
        raise InviteError(text)
    port = int(found["port"] or DEFAULT_PORT)
    if not 0 < port <= MOST_PORT:
        raise InviteError(text)
    pinned = base32(found["print"], FINGERPRINT_BYTES) if found["print"] else ""
    if watched := _WATCHED.fullmatch(found["code"]):  # the word of a link by which one can only watch
        code = WATCH + base32(watched["word"], 2 * CODE_BYTES)
    else:
        code = base32(found["code"], CODE_BYTES)
    return Invite(code, (found["host"] or "").strip("[]"), port, pinned)


def server_of(text: str) -> Invite:
    """The address of a server: ``example.org:7373/4T0R9W2N5C8VJ3HX``, or ``https://example.org``."""
    if (link := LINK.fullmatch(_trimmed(text))) and not link["code"]:
        return invite_of(f"https://{link['host']}:{link['port'] or LINK_PORT}/{NO_CODE}")
    return invite_of(f"{NO_CODE}@{_trimmed(text)}")


def lobby_of(text: str) -> Invite | None:
    """The server that a text names without the code of a table; None if it does not."""
    found = ADDRESS.fullmatch(_trimmed(text))
    try:
        return server_of(found["server"]) if found else None
    except InviteError:
        return None


def _trimmed(text: str) -> str:
    return _MARGIN.sub("", text)


def base32(text: str, length: int) -> str:
    """*text* of a number of bytes in normal form; lower case, look-alikes and hyphens are accepted."""
    word = text.upper().translate(LOOKALIKES)
    if len(word) != length * 8 // 5 or not set(word) <= set(ALPHABET):
        raise InviteError(text)
    return word


def crockford(data: bytes) -> str:
    """Bytes in Crockford's base 32; their number is a multiple of five."""
    number, digits = int.from_bytes(data), len(data) * 8 // 5
    return "".join(ALPHABET[number >> 5 * at & 31] for at in reversed(range(digits)))


def fingerprint(certificate: bytes) -> str:
    """The fingerprint of a certificate in DER that an invite pins: 80 bits of its SHA-256."""
    return crockford(sha256(certificate).digest()[:FINGERPRINT_BYTES])
