"""Tables within one network are announced and found, here over the loopback of this machine.

Another program on this machine may announce a table meanwhile.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from playroom.online.lan_discovery import LanDiscovery
from playroom.online.wire.invite import Invite
from playroom.table.shared_table import NearbyTable

LOOPBACK = ["127.0.0.1"]
ADAS = Invite("7KQ2M9XD", "127.0.0.1", 7373, "0123456789ABCDEF")
FOUND = NearbyTable("7KQ2M9XD", "Ada", "block", str(ADAS))

pytestmark = pytest.mark.long  # multicast DNS has waiting times of its own


@asynccontextmanager
async def neighbour() -> AsyncIterator[LanDiscovery]:
    made = LanDiscovery(LOOPBACK)
    try:
        yield made
    finally:
        await made.close()


class Listener:
    """Keeps the tables that were told last."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()
        self.tables: tuple[NearbyTable, ...] = ()

    def __call__(self, tables: tuple[NearbyTable, ...]) -> None:
        self.tables = tables
        self._changed.set()

    async def until(self, wanted: NearbyTable, *, is_found: bool) -> None:
        while (wanted in self.tables) != is_found:
            self._changed.clear()
            await self._changed.wait()


def test_a_table_is_found_by_its_host_and_by_its_code_until_it_is_withdrawn() -> None:
    async def story() -> tuple[Invite | None, Invite | None]:
        async with neighbour() as ada, neighbour() as ben:
            heard = Listener()
            await ben.search(heard)
            await ada.announce(ADAS, "Ada", "block")
            await heard.until(FOUND, is_found=True)
            by_code = await ben.table("7KQ2M9XD")
            await ada.withdraw()
            await heard.until(FOUND, is_found=False)
            return by_code, await ben.table("00000000")

    assert asyncio.run(story()) == (ADAS, None)
