"""A browser and a console at one table: a page of the server, and the real program in a terminal."""

import asyncio
import re
from pathlib import Path

import pytest
from support.console.player import Player
from support.faults.slow_proxy import SlowProxy
from support.voice.private_dispatcher import Dispatcher
from support.web.web_room import Page, WebRoom, web_room
from test_web_tables import choose

from playroom.narration.preferences import FirstTime

pytestmark = pytest.mark.long

HERE = "127.0.0.1"
SETTINGS = {"language": "en", "explained": [str(each) for each in FirstTime], "pace": 0.0, "waits": False}
MOVE = ("z", "enter", "left")
"""The keys of a move: the next tile that fits, and left if it fits twice."""
OVER = re.compile("wins? the match|share the match")


async def turned_to(page: Page, line: str, value: str) -> None:
    """Turn a line of a list until it has this value."""
    words = await page.answer("home")
    while not words.startswith(line):
        words = await page.answer("down")
    while value not in words:
        words = await page.answer("right")


async def open_block(page: Page) -> None:
    """Open a table for one round of block."""
    await page.heard("The playroom")
    await choose(page, "Open a table to others")
    await page.heard("Open the table")
    await turned_to(page, "Game", "Block")
    await turned_to(page, "Single round", "yes")
    await choose(page, "Open the table")
    await page.until(lambda frame: frame.get("input"))
    await page.send(text="Ada")
    await page.heard("Your table is open.")


def texts(page: Page) -> list[str]:
    """All that a page was given to say, and its history: who moves at once does not hear all."""
    return [frame[kind] for frame in page.frames for kind in ("say", "line") if kind in frame]


async def moved(page: Page) -> bool:
    """Whether the player in the browser has made another move; not if the match is over before."""
    frame = await page.until(lambda frame: _is_to_move(frame) or OVER.search(frame.get("say", "")))
    if "say" in frame:
        return False
    for key in MOVE:
        await page.send(key=key)
    return True


def _is_to_move(frame: dict[str, dict[str, bool]]) -> bool:
    return bool((frame.get("board") or {}).get("is_to_move"))


async def play_and_lose_the_page(room: WebRoom, cookie: str, page: Page) -> list[str]:
    """All that is said in a browser, whose page is lost after a move, and opened again."""
    await moved(page)
    before = texts(page)
    await page.socket.close()
    newest = max(frame.get("number", 0) for frame in page.frames)
    async with room.page(cookie, seen=newest) as again:
        while await moved(again):
            pass
        return before + texts(again)


def play_and_lose_the_line(ben: Player, proxy: SlowProxy) -> list[str]:
    """All that is said in a terminal, whose connection breaks after a move, and comes back by itself."""
    said: list[str] = []
    while not any(OVER.search(text) for text in said):
        new = [heard.text for heard in ben.wait_for("")]
        said += new
        if any("Your turn" in text or "You start" in text for text in new):
            ben.send(*MOVE)
            proxy.loss = 1.0
        if proxy.broken:
            proxy.loss = 0.0
    return said


def tiles(said: list[str], who: str) -> set[frozenset[str]]:
    """The tiles that somebody has played, as they were heard."""
    found = (re.findall(rf"{who}(?: opens)?:? (\d[- ]\d)", text) for text in said)
    return {frozenset(re.findall(r"\d", tile)) for each in found for tile in each}


def test_a_browser_a_console_and_two_bots_play_a_match_with_both_cut_off(
    dispatcher: Dispatcher, tmp_path: Path
) -> None:
    async def visit() -> tuple[list[str], list[str], int, list[BaseException]]:
        async with web_room(tmp_path / "web", consoles=HERE) as room:
            host, _, pin = room.tables.partition("/")
            proxy = SlowProxy(int(host.rpartition(":")[2]))
            address = f"{HERE}:{await proxy.start()}/{pin}"
            cookie = await room.cookie()
            async with room.page(cookie) as ada:
                await open_block(ada)
                joined = "join", address, "--name", "Ben"
                with Player(dispatcher, tmp_path / "ben", *joined, settings=SETTINGS) as ben:
                    await asyncio.to_thread(ben.wait_for, "3 seats free: Ada")
                    await asyncio.to_thread(ben.press, "enter", "You are at the table of Ada.")
                    await ada.heard("Ben joins.")
                    await asyncio.to_thread(ben.press, "enter", "You take seat 2.")
                    await asyncio.to_thread(ben.press, "home", "Ready: off")
                    await asyncio.to_thread(ben.press, "enter", "You are ready.")
                    await ada.heard("Ben is ready.")
                    await choose(ada, "Start the match")
                    by_page, by_line = await asyncio.gather(
                        play_and_lose_the_page(room, cookie, ada),
                        asyncio.to_thread(play_and_lose_the_line, ben, proxy),
                    )
            await proxy.close()
            return by_page, by_line, proxy.broken, room.errors

    of_ada, of_ben, broken, errors = asyncio.run(visit())

    assert errors == []
    assert broken
    assert any("Connected again." in text for text in of_ada)
    assert any("Connection back." in text for text in of_ben)
    assert tiles(of_ben, "You")
    assert tiles(of_ada, "Ben") >= tiles(of_ben, "You")
    assert tiles(of_ben, "Ada") >= tiles(of_ada, "You")
