"""Every engine of logs, and tests of what all of them promise."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from pathlib import Path

import pytest

from playroom.online.log.memory import MemoryLog
from playroom.online.log.sqlite import SqliteLog
from playroom.online.log.table_log import TableLog

Opened = Callable[[Path], AbstractAsyncContextManager[TableLog]]
Case = Callable[[TableLog], Awaitable[None]]


@asynccontextmanager
async def memory(_folder: Path) -> AsyncIterator[TableLog]:
    log = MemoryLog()
    yield log
    await log.close()


@asynccontextmanager
async def sqlite(folder: Path) -> AsyncIterator[TableLog]:
    log = await SqliteLog.open(folder / "log.sqlite")
    yield log
    await log.close()


ENGINES = [pytest.param(memory, id="memory"), pytest.param(sqlite, id="sqlite")]


def on_every_engine(case: Case) -> Callable[[Opened, Path], None]:
    """The test that runs *case* with an empty log of each engine."""

    async def run(engine: Opened, folder: Path) -> None:
        async with engine(folder) as log:
            await case(log)

    @pytest.mark.parametrize("engine", ENGINES)
    def test(engine: Opened, tmp_path: Path) -> None:
        asyncio.run(run(engine, tmp_path))

    return test


async def open_engine(engine: str, address: str) -> TableLog:
    """The log of an engine that several programs can share: the file of SQLite."""
    assert engine == "sqlite"
    return await SqliteLog.open(Path(address))


async def fill(log: TableLog, table: str, count: int) -> None:
    """Append so many events to an empty table."""
    for number in range(count):
        await log.append(table, number, f"command-{number}", b"body %d" % number)


async def first_listings(log: TableLog, count: int) -> list[tuple[str, bytes | None]]:
    """So many entries and changes of the lobby, as soon as they are there."""
    async with aclosing(log.listings()) as listings:
        return [await anext(listings) for _ in range(count)]
