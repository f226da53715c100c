"""The door of a club: browsers and programs at one port and at the same tables."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from support.web.club_room import PUBLIC, ClubRoom, club_room
from support.web.web_room import Page
from test_web_tables import begin_match, open_table
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from playroom.online.server.rate_limits import MOST_AT_ONCE, Scope
from playroom.online.wire.messages import (
    Hello,
    Join,
    Joined,
    ListTables,
    Tables,
    Welcome,
    encoded,
    server_message,
)
from playroom.online.wire.protocol import VERSION
from playroom.web.web_server import SOCKET_PATH

STRANGER = "203.0.113.9"


async def status_of(
    club: ClubRoom, path: str = SOCKET_PATH, origin: str | None = None, **headers: str
) -> int:
    """The status with which a WebSocket is refused; 101 if it is opened."""
    try:
        address = f"ws://{headers.pop('Host', PUBLIC)}{path}"
        async with connect(
            address,
            origin=Origin(origin) if origin else None,
            additional_headers=headers,
            host="127.0.0.1",
            port=club.port,
        ):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


@pytest.mark.long
def test_a_browser_and_a_program_sit_at_one_table(tmp_path: Path) -> None:
    async def play() -> tuple[str, str]:
        async with club_room(tmp_path) as club, club.page(await club.cookie()) as ada:
            await open_table(ada)
            async with connect(f"ws://127.0.0.1:{club.port}/") as program:
                await program.send(encoded(Hello(VERSION, "playroom")))
                assert isinstance(server_message(await program.recv()), Welcome)
                await program.send(encoded(ListTables()))
                tables = server_message(await program.recv())
                assert isinstance(tables, Tables)
                await program.send(encoded(Join(tables.tables[0].code, "Ben", "")))
                joined = server_message(await program.recv())
                heard = await ada.heard("Ben joins.")
                assert club.errors == []
                return heard, type(joined).__name__

    heard, joined = asyncio.run(play())

    assert "Ben joins." in heard
    assert joined == Joined.__name__


@pytest.mark.long
def test_two_browsers_play_at_a_table_of_the_club(tmp_path: Path) -> None:
    async def play() -> list[BaseException]:
        async with club_room(tmp_path) as club:
            async with club.page(await club.cookie()) as ada, club.page(await club.cookie()) as ben:
                await begin_match(club, ada, ben)
            return club.errors

    assert asyncio.run(play()) == []


@pytest.mark.parametrize(
    ("path", "host", "origin", "status"),
    [
        ("/", PUBLIC, None, 101),
        (SOCKET_PATH, PUBLIC, f"https://{PUBLIC}", 101),
        (SOCKET_PATH, PUBLIC, None, 403),
        (SOCKET_PATH, PUBLIC, f"http://{PUBLIC}", 403),
        (SOCKET_PATH, PUBLIC, "https://evil.example", 403),
        (SOCKET_PATH, "evil.example", "https://evil.example", 403),
        (f"{SOCKET_PATH}/", PUBLIC, f"https://{PUBLIC}", 403),
        ("/", PUBLIC, f"https://{PUBLIC}", 403),
        ("/", PUBLIC, "https://evil.example", 403),
    ],
)
def test_a_socket_is_opened_by_programs_and_by_pages_of_the_club(
    tmp_path: Path, path: str, host: str, origin: str | None, status: int
) -> None:
    async def ask() -> int:
        async with club_room(tmp_path) as club:
            cookie = await club.cookie(Host=PUBLIC)
            return await status_of(club, path, origin, Host=host, Cookie=cookie)

    assert asyncio.run(ask()) == status


def test_a_pass_is_needed_for_a_page_of_the_club(tmp_path: Path) -> None:
    async def ask() -> tuple[list[int], list[int]]:
        async with club_room(tmp_path) as club:
            passed = await club.cookie(Host=PUBLIC)
            forged = f"{passed[:-1]}{'0' if passed[-1] != '0' else '1'}"
            cookies = (passed, "", forged, passed.removeprefix("__Host-"))
            origin = f"https://{PUBLIC}"
            sockets = [
                await status_of(club, origin=Origin(origin) if origin else None, Cookie=each)
                for each in cookies
            ]
            files = [await club.get("/transcript.txt", Host=PUBLIC, Cookie=each) for each in cookies]
            return sockets, [response.status for response, _ in files]

    assert asyncio.run(ask()) == ([101, 403, 403, 403], [200, 403, 403, 403])


@pytest.mark.parametrize(
    "header", ["X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Prefix", "X-Original-URL", "Forwarded"]
)
def test_of_what_a_proxy_says_the_address_of_who_comes_is_all_that_counts(
    tmp_path: Path, header: str
) -> None:
    async def ask() -> tuple[int, list[str]]:
        async with club_room(tmp_path) as club:
            strange, _ = await club.get("/", Host="evil.example", **{header: PUBLIC})
            answers = [await club.get("/", Host=PUBLIC, **more) for more in ({}, {header: "evil.example"})]
            cookies = [response.headers["Set-Cookie"].partition("=")[0] for response, _ in answers]
            pages = [
                f"{name} {content.decode()}" for name, (_, content) in zip(cookies, answers, strict=True)
            ]
            return strange.status, pages

    status, (usual, spoofed) = asyncio.run(ask())

    assert status == 403
    assert usual == spoofed
    assert usual.startswith("__Host-")


def test_visits_are_counted_by_the_address_that_the_proxy_names(tmp_path: Path) -> None:
    async def visit() -> tuple[str, str]:
        most = MOST_AT_ONCE[Scope.ADDRESS]
        async with club_room(tmp_path) as club, AsyncExitStack() as open_pages:

            async def come(address: str) -> Page:
                cookie = await club.cookie(**{"X-Forwarded-For": address})
                return await open_pages.enter_async_context(
                    club.page(cookie, headers={"X-Forwarded-For": f"192.0.2.1, {address}"})
                )

            for _ in range(most):
                with club.rooms.count_visit(STRANGER) as may_come:
                    assert may_come
                open_pages.enter_context(club.rooms.count_visit(STRANGER))
            crowded = await come(STRANGER)
            other = await come("203.0.113.10")
            over = await crowded.until(lambda frame: "over" in frame)
            return over["over"], await other.heard("The playroom")

    over, heard = asyncio.run(visit())

    assert over.startswith("Too many visits from your network")
    assert heard
