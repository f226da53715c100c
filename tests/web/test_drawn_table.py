"""The table is drawn whenever it changes, whatever speaks or does not."""

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert
from support.time.virtual_time import run_virtually
from support.web.chromium import CHROMIUM, chromium
from support.web.page_wait import settle, wait_for
from support.web.virtual_visit import virtual_visit
from support.web.web_room import web_room

from playroom.web.board import Board, TableBoard
from playroom.web.browser_console import BOARD_PAUSE

MODES: dict[str, dict[str, Any]] = {
    "only read": {"mode": "text", "pace": 0.8},
    "answers only": {"mode": "quiet", "pace": 0.8},
    "at once": {"mode": "text", "pace": 0.0},
    "slowly": {"mode": "text", "pace": 3.0, "waits": True},
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("mode", MODES)
def test_the_table_is_drawn_without_a_key_or_a_word(tmp_path: Path, mode: str) -> None:
    async def visit() -> None:
        async with virtual_visit(tmp_path, **MODES[mode]) as visit:
            await visit.page.press("n", "enter", "enter")
            for _ in range(25):
                await asyncio.sleep(0.37)
                board = TableBoard().now(visit.consoles[0])
                if convert(visit.page.board, Board | None) != board:  # it changes just now
                    await asyncio.sleep(2 * BOARD_PAUSE)
                    board = TableBoard().now(visit.consoles[0])
                assert convert(visit.page.board, Board | None) == board
                if board and board.is_to_move:
                    await visit.page.press("z", "enter")

    run_virtually(visit())


@pytest.mark.sample(1)
@pytest.mark.parametrize(("hearing", "least", "most"), [(0, 0.7, 1.3), (15, 3.0, 12.0)])
def test_bots_follow_each_other_after_the_pace_where_the_table_is_only_seen(
    tmp_path: Path, hearing: int, least: float, most: float
) -> None:
    """The longest pause between two boards while others move; who sets how fast they read is waited for."""

    async def visit() -> float:
        async with virtual_visit(tmp_path, mode="text", pace=0.8, waits=True, hearing=hearing) as visit:
            page, clock = visit.page, asyncio.get_running_loop().time
            changes: list[float] = []
            page.on_frame = lambda frame: changes.append(clock()) if frame.startswith('{"board"') else None
            await page.press("n", "enter", "down", "home", "down", "down", "right", "right", "home", "enter")
            while len(changes) < 12:
                await asyncio.sleep(0.1)
                if page.board and page.board["is_to_move"]:
                    await page.press("z", "enter", "left")
            return max(late - early for early, late in pairwise(changes))

    assert least < run_virtually(visit()) < most


CROWDED = """
const Socket = WebSocket;
window.WebSocket = class extends Socket {
  addEventListener(kind, take) {
    super.addEventListener(kind, (event) => {
      const frames = kind === "message" && !window.isCrowded ? event.data.split("\\n") : [];
      const board = frames.map((each) => JSON.parse(each).board).find(Boolean);
      for (let left = board ? 30 : 0; left; left--)
        take({ data: JSON.stringify({ board: { ...board, heading: `${left} boards ago` } }) });
      window.isCrowded ||= Boolean(board);
      take(event);
    });
  }
};
"""
"""Lets the first board come after thirty older ones, all of them before the code that draws is loaded."""


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
@pytest.mark.xdist_group("chromium")
def test_the_newest_of_many_boards_is_drawn(tmp_path: Path) -> None:
    def visit(address: str) -> str:
        with chromium(tmp_path) as tab:
            tab.call("Page.addScriptToEvaluateOnNewDocument", source=CROWDED)
            tab.call("Page.navigate", url=address)
            wait_for(tab, "document.querySelector('#place-lines button')")
            for key in ("n", "Enter", "Enter"):
                tab.run(f"document.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}' }}))")
            wait_for(tab, "document.querySelector('.board-heading')")
            settle(tab)
            return str(tab.run("document.querySelector('.board-heading').textContent"))

    async def serve() -> str:
        async with web_room(tmp_path) as room:
            return await asyncio.to_thread(visit, room.server.entrance.address)

    assert "ago" not in asyncio.run(serve())
