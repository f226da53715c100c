"""Browsers of the local network: a code lets them in, and each has settings of its own."""

import asyncio
import socket
from http.client import HTTPResponse
from pathlib import Path

import pytest
from support.console.hand_held import folders
from support.web.web_room import WebRoom, web_room

from playroom.commands.subcommands.web import NETWORK_FOLDER, misfit_of_network
from playroom.web.entrance import (
    MOST_BY_ADDRESS,
    MOST_IN_ALL,
    SETTINGS_COOKIE,
    WAIT_SECONDS,
    CodeAnswer,
    NetworkCode,
    settings_id,
)
from playroom.web.web_server import CODE_HEADER

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
    """A code with a clock that is set by hand; its codes are 111111, 222222 and so on."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.renewed: list[str] = []
        digits = iter("123456789")
        self.code = NetworkCode(lambda: self.now, self.renewed.append, lambda: 6 * next(digits))

    def guess(self, times: int, address: str) -> CodeAnswer:
        """The answer to the last of so many wrong guesses."""
        return [self.code.judge("000000", address) for _ in range(times)][-1]


def test_the_code_is_taken_with_spaces_and_from_every_address() -> None:
    code = CodeAtHand().code

    assert code.judge(" 11 11 11 ", PHONE) is CodeAnswer.RIGHT
    assert code.judge("111111", "192.168.1.21") is CodeAnswer.RIGHT
    assert code.judge("1111111", PHONE) is CodeAnswer.WRONG
    assert code.judge("\udc80é", PHONE) is CodeAnswer.WRONG


def test_an_address_that_guesses_waits_and_others_do_not() -> None:
    at_hand = CodeAtHand()

    assert at_hand.guess(MOST_BY_ADDRESS - 1, PHONE) is CodeAnswer.WRONG
    assert at_hand.guess(1, PHONE) is CodeAnswer.ADDRESS_WAITS
    assert at_hand.code.judge("111111", PHONE) is CodeAnswer.ADDRESS_WAITS
    assert at_hand.code.judge("111111", "192.168.1.21") is CodeAnswer.RIGHT
    at_hand.now += WAIT_SECONDS
    assert at_hand.code.judge("111111", PHONE) is CodeAnswer.RIGHT


def test_many_addresses_that_guess_get_a_new_code_to_guess_after_a_while() -> None:
    at_hand = CodeAtHand()

    for number in range(MOST_IN_ALL - 1):
        assert at_hand.guess(1, f"192.168.1.{number}") is CodeAnswer.WRONG
    assert at_hand.guess(1, PHONE) is CodeAnswer.ALL_WAIT
    assert at_hand.renewed == ["222222"]
    assert at_hand.code.judge("222222", PHONE) is CodeAnswer.ALL_WAIT
    at_hand.now += WAIT_SECONDS
    assert at_hand.code.judge("111111", PHONE) is CodeAnswer.WRONG
    assert at_hand.code.judge("222222", PHONE) is CodeAnswer.RIGHT


def test_guesses_while_one_waits_are_not_looked_at() -> None:
    at_hand = CodeAtHand()

    at_hand.guess(10 * MOST_IN_ALL, PHONE)

    assert at_hand.renewed == []


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
            for path in ("/code.js", "/style.css", "/icon.svg", "/icon.png"):
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
def test_the_code_is_for_the_network_and_pages_of_ours_alone(tmp_path: Path) -> None:
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

    assert asyncio.run(visit()) == [403, 403, 403, 200, 403]


@needs_other_address
def test_each_phone_keeps_settings_of_its_own(tmp_path: Path) -> None:
    async def come_in(room: WebRoom, cookies: dict[str, str]) -> dict[str, str]:
        right, _ = await asked(room, "/code", **{CODE_HEADER: "111111", "Cookie": header_of(cookies)})
        return cookies_of(right)

    async def visit() -> tuple[str, str, str]:
        async with web_room(tmp_path, network=(HERE, CodeAtHand().code)) as room:
            first, second = await come_in(room, {}), await come_in(room, {})
            async with room.page(header_of(first), at=room.server.entrance.network_host) as phone:
                await phone.heard("Sound check")
                await phone.send(key="1")
                await phone.heard("learn")
        async with web_room(tmp_path, network=(HERE, CodeAtHand().code)) as room:
            again = await come_in(room, {SETTINGS_COOKIE: first[SETTINGS_COOKIE]})
        return first[SETTINGS_COOKIE], second[SETTINGS_COOKIE], again[SETTINGS_COOKIE]

    first, second, again = asyncio.run(visit())

    saved = folders(tmp_path).settings.parent / NETWORK_FOLDER
    assert first == again != second
    assert [each.name for each in saved.glob("[0-9a-f]*.yaml")] == [f"{first}.yaml"]
    assert "mode: both" in (saved / f"{first}.yaml").read_text()
