"""Members of a club in their browsers: forms and sessions, and who would like to be somebody else."""

import asyncio
import json
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from support.console.player import save_settings
from support.time.patience import PATIENCE
from support.web.club_room import club_room
from support.web.member_browser import PASSWORD, Browser, Club, club
from support.web.web_room import QUIET_SETTINGS
from test_club_links import code_of_table
from test_web_tables import choose
from websockets.asyncio.client import connect

from playroom.home.files import MOST_BYTES
from playroom.online.server.accounts.browser_sessions import IDLE_SECONDS, ROTATION_SECONDS
from playroom.online.wire.messages import Hello, ListTables, Tables, Welcome, encoded, server_message
from playroom.online.wire.protocol import FORMER_MEMBER, VERSION
from playroom.web.entrance import MEMBER_SECONDS, BrowserEntrance
from playroom.web.passes import PassKey
from playroom.web.web_server import NAME_HEADER, NAME_PATH

PRIVACY = "What is kept here, and for how long"


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


@pytest.mark.long
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


def test_a_form_that_is_too_large_is_not_read_and_others_are(tmp_path: Path) -> None:
    async def case() -> tuple[bool, dict[str, str]]:
        async with club(tmp_path) as place:
            eve, ada = await place.browser(), await place.member("Ada")
            with pytest.raises(ConnectionError):
                await eve.send("new", name="Eve", password=PASSWORD, more="x" * 100_000)
            return place.accounts.book.account("Eve") is None, await ada.send("sign-out")

    assert asyncio.run(case()) == (True, {"goes_to": "/"})


def test_a_form_of_too_many_fields_is_none(tmp_path: Path) -> None:
    async def case() -> dict[str, str]:
        async with club(tmp_path) as place:
            eve = await place.browser()
            return await eve.send("new", name="Eve", password=PASSWORD, **dict.fromkeys("abcdefg", "x"))

    assert "goes_to" not in asyncio.run(case())


def test_no_guest_comes_by_the_name_of_a_member(tmp_path: Path) -> None:
    async def case() -> tuple[int, str, bool]:
        async with club(tmp_path) as place:
            await place.member("Ada")
            response, said = await place.room.get(NAME_PATH, **{NAME_HEADER: "ADA"})
            return response.status, said.decode(), "Set-Cookie" in response.headers

    status, said, has_pass = asyncio.run(case())

    assert (status, said) == (403, "ADA is taken. Choose another name.")
    assert not has_pass


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


@pytest.mark.long
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
