"""Homes that all servers of a club share: a working copy in a folder, and each saved file in a store.

For each file, a page of the working copy remembers the revision and the hash that it had when it was the same
here and in the store. What then differs was changed here, or by another server, or by both:

- only here: it is stored, if the store still has that revision;
- only there: it is taken from there when somebody comes;
- by both: both are kept. When somebody comes, the one in the store has the name, and the one that was here
  gets a free one beside it. While a console works here, it is the other way round, as the console writes on.

A program that is killed between storing a file and remembering so finds its own hash there again, which was
written down before.
"""

import asyncio
import hashlib
import os
from collections.abc import AsyncIterator, Collection, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from enum import Enum, auto
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple, Protocol

import msgspec

from playroom.home.files import FileLock, make_private_folder, write_atomically
from playroom.online.homes.home_store import (
    VISIT_FILE,
    guests_in,
    home_folder,
    remove_folder,
    visit_in,
    visit_of,
)
from playroom.online.log.table_log import Unknown

SYNCED_FILE: Final = ".synced.json"
LOCK_FILE: Final = ".store.lock"
"""In each home, where files that begin with a dot belong to this machine and are not stored."""

PAUSE: Final = 0.02
"""Seconds between two looks whether another program is done with a home."""
ATTEMPTS: Final = 10
"""How often a file is stored that others store at the same time."""


class StoredFile(NamedTuple):
    """A file in the store: its revision, 0 if it was never there, and its content, None if it is gone."""

    revision: int = 0
    content: bytes | None = None


class FileStore(Protocol):
    """The files of homes, by their paths below the home, with a slash between folders."""

    async def files(self, home: str) -> Mapping[str, StoredFile]:
        """All files of a home, none older than what was acknowledged before."""
        ...

    async def file(self, home: str, path: str) -> StoredFile:
        """One of them, likewise."""
        ...

    async def put(self, home: str, path: str, revision: int, content: bytes | None) -> int:
        """Store a file durably, or with None that it is gone; its new revision.

        The result is 0, and nothing is stored, if the file has another *revision* there. Raises Unknown.
        """
        ...

    async def remove(self, home: str, newest: int | None = None) -> None:
        """Forget all files of a home, or those up to the *newest* revision."""
        ...

    async def homes_with(self, path: str) -> Collection[str]:
        """The homes that have a file."""
        ...

    async def close(self) -> None:
        """Release the connections."""
        ...


class Synced(msgspec.Struct, frozen=True, array_like=True):
    """When a file was the same here and there: its revision and its hash, "" for a file that is gone.

    *sent* is the hash of what was sent last; if it is another one, nobody knows whether that has arrived.
    """

    revision: int = 0
    hash: str = ""
    sent: str = ""

    @property
    def is_open(self) -> bool:
        """Whether something was sent whose outcome is unknown."""
        return self.sent != self.hash


class SyncStep(Enum):
    """What brings a file here and the one in the store together."""

    NONE = auto()
    SEND = auto()
    TAKE = auto()
    KEEP_BOTH = auto()


def next_sync_step(synced: Synced, here: str, revision: int, there: str) -> SyncStep:
    """The step for a file whose hash is *here* and *there*, with the revision that it has there."""
    if here == there:
        return SyncStep.NONE
    if synced.revision == revision or (synced.is_open and there == synced.sent):
        return SyncStep.SEND
    if here in {synced.hash, ""}:
        return SyncStep.TAKE
    return SyncStep.KEEP_BOTH if there else SyncStep.SEND


class TravellingHomes:
    """The homes of a club in a *store*; those who are here work in folders of *homes*."""

    def __init__(self, store: FileStore, homes: Path) -> None:
        self._store, self._homes = store, homes

    async def open(self, home: str) -> Path:
        async with self._working_copy(home) as copy:
            stored = await self._store.files(home)
            here = await asyncio.to_thread(copy.hashes)
            for path in sorted({*stored, *here}):
                await self._bring_together(copy, path, here.get(path, ""), stored.get(path, StoredFile()))
            await asyncio.to_thread(copy.remember)
            await self._send_changes(copy)
        return home_folder(self._homes, home)

    async def save(self, home: str) -> None:
        async with self._working_copy(home) as copy:
            await self._send_changes(copy)

    async def remove(self, home: str) -> None:
        folder = home_folder(self._homes, home)
        await self._store.remove(home)
        await asyncio.to_thread(remove_folder, folder)

    async def guests(self) -> Collection[str]:
        here = await asyncio.to_thread(guests_in, self._homes)
        return here | {*await self._store.homes_with(VISIT_FILE)}

    async def last_visit(self, home: str) -> float | None:
        here = await asyncio.to_thread(visit_in, home_folder(self._homes, home))
        return visit_of((await self._store.file(home, VISIT_FILE)).content) if here is None else here

    async def remove_left(self, home: str, seen: float) -> bool:
        """Whose visit is stored first, that of a guest or that there is none any more, has the home."""
        stored = await self._store.file(home, VISIT_FILE)
        if visit_of(stored.content) not in {None, seen}:
            return False
        gone = await self._store.put(home, VISIT_FILE, stored.revision, None)
        if gone:
            await self._store.remove(home, gone)
            await asyncio.to_thread(remove_folder, home_folder(self._homes, home))
        return bool(gone)

    async def close(self) -> None:
        await self._store.close()

    @asynccontextmanager
    async def _working_copy(self, home: str) -> AsyncIterator["WorkingCopy"]:
        """The working copy of a home, which no other program of this machine brings up to date meanwhile."""
        folder = home_folder(self._homes, home)
        lock = FileLock(folder / LOCK_FILE)
        while not await asyncio.to_thread(lock.acquire):  # noqa: ASYNC110 (another program has it)
            await asyncio.sleep(PAUSE)
        try:
            yield await asyncio.to_thread(WorkingCopy, home, folder)
        finally:
            lock.release()

    async def _bring_together(self, copy: "WorkingCopy", path: str, here: str, stored: StoredFile) -> None:
        """Take the files of the store, and keep local changes under a second name."""
        there = hash_of(stored.content)
        step = next_sync_step(copy.synced.get(path, Synced()), here, stored.revision, there)
        if step is SyncStep.SEND:  # it differs from what was known last
            copy.synced[path] = Synced(stored.revision, there, there)
            return
        if step is SyncStep.KEEP_BOTH:
            await asyncio.to_thread(copy.set_aside, path)
        if step is not SyncStep.NONE and not await asyncio.to_thread(
            copy.replace, path, here, stored.content
        ):
            return  # it has changed meanwhile, and is compared again the next time
        copy.synced[path] = Synced(stored.revision, there, there)

    async def _send_changes(self, copy: "WorkingCopy") -> None:
        """Store what has changed here; the page of what is known is written before and after."""
        for _ in range(ATTEMPTS):
            changed = await asyncio.to_thread(copy.changes)
            if not changed:
                return
            for path, content in changed.items():
                if copy.synced.get(path, Synced()).is_open:
                    stored = await self._store.file(copy.home, path)
                    there = hash_of(stored.content)
                    if there == copy.synced[path].sent:  # what was sent last has arrived
                        copy.synced[path] = Synced(stored.revision, there, there)
                known = copy.synced.get(path, Synced())
                copy.synced[path] = msgspec.structs.replace(known, sent=hash_of(content))
            await asyncio.to_thread(copy.remember)
            for path, content in changed.items():
                await self._send(copy, path, content)
            await asyncio.to_thread(copy.remember)
        raise Unknown(f"{copy.home} changes again and again")

    async def _send(self, copy: "WorkingCopy", path: str, content: bytes | None) -> None:
        """Store a file as it is here; if another server was faster, keep what that has stored beside it."""
        known, own = copy.synced[path], hash_of(content)
        revision = await self._store.put(copy.home, path, known.revision, content)
        if revision:
            copy.synced[path] = Synced(revision, own, own)
            return
        stored = await self._store.file(copy.home, path)
        there = hash_of(stored.content)
        if there not in {own, known.hash, ""}:
            if content is None:
                await asyncio.to_thread(copy.replace, path, own, stored.content)
            else:
                await asyncio.to_thread(copy.put_beside, path, stored.content or b"")
        copy.synced[path] = Synced(stored.revision, there, there)


class WorkingCopy:
    """The files of a home in a folder, and what is known of them in the store."""

    def __init__(self, home: str, folder: Path) -> None:
        self.home, self._folder = home, folder
        self.synced: dict[str, Synced] = {}
        with suppress(OSError, msgspec.DecodeError):  # else all is compared with the store
            self.synced = msgspec.json.decode((folder / SYNCED_FILE).read_bytes(), type=dict[str, Synced])

    def remember(self) -> None:
        """Write down what is known."""
        write_atomically(self._folder / SYNCED_FILE, msgspec.json.encode(self.synced))

    def hashes(self) -> dict[str, str]:
        """The hash of each file here."""
        return {path: hash_of(content) for path, content in self._contents()}

    def changes(self) -> dict[str, bytes | None]:
        """The files that differ from what is known of the store, None for those that are gone here."""
        here = dict(self._contents())
        changed: dict[str, bytes | None] = {
            path: content
            for path, content in here.items()
            if hash_of(content) != self.synced.get(path, Synced()).hash
        }
        return changed | {
            path: None for path, known in self.synced.items() if known.hash and path not in here
        }

    def replace(self, path: str, here: str, content: bytes | None) -> bool:
        """Write a file, or remove it with None; False, and nothing is done, if its hash is not *here*."""
        file = self._file(path)
        if hash_of(_content(file)) != here:
            return False
        if content is None:
            file.unlink(missing_ok=True)
        else:
            write_atomically(file, content)
        return True

    def set_aside(self, path: str) -> None:
        """Copy a file to a free name beside it."""
        self.put_beside(path, self._file(path).read_bytes())

    def put_beside(self, path: str, content: bytes) -> None:
        """Write a content under a free name beside a file, unless it is there already."""
        file = self._file(path)
        stem, _, rest = file.name.partition(".")
        for number in count(2):
            free = file.with_name(f"{stem}-{number}.{rest}")
            if not free.exists():
                write_atomically(free, content)
                return
            if free.read_bytes() == content:
                return

    def _contents(self) -> Iterator[tuple[str, bytes]]:
        """The path and the content of each file here; one that vanishes meanwhile is left out."""
        for folder, folders, names in os.walk(self._folder):
            folders[:] = [each for each in folders if not each.startswith(".")]
            for name in names:
                if not name.startswith("."):
                    file = Path(folder, name)
                    if (content := _content(file)) is not None:
                        yield file.relative_to(self._folder).as_posix(), content

    def _file(self, path: str) -> Path:
        """The file of a path in the store; a ValueError for one that leads out of the home."""
        parts = PurePosixPath(path).parts
        if not parts or path.startswith("/") or any(part.startswith(".") or "\\" in part for part in parts):
            raise ValueError(f"{path!r} is not a file of a home")
        make_private_folder(self._folder.joinpath(*parts[:-1]))
        return self._folder.joinpath(*parts)


def _content(file: Path) -> bytes | None:
    """The content of a file; None if there is none."""
    with suppress(FileNotFoundError):
        return file.read_bytes()
    return None


def hash_of(content: bytes | None) -> str:
    """The hash of a content; "" for a file that is gone."""
    return "" if content is None else hashlib.sha256(content).hexdigest()
