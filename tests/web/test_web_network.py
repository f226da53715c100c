"""Browsers of the local network: a code lets them in, and each has settings of its own."""

import asyncio
import socket
from http.client import HTTPResponse
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.console.hand_held import folders
from support.languages import CODES
from support.web.web_room import Page, WebRoom, web_room

from playroom.commands.browser_consoles import NETWORK_FOLDER, browser_context
from playroom.commands.dispatch import read_command_line
from playroom.commands.subcommands.web import KEY_FILE, misfit_of_network, print_code
from playroom.home.folders import Folders
from playroom.narration.phrases.system import accepted_language
from playroom.web.entrance import (
    MOST_BY_ADDRESS,
    MOST_IN_ALL,
    SETTINGS_COOKIE,
    WAIT_SECONDS,
    CodeAnswer,
    EntranceCodes,
    settings_id,
)
from playroom.web.page_files import NETWORK_PATH
from playroom.web.passes import BrowserPass, Rights, pass_key_in
from playroom.web.web_server import CODE_HEADER, Reception

PHONE = "192.168.1.20"
HERE = "127.0.0.2"
"""Another address of this machine, which stands for that in its network."""


def has_other_address() -> bool:
    with socket.socket() as probe:
        try:
            probe.bind((HERE, 0))
        except OSError:
            return False
    return True


needs_other_address = pytest.mark.skipif(
    not has_other_address(), reason=f"{HERE} is no address of this system"
)


class CodeAtHand:
    """Codes with a clock that is set by hand: 111111 for own devices, 222222 for guests, then 333333."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.renewed = 0
        digits = iter("123456789")
        self.code = EntranceCodes(lambda: self.now, self.renew, lambda: 6 * next(digits))

    def renew(self) -> None:
        self.renewed += 1

    def guess(self, times: int, address: str) -> CodeAnswer:
        """The answer to the last of so many wrong guesses."""
        return [self.code.judge("000000", address) for _ in range(times)][-1]


def test_the_code_is_taken_with_spaces_and_from_every_address() -> None:
    code = CodeAtHand().code

    assert code.judge(" 11 11 11 ", PHONE) is CodeAnswer.OWN
    assert code.judge("222222", "192.168.1.21") is CodeAnswer.GUEST
    assert code.judge("1111111", PHONE) is CodeAnswer.WRONG
    assert code.judge("\udc80é", PHONE) is CodeAnswer.WRONG


def test_an_address_that_guesses_waits_and_others_do_not() -> None:
    at_hand = CodeAtHand()

    assert at_hand.guess(MOST_BY_ADDRESS - 1, PHONE) is CodeAnswer.WRONG
    assert at_hand.guess(1, PHONE) is CodeAnswer.ADDRESS_WAITS
    assert at_hand.code.judge("111111", PHONE) is CodeAnswer.ADDRESS_WAITS
    assert at_hand.code.judge("111111", "192.168.1.21") is CodeAnswer.OWN
    at_hand.now += WAIT_SECONDS
    assert at_hand.code.judge("111111", PHONE) is CodeAnswer.OWN


def test_many_addresses_that_guess_get_a_new_code_to_guess_after_a_while() -> None:
    at_hand = CodeAtHand()

    for number in range(MOST_IN_ALL - 1):
        assert at_hand.guess(1, f"192.168.1.{number}") is CodeAnswer.WRONG
    assert at_hand.guess(1, PHONE) is CodeAnswer.ALL_WAIT
    assert at_hand.renewed == 1
    assert at_hand.code.judge("333333", PHONE) is CodeAnswer.ALL_WAIT
    at_hand.now += WAIT_SECONDS
    assert at_hand.code.judge("111111", PHONE) is CodeAnswer.WRONG
    assert at_hand.code.judge("444444", PHONE) is CodeAnswer.GUEST


def test_guesses_while_one_waits_are_not_looked_at() -> None:
    at_hand = CodeAtHand()

    at_hand.guess(10 * MOST_IN_ALL, PHONE)

    assert at_hand.renewed == 0


def test_no_port_of_the_internet_and_none_without_a_network() -> None:
    assert misfit_of_network(PHONE) is None
    assert misfit_of_network("127.0.0.1")
    assert misfit_of_network("8.8.4.4")


@pytest.mark.parametrize(
    "cookie", [None, "", f"{SETTINGS_COOKIE}=../../settings", f"{SETTINGS_COOKIE}=A" + "0" * 15]
)
def test_settings_are_found_by_an_identifier_of_ours_alone(cookie: str | None) -> None:
    assert settings_id(cookie).isalnum()
    assert settings_id(f"{SETTINGS_COOKIE}=0123456789abcdef") == "0123456789abcdef"


async def begin_match(page: Page) -> None:
    """Begin a match, which is kept."""
    await page.heard("The playroom")
    await page.answer("n", "New match")
    await page.answer("enter", "New match. Left and Right")
    await page.send(key="enter")
    await page.heard("New round")


def cookies_of(response: HTTPResponse) -> dict[str, str]:
    """The cookies of a response with their values; each is for no script and no other page."""
    given = response.headers.get_all("Set-Cookie") or []
    assert all("HttpOnly; SameSite=Strict" in each for each in given)
    return dict(each.partition(";")[0].split("=", 1) for each in given)


def header_of(cookies: dict[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


async def asked(room: WebRoom, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    """The answer to a request by the network."""
    return await room.get(path, at=room.server.entrance.network_host, **headers)


@needs_other_address
def test_a_phone_asks_for_the_code_and_gets_its_cookie(tmp_path: Path) -> None:
    async def visit() -> None:
        async with web_room(tmp_path, network=(HERE, CodeAtHand().code)) as room:
            page, content = await asked(room, "/")
            assert page.status == 200
            assert b'id="code"' in content
            for path in ("/ask.js", "/style.css", "/icon.svg", "/icon.png"):
                assert (await asked(room, path))[0].status == 200
            for path in (
                "/page.js",
                "/page.webmanifest",
                "/cues/played-1.wav",
                "/code",
                "/socket",
                room.server.entrance.path,
            ):
                assert (await asked(room, path))[0].status == 403, path
            wrong, sentence = await asked(room, "/code", **{CODE_HEADER: "000000"})
            assert (wrong.status, wrong.headers["Set-Cookie"]) == (403, None)
            assert sentence.startswith(b"That is not the code.")
            right, _ = await asked(room, "/code", **{CODE_HEADER: "111111"})
            cookie = header_of(cookies_of(right))
            assert b'id="game"' in (await asked(room, "/", Cookie=cookie))[1]
            async with room.page(cookie, at=room.server.entrance.network_host) as phone:
                await phone.heard("Sound check")

    asyncio.run(visit())


@needs_other_address
def test_the_code_is_for_pages_of_ours_alone(tmp_path: Path) -> None:
    async def visit() -> list[int]:
        async with web_room(tmp_path, network=(HERE, CodeAtHand().code)) as room:
            right = {CODE_HEADER: "111111"}
            here = await room.get("/code", **right)
            other_name = await asked(room, "/code", Host="evil.example", **right)
            other_page = await asked(room, "/code", Origin="http://evil.example", **right)
            own_page = await asked(
                room, "/code", Origin=f"http://{room.server.entrance.network_host}", **right
            )
            in_address = await asked(room, "/code?111111")
            return [each.status for each, _ in (here, other_name, other_page, own_page, in_address)]

    assert asyncio.run(visit()) == [200, 403, 403, 200, 403]


async def come_in(room: WebRoom, code: str, **headers: str) -> str:
    """The cookie that a browser of the network is given for a code."""
    response, _ = await asked(room, "/code", **{CODE_HEADER: code, **headers})
    return header_of(cookies_of(response))


@needs_other_address
def test_each_phone_keeps_settings_of_its_own(tmp_path: Path) -> None:
    async def visit() -> str:
        async with web_room(tmp_path, network=(HERE, CodeAtHand().code)) as room:
            cookie = await come_in(room, "111111")
            assert cookie != await come_in(room, "111111")
            async with room.page(cookie, at=room.server.entrance.network_host) as phone:
                await phone.heard("Sound check")
                await phone.send(key="1")
                await phone.heard("learn")
        return cookie

    cookie = asyncio.run(visit())

    (saved,) = (folders(tmp_path).settings.parent / NETWORK_FOLDER).glob("[0-9a-f]*.yaml")
    assert f"-{saved.stem}-" in cookie
    assert "mode: both" in saved.read_text()


@needs_other_address
def test_a_visit_is_remembered_over_a_new_start_until_all_are_forgotten(tmp_path: Path) -> None:
    async def statuses(room: WebRoom, here: str, there: str) -> list[int]:
        network = room.server.entrance.network_host
        asked = [(here, ""), (there, network), (here, network), (f"{there}0", network)]
        answers = [await room.get("/page.js", at=at, Cookie=cookie) for cookie, at in asked]
        bookmark, _ = await room.get("/in/of-an-earlier-start", Cookie=here)
        return [*(each.status for each, _ in answers), bookmark.status]

    async def visit() -> list[list[int]]:
        network = (HERE, CodeAtHand().code)
        async with web_room(tmp_path, network=network) as room:
            here, there = await room.cookie(), await come_in(room, "222222")
        async with web_room(tmp_path, network=network) as room:
            remembered = await statuses(room, here, there)
        pass_key_in(folders(tmp_path).online / KEY_FILE, is_renewed=True)
        async with web_room(tmp_path, network=network) as room:
            return [remembered, await statuses(room, here, there)]

    assert asyncio.run(visit()) == [[200, 200, 403, 403, 200], [403, 403, 403, 403, 403]]


class NotedReception(Reception):
    """Counts how often a browser has asked for the code."""

    def __init__(self) -> None:
        self.times = 0

    def asked(self) -> None:
        self.times += 1


def test_without_a_pass_the_code_is_said_on_this_machine_and_asked_for(
    tmp_path: Path,
) -> None:
    async def visit() -> tuple[int, bytes, bytes, str]:
        noted, codes = NotedReception(), CodeAtHand().code
        async with web_room(tmp_path, network=("", codes), reception=noted) as room:
            page, content = await room.get("/in/of-an-earlier-start")
            assert page.status == 403
            answer, _ = await room.get("/code", **{CODE_HEADER: codes.own})
            cookie = header_of(cookies_of(answer))
            return noted.times, content, (await room.get("/", Cookie=cookie))[1], cookie

    times, content, page, cookie = asyncio.run(visit())

    assert times == 1
    assert b'id="code"' in content
    assert b'id="game"' in page
    assert f"={Rights.HERE}-" in cookie


def test_guests_have_homes_of_their_own_and_own_devices_the_matches_of_the_player(tmp_path: Path) -> None:
    context, _ = read_command_line(["--language", "en"], folders(tmp_path))
    ids = ("0" * 16, "1" * 16)

    def home(rights: Rights, identifier: str) -> Folders:
        return browser_context(context, BrowserPass(rights, identifier)).folders

    guests, own, here = (
        [home(Rights.GUEST, each) for each in ids],
        home(Rights.OWN, ids[0]),
        folders(tmp_path),
    )

    for name in ("settings", "presets", "keys", "matches", "transcripts", "online"):
        assert len({getattr(each, name) for each in (*guests, here)}) == 3, name
    for name in ("presets", "keys", "matches", "transcripts", "online"):
        assert getattr(own, name) == getattr(here, name)
    assert own.settings != here.settings


@needs_other_address
def test_a_page_shows_its_address_for_a_camera(tmp_path: Path) -> None:
    async def visit() -> tuple[bytes, str, HTTPResponse, bytes]:
        async with web_room(tmp_path, network=(HERE, CodeAtHand().code)) as room:
            cookie, network = await room.cookie(), room.server.entrance.network_host
            _, content = await room.get("/", Cookie=cookie)
            stranger, _ = await asked(room, NETWORK_PATH)
            assert stranger.status == 403
            return content, network, *await room.get(NETWORK_PATH, Cookie=cookie)

    content, network, response, picture = asyncio.run(visit())

    assert f"<strong>http://{network}</strong>".encode() in content
    assert b'id="network" >' in content
    assert response.headers["Content-Type"] == "image/svg+xml"
    assert b"<svg" in picture


def test_without_a_network_there_is_no_address_to_show(tmp_path: Path) -> None:
    async def visit() -> tuple[bytes, int]:
        async with web_room(tmp_path) as room:
            cookie = await room.cookie()
            _, content = await room.get("/", Cookie=cookie)
            response, _ = await room.get(NETWORK_PATH, Cookie=cookie)
            return content, response.status

    content, status = asyncio.run(visit())

    assert b'id="network" hidden' in content
    assert status == 404


def test_the_code_of_the_address_is_printed_and_not_spoken(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playroom.voice.line_speaker.LineSpeaker", Mock(side_effect=AssertionError))
    context, _ = read_command_line(["--language", "en"], folders(tmp_path))

    print_code(context, "http://192.168.1.20:7380")

    lines = capfd.readouterr().out.splitlines()
    assert len({len(line) for line in lines}) == 1
    assert set("".join(lines)) == set(" █▀▄")


@needs_other_address
def test_a_guest_does_not_see_the_matches_of_the_player(tmp_path: Path) -> None:
    async def visit() -> dict[str, str]:
        said = {}
        async with web_room(tmp_path, network=(HERE, CodeAtHand().code)) as room:
            async with room.page(await room.cookie()) as page:
                await begin_match(page)
            for code in ("111111", "222222"):
                cookie = await come_in(room, code)
                async with room.page(cookie, at=room.server.entrance.network_host) as phone:
                    await phone.heard("Sound check")
                    await phone.send(key="1")
                    await phone.heard("learn")
                    said[code] = await phone.answer("n", "The playroom")
        return said

    said = asyncio.run(visit())

    assert "Continue the match" in said["111111"]
    assert "New match" in said["222222"]


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("nl, fr-CA;q=0.5, en;q=0.4", "fr"),
        ("en;q=0.1, pt-BR;q=0.9", "pt"),
        ("ja", ""),
        ("", ""),
        ("*", ""),
        ("de;q=0, ru;q=x, pl", "pl"),
        (";q=;q=,,=" * 1000, ""),
    ],
)
def test_the_browser_names_the_language_that_its_visitor_prefers(header: str, code: str) -> None:
    assert accepted_language(header, CODES) == code


@needs_other_address
def test_a_guest_is_asked_for_the_code_and_greeted_in_the_language_of_their_browser(tmp_path: Path) -> None:
    async def visit() -> tuple[bytes, bytes]:
        async with web_room(tmp_path, network=(HERE, CodeAtHand().code), language="") as room:
            polish = {"Accept-Language": "pl"}
            _, asking = await asked(room, "/", **polish)
            cookie = await come_in(room, "222222")
            _, page = await asked(room, "/", Cookie=cookie, **polish)
            return asking, page

    asking, page = asyncio.run(visit())

    assert b'lang="pl"' in asking
    assert b'lang="pl"' in page
