"""The homes of members and guests: where they are, and the engine for one machine, a folder of the club.

A home has the files that a player has at home: settings, presets, own keys, matches, transcripts. Consoles
work in a folder in any case, and write there as they do at home, so that what is saved survives the end of
the program. `FolderHomes` has the homes there and nowhere else; `TravellingHomes` also has them in a store
that all servers of a club share, and brings the folder up to date when somebody comes.
"""

import asyncio
import re
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from typing import Final, Protocol

from playroom.home.files import make_private_folder, write_atomically
from playroom.online.log.club_logs import is_file

HOMES_FOLDER: Final = "homes"
"""In the folder of a club: the homes, by their identifiers."""

ATTEMPTS: Final = 10
"""How often it is tried to remove a home."""

GUEST: Final = re.compile(r"[0-9a-f]{16}", re.ASCII)
"""How the home of a guest is called: by the browser."""

IDENTIFIER: Final = re.compile(rf"{GUEST.pattern}|[0-9a-f]{{32}}", re.ASCII)
"""How a home is called; never by the name of its account, which could be that of another folder."""

VISIT_FILE: Final = "visit.txt"
"""In the home of a guest: when they were last there, in seconds since 1970. It travels with the home."""

VISIT_SECONDS: Final = 3600
"""Seconds in which a visit is noted once."""


class HomeStore(Protocol):
    """The homes of a club. It belongs to one event loop."""

    async def open(self, home: str) -> Path:
        """The folder of a home, up to date; one who was never here finds it empty.

        Raises OSError, and Unknown if the store cannot be reached now, as all calls do.
        """
        ...

    async def save(self, home: str) -> None:
        """Store what has changed in the folder of a home; it is durable when this returns."""
        ...

    async def remove(self, home: str) -> None:
        """Remove a home for ever."""
        ...

    async def guests(self) -> Collection[str]:
        """The homes of guests, here and in the store."""
        ...

    async def last_visit(self, home: str) -> float | None:
        """When a guest was last in a home, as far as is known here; None if that was never noted."""
        ...

    async def remove_left(self, home: str, seen: float) -> bool:
        """Remove the home of a guest who was last *seen* there; False, and it stays, if they came since."""
        ...

    async def close(self) -> None:
        """Release the connections."""
        ...


async def open_homes(log_address: str, folder: Path) -> HomeStore:
    """The homes of the club in a *folder*, which travel with its log if that has an address of NATS servers.

    Raises what the engines raise.
    """
    homes = folder / HOMES_FOLDER
    if is_file(log_address):
        return FolderHomes(homes)
    from playroom.online.homes.nats_files import NatsFiles  # noqa: PLC0415 (only servers have its library)
    from playroom.online.homes.travelling_homes import TravellingHomes  # noqa: PLC0415 (as above)

    return TravellingHomes(await NatsFiles.open(log_address), homes)


def home_folder(homes: Path, home: str) -> Path:
    """The folder of a home; a ValueError for what is not an identifier, such as a path."""
    if not IDENTIFIER.fullmatch(home):
        raise ValueError(f"{home!r} is not the identifier of a home")
    return homes / home


class FolderHomes:
    """The homes of a club on one machine, each in a folder of *homes*."""

    def __init__(self, homes: Path) -> None:
        self._homes = homes

    async def open(self, home: str) -> Path:
        folder = home_folder(self._homes, home)
        await asyncio.to_thread(make_private_folder, folder)
        return folder

    async def save(self, home: str) -> None:
        """Consoles have written the files durably."""

    async def remove(self, home: str) -> None:
        await asyncio.to_thread(remove_folder, home_folder(self._homes, home))

    async def guests(self) -> Collection[str]:
        return await asyncio.to_thread(guests_in, self._homes)

    async def last_visit(self, home: str) -> float | None:
        return await asyncio.to_thread(visit_in, home_folder(self._homes, home))

    async def remove_left(self, home: str, seen: float) -> bool:
        is_left = await self.last_visit(home) == seen
        if is_left:
            await self.remove(home)
        return is_left

    async def close(self) -> None:
        """Nothing is open."""


def guests_in(homes: Path) -> set[str]:
    """The homes of guests in a folder."""
    found = homes.iterdir() if homes.is_dir() else ()
    return {each.name for each in found if GUEST.fullmatch(each.name)}


def note_visit(home: Path, now: float) -> None:
    """Note that a guest is in a home, unless that was noted in the last hour."""
    seen = visit_in(home)
    if seen is None or now - seen >= VISIT_SECONDS:
        write_atomically(home / VISIT_FILE, f"{now:.0f}")


def visit_in(home: Path) -> float | None:
    """The visit that is noted in a folder; None if there is none."""
    with suppress(OSError):
        return visit_of((home / VISIT_FILE).read_bytes())
    return None


def visit_of(content: bytes | None) -> float | None:
    """The visit in a file; None if there is none."""
    with suppress(ValueError):
        return float(content or "")
    return None


def remove_folder(folder: Path) -> None:
    """Remove a folder with all its files, if it is there; an OSError if any of them stays.

    A console may write its last file meanwhile, so that it is tried again.
    """
    for left in reversed(range(ATTEMPTS)):
        if not folder.exists():
            return
        try:
            rmtree(folder)
        except OSError:
            if not left:
                raise
