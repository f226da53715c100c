"""The browser of a member who comes by the public name of a club, with a device that has passkeys."""

import json
from dataclasses import dataclass, field
from http.client import HTTPResponse
from itertools import count
from urllib.parse import urlencode

from support.online.authenticator import Authenticator
from support.web.club_room import PUBLIC
from support.web.member_browser import PASSWORD, Browser, Club

_NUMBERS = count(1)


@dataclass
class PasskeyBrowser(Browser):
    """Comes from an address of its own."""

    device: Authenticator = field(default_factory=lambda: Authenticator(f"https://{PUBLIC}"))
    address: str = field(default_factory=lambda: f"2001:db8:{next(_NUMBERS):x}::1")

    async def get(self, path: str, **headers: str) -> tuple[HTTPResponse, str]:
        """What the proxy of the club gives."""
        return await super().get(path, **{"Host": PUBLIC, "X-Forwarded-For": self.address, **headers})

    async def ask(self, form: str, **fields: str) -> dict[str, object]:
        """What a device is asked for."""
        sent = {"Playroom-Form": urlencode(fields), "Sec-Fetch-Site": "same-origin"}
        options: dict[str, object] = json.loads((await self.get(f"/account/do/{form}", **sent))[1])["options"]
        return options

    async def add(self, label: str = "") -> dict[str, str]:
        """Add a passkey to the account that is signed in."""
        options = await self.ask("passkey-new", password=PASSWORD, label=label)
        return await self.send("passkey-add", label=label, **self.device.create(options))

    async def sign_in(self) -> dict[str, str]:
        """Sign in by the newest passkey of the device."""
        return await self.send("passkey", **self.device.get(await self.ask("passkey-ask")))


async def new_member(club: Club, name: str = "Ada") -> PasskeyBrowser:
    """The browser of a new member with a passkey."""
    browser = PasskeyBrowser(club.room)
    assert await browser.send("new", name=name, password=PASSWORD) == {"goes_to": "/"}
    assert await browser.add("phone") == {"goes_to": "/account/passkey-added"}
    return browser
