"""Passkeys on the pages of a club's members: added, heard, used, removed, and sent by who should not."""

import asyncio
import json
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode
from zipfile import ZipFile

import pytest
from support.online.authenticator import to_base64
from support.web.club_room import PUBLIC
from support.web.member_browser import PASSWORD, Browser, club
from support.web.passkey_browser import PasskeyBrowser, new_member
from test_member_homes import guest_match

from playroom.online.server.accounts.browser_sessions import ROTATION_SECONDS
from playroom.online.server.accounts.passkey_proofs import CHALLENGE_SECONDS
from playroom.web.entrance import PASSKEY_COOKIE
from playroom.web.web_server import NAME_HEADER, NAME_PATH

pytest.importorskip("webauthn", reason="it comes with the extra named server")

BUTTON = "Sign in with a passkey"
CODE = "K7QX3M9P"
SIGNED_IN = "You are signed in as Ada."
WRONG = "The passkey was not accepted. Try again, or sign in by name and password."
UNKNOWN = "This club does not know that passkey; it may have been removed. Sign in by name and password."
DAY = 24 * 3600


def test_a_member_adds_a_passkey_hears_of_it_and_removes_it(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            place.now[0] = DAY
            ada = PasskeyBrowser(place.room)
            await ada.send("new", name="Ada", password=PASSWORD)
            assert "You have no passkeys." in (await ada.get("/account"))[1]
            await ada.add("<My> phone")
            _, told = await ada.get("/account/passkey-added")
            assert "The passkey was added. You can sign in by it from now on.</p>" in told
            await ada.add()
            place.now[0] = 3 * DAY
            assert await PasskeyBrowser(place.room, device=ada.device).sign_in() == {"goes_to": "/"}

            _, page = await ada.get("/account")

            assert "&lt;My&gt; phone, added 2 January 1970, not used yet" in page
            assert "Firefox, Linux, added 2 January 1970, last used 4 January 1970" in page
            assert ">Remove Firefox, Linux</button>" in page
            assert "The passkey was added." not in page
            used = to_base64(ada.device.passkeys[-1].credential)
            assert await ada.send("passkey-remove", passkey=used) == {"goes_to": "/account/passkey-removed"}
            _, told = await ada.get("/account/passkey-removed")
            assert "nobody can sign in by it any more. Your password still works." in told
            assert "Remove Firefox" not in told
            assert (await PasskeyBrowser(place.room, device=ada.device).sign_in())["said"] == UNKNOWN
            ada.device.passkeys.pop()
            assert await PasskeyBrowser(place.room, device=ada.device).sign_in() == {"goes_to": "/"}

    asyncio.run(case())


def test_after_a_passkey_all_is_as_after_a_password(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await new_member(place)
            phone = PasskeyBrowser(place.room, device=ada.device)
            await phone.get(NAME_PATH, **{NAME_HEADER: "Guest"})
            identifier = next(value for value in phone.cookies.values() if "guest-" in value).split("-")[1]
            guest_match(place.room.home / "homes" / identifier)

            assert await phone.sign_in() == {"goes_to": "/"}

            assert (place.home("Ada") / "matches" / "0001.domino.yaml").is_file()
            assert any(name.endswith("-mark") for name in phone.cookies)
            _, page = await phone.get("/account")
            assert SIGNED_IN in page
            assert page.count("Firefox, Linux, since") == 2
            first = phone.token
            place.now[0] += ROTATION_SECONDS
            await phone.get("/")
            assert phone.token not in {"", first}
            await ada.send("end-others")
            assert SIGNED_IN not in (await phone.get("/account"))[1]

    asyncio.run(case())


def test_the_forms_have_what_screen_readers_and_password_managers_need(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            stranger = PasskeyBrowser(place.room)
            _, sign_in = await stranger.get(f"/account?table={CODE}")
            form = sign_in.partition("<form")[2].partition("</form>")[0]
            assert 'autocomplete="username webauthn"' in form
            # Without a script, and where the browser has no passkeys, it stays hidden.
            assert f'<button type="button" class="passkey" hidden>{BUTTON}</button>' in form
            assert form.index('type="submit"') < form.index('class="passkey"')
            assert f'data-next="/{CODE}"' in form
            assert 'role="alert"' in form
            assert 'role="status"' in form
            ada = await new_member(place)
            _, page = await ada.get("/account")
            assert '<div class="passkey" hidden><form data-form="passkey-new">' in page
            assert '<label for="passkey-new-label">Name of the passkey' in page
            assert 'id="passkey-new-label" name="label" type="text"' in page
            assert 'name="label"' not in page.partition(" required")[0]
            for path in ("/members.js", "/passkeys.js"):
                response, content = await stranger.get(path)
                assert (response.status, "http" in content) == (200, False)
            assert "script-src 'self';" in response.headers["Content-Security-Policy"]

    asyncio.run(case())


@pytest.mark.parametrize("has_library", [True, False])
def test_passkeys_are_offered_where_the_club_has_its_name_and_the_library(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    has_library: bool,  # noqa: FBT001 (a row's answer)
) -> None:
    async def case() -> None:
        async with club(tmp_path, has_guests=False) as place:
            ada = await new_member(place)
            if not has_library:
                monkeypatch.setattr("playroom.commands.club_members.find_spec", lambda _: None)
            stranger = PasskeyBrowser(place.room, device=ada.device)
            for path in ("/account", f"/{CODE}"):
                assert (BUTTON in (await stranger.get(path))[1]) == has_library
                assert BUTTON not in (await Browser(place.room).get(path))[1]
            _, page = await ada.get("/account")
            assert ('data-form="passkey-new"' in page) == has_library
            assert "phone, added" in page
            local = Browser(place.room)
            assert await local.send("passkey-ask") == {"goes_to": "/account"}
            if not has_library:
                assert await stranger.send("passkey-ask") == {"goes_to": "/account"}
                passkey = to_base64(ada.device.passkeys[0].credential)
                assert "goes_to" in await ada.send("passkey-remove", passkey=passkey)
                assert "Passkeys" not in (await ada.get("/account"))[1]

    asyncio.run(case())


def test_a_passkey_needs_the_password_and_a_member(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await new_member(place)
            wrong = await ada.send("passkey-new", password="guessed", label="thief")  # noqa: S106 (it is wrong)
            assert (wrong["field"], wrong["said"]) == ("password", "Wrong name or password.")
            stranger = PasskeyBrowser(place.room)
            for form in ("passkey-new", "passkey-add", "passkey-remove"):
                assert await stranger.send(form, password=PASSWORD) == {"goes_to": "/account"}
            assert (await ada.get("/account"))[1].count("Remove ") == 1

    asyncio.run(case())


def test_an_answer_is_taken_of_the_browser_that_has_asked_and_in_time(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await new_member(place)
            thief, victim = (PasskeyBrowser(place.room, device=ada.device) for _ in range(2))
            options = await thief.ask("passkey-ask")
            await victim.ask("passkey-ask")
            assert PASSKEY_COOKIE in thief.cookies
            answer = thief.device.get(options)
            assert (await victim.send("passkey", **answer))["said"] == WRONG
            assert (await PasskeyBrowser(place.room).send("passkey", **answer))["said"] == WRONG
            late = thief.device.get(await thief.ask("passkey-ask"))
            assert await thief.send("passkey", **answer) == {"goes_to": "/"}
            again = await thief.send("passkey", **answer)
            assert again["said"] == "That took too long, or was sent twice. Please try again."
            place.now[0] += CHALLENGE_SECONDS
            assert (await thief.send("passkey", **late))["said"] == again["said"]

    asyncio.run(case())


def test_the_cookie_of_a_browser_that_asks_is_read_by_no_script_and_sent_to_no_other_host(
    tmp_path: Path,
) -> None:
    async def case() -> str:
        async with club(tmp_path) as place:
            sent = {"Playroom-Form": "", "Sec-Fetch-Site": "same-origin"}
            response, _ = await PasskeyBrowser(place.room).get("/account/do/passkey-ask", **sent)
            return str(response.headers["Set-Cookie"])

    name, _, rules = asyncio.run(case()).partition("=")

    assert name == "__Host-playroom-passkey"
    assert rules.partition(";")[2] == " Path=/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure"


def test_no_other_site_signs_anybody_in_by_a_passkey(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await new_member(place)
            phone = PasskeyBrowser(place.room, device=ada.device)
            answer = phone.device.get(await phone.ask("passkey-ask"))
            fields = {"Playroom-Form": urlencode(answer)}
            for headers in (
                {**fields, "Sec-Fetch-Site": "cross-site"},
                {**fields, "Sec-Fetch-Site": "same-site"},
                {**fields, "Origin": "https://evil.example"},
                {**fields, "Host": "evil.example"},
                {},
            ):
                response, _ = await phone.get("/account/do/passkey", **headers)
                assert (response.status, phone.token) == (403, "")
            assert await phone.send("passkey", **answer) == {"goes_to": "/"}

    asyncio.run(case())


def test_who_is_banned_does_not_come_by_a_passkey(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await new_member(place)
            await place.accounts.ban("Ada", "shouting", 0)
            phone = PasskeyBrowser(place.room, device=ada.device)
            said = "You are banned from this server. shouting"
            assert (await phone.sign_in())["said"] == said
            assert not phone.token
            assert (await ada.send("passkey-new", password=PASSWORD))["said"] == said
            passkey = to_base64(ada.device.passkeys[0].credential)
            assert "goes_to" in await ada.send("passkey-remove", passkey=passkey)

            await place.accounts.lift("Ada")
            assert "goes_to" in await ada.add("new")
            assert await phone.sign_in() == {"goes_to": "/"}

    asyncio.run(case())


def test_a_member_gets_the_passkeys_with_all_else_and_deletes_them_with_the_account(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await new_member(place)
            headers = {"Host": PUBLIC, "Cookie": ada.header}
            _, content = await place.room.get("/account/all.zip", **headers)
            with ZipFile(BytesIO(content)) as archive:
                (known,) = json.loads(archive.read("club.json"))["passkeys"]
            credential = to_base64(ada.device.passkeys[0].credential)
            assert (known["credential"], known["label"]) == (credential, "phone")
            assert len(known["key"]) == 103

            assert await ada.send("delete", password=PASSWORD, sure="yes") == {"goes_to": "/"}
            assert (await PasskeyBrowser(place.room, device=ada.device).sign_in())["said"] == UNKNOWN

    asyncio.run(case())


def test_the_link_of_an_administrator_removes_passkeys_and_says_so(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await new_member(place)
            await place.accounts.register("Ben", PASSWORD, "192.0.2.1")
            secrets = {}
            for name in ("Ada", "Ben"):
                account = place.accounts.book.account(name)
                assert account
                secrets[name] = await place.accounts.new_reset(account)
            stranger = PasskeyBrowser(place.room)
            said = "Your passkeys are removed too, as somebody else may have added one."
            assert said in (await stranger.get(f"/reset/{secrets['Ada']}"))[1]
            assert said not in (await stranger.get(f"/reset/{secrets['Ben']}"))[1]

            assert await stranger.send("reset", secret=secrets["Ada"], new=PASSWORD) == {"goes_to": "/"}

            assert "You have no passkeys." in (await stranger.get("/account"))[1]
            assert (await PasskeyBrowser(place.room, device=ada.device).sign_in())["said"] == UNKNOWN
            assert "goes_to" in await stranger.add("new")
            assert await PasskeyBrowser(place.room, device=stranger.device).sign_in() == {"goes_to": "/"}

    asyncio.run(case())


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"client_data": "é", "credential": "\0", "signature": "="},
        {"client_data": to_base64(b'{"challenge": "' + b"A" * 3000 + b'"}')},
        {"client_data": to_base64(b"[" * 3000)},
        dict.fromkeys("abcdefghij", "x"),
    ],
    ids=["nothing", "no base64", "a long challenge", "deep JSON", "too many fields"],
)
def test_what_is_no_passkey_is_answered_by_a_sentence(tmp_path: Path, fields: dict[str, str]) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await new_member(place)
            eve = PasskeyBrowser(place.room, device=ada.device)
            await eve.ask("passkey-ask")
            assert await eve.send("passkey", **fields) == {"field": "", "said": WRONG}
            assert await ada.send("passkey-add", **fields) == {"field": "", "said": WRONG}
            with pytest.raises(ConnectionError):
                await eve.send("passkey", client_data="A" * 100_000)
            assert await eve.sign_in() == {"goes_to": "/"}

    asyncio.run(case())


def test_who_guesses_passkeys_is_told_how_long_to_wait(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await new_member(place)
            eve = PasskeyBrowser(place.room, device=ada.device)
            said = [(await eve.send("passkey"))["said"] for _ in range(4)]
            assert said[:3] == [WRONG] * 3
            assert "second" in said[3]
            assert "second" in (await eve.sign_in())["said"]
            assert not eve.token
            assert await PasskeyBrowser(place.room, device=ada.device).sign_in() == {"goes_to": "/"}

    asyncio.run(case())


def test_the_page_on_privacy_names_passkeys(tmp_path: Path) -> None:
    async def case() -> str:
        async with club(tmp_path) as place:
            return (await Browser(place.room).get("/privacy"))[1]

    assert "Each passkey: the name that you gave it, its identifier and its public key" in asyncio.run(case())
