"""A club moves from one engine to another, and back."""

import asyncio
from pathlib import Path

import pytest
from support.online.faulty_log import Fault, FaultyLog
from support.online.log_engines import ENGINES, Opened, fill, sqlite

from playroom.online.log.club_logs import Copied, DifferentLog, copy_logs
from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import LogEvent, TableLog


async def club() -> TableLog:
    """Some logs in memory."""
    log = MemoryLog()
    for table, count in (("ash", 1), ("elm", 5), ("oak", 3)):
        await fill(log, table, count)
    return log


async def contents(log: TableLog) -> list[LogEvent]:
    return [event for table in await log.tables() for event in await log.read(table)]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_club_moves_there_and_back(engine: Opened, tmp_path: Path) -> None:
    async def case() -> None:
        begun, back = await club(), MemoryLog()
        async with engine(tmp_path) as log:
            assert await copy_logs(begun, log) == Copied(tables=3, events=9, new=9)
            assert await copy_logs(log, back) == Copied(tables=3, events=9, new=9)
        assert await contents(back) == await contents(begun)

    asyncio.run(case())


def test_a_copy_that_was_interrupted_is_completed(tmp_path: Path) -> None:
    async def case() -> None:
        begun = await club()
        async with sqlite(tmp_path) as log:
            for event in (await begun.read("elm"))[:2]:
                await log.adopt(event)
            assert await copy_logs(begun, log) == Copied(tables=3, events=9, new=7)
            assert await contents(log) == await contents(begun)

    asyncio.run(case())


def test_another_log_of_a_table_is_not_overwritten() -> None:
    async def case() -> None:
        source, target = await club(), await club()
        before = await contents(target)
        with pytest.raises(DifferentLog):
            await copy_logs(source, target)
        assert await contents(target) == before

    asyncio.run(case())


def test_a_read_that_misses_the_end_is_repeated() -> None:
    async def case() -> None:
        faults = iter([Fault.OUTDATED, Fault.OUTDATED])
        begun, target = await club(), MemoryLog()
        await copy_logs(FaultyLog(begun, lambda: next(faults, Fault.NOTHING)), target)
        assert await contents(target) == await contents(begun)

    asyncio.run(case())


@pytest.mark.parametrize("copied", [0, 2, 3, 5])
def test_a_log_that_was_trimmed_is_copied(copied: int, tmp_path: Path) -> None:
    async def case() -> None:
        source = await club()
        events = await source.read("elm")
        await source.trim("elm", 4)
        async with sqlite(tmp_path) as log:
            for event in events[:copied]:
                await log.adopt(event)
            await copy_logs(source, log)
            assert (await log.read("elm"))[-2:] == events[3:]
            assert (await copy_logs(source, log)).new == 0
            await log.append("elm", 5, "next", b"")

    asyncio.run(case())


def test_a_copy_that_was_trimmed_is_kept_up() -> None:
    async def case() -> None:
        source, target = await club(), MemoryLog()
        await copy_logs(source, target)
        await target.trim("elm", 4)
        await source.append("elm", 5, "next", b"")
        assert (await copy_logs(source, target)).new == 1

    asyncio.run(case())


def test_another_log_that_was_trimmed_is_not_overwritten() -> None:
    async def case() -> None:
        source, target = await club(), await club()
        await source.trim("elm", 4)
        with pytest.raises(DifferentLog):
            await copy_logs(source, target)

    asyncio.run(case())
