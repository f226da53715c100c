"""Every engine of logs, and tests of what all of them promise."""

import asyncio
import atexit
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager, suppress
from functools import cache, partial
from pathlib import Path
from re import sub
from tempfile import TemporaryDirectory
from typing import cast

import pytest

from playroom.online.log.club_logs import open_log
from playroom.online.log.memory import MemoryLog
from playroom.online.log.nats import NatsLog
from playroom.online.log.table_log import Listing, LogEvent, TableLog, Unknown
from support.online.nats_cluster import NatsCluster
from support.systems import ON_WINDOWS
from support.time.patience import SERVER_LIMITS, extend_limits

PAUSE = 0.01
"""Seconds between two reads of a log that lags behind."""

Opened = Callable[[Path], AbstractAsyncContextManager[TableLog]]
Case = Callable[[TableLog], Awaitable[None]]


@asynccontextmanager
async def memory(_folder: Path) -> AsyncIterator[TableLog]:
    log = MemoryLog()
    try:
        yield log
    finally:
        await log.close()


@asynccontextmanager
async def sqlite(folder: Path) -> AsyncIterator[TableLog]:
    log = await open_log(str(folder / "log.sqlite"))
    try:
        yield log
    finally:
        await log.close()


@cache
def shared_cluster() -> NatsCluster:
    """The NATS servers of all tests in this process, which end with it."""
    folder = TemporaryDirectory()
    cluster = NatsCluster(Path(folder.name))
    atexit.register(folder.cleanup)
    atexit.register(cluster.close)
    cluster.heal()
    return cluster


ASKED_AGAIN = ("append", "number", "put_listing", "remove", "tables")
"""Calls that are made again while their outcome is unknown: a leader that is elected hears no request."""


async def answer(call: Callable[..., Awaitable[object]], *arguments: object) -> object:
    """What a call returns as soon as its outcome is known."""
    while True:
        with suppress(Unknown):
            return await call(*arguments)
        await asyncio.sleep(PAUSE)


class CaughtUp:
    """A log on NATS whose reads wait until they have what the leader knows: they may lag behind it."""

    def __init__(self, log: NatsLog) -> None:
        self._log = log

    async def read(self, table: str, after: int = 0) -> list[LogEvent]:
        while True:
            with suppress(Unknown):
                number = await self._log.number(table)
                found = await self._log.read(table, after)
                if number <= (found[-1].number if found else after):
                    return found
            await asyncio.sleep(PAUSE)

    def __getattr__(self, name: str) -> object:
        call = getattr(self._log, name)
        return partial(answer, call) if name in ASKED_AGAIN else call


def caught_up(log: NatsLog) -> TableLog:
    """The log, asked until it answers."""
    return cast("TableLog", CaughtUp(log))


async def open_nats(cluster: NatsCluster, club: str) -> NatsLog:
    """The logs of a club; servers that start beside the tests of a busy machine may answer late."""
    with pytest.MonkeyPatch.context() as change:
        extend_limits(change.setattr, SERVER_LIMITS)
        return await NatsLog.open(cluster.servers, cluster.monitors, club)


@asynccontextmanager
async def nats(folder: Path) -> AsyncIterator[TableLog]:
    """A club of its own on the shared cluster."""
    club = sub(r"[^A-Za-z0-9_-]", "-", folder.name)[-40:]
    cluster = shared_cluster()
    log = await open_nats(cluster, club)
    try:
        yield caught_up(log)
    finally:
        await log.close()


ENGINES = [
    pytest.param(memory, id="memory"),
    pytest.param(sqlite, id="sqlite"),
    pytest.param(
        nats, id="nats", marks=[pytest.mark.long, pytest.mark.skipif(ON_WINDOWS, reason="POSIX alone")]
    ),
]


def on_every_engine(case: Case) -> Callable[[Opened, Path], None]:
    """The test that runs *case* with an empty log of each engine."""

    async def run(engine: Opened, folder: Path) -> None:
        async with engine(folder) as log:
            await case(log)

    @pytest.mark.parametrize("engine", ENGINES)
    def test(engine: Opened, tmp_path: Path) -> None:
        asyncio.run(run(engine, tmp_path))

    return test


async def fill(log: TableLog, table: str, count: int) -> None:
    """Append a number of events to an empty table."""
    for number in range(count):
        await log.append(table, number, f"command-{number}", b"body %d" % number)


async def first_listings(log: TableLog, count: int) -> list[tuple[str, bytes | None]]:
    """So many entries and changes of the lobby, as soon as they are there."""
    async with aclosing(log.listings()) as listings:
        return [await anext(listings) for _ in range(count)]


@asynccontextmanager
async def watched_lobby(log: TableLog) -> AsyncIterator[AsyncGenerator[Listing, None]]:
    """The changes of the lobby from now on: nothing that is listed meanwhile expires before it is seen."""
    await log.put_listing("first", b"there", 60)
    async with aclosing(log.listings()) as listings:
        assert await anext(listings) == ("first", b"there")
        yield listings
