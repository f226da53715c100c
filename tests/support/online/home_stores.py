"""Every engine of homes, and tests of what all of them promise."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import count
from pathlib import Path
from re import sub

import pytest

from playroom.online.homes.home_store import FolderHomes, HomeStore
from playroom.online.homes.nats_files import NatsFiles
from playroom.online.homes.travelling_homes import FileStore, StoredFile, TravellingHomes
from playroom.online.log.table_log import Unknown
from support.online.log_engines import shared_cluster
from support.systems import ON_WINDOWS
from support.time.patience import SERVER_LIMITS, extend_limits

HOME, OTHER = "0" * 31 + "1", "0" * 31 + "2"

Server = Callable[[str], HomeStore]
"""The homes of a club at one of its servers, by its name."""
Case = Callable[[Server], Awaitable[None]]


class MemoryFiles:
    """A FileStore that lasts as long as its process; it fails as *fails* says, after or before it stores."""

    def __init__(self, fails: Callable[[], str] = lambda: "") -> None:
        self._files: defaultdict[str, dict[str, StoredFile]] = defaultdict(dict)
        self._revisions = count(1)
        self.fails = fails

    async def files(self, home: str) -> Mapping[str, StoredFile]:
        return dict(self._files[home])

    async def file(self, home: str, path: str) -> StoredFile:
        return self._files[home].get(path, StoredFile())

    async def put(self, home: str, path: str, revision: int, content: bytes | None) -> int:
        fault = self.fails()
        if fault == "before":
            raise Unknown
        if self._files[home].get(path, StoredFile()).revision != revision:
            return 0
        self._files[home][path] = StoredFile(next(self._revisions), content)
        if fault == "after":
            raise Unknown
        return self._files[home][path].revision

    async def remove(self, home: str, newest: int | None = None) -> None:
        files = self._files.pop(home, {})
        if newest is not None:
            self._files[home] |= {path: each for path, each in files.items() if each.revision > newest}

    async def homes_with(self, path: str) -> Collection[str]:
        return [home for home, files in self._files.items() if path in files]

    async def close(self) -> None:
        """Nothing is open."""


@asynccontextmanager
async def one_folder(folder: Path) -> AsyncIterator[Server]:
    """One machine: its servers, one after the other, have the same folder."""
    yield lambda _name: FolderHomes(folder)


@asynccontextmanager
async def travelling(folder: Path) -> AsyncIterator[Server]:
    store = MemoryFiles()
    yield lambda name: TravellingHomes(store, folder / name)


@asynccontextmanager
async def on_nats(folder: Path) -> AsyncIterator[Server]:
    """A club of its own on the shared cluster."""
    store = await open_files(shared_cluster().address(sub(r"[^A-Za-z0-9_-]", "-", folder.name)[-40:]))
    yield lambda name: TravellingHomes(store, folder / name)
    await store.close()


async def open_files(address: str) -> FileStore:
    """The files of a club; servers that start beside the tests of a busy machine may answer late."""
    with pytest.MonkeyPatch.context() as change:
        extend_limits(change.setattr, SERVER_LIMITS)
        return await NatsFiles.open(address)


ENGINES = [
    pytest.param(one_folder, id="folder"),
    pytest.param(travelling, id="travelling"),
    pytest.param(
        on_nats, id="nats", marks=[pytest.mark.long, pytest.mark.skipif(ON_WINDOWS, reason="POSIX alone")]
    ),
]


def on_every_engine(
    case: Case,
) -> Callable[[Callable[[Path], AbstractAsyncContextManager[Server]], Path], None]:
    """The test that runs *case* with no homes yet in each engine."""

    async def run(engine: Callable[[Path], AbstractAsyncContextManager[Server]], folder: Path) -> None:
        async with engine(folder) as servers:
            await case(servers)

    @pytest.mark.parametrize("engine", ENGINES)
    def test(engine: Callable[[Path], AbstractAsyncContextManager[Server]], tmp_path: Path) -> None:
        asyncio.run(run(engine, tmp_path))

    return test


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a home by their paths; those that begin with a dot belong to the machine."""
    files = (each for each in sorted(folder.rglob("*")) if each.is_file() and not each.name.startswith("."))
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}
