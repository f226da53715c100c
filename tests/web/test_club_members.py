"""Members of a club in their browsers: forms, sessions, homes, and who would like to be somebody else."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from errno import ENOTEMPTY
from http.client import HTTPResponse
from io import BytesIO
from pathlib import Path
from random import Random
from shutil import rmtree
from threading import Event
from unittest.mock import Mock
from urllib.parse import urlencode
from zipfile import ZipFile

import pytest
from support.console.player import save_settings
from support.games.random_matches import VARIANTS, random_record
from support.online.plain_hasher import PlainHasher
from support.time.patience import PATIENCE
from support.time.virtual_time import run_virtually
from support.web.club_room import ClubRoom, club_room
from support.web.web_room import QUIET_SETTINGS
from test_club_links import code_of_table
from test_web_tables import choose
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from playroom.commands.club_members import RETRY_SECONDS, HomeSaver
from playroom.home.files import write_atomically
from playroom.home.match_notes import RECORD_SUFFIX, MatchNotes
from playroom.home.quota import MOST_BYTES
from playroom.home.saved_match import SavedMatch, SavedMatches
from playroom.online.homes.home_store import ATTEMPTS, FolderHomes
from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import Unknown
from playroom.online.server.accounts.account_book import AccountBook, BookKept, account_entry
from playroom.online.server.accounts.browser_sessions import IDLE_SECONDS, ROTATION_SECONDS
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.server.rooms import RoomPolicy
from playroom.online.wire.messages import Hello, ListTables, Tables, Welcome, encoded, server_message
from playroom.online.wire.protocol import FORMER_MEMBER, VERSION
from playroom.strict_yaml import HomeFullError
from playroom.table.record import Record
from playroom.web.entrance import MEMBER_SECONDS, BrowserEntrance
from playroom.web.passes import PassKey
from playroom.web.web_server import NAME_HEADER, NAME_PATH

PASSWORD = "seven tiles"  # noqa: S105 (of nobody)
PRIVACY = "What is kept here, and for how long"
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
async def club(folder: Path, *, has_guests: bool = True, has_worker: bool = False) -> AsyncIterator[Club]:
    now = [0.0]
    log = MemoryLog()
    accounts = Accounts(log, PlainHasher(), lambda: now[0])
    await accounts.open()
    policy = RoomPolicy("", anyone_opens=True, accounts=accounts, needs_account=True, guests=has_guests)
    async with club_room(folder, policy, asks_name=has_guests, has_worker=has_worker) as room:
        yield Club(room, accounts, now)
        assert room.errors == []


def test_forms_have_what_password_managers_and_screen_readers_need(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            browser = await place.browser()
            _, sign_in = await browser.get("/account")
            _, new = await browser.get("/account/new")
            assert 'autocomplete="username"' in sign_in
            assert 'autocomplete="current-password"' in sign_in
            assert 'autocomplete="new-password"' in new
            for page in (sign_in, new):
                for spot in ("name", "password"):
                    assert page.count(f'-{spot}" name="{spot}"') == 1
                    assert f'-{spot}-why"' in page.partition("aria-describedby")[2]
                assert page.count("<label for=") == 2
            assert "<script>" not in sign_in
            assert "style=" not in sign_in

    asyncio.run(case())


def test_a_new_member_sits_at_the_tables_by_name(tmp_path: Path) -> None:
    async def case() -> list[str]:
        async with club(tmp_path) as place:
            bea = await place.member("Bea")
            assert (await bea.get("/"))[0].status == 200
            save_settings(place.home("Bea") / "settings.yaml", QUIET_SETTINGS)
            async with place.room.page(bea.header) as page:
                await page.heard("The playroom")
                await choose(page, "Open a table to others")
                await choose(page, "Open the table")
                await page.heard("Your table is open.")
                return await table_hosts(place)

    assert asyncio.run(case()) == ["Bea"]


def test_the_table_of_a_former_member_is_not_listed_by_the_name(tmp_path: Path) -> None:
    async def case() -> str:
        async with club(tmp_path) as place:
            bea, ben = await place.member("Bea"), await place.member("Ben")
            for name, browser in (("Bea", bea), ("Ben", ben)):
                await browser.get("/")
                save_settings(place.home(name) / "settings.yaml", QUIET_SETTINGS)
            async with place.room.page(bea.header) as page:
                code = await code_of_table(place.room, page)
                async with place.room.page(ben.header, table=code) as other:
                    await other.heard("You are at the table of Bea")
                    await bea.send("delete", password=PASSWORD, sure="yes")
                    async with asyncio.timeout(PATIENCE):
                        while await table_hosts(place) != [FORMER_MEMBER]:  # noqa: ASYNC110 (as programs see it)
                            await asyncio.sleep(0.2)
                    cookie = await place.room.cookie(NAME_PATH, **{NAME_HEADER: "Guest"})
                    async with place.room.page(cookie) as guest:
                        await guest.heard("The playroom")
                        await choose(guest, "Join a table")
                        place_of_tables = await guest.until(
                            lambda frame: any(
                                "a former member" in line["label"]
                                for line in (frame.get("place") or {"lines": ()})["lines"]
                            )
                        )
                        return json.dumps(place_of_tables)

    assert "Bea" not in asyncio.run(case())


async def table_hosts(place: Club) -> list[str]:
    async with connect(f"ws://127.0.0.1:{place.room.port}/") as program:
        await program.send(encoded(Hello(VERSION, "playroom")))
        assert isinstance(server_message(await program.recv()), Welcome)
        await program.send(encoded(ListTables()))
        tables = server_message(await program.recv())
        assert isinstance(tables, Tables)
        return [each.host for each in tables.tables]


@pytest.mark.parametrize(
    ("form", "fields", "field", "said"),
    [
        ("sign-in", {"name": "Ada", "password": "wrong password"}, "password", "Wrong name or password."),
        ("sign-in", {"name": "Nobody", "password": PASSWORD}, "password", "Wrong name or password."),
        ("sign-in", {}, "", "Wrong name or password."),
        ("new", {"name": "ADA", "password": PASSWORD}, "name", "taken"),
        ("new", {"name": "Ben", "password": "short"}, "password", "too short"),
        ("reset", {"secret": "guessed", "new": PASSWORD}, "", ""),
    ],
)
def test_what_is_wrong_is_said_of_its_field(
    tmp_path: Path, form: str, fields: dict[str, str], field: str, said: str
) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            await place.accounts.register("Ada", PASSWORD, "192.0.2.1")
            browser = await place.browser()
            answer = await browser.send(form, **fields)
            assert answer["field"] == field
            assert said in answer["said"]
            assert not browser.token

    asyncio.run(case())


def test_no_other_site_can_send_a_form(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            fields = {"Playroom-Form": urlencode({"password": PASSWORD, "new": "another password"})}
            for headers in (
                {**fields, "Sec-Fetch-Site": "cross-site"},
                {**fields, "Sec-Fetch-Site": "same-site"},
                {**fields, "Sec-Fetch-Site": "none"},
                {**fields, "Origin": "https://evil.example"},
                {**fields, "Host": "evil.example"},
                {},
            ):
                response, _ = await ada.get("/account/do/password", **headers)
                assert response.status == 403
            assert (await place.accounts.sign_in("Ada", PASSWORD, "192.0.2.1")).name == "Ada"
            response, _ = await ada.get("/account")
            guest, _ = await place.room.get(NAME_PATH, **{NAME_HEADER: "Guest"})
            assert "SameSite=" in guest.headers["Set-Cookie"]

    asyncio.run(case())


def guest_match(home: Path) -> None:
    """A match that a guest has begun there."""
    saved = SavedMatches(home / "matches").create()
    saved.save(random_record(VARIANTS["draw"], Random(1), short=True), MatchNotes(title="mine"))
    saved.close()


def test_signing_in_takes_the_matches_of_a_guest_along_and_writes_over_nothing(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            first = await place.browser()
            guest = tmp_path / "guests" / next(iter(first.cookies.values())).split("-")[1]
            guest_match(guest)
            await first.send("new", name="Ada", password=PASSWORD)
            second = await place.browser()
            guest_match(tmp_path / "guests" / next(iter(second.cookies.values())).split("-")[1])
            await second.send("sign-in", name="Ada", password=PASSWORD)

            names = [each.name for each in sorted((place.home("Ada") / "matches").glob("*.yaml"))]
            assert [name for name in names if name.endswith(RECORD_SUFFIX)] == [
                "0001.domino.yaml",
                "0002.domino.yaml",
            ]
            notes = [
                each.notes().title for each in SavedMatches(place.home("Ada") / "matches").newest_first()
            ]
            assert notes == ["mine", "mine"]
            assert not [*guest.rglob("*.domino.yaml")]

    asyncio.run(case())


def test_a_planted_token_is_worth_nothing_after_signing_in(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            attacker = await place.member("Eve")
            victim = await place.browser()
            victim.take_token(attacker.token)
            await victim.send("sign-in", name="Eve", password=PASSWORD)

            assert victim.token != attacker.token
            _, content = await attacker.get("/account")
            assert "Sign in" in content
            assert not attacker.token

    asyncio.run(case())


def test_a_stolen_cookie_that_is_used_too_late_signs_both_out(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            thief = await place.browser()
            thief.take_token(ada.token)
            place.now[0] += ROTATION_SECONDS
            await ada.get("/")
            assert ada.token != thief.token
            assert "You are signed in" in (await ada.get("/account"))[1]

            assert "You are signed in" not in (await thief.get("/account"))[1]
            assert "You are signed in" not in (await ada.get("/account"))[1]

    asyncio.run(case())


def test_a_member_sees_and_ends_the_browsers_that_are_signed_in(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            place.now[0] += 1
            phone = await place.member(is_new=False)
            ben = await place.member("Ben")
            _, content = await ada.get("/account")
            assert content.count("Firefox, Linux, since 1 January 1970") == 2
            other = phone.token.partition(".")[0]
            assert f'value="{other}"' in content
            assert other not in (await ben.get("/account"))[1]

            await ben.send("end", browser=other)
            assert "You are signed in" in (await phone.get("/account"))[1]
            await ada.send("end", browser=other)
            assert "You are signed in" not in (await phone.get("/account"))[1]
            assert "You are signed in" in (await ada.get("/account"))[1]

    asyncio.run(case())


def test_a_page_that_is_signed_out_elsewhere_closes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playroom.commands.club_door.SWEEP_SECONDS", 0.05)

    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            await ada.get("/")
            save_settings(place.home("Ada") / "settings.yaml", QUIET_SETTINGS)
            phone = await place.member(is_new=False)
            async with place.room.page(ada.header) as page:
                await phone.send("end-others")
                closed = await page.until(lambda frame: frame.get("over"))
                assert closed == {"over": "Your visit has ended: you have signed in or out."}

    asyncio.run(case())


def test_a_member_who_is_banned_can_sign_out_and_delete_the_account(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            phone = await place.member(is_new=False)
            await place.accounts.ban("Ada", "shouting", 0)

            changed = await ada.send("password", password=PASSWORD, new="eight tiles")
            assert changed["said"] == "You are banned from this server. shouting"
            assert await phone.send("sign-out") == {"goes_to": "/"}
            assert await ada.send("delete", password=PASSWORD, sure="yes") == {"goes_to": "/"}
            assert place.accounts.book.account("Ada") is None

    asyncio.run(case())


GUEST_PATHS = ("/", "/K7QX3M9P", "/page.webmanifest", "/transcript.txt", "/page.js")
BANNED = re.compile("You are banned .*shouting")


async def guest_answers(browser: Browser) -> set[int]:
    """The answers to a browser that comes as a guest, with the name of somebody else."""
    named, said = await browser.get(NAME_PATH, **{NAME_HEADER: "Bob"})
    pages = [await browser.get(path) for path in GUEST_PATHS]
    is_banned = [bool(BANNED.search(said)) for said in (said, pages[0][1], pages[1][1])]
    assert is_banned == [named.status == 403] * 3
    return {response.status for response, _ in pages}


@pytest.mark.parametrize("leaves", ["sign-out", "delete"])
def test_a_banned_member_does_not_come_back_as_a_guest_with_that_browser(tmp_path: Path, leaves: str) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            await place.member("Ben")
            await place.accounts.ban("Ada", "shouting", 3600)
            await ada.send(leaves, password=PASSWORD, sure="yes")
            assert not ada.token
            assert await guest_answers(ada) == {403}
            with pytest.raises(InvalidStatus, match="403"):
                async with place.room.page(ada.header):
                    pass
            assert (await ada.get("/account"))[0].status == (await ada.get("/privacy"))[0].status == 200
            assert (await (await place.browser()).get("/"))[0].status == 200

            assert await ada.send("sign-in", name="Ben", password=PASSWORD) == {"goes_to": "/"}
            await ada.send("sign-out")
            assert await guest_answers(ada) == {200}  # it is known who was there last

    asyncio.run(case())


@pytest.mark.parametrize("leaves", ["sign-out", "delete"])
def test_a_guest_may_come_again_when_the_ban_of_the_account_is_over(tmp_path: Path, leaves: str) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            await place.accounts.ban("Ada", "shouting", 3600)
            await ada.send(leaves, password=PASSWORD, sure="yes")
            place.now[0] += 3599
            assert 403 in await guest_answers(ada)
            place.now[0] += 1
            assert await guest_answers(ada) == {200}

    asyncio.run(case())


def test_what_is_kept_of_a_banned_account_that_is_deleted_tells_no_name(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            await place.accounts.ban("Ada", "shouting", 0, "Mia")
            await ada.send("delete", password=PASSWORD, sure="yes")
            kept = b"".join(each.body for each in await place.accounts.log.read("_accounts"))
            assert b"shouting" in kept
            assert b"ada" not in kept.lower()
            book = AccountBook()
            for each in await place.accounts.log.read("_accounts"):
                entry = account_entry(each.body)
                assert isinstance(entry, BookKept)
                for part in entry.entries:
                    book.apply(part)
            assert book.ban_of_browser(place.accounts.book.browser_mark("Ada"), 0)
            assert book.bans(0, of_accounts=False) == []
            assert [each.whom for each in book.acts.latest] == [FORMER_MEMBER]

    asyncio.run(case())


def test_a_member_who_is_not_banned_leaves_as_a_guest_without_a_mark(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            await place.member("Ben")
            await place.accounts.ban("Ben", "shouting", 0)
            await ada.send("delete", password=PASSWORD, sure="yes")
            assert not [name for name in ada.cookies if name.endswith("-mark")]
            assert await guest_answers(ada) == {200}
            for mark in ("", "name:ben", "0" * 32, "\xe9"):
                forged = Browser(place.room, {**ada.cookies, f"{next(iter(ada.cookies))}-mark": mark})
                assert (await forged.get("/"))[0].status == 200

    asyncio.run(case())


def test_no_guest_comes_from_a_banned_address(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            guest = await place.browser()
            await place.accounts.ban("127.0.0.1", "<b>shouting", 60)
            assert await guest_answers(guest) == {403}
            assert "&lt;b&gt;shouting" in (await guest.get("/"))[1]
            place.now[0] += 60
            assert await guest_answers(guest) == {200}

    asyncio.run(case())


def test_a_link_of_the_administrator_sets_a_password_once(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            account = await place.accounts.register("Ada", "forgotten", "192.0.2.1")
            secret = await place.accounts.new_reset(account)
            browser = await place.browser()
            response, content = await browser.get(f"/reset/{secret}")
            assert (response.status, response.headers["Referrer-Policy"]) == (200, "no-referrer")
            assert 'autocomplete="username" value="Ada"' in content

            assert await browser.send("reset", secret=secret, new=PASSWORD) == {"goes_to": "/"}
            assert "You are signed in as Ada" in (await browser.get("/account"))[1]
            assert (await (await place.browser()).get(f"/reset/{secret}"))[0].status == 410
            again = await browser.send("reset", secret=secret, new=PASSWORD)
            assert again["said"].startswith("This link is not valid any more.")
            assert (await (await place.browser()).get("/reset/../account"))[0].status == 410

    asyncio.run(case())


def test_who_guesses_links_is_told_how_long_to_wait(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            stranger = await place.browser()
            answers = [await stranger.get(f"/reset/{guess}") for guess in range(5)]
            assert [response.status for response, _ in answers] == [410] * 3 + [429] * 2
            assert re.search(r"Wait \d+ seconds, then open your link again", answers[-1][1])

    asyncio.run(case())


@pytest.mark.parametrize(("code", "has_guests"), [("K7QX3M9P", True), ("w-0123456789abcdef", False)])
def test_who_begins_at_the_link_to_a_table_comes_back_to_it(
    tmp_path: Path,
    code: str,
    has_guests: bool,  # noqa: FBT001 (a row's answer)
) -> None:
    def links(page: str) -> dict[str, str]:
        return {words: path for path, words in re.findall(r'<a href="([^"]*)"[^>]*>([^<]*)</a>', page)}

    async def case() -> None:
        async with club(tmp_path, has_guests=has_guests) as place:
            stranger = Browser(place.room)
            _, begun = await stranger.get(f"/{code}")
            sign_in = begun
            if has_guests:
                _, sign_in = await stranger.get(links(begun)["Sign in with an account instead"])
                assert links((await stranger.get(links(begun)[PRIVACY]))[1])["To the playroom"] == f"/{code}"
            _, new = await stranger.get(links(sign_in)["Make an account"])
            assert (await stranger.get(links(new)["Sign in"]))[1].partition("<main>")[2]
            assert f'data-form="sign-in" data-next="/{code}"' in sign_in
            assert f'data-form="new" data-next="/{code}"' in new
            for page in (sign_in, new):  # as a guest
                assert links(page)["To the playroom"] == f"/{code}"
                assert links((await stranger.get(links(page)[PRIVACY]))[1])["To the playroom"] == f"/{code}"
            if has_guests:
                guest = await place.browser()
                assert links((await guest.get(f"/{code}"))[1])["Your account"] == f"/account?table={code}"
            await stranger.send("new", name="Ada", password=PASSWORD)
            _, own = await stranger.get(f"/account?table={code}")
            assert "You are signed in" in own
            assert links(own)["To the playroom"] == f"/{code}"

    asyncio.run(case())


ELSEWHERE = (
    "//evil.example",
    "/evil.example",
    "https://evil.example",
    "evil.example",
    "javascript:alert(1)",
    "K7QX3M9P%22%3Eevil",
    'K7QX3M9P"evil',
    "K7QX3M9P/../evil",
    "K7QX3M9P%0Aevil",
    "K7QX3M9P&table=//evil",
    "evil",
    "",
)
"""What others may write where the code of a table stands in an address."""


def test_no_page_of_members_leads_to_another_place(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            stranger = Browser(place.room)
            for table in ELSEWHERE:
                for path in ("/account", "/account/new", "/privacy"):
                    response, page = await stranger.get(f"{path}?table={table}")
                    assert response.status == 200
                    assert "data-next" not in page
                    assert "evil" not in page
                    assert '<a href="/">To the playroom</a>' in page

    asyncio.run(case())


@pytest.mark.parametrize(
    "name", ["..", ".", "../../etc", "a/b", "C:\\x", "Éva", "Сара", "Ada.Lovelace", "con", "%2e"]
)
def test_no_name_leads_out_of_the_homes(tmp_path: Path, name: str) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            browser = await place.browser()
            await browser.send("new", name=name, password=PASSWORD)
            await browser.get("/")
            assert len(folders_in(tmp_path / "homes")) == bool(browser.token)

    asyncio.run(case())
    assert all(len(each) == 32 for each in folders_in(tmp_path / "homes"))
    assert set(folders_in(tmp_path)) <= {"homes", "online", "browsers", "guests", "matches", "log"}


def folders_in(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir() if each.is_dir()] if folder.is_dir() else []


def test_nobody_is_a_member_by_an_identifier_alone(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            stranger = await place.browser()
            identifier = ada.token.partition(".")[0]
            for token in (identifier, f"{identifier}.", f"{identifier[:16]}", f"member-{identifier[:16]}-0"):
                stranger.take_token(token)
                assert "You are signed in" not in (await stranger.get("/account"))[1]
            name = next(iter(stranger.cookies))
            forged = Browser(place.room, {name: f"member-{identifier[:16]}-{'0' * 40}"})
            assert (await forged.get("/transcript.txt"))[0].status == 403

    asyncio.run(case())


def test_a_member_takes_the_home_along_as_one_file_without_keys(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            await ada.get("/")
            guest_match(place.home("Ada"))
            write_atomically(place.home("Ada") / "online" / "keys.json", "secret")
            _, page = await ada.get("/account")
            assert '<a href="/account/home.zip" download>' in page

            home = await archive_of(ada, "/account/home.zip")
            everything = await archive_of(ada, "/account/all.zip")
            assert [*home] == ["matches/0001.domino.yaml", "matches/0001.notes.yaml", "matches/played.txt"]
            assert set(everything) == {*home, "club.json"}
            known = json.loads(everything["club.json"])
            assert (known["name"], known["browsers"][0]["name"]) == ("Ada", "Firefox, Linux")

            stranger = await place.browser()
            for path in ("/account/home.zip", "/account/all.zip", "/account/delete"):
                response, content = await stranger.get(path)
                assert (response.status, "Sign in" in content) == (403, True)

    asyncio.run(case())


async def archive_of(browser: Browser, path: str) -> dict[str, bytes]:
    _, content = await browser.club.get(path, Cookie=browser.header)
    with ZipFile(BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_home_of_a_member_has_a_limit(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            await ada.get("/")
            guest_match(place.home("Ada"))
            write_atomically(place.home("Ada") / "matches" / "past" / "large", "x" * MOST_BYTES)
            with pytest.raises(HomeFullError):
                guest_match(place.home("Ada"))

    asyncio.run(case())


def test_a_home_that_could_not_be_stored_is_stored_after_a_while() -> None:
    async def case() -> list[str]:
        answers: list[Exception | None] = [Unknown(), OSError(), None]
        stored = []

        async def save(home: str) -> None:
            if error := answers.pop(0):
                raise error
            stored.append(home)

        HomeSaver(Mock(save=save)).note("home of Ada")
        await asyncio.sleep(3 * RETRY_SECONDS)
        return stored

    assert run_virtually(case()) == ["home of Ada"]


@pytest.mark.parametrize("has_worker", [True, False])
def test_what_a_console_saves_last_reaches_the_store_of_homes(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    has_worker: bool,  # noqa: FBT001 (a row's answer)
) -> None:
    stored: list[tuple[str, bool]] = []
    is_stored, is_saving, has_left, save_match = asyncio.Event(), Event(), Event(), SavedMatch.save

    async def store(homes: FolderHomes, home: str) -> None:
        matches = (await homes.open(home)) / "matches"
        stored.append((home, any(matches.glob(f"*{RECORD_SUFFIX}"))))
        if stored[-1][1]:
            is_stored.set()

    def save_late(match: SavedMatch, record: Record, notes: MatchNotes) -> None:
        is_saving.set()
        has_left.wait(PATIENCE)
        save_match(match, record, notes)

    async def case() -> None:
        async with club(tmp_path, has_worker=has_worker) as place:
            ada = await place.member()
            home, before = place.home("Ada"), Browser(place.room, {**ada.cookies})
            await ada.get("/")
            save_settings(home / "settings.yaml", QUIET_SETTINGS)
            async with place.room.page(ada.header) as page:
                await page.heard("The playroom")
                for key in ("n", "enter", "enter"):
                    await page.send(key=key)
                await asyncio.to_thread(is_saving.wait, PATIENCE)
                leaving = asyncio.create_task(ada.send("sign-out"))
                while "You are signed in" in (await before.get("/account"))[1]:  # noqa: ASYNC110 (as it sees it)
                    await asyncio.sleep(0.01)
                assert (home.name, True) not in stored
                has_left.set()
                await leaving
            async with asyncio.timeout(PATIENCE):
                await is_stored.wait()
            assert {each for each, _ in stored} == {home.name}

    monkeypatch.setattr(FolderHomes, "save", store)
    monkeypatch.setattr(SavedMatch, "save", save_late)
    asyncio.run(case())


def test_an_account_is_deleted_after_two_questions_with_all_that_it_has(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            phone = await place.member(is_new=False)
            await ada.get("/")
            home = place.home("Ada")
            guest_match(home)
            assert "/account/delete" in (await ada.get("/account"))[1]
            assert "This cannot be undone" in (await ada.get("/account/delete"))[1]

            assert (await ada.send("delete", password=PASSWORD))["field"] == "sure"
            assert (await ada.send("delete", password=PASSWORD[1:], sure="yes"))["field"] == "password"
            assert home.exists()
            assert await ada.send("delete", password=PASSWORD, sure="yes") == {"goes_to": "/"}

            assert not home.exists()
            assert not ada.token
            assert "You are signed in" not in (await phone.get("/account"))[1]
            again = await (await place.browser()).send("new", name="ada", password=PASSWORD)
            assert again["field"] == "name"

    asyncio.run(case())


def test_an_account_is_deleted_though_its_home_cannot_be_removed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails = [OSError(ENOTEMPTY, "a file was written")] * ATTEMPTS

    def remove(folder: Path) -> None:
        if fails:
            raise fails.pop()
        rmtree(folder)

    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            home = place.home("Ada")
            monkeypatch.setattr("playroom.online.homes.home_store.rmtree", remove)
            assert await ada.send("delete", password=PASSWORD, sure="yes") == {"goes_to": "/"}
            async with asyncio.timeout(PATIENCE):
                while fails or home.exists():  # noqa: ASYNC110 (the sweep tells nobody)
                    await asyncio.sleep(0.01)

    monkeypatch.setattr("playroom.commands.club_door.SWEEP_SECONDS", 0.01)
    asyncio.run(case())


def test_a_stranger_deletes_nothing(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            await place.member()
            stranger = await place.browser()
            await stranger.send("delete", name="Ada", password=PASSWORD, sure="yes")
            assert place.accounts.book.account("Ada")

    asyncio.run(case())


def test_a_member_of_several_servers_has_one_cookie_at_their_public_host() -> None:
    one, other = (BrowserEntrance(PassKey(bytes([key]) * 32), 1, public="club.example.org") for key in (1, 2))
    kept = one.member_cookie_header("token", "club.example.org")

    assert kept.endswith("Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure")
    assert other.member_token(kept.partition(";")[0], "club.example.org") == "token"
    assert one.member_cookie_header("token", "localhost:1") != other.member_cookie_header(
        "token", "localhost:1"
    )


def test_what_is_kept_and_for_how_long_is_one_page_for_everybody(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            stranger = await place.browser()
            assert '<a href="/privacy">' in (await Browser(place.room).get("/"))[1]
            for path in ("/account", "/account/new"):
                assert '<a href="/privacy">' in (await stranger.get(path))[1]
            _, page = await stranger.get("/privacy")
            assert "for 90 days without a visit" in page
            assert f"{MOST_BYTES // 10**6} MB at most" in page

    asyncio.run(case())
    assert IDLE_SECONDS == MEMBER_SECONDS == 90 * 24 * 3600


def test_a_club_without_accounts_says_what_it_keeps_of_guests(tmp_path: Path) -> None:
    async def case() -> None:
        async with club_room(tmp_path, asks_name=True) as room:
            stranger = Browser(room)
            assert '<a href="/privacy?table=K7QX3M9P">' in (await stranger.get("/K7QX3M9P"))[1]
            response, page = await stranger.get("/privacy?table=K7QX3M9P")
            assert response.status == 200
            assert "This club has no accounts" in page
            assert "Until 30 days have passed without a visit" in page
            assert "password" not in page
            assert "/account" not in page
            assert '<a href="/K7QX3M9P">To the playroom</a>' in page

    asyncio.run(case())
