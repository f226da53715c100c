"""The table is drawn whenever it changes, whatever speaks or does not."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert
from support.time.virtual_time import run_virtually
from support.web.virtual_visit import virtual_visit

from playroom.web.board import Board
from playroom.web.table_board import TableBoard

MODES: dict[str, dict[str, Any]] = {
    "only read": {"mode": "text", "pace": 0.8},
    "answers only": {"mode": "quiet", "pace": 0.8},
    "at once": {"mode": "text", "pace": 0.0},
    "slowly": {"mode": "text", "pace": 3.0, "waits": True},
}


@pytest.mark.parametrize("mode", MODES)
def test_the_table_is_drawn_without_a_key_or_a_word(tmp_path: Path, mode: str) -> None:
    async def visit() -> None:
        async with virtual_visit(tmp_path, **MODES[mode]) as visit:
            await visit.page.press("n", "enter", "enter")
            for _ in range(25):
                await asyncio.sleep(0.37)
                board = TableBoard().now(visit.consoles[0])
                assert convert(visit.page.board, Board | None) == board
                if board and board.is_to_move:
                    await visit.page.press("z", "enter")

    run_virtually(visit())
