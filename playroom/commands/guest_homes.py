"""The homes of guests, which are removed after a while without a visit."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol
from weakref import WeakValueDictionary

from playroom.home.files import set_quota
from playroom.online.homes.home_store import HomeStore, note_visit
from playroom.online.log.table_log import Unknown
from playroom.online.server.journal import note
from playroom.web.members import DeskClosed
from playroom.web.passes import BrowserPass, Rights

GUEST_SECONDS: Final = 30 * 24 * 3600
"""The seconds without a visit after which the home of a guest is removed."""

SWEEP_SECONDS: Final = 3600.0
"""Seconds after which homes are looked for that are too old."""


class OpenPages(Protocol):
    """The browsers that are in."""

    def is_here(self, given: BrowserPass) -> bool:
        """Whether a page or a console of a browser is open."""
        ...

    async def dismiss(self, given: BrowserPass) -> None:
        """Forget a browser."""
        ...


class GuestHomes:
    """The homes of guests in a store, each by the identifier of its browser.

    *now* gives the seconds since 1970.
    """

    def __init__(self, homes: HomeStore, now: Callable[[], float] = time.time) -> None:
        self._homes, self._now = homes, now
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def enter(self, given: BrowserPass) -> None:
        """Have a guest's home up to date, and their visit noted at all servers. Raises DeskClosed."""
        try:
            async with self._lock(given.identifier):
                await self._note_visit(given.identifier)
        except (Unknown, OSError) as error:
            note("a guest could not come", why=type(error).__name__)
            raise DeskClosed from error

    async def sweep(self, pages: OpenPages) -> None:
        """Remove old homes, again and again."""
        while True:
            # What fails, such as a disk that does not answer, is tried again an hour later.
            with suppress(Unknown, OSError):
                await self.remove_old(pages)
            await asyncio.sleep(SWEEP_SECONDS)

    async def remove_old(self, pages: OpenPages) -> None:
        """Remove the homes of those who were at no server for so long; who is here now has a visit.

        Who comes while their home is removed waits, and finds nothing.
        """
        for home in await self._homes.guests():
            given = BrowserPass(Rights.GUEST, home)
            async with self._lock(home):
                seen = await self._homes.last_visit(home)
                if seen is None or pages.is_here(given):
                    await self._note_visit(home)
                elif self._now() - seen > GUEST_SECONDS and await self._homes.remove_left(home, seen):
                    await pages.dismiss(given)

    async def _note_visit(self, home: str) -> None:
        folder = await self._homes.open(home)
        await asyncio.to_thread(self._begin_visit, folder)
        await self._homes.save(home)

    def _begin_visit(self, folder: Path) -> None:
        with suppress(OSError):  # where there is no room for that, a guest may come in all the same
            set_quota(folder)
            note_visit(folder, self._now())

    def _lock(self, home: str) -> asyncio.Lock:
        return self._locks.setdefault(home, asyncio.Lock())
