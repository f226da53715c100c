"""Who may come in: a browser that was given the secret in the address, from a page of this server alone."""

from collections.abc import Mapping
from hmac import compare_digest
from http.cookies import CookieError, SimpleCookie
from secrets import token_urlsafe
from typing import Final

SECRET_BYTES: Final = 24
"""The bytes of chance in the address, and in each cookie."""


class BrowserEntrance:
    """The door of a server at *port* of this machine: its secret, and the browsers that came by it."""

    def __init__(self, port: int) -> None:
        self._secret = token_urlsafe(SECRET_BYTES)
        self._cookie = f"playroom-{port}"  # cookies know no ports: two servers must not take each other's
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")

    @property
    def path(self) -> str:
        """The path that lets a browser in."""
        return f"/in/{self._secret}"

    @property
    def address(self) -> str:
        """The address to be opened."""
        return f"http://{self.host}{self.path}"

    @property
    def host(self) -> str:
        """The host and the port of the address."""
        return self._hosts[0]

    def is_ours(self, host: str | None, origin: str | None, *, needs_origin: bool) -> bool:
        """Whether a request names this server, and comes from a page of it if it comes from one."""
        if host not in self._hosts:
            return False
        return origin == f"http://{host}" if needs_origin or origin is not None else True

    def lets_in(self, path: str) -> bool:
        """Whether a path has the secret; the time that this takes says nothing of it."""
        return compare_digest(path.encode("utf-8", "replace"), self.path.encode())

    def new_pass(self) -> str:
        """The pass of a new browser."""
        return token_urlsafe(SECRET_BYTES)

    def cookie_header(self, own: str) -> str:
        """The header that gives a browser its pass, which no script of a page can read."""
        return f"{self._cookie}={own}; Path=/; HttpOnly; SameSite=Strict"

    def pass_of(self, cookies: str | None) -> str:
        """The pass in the cookies of a request; "" if there is none."""
        try:
            found = SimpleCookie(cookies or "").get(self._cookie)
        except CookieError:
            return ""
        return found.value if found else ""


def security_headers(host: str) -> Mapping[str, str]:
    """The headers of every answer: nothing from elsewhere, in no frame, kept nowhere."""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        f"connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return {
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-store",
    }
