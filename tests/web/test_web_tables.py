"""Browsers at one table, within the process that serves them."""

import asyncio
import re
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from support.console.hand_held import folders
from support.web.web_room import Page, WebRoom, web_room

from playroom.online.log.memory import MemoryLog
from playroom.online.process_server import process_server
from playroom.online.process_tables import HERE, ProcessTables
from playroom.online.wire.invite import InviteError
from playroom.table.setup import Setup
from playroom.table.shelf import OURS, shelf

LINE = re.compile(r", \d+ of \d+$")
NO_TILES = "No tiles on the table yet."
"""What the key of the ends tells before the first move, when a person starts."""


async def choose(page: Page, line: str) -> None:
    """Choose the line of a list that begins so."""
    await page.send(key="home")
    for _ in range(30):
        said = await page.until(lambda frame: LINE.search(frame.get("say", "")))
        if line in said["say"]:
            return await page.send(key="enter")
        await page.send(key="down")
    raise AssertionError(line)


async def open_table(page: Page) -> None:
    await page.heard("The playroom")
    await choose(page, "Open a table to others")
    await choose(page, "Open the table")
    await page.until(lambda frame: frame.get("input"))
    await page.send(text="Ada")
    await page.heard("Your table is open.")


async def join_table(page: Page, name: str) -> None:
    await page.heard("The playroom")
    await choose(page, "Join a table")
    await page.heard("3 seats free: ")
    await page.send(key="enter")
    await page.until(lambda frame: frame.get("input"))
    await page.send(text=name)
    await page.heard("You are at the table of ")


async def begin_match(room: WebRoom, ada: Page, ben: Page) -> None:
    """Open a table, sit down at it, and begin a match with two bots."""
    await open_table(ada)
    await join_table(ben, "Ben")
    await ada.heard("Ben joins.")
    await choose(ben, "Seat 2")
    await ada.heard("Ben takes seat 2.")
    await choose(ben, "Ready")
    await ada.heard("Ben is ready.")
    await choose(ada, "Start the match")
    await asyncio.gather(ada.heard("New round"), ben.heard("New round"))
    assert room.errors == []


async def board(page: Page) -> Any:  # noqa: ANN401 (what the page reads has no types)
    """The newest board that was sent."""
    boards = [frame["board"] for frame in page.frames if frame.get("board")]
    return boards[-1] if boards else (await page.until(lambda frame: frame.get("board")))["board"]


@pytest.mark.long
def test_two_browsers_sit_at_one_table_play_chat_and_leave(tmp_path: Path) -> None:
    async def visit() -> tuple[Any, Any, list[BaseException]]:
        async with (
            web_room(tmp_path) as room,
            room.page(await room.cookie()) as ada,
            room.page(await room.cookie()) as ben,
        ):
            await begin_match(room, ada, ben)
            boards = await board(ada), await board(ben)
            await ben.send(key=";")
            await ben.until(lambda frame: frame.get("input"))
            await ben.send(text="Good luck")
            assert "Good luck" in await ada.heard("Ben")
            await ben.send(key="q")
            await ben.heard("?")
            await ben.send(key="y")
            await ben.heard("left the table")
            await ada.heard("Ben is away.")
            return *boards, room.errors

    of_ada, of_ben, errors = asyncio.run(visit())

    assert errors == []
    assert [each["name"] for each in of_ada["players"]][:2] == ["You", "Ben"]
    assert of_ben["players"][0]["name"] == "You"
    assert of_ben["players"][-1]["name"] == "Ada"
    hands = [{tile["tile"] for tile in each["hand"]} for each in (of_ada, of_ben)]
    assert all(hands)
    assert hands[0].isdisjoint(hands[1])


@pytest.mark.long
def test_who_loses_the_way_to_the_server_keeps_the_seat(tmp_path: Path) -> None:
    async def visit() -> tuple[Any, Any]:
        async with web_room(tmp_path) as room, room.page(await room.cookie()) as ada:
            cookie = await room.cookie()
            async with room.page(cookie) as ben:
                await begin_match(room, ada, ben)
                before = await board(ben)
            async with room.page(cookie) as ben:
                await ben.send(key="c")
                await ben.until(lambda frame: frame.get("say", "").startswith(("Ends ", NO_TILES)))
                return before, await board(ben)

    before, after = asyncio.run(visit())

    hands = [[tile["tile"] for tile in each["hand"]] for each in (before, after)]
    assert hands[0]
    assert hands[0] == hands[1]


def test_nothing_of_the_network_is_offered_at_a_table_in_the_browser(tmp_path: Path) -> None:
    async def visit() -> list[str]:
        async with web_room(tmp_path) as room, room.page(await room.cookie()) as page:
            await open_table(page)
            await page.send(key="home")
            for _ in range(12):
                await page.answer("down")
            return [str(frame.get("say")) for frame in page.frames]

    said = asyncio.run(visit())

    assert any(line.startswith("Leave the table") for line in said)
    assert not any(word in line for line in said for word in ("Invite", "invite", "outside", "network"))
    assert all(each.name.startswith("browser") for each in folders(tmp_path).online.iterdir())


def test_no_text_leads_to_another_server() -> None:
    async def ask() -> None:
        async with process_server(MemoryLog(), {}, shelf([OURS]).variants, Mock()) as server:
            tables = ProcessTables(server.connections, Mock(), Mock())
            for text in ("localhost", "127.0.0.1:7373", "example.org", "", HERE.upper()):
                assert tables.lobby(text, Mock()) is None
                with pytest.raises(InviteError):
                    tables.open("Ada", Mock(spec=Setup), Mock(), text)
            for text in ("7KQ2M9XD@127.0.0.1", "7KQ2M9XD@example.org:7373/4T0R9W2N5C8VJ3HX", "", HERE):
                with pytest.raises(InviteError):
                    tables.join(text, "Ada", Mock())

    asyncio.run(ask())


@pytest.mark.long
def test_after_a_new_start_everybody_is_back_at_their_seats(tmp_path: Path) -> None:
    async def visit() -> list[list[Any]]:
        async with web_room(tmp_path) as room:
            cookies = [await room.cookie() for _ in range(2)]
            async with room.page(cookies[0]) as ada, room.page(cookies[1]) as ben:
                await begin_match(room, ada, ben)
                before = [await board(each) for each in (ada, ben)]
        async with web_room(tmp_path) as room, room.page(cookies[0]) as ada, room.page(cookies[1]) as ben:
            await asyncio.gather(*(each.heard("You are at the table of ") for each in (ada, ben)))
            after = [await board(each) for each in (ada, ben)]
            for page, name in ((ada, "Ada"), (ben, "Ben")):
                await page.send(key=";")
                await page.until(lambda frame: frame.get("input"))
                await page.send(text=f"I am {name}")
            await ada.heard("Ben: I am Ben")
            assert room.errors == []
        async with web_room(tmp_path) as room, room.page(cookies[0]) as ada:
            await ada.heard("You are at the table of ")
            for key, words in (("q", "?"), ("y", "left the table")):
                await ada.answer(key, words)
        async with web_room(tmp_path) as room, room.page(cookies[0]) as ada:
            await ada.heard("The playroom")
        return [before, after]

    before, after = asyncio.run(visit())

    hands = [[[tile["tile"] for tile in each["hand"]] for each in boards] for boards in (before, after)]
    assert all(hands[0])
    assert hands[0] == hands[1]
