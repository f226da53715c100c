"""Who may come in, and what a visitor cannot reach."""

import asyncio
from pathlib import Path

import pytest
from support.web.web_room import WebRoom, web_room
from websockets.asyncio.client import connect
from websockets.datastructures import Headers
from websockets.exceptions import InvalidStatus
from websockets.http11 import Request

from playroom.web.entrance import PASS_SECONDS, BrowserEntrance, only_header
from playroom.web.incoming import Budget, incoming
from playroom.web.page_outbox import MOST_BYTES, PageOutbox
from playroom.web.passes import PassKey
from playroom.web.web_server import SOCKET_PATH

POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
}


@pytest.mark.parametrize(("given", "read"), [((), None), (("one",), "one"), (("one", "another"), None)])
def test_a_header_that_is_given_twice_is_none(given: tuple[str, ...], read: str | None) -> None:
    assert only_header(Request("/", Headers([("Host", each) for each in given])), "Host") == read


def door() -> BrowserEntrance:
    """A door of its own at a port that all have."""
    return BrowserEntrance(PassKey(b"key"), 80)


async def status_of_socket(room: WebRoom, **headers: str) -> int:
    """The status with which a WebSocket with these headers is refused; 101 if it is not."""
    try:
        async with connect(f"ws://{room.host}{SOCKET_PATH}", origin=None, additional_headers=headers):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def test_the_address_gives_a_cookie_that_no_script_and_no_other_page_gets(tmp_path: Path) -> None:
    async def visit() -> tuple[str, str, bytes]:
        async with web_room(tmp_path) as room:
            response, content = await room.get(room.server.entrance.path)
            again, _ = await room.get(
                room.server.entrance.path, Cookie=response.headers["Set-Cookie"].partition(";")[0]
            )
            return response.headers["Set-Cookie"], again.headers["Set-Cookie"], content

    cookie, again, content = asyncio.run(visit())

    assert cookie.partition(";")[2] == f" Path=/; Max-Age={PASS_SECONDS}; HttpOnly; SameSite=Strict"
    assert again is None
    assert cookie.partition("=")[2].partition(";")[0].encode() not in content


def test_every_answer_forbids_what_is_not_ours(tmp_path: Path) -> None:
    async def visit() -> list[tuple[str, dict[str, str]]]:
        async with web_room(tmp_path) as room:
            cookie = await room.cookie()
            paths = (room.server.entrance.path, "/", "/page.js", "/cues/played-1.wav", "/nothing")
            return [(path, dict((await room.get(path, Cookie=cookie))[0].headers)) for path in paths]

    for path, headers in asyncio.run(visit()):
        policy = headers["Content-Security-Policy"]
        assert set(policy.split("; ")) >= POLICY, path
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/", {}, 403),
        ("/page.js", {}, 403),
        ("/", {"Cookie": "playroom-1=x"}, 403),
        ("/in/guess", {}, 403),
        ("/in/", {}, 403),
        ("OURS", {"Host": "evil.example"}, 403),
        ("OURS", {"Origin": "http://evil.example"}, 403),
        ("OURS", {"Origin": "null"}, 403),
        ("OURS", {}, 200),
    ],
)
def test_only_the_address_admits_a_browser(
    tmp_path: Path, path: str, headers: dict[str, str], status: int
) -> None:
    async def visit() -> int:
        async with web_room(tmp_path) as room:
            asked = room.server.entrance.path if path == "OURS" else path
            return (await room.get(asked, **headers))[0].status

    assert asyncio.run(visit()) == status


def test_the_ticket_for_the_browser_lets_one_in(tmp_path: Path) -> None:
    async def visit() -> list[int]:
        async with web_room(tmp_path) as room:
            ticket = room.server.entrance.new_ticket().removeprefix(f"http://{room.host}")
            asked = [
                await room.get(ticket + "x"),
                await room.get(ticket, Host="evil.example"),
                await room.get(ticket),
                await room.get(ticket),
            ]
            return [response.status for response, _ in asked]

    assert asyncio.run(visit()) == [403, 403, 200, 403]


def test_without_a_ticket_no_path_is_one() -> None:
    ours = door()

    assert not ours.takes_ticket("", ours.host)
    assert not ours.takes_ticket(ours.path, ours.host)


def test_a_socket_needs_cookie_host_and_origin(tmp_path: Path) -> None:
    async def visit() -> list[int]:
        async with web_room(tmp_path) as room:
            cookie, ours = await room.cookie(), f"http://{room.host}"
            return [
                await status_of_socket(room, Cookie=cookie, Origin=ours),
                await status_of_socket(room, Origin=ours),
                await status_of_socket(room, Cookie=cookie),
                await status_of_socket(room, Cookie=cookie, Origin="http://evil.example"),
                await status_of_socket(room, Cookie=cookie, Origin=ours + ".evil.example"),
                await status_of_socket(room, Cookie=cookie, Origin="null"),
                await status_of_socket(room, Cookie=f"{cookie}x", Origin=ours),
            ]

    assert asyncio.run(visit()) == [101, 403, 403, 403, 403, 403, 403]


@pytest.mark.parametrize(
    "path",
    [
        "/../page_files.py",
        "/index.html",
        "/cues/../../keys/keymap.yaml",
        "/%2e%2e/web_server.py",
        "//etc/passwd",
    ],
)
def test_no_path_leads_to_another_file(tmp_path: Path, path: str) -> None:
    async def visit() -> int:
        async with web_room(tmp_path) as room:
            return (await room.get(path, Cookie=await room.cookie()))[0].status

    assert asyncio.run(visit()) == 404


def test_two_servers_have_different_secrets() -> None:
    assert not door().lets_in(door().path, "127.0.0.1:80")


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        '{"key": 5}',
        '{"key": "paste rm"}',
        '{"key": "two keys"}',
        '{"key": "a", "text": "b"}',
        '{"command": "transcript"}',
        '{"command": "quit"}',
        '{"hello": "x"}',
        '{"hello": 1.5}',
        '{"hello": 1, "told": "x"}',
        '{"hello": 1, "told": "7KQ2M9XD:9999999999"}',
        '{"hello": 1, "told": 5}',
        '{"board": "x"}',
        "[" * 5000,
        b"\xff\xfe",
        '{"key": "\\ud800"}',
    ],
)
def test_what_no_page_of_ours_sends_is_not_taken(frame: str | bytes) -> None:
    assert incoming(frame)[0] is None


def test_a_key_that_is_held_is_taken_and_a_flood_is_not() -> None:
    held, flood = Budget(0), Budget(0)

    assert all(held.takes(number / 30) for number in range(3000))
    assert sum(flood.takes(number / 5000) for number in range(5000)) <= 120


def test_frames_that_wait_are_sent_together_and_old_boards_left_out() -> None:
    async def fill() -> tuple[str | None, str | None]:
        outbox = PageOutbox()
        outbox.put({"board": 1}, "board")
        outbox.put({"say": "Five\nfour"})
        outbox.put({"board": 2}, "board")
        first = await outbox.next()
        outbox.put({"board": 3}, "board")
        return first, await outbox.next()

    assert asyncio.run(fill()) == ('{"say":"Five\\nfour"}\n{"board":2}', '{"board":3}')


def test_a_browser_that_reads_nothing_is_given_up() -> None:
    async def fill() -> str | None:
        outbox = PageOutbox()
        for _ in range(2 * MOST_BYTES // 1000):
            outbox.put({"line": "x" * 1000})
        return await outbox.next()

    assert asyncio.run(fill()) is None
