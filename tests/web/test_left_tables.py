"""Tables of the process that everybody has left."""

import asyncio
import json
from pathlib import Path

import pytest
from support.time.virtual_time import run_virtually
from support.web.changed_consoles import changed
from support.web.virtual_visit import VirtualVisit, virtual_visit

from playroom.online.log.memory import MemoryLog

HOUR = 3600.0


@pytest.fixture
def logs(monkeypatch: pytest.MonkeyPatch) -> list[MemoryLog]:
    """The logs of the tables of all processes that are begun; left ones are dropped after two hours."""
    made: list[MemoryLog] = []

    def new() -> MemoryLog:
        made.append(MemoryLog())
        return made[-1]

    monkeypatch.setattr("support.web.virtual_visit.MemoryLog", new)
    monkeypatch.setattr("playroom.online.process_server.LEFT_SECONDS", 2 * HOUR)
    return made


async def open_table(visit: VirtualVisit) -> None:
    """Open a table, at which nobody else is."""
    await visit.page.press("o", "enter", "enter")
    await asyncio.sleep(1)
    await visit.page.give(json.dumps({"text": "Ada"}))
    await asyncio.sleep(1)
    assert "Your table is open." in visit.page.said[-1]


def test_a_table_that_everybody_has_left_is_dropped_after_a_while(
    tmp_path: Path, logs: list[MemoryLog]
) -> None:
    async def visit() -> list[int]:
        counts = []
        async with virtual_visit(tmp_path) as visit:
            await open_table(visit)
            for hours in (2, 2):  # the visit ends after an hour without a key
                await asyncio.sleep(hours * HOUR)
                counts.append(len(await logs[0].tables()))
        return counts

    assert run_virtually(visit()) == [1, 0]


@pytest.mark.long
def test_a_table_at_which_somebody_sits_is_kept(tmp_path: Path, logs: list[MemoryLog]) -> None:
    async def visit() -> int:
        async with virtual_visit(tmp_path, lambda factory: changed(factory, abandoned=100 * HOUR)) as visit:
            await open_table(visit)
            await asyncio.sleep(4 * HOUR)
            return len(await logs[0].tables())

    assert run_virtually(visit()) == 1
