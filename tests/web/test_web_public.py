"""Guests from everywhere: a link to a public host, whose proxy does TLS, lets them in."""

import asyncio
import re
from pathlib import Path

import pytest
from support.faults.slow_proxy import SlowProxy
from support.web.chromium import CHROMIUM, HEADLESS, chromium
from support.web.page_wait import wait_for
from support.web.web_room import WebRoom, web_room
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from playroom.commands.subcommand import RefusedArgument, public_host
from playroom.online.server.certificate import certificate_in
from playroom.web.entrance import PASS_SECONDS, BrowserEntrance, CodeAnswer, EntranceCodes
from playroom.web.passes import BrowserPass, PassKey, Rights
from playroom.web.web_server import CODE_HEADER, SOCKET_PATH

REGIONS = "document.querySelector('.spoken')?.textContent"
CLUB = "club.example.org"
LINK = BrowserEntrance(PassKey(b"key"), 80, public=CLUB).invitation.removeprefix(f"https://{CLUB}")


def door(public: str = CLUB) -> BrowserEntrance:
    return BrowserEntrance(PassKey(b"key"), 80, public=public)


async def status_of_socket(room: WebRoom, **headers: str) -> int:
    """The status with which a WebSocket with these headers is refused; 101 if it is not."""
    try:
        at, _, port = room.host.partition(":")
        async with connect(
            f"ws://{CLUB}{SOCKET_PATH}", origin=None, additional_headers=headers, host=at, port=int(port)
        ):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


@pytest.mark.parametrize(
    ("path", "host", "is_let_in"),
    [
        (LINK, CLUB, True),
        (LINK, "127.0.0.1:80", False),
        (LINK, "evil.example", False),
        (LINK, None, False),
        (LINK[:-1], CLUB, False),
        ("/in/", CLUB, False),
        (f"{LINK}\udc80", CLUB, False),
    ],
)
def test_the_link_lets_in_at_the_public_host_alone(path: str, host: str | None, is_let_in: bool) -> None:  # noqa: FBT001
    assert door().invites(path, host) is is_let_in


def test_without_a_public_host_no_link_lets_in() -> None:
    assert not door("").invites(LINK, "")
    assert not door("").invites(LINK, None)


def test_the_link_is_the_same_after_each_start_until_all_are_forgotten() -> None:
    assert door().invitation == door().invitation
    assert BrowserEntrance(PassKey(b"new"), 80, public=CLUB).invitation != door().invitation


def test_the_address_of_this_machine_is_none_of_the_public_host() -> None:
    ours = door()

    assert not ours.lets_in(ours.path, CLUB)
    assert ours.lets_in(ours.path, "127.0.0.1:80")


@pytest.mark.parametrize(
    ("host", "origin", "is_ours"),
    [
        (CLUB, f"https://{CLUB}", True),
        (CLUB, f"http://{CLUB}", False),
        (CLUB, "https://127.0.0.1:80", False),
        (CLUB, None, False),
        ("127.0.0.1:80", f"https://{CLUB}", False),
        ("127.0.0.1:80", "http://127.0.0.1:80", True),
    ],
)
def test_a_socket_is_opened_by_pages_of_the_same_host(host: str, origin: str | None, is_ours: bool) -> None:  # noqa: FBT001
    assert door().is_ours(host, origin, needs_origin=True) is is_ours


def test_the_pass_of_a_guest_goes_by_tls_alone() -> None:
    header = door().cookie_header(BrowserPass(Rights.GUEST, "0" * 16), CLUB)

    assert header.startswith("__Host-playroom-")
    assert header.partition(";")[2] == f" Path=/; Max-Age={PASS_SECONDS}; HttpOnly; SameSite=Lax; Secure"
    cookie = header.partition(";")[0]
    assert door().pass_of(cookie, CLUB) == (Rights.GUEST, "0" * 16)
    assert door().pass_of(cookie, "127.0.0.1:80") is None
    assert door().pass_of(cookie.removeprefix("__Host-"), CLUB) is None


def test_a_pass_of_this_machine_is_worth_nothing_from_outside() -> None:
    header = door().cookie_header(BrowserPass(Rights.HERE, "0" * 16), CLUB)

    assert door().pass_of(header.partition(";")[0], CLUB) is None


@pytest.mark.parametrize(
    ("given", "host"),
    [
        ("https://club.example.org", CLUB),
        (" https://Club.Example.org/ ", CLUB),
        ("https://club.example.org:443", CLUB),
        ("https://club.example.org:8443", f"{CLUB}:8443"),
    ],
)
def test_a_public_address_is_named_as_browsers_name_it(given: str, host: str) -> None:
    assert public_host(given) == host


@pytest.mark.parametrize(
    "given",
    [
        "",
        "club.example.org",
        "http://club.example.org",
        "https://",
        "https://club.example.org/in/x",
        "https://me@club.example.org",
        "https://club.example.org:99999",
        "https://[",
    ],
)
def test_what_is_no_public_address_is_refused(given: str) -> None:
    with pytest.raises(RefusedArgument):
        public_host(given)


def test_strangers_are_told_of_the_link_and_no_code_is_taken(tmp_path: Path) -> None:
    async def visit() -> tuple[list[int], bytes, str, str, list[int]]:
        codes = EntranceCodes(lambda: 0.0, lambda: None)
        assert codes.judge(codes.own, "x") is CodeAnswer.OWN
        async with web_room(tmp_path, network=("", codes), public=CLUB) as room:
            link = room.server.entrance.invitation.removeprefix(f"https://{CLUB}")
            tries = [("/", {}), ("/page.js", {}), ("/code", {CODE_HEADER: codes.own}), (f"{link}x", {})]
            answers = [await room.get(path, Host=CLUB, **headers) for path, headers in tries]
            elsewhere, _ = await room.get(link)
            come_in, _ = await room.get(link, Host=CLUB)
            cookie = come_in.headers["Set-Cookie"].partition(";")[0]
            page, _ = await room.get("/", Host=CLUB, Cookie=cookie)
            sockets = [
                await status_of_socket(room, Cookie=cookie, Origin=origin)
                for origin in (f"https://{CLUB}", f"http://{CLUB}", "https://evil.example")
            ]
            return (
                [
                    *(response.status for response, _ in answers),
                    elsewhere.status,
                    come_in.status,
                    page.status,
                ],
                answers[0][1],
                page.headers["Content-Security-Policy"],
                page.headers["Strict-Transport-Security"],
                sockets,
            )

    statuses, words, policy, transport, sockets = asyncio.run(visit())

    assert statuses == [403, 403, 403, 403, 403, 200, 200]
    assert b"This door opens by a link." in words
    assert f"wss://{CLUB}" in policy
    assert f"ws://{CLUB}" not in policy.replace("wss:", "")
    assert transport == f"max-age={PASS_SECONDS}"
    assert sockets == [101, 403, 403]


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
@pytest.mark.xdist_group("chromium")
def test_a_guest_comes_in_by_the_link_through_a_proxy_with_tls_and_plays(tmp_path: Path) -> None:
    async def serve() -> list[str]:
        async with web_room(tmp_path / "web", public=CLUB) as room:
            proxy = SlowProxy(int(room.host.rpartition(":")[2]))
            port = await proxy.start(certificate_in(tmp_path).context())
            # A browser leaves out the usual port of https, in the host that it names too.
            rules = f"--host-resolver-rules=MAP {CLUB}:443 127.0.0.1:{port}"
            link, options = room.server.entrance.invitation, (*HEADLESS, rules, "--ignore-certificate-errors")

            def visit() -> list[str]:
                with chromium(tmp_path / "browser", link, options=options) as tab:
                    wait_for(tab, f"{REGIONS}?.includes('Sound check')")
                    tab.press("1")
                    wait_for(tab, f"{REGIONS}?.includes('learn')")
                    tab.press("n")
                    wait_for(tab, "document.querySelectorAll('#place-lines li').length > 5")
                    for key in ("n", "Enter", "Enter"):
                        tab.press(key)
                    wait_for(tab, "document.querySelector('.hand-tile')")
                    return [str(tab.run("location.href")), *tab.reports]

            try:
                return await asyncio.to_thread(visit)
            finally:
                await proxy.close()

    address, *reports = asyncio.run(serve())

    assert re.fullmatch(f"https://{CLUB}/", address)
    assert reports == []
