"""A club with accounts within a test, and the browsers of its members."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.client import HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

from playroom.online.homes.home_store import HomeStore
from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import TableLog
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.server.rooms import RoomPolicy
from playroom.web.web_server import NAME_HEADER, NAME_PATH
from support.online.plain_hasher import PlainHasher
from support.web.club_room import ClubRoom, club_room

PASSWORD = "seven tiles"  # noqa: S105 (of nobody)
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"


@dataclass
class Browser:
    """A browser with its cookies."""

    club: ClubRoom
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def get(self, path: str, **headers: str) -> tuple[HTTPResponse, str]:
        """What is at a path; cookies are kept as a browser does."""
        given = {"Cookie": self.header} if self.cookies else {}
        response, content = await self.club.get(path, **{"User-Agent": FIREFOX}, **given, **headers)
        for each in response.headers.get_all("Set-Cookie") or ():
            name, _, value = each.partition(";")[0].partition("=")
            self.cookies[name] = value
            if not value:
                del self.cookies[name]
        return response, content.decode()

    async def send(self, form: str, **fields: str) -> dict[str, str]:
        """The answer to a form."""
        sent = {"Playroom-Form": urlencode(fields), "Sec-Fetch-Site": "same-origin"}
        _, content = await self.get(f"/account/do/{form}", **sent)
        answer: dict[str, str] = json.loads(content)
        return answer

    @property
    def token(self) -> str:
        return next((value for name, value in self.cookies.items() if name.endswith("-member")), "")

    def take_token(self, token: str) -> None:
        name = next(name for name in self.cookies if not name.endswith("-member"))
        self.cookies[f"{name}-member"] = token


@dataclass
class Club:
    """A club with accounts, and the time in it."""

    room: ClubRoom
    accounts: Accounts
    now: list[float]

    async def browser(self) -> Browser:
        """The browser of a guest."""
        browser = Browser(self.room)
        await browser.get(NAME_PATH, **{NAME_HEADER: "Guest"})
        return browser

    async def member(self, name: str = "Ada", *, is_new: bool = True) -> Browser:
        browser = await self.browser()
        form = "new" if is_new else "sign-in"
        assert await browser.send(form, name=name, password=PASSWORD) == {"goes_to": "/"}
        return browser

    def home(self, name: str) -> Path:
        account = self.accounts.book.account(name)
        assert account
        return self.room.home / "homes" / self.accounts.book.home(account)[:32]


@asynccontextmanager
async def club(
    folder: Path,
    *,
    log: TableLog | None = None,
    homes: HomeStore | None = None,
    has_guests: bool = True,
    has_worker: bool = False,
) -> AsyncIterator[Club]:
    """A club, which shares its *log* and *homes* with other servers if they are given."""
    now = [0.0]
    accounts = Accounts(log or MemoryLog(), PlainHasher(), lambda: now[0])
    await accounts.open()
    policy = RoomPolicy("", anyone_opens=True, accounts=accounts, needs_account=True, guests=has_guests)
    async with club_room(folder, policy, homes=homes, asks_name=has_guests, has_worker=has_worker) as room:
        yield Club(room, accounts, now)
        assert room.errors == []
