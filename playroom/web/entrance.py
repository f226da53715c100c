"""Who may come in: a browser with a pass, the secret or a code, from our pages alone."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from enum import StrEnum
from hmac import compare_digest
from http.cookies import CookieError, SimpleCookie
from secrets import randbelow, token_hex, token_urlsafe
from typing import Final

from websockets.http11 import Request

from playroom.web.passes import BrowserPass, PassKey, Rights

SECRET_BYTES: Final = 24
"""The bytes of chance in the address."""

IN_PATH: Final = "/in/"
"""What the path with the secret begins with."""

PASS_SECONDS: Final = 365 * 24 * 3600
"""Seconds for which a browser keeps its pass."""

MEMBER_SECONDS: Final = 90 * 24 * 3600
"""Seconds for which a browser keeps a member's token without a visit."""

PUBLIC_MEMBER_COOKIE: Final = "__Host-playroom-member"
PUBLIC_MARK_COOKIE: Final = "__Host-playroom-mark"
PASSKEY_COOKIE: Final = "__Host-playroom-passkey"
"""What only one browser has while it asks for a passkey; at the public host alone, as passkeys are."""

PASSKEY_SECONDS: Final = 3600
"""Seconds for which a browser keeps it; a challenge ends sooner."""

SETTINGS_COOKIE: Final = "playroom-settings"
"""The cookie by which a browser of the network found its settings again before there were passes."""

_SETTINGS_ID: Final = re.compile(r"[0-9a-f]{16}", re.ASCII)


class BrowserEntrance:
    """The door of a server at *port* of this machine.

    *network* is its address there, if that is served, and *public* the host by which a proxy that does TLS
    leads guests from everywhere to it. *is_encrypted*: the server does TLS itself.
    """

    def __init__(
        self, key: PassKey, port: int, network: str = "", public: str = "", *, is_encrypted: bool = False
    ) -> None:
        self._key, self._is_encrypted = key, is_encrypted
        self._secret = token_urlsafe(SECRET_BYTES)
        self._ticket = ""
        self._own_hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        self.network_host = f"{network}:{port}" if network else ""
        """The host and the port for browsers of the network; "" if they are not served."""
        self.public_host = public

    @property
    def path(self) -> str:
        """The path that lets a browser in."""
        return f"{IN_PATH}{self._secret}"

    @property
    def address(self) -> str:
        """The address to be opened."""
        return f"http://{self.host}{self.path}"

    @property
    def host(self) -> str:
        """The host and the port of the address."""
        return self._own_hosts[0]

    @property
    def club(self) -> str:
        """The address by which everybody comes to a club."""
        host = self.public_host or self.network_host or self.host
        return f"{'https' if self.is_secure(host) else 'http'}://{host}"

    @property
    def hosts(self) -> tuple[str, ...]:
        """All hosts, with the port, by which this server may be asked."""
        return (*self._own_hosts, *filter(None, (self.network_host, self.public_host)))

    @property
    def invitation(self) -> str:
        """The link that lets guests in from everywhere; only where there is a public host."""
        return f"https://{self.public_host}{IN_PATH}{self._key.invitation}"

    def is_ours(self, host: str | None, origin: str | None, *, needs_origin: bool) -> bool:
        """Whether a request names this server, and comes from a page of it if it comes from one."""
        if host not in self.hosts:
            return False
        own = f"{'https' if self.is_secure(host) else 'http'}://{host}"
        return origin == own if needs_origin or origin is not None else True

    def lets_in(self, path: str, host: str | None) -> bool:
        """Whether a path has the secret, on this machine; the time that this takes says nothing of it."""
        has_secret = compare_digest(path.encode("utf-8", "replace"), self.path.encode())
        return has_secret and host in self._own_hosts

    def invites(self, path: str, host: str | None) -> bool:
        """Whether a path is that of the link for guests, at the public host."""
        is_link = compare_digest(path.encode("utf-8", "replace"), f"{IN_PATH}{self._key.invitation}".encode())
        return is_link and self.is_public(host)

    def new_ticket(self) -> str:
        """An address that lets one browser in once: other users of this machine can read its arguments."""
        self._ticket = f"/once/{token_urlsafe(SECRET_BYTES)}"
        return f"http://{self.host}{self._ticket}"

    def takes_ticket(self, path: str, host: str | None) -> bool:
        """Whether a path is that of the ticket, on this machine; if so, it is spent."""
        is_ticket = compare_digest(path.encode("utf-8", "replace"), self._ticket.encode())
        if not (self._ticket and is_ticket and host in self._own_hosts):
            return False
        self._ticket = ""
        return True

    def is_here(self, host: str | None) -> bool:
        """Whether a request that names this host comes from this machine."""
        return host in self._own_hosts

    def is_public(self, host: str | None) -> bool:
        """Whether a request names the host by which all come from everywhere."""
        return bool(host) and host == self.public_host

    def is_secure(self, host: str | None) -> bool:
        """Whether browsers ask this host by TLS."""
        return self._is_encrypted or self.is_public(host)

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers of every answer: nothing from elsewhere, in no frame, kept nowhere."""
        sockets = " ".join(f"{'wss' if self.is_secure(host) else 'ws'}://{host}" for host in self.hosts)
        return security_headers(sockets, is_strict=bool(self.public_host))

    def cookie_header(self, given: BrowserPass, host: str | None) -> str:
        """The header that gives a browser its pass, which no script of a page can read.

        Of a public host the browser sends it too where a link from another site leads there.
        """
        return f"{self._cookie(host)}={self._key.text(given)}; {self._keeping(PASS_SECONDS, host)}"

    def _keeping(self, seconds: int, host: str | None) -> str:
        """How long a browser is to keep a cookie, and what it may do with it."""
        rules = "SameSite=Lax; Secure" if self.is_secure(host) else "SameSite=Strict"
        return f"Path=/; Max-Age={seconds}; HttpOnly; {rules}"

    def pass_of(self, cookies: str | None, host: str | None) -> BrowserPass | None:
        """The pass in the cookies of a request; one for this machine is worth nothing elsewhere."""
        found = self._key.read(_cookie_in(cookies, self._cookie(host)))
        return None if found and found.rights is Rights.HERE and not self.is_here(host) else found

    def member_token(self, cookies: str | None, host: str | None) -> str:
        """The token of a member's browser in the cookies of a request; "" if there is none."""
        return _cookie_in(cookies, self._member_cookie(host))

    def member_cookie_header(self, token: str, host: str | None) -> str:
        """The header by which a browser keeps a member's token, or forgets it with ""."""
        kept = self._keeping(MEMBER_SECONDS if token else 0, host)
        return f"{self._member_cookie(host)}={token}; {kept}"

    def mark(self, cookies: str | None, host: str | None) -> str:
        """The mark of the account that has signed in with this browser; "" if there is none."""
        return _cookie_in(cookies, self._mark_cookie(host))

    def mark_header(self, mark: str, host: str | None) -> str:
        """The header by which a browser keeps a mark, or forgets it with ""."""
        return f"{self._mark_cookie(host)}={mark}; {self._keeping(PASS_SECONDS if mark else 0, host)}"

    def passkey_browser(self, cookies: str | None) -> str:
        """What a browser has that has asked for a passkey; "" if it has not."""
        return _cookie_in(cookies, PASSKEY_COOKIE)

    def passkey_cookie_header(self, browser: str) -> str:
        """The header by which a browser keeps what it has for its passkeys."""
        return f"{PASSKEY_COOKIE}={browser}; {self._keeping(PASSKEY_SECONDS, self.public_host)}"

    def _mark_cookie(self, host: str | None) -> str:
        """The name of its cookie, which is the same at all servers of a public host, as the mark is."""
        return PUBLIC_MARK_COOKIE if self.is_public(host) else f"{self._cookie(host)}-mark"

    def _member_cookie(self, host: str | None) -> str:
        """The name of a member's cookie, which is the same at all servers of a public host."""
        return PUBLIC_MEMBER_COOKIE if self.is_public(host) else f"{self._cookie(host)}-member"

    def _cookie(self, host: str | None) -> str:
        """The name of the cookie; no other host, and no page without TLS, can set that of the public one."""
        return f"__Host-{self._key.cookie}" if self.is_secure(host) else self._key.cookie


def only_header(request: Request, name: str) -> str | None:
    """The header of a request; None where it is missing, or given more than once."""
    given = request.headers.get_all(name)
    return given[0] if len(given) == 1 else None


def settings_id(cookies: str | None) -> str:
    """The identifier by which a browser had settings before there were passes; a new one without it."""
    given = _cookie_in(cookies, SETTINGS_COOKIE)
    return given if _SETTINGS_ID.fullmatch(given) else token_hex(8)


def security_headers(sockets: str, *, is_strict: bool) -> Mapping[str, str]:
    """The headers of every answer, with the addresses of our *sockets*.

    *is_strict*: a browser that was here by TLS never comes without it.
    """
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "manifest-src 'self'; "
        f"connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return {
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-store",
        **({"Strict-Transport-Security": f"max-age={PASS_SECONDS}"} if is_strict else {}),
    }


def _cookie_in(cookies: str | None, name: str) -> str:
    """The value of a cookie; "" if there is none."""
    try:
        found = SimpleCookie(cookies or "").get(name)
    except CookieError:
        return ""
    return found.value if found else ""


CODE_DIGITS: Final = 6

MOST_BY_ADDRESS: Final = 5
"""The wrong codes after which an address must wait."""
MOST_IN_ALL: Final = 20
"""The wrong codes after which all must wait, for a new code."""

WAIT_SECONDS: Final = 600.0
"""Seconds to wait; one who tries all day has about 6 chances in 1,000 to guess one of the two."""


class CodeAnswer(StrEnum):
    """The answer to a code; for those that are refused, the entry of the sentence."""

    OWN = "own"
    """The code of the player's own devices."""
    GUEST = "guest"
    """The code of guests."""
    WRONG = "wrong"
    ADDRESS_WAITS = "address_waits"
    ALL_WAIT = "all_wait"


def random_code() -> str:
    """A code by chance."""
    return f"{randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"


class EntranceCodes:
    """The present codes; *renewed* is called when there are new ones. *clock* counts seconds."""

    def __init__(
        self,
        clock: Callable[[], float],
        renewed: Callable[[], object],
        draw: Callable[[], str] = random_code,
    ) -> None:
        self._clock, self._renewed, self._draw = clock, renewed, draw
        self.own, self.guest = draw(), draw()
        self._wrong: Counter[str] = Counter()
        self._waits: dict[str, float] = {}
        """Until when addresses wait; "" is every address."""

    def judge(self, guess: str, address: str) -> CodeAnswer:
        """Which code a guess from an address is; one that comes too early is not looked at."""
        if self._clock() < self._waits.get("", 0):
            return CodeAnswer.ALL_WAIT
        if self._clock() < self._waits.get(address, 0):
            return CodeAnswer.ADDRESS_WAITS
        given = "".join(guess.split()).encode("utf-8", "replace")
        if compare_digest(given, self.own.encode()):
            return CodeAnswer.OWN
        if compare_digest(given, self.guest.encode()):
            return CodeAnswer.GUEST
        self._wrong[address] += 1
        if self._wrong.total() >= MOST_IN_ALL:
            self.own, self.guest = self._draw(), self._draw()
            self._wrong.clear()
            self._waits = {"": self._clock() + WAIT_SECONDS}
            self._renewed()
            return CodeAnswer.ALL_WAIT
        if self._wrong[address] % MOST_BY_ADDRESS == 0:
            self._waits[address] = self._clock() + WAIT_SECONDS
            return CodeAnswer.ADDRESS_WAITS
        return CodeAnswer.WRONG
