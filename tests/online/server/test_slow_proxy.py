"""A server over TLS behind a network that is slow and breaks connections: nothing is lost or doubled."""

import asyncio
from functools import partial
from pathlib import Path

import pytest
from evidence import check_acknowledged, check_view
from network_people import client_at, match_at
from people import ADMIN, BOTS, think_at_once
from support.faults.slow_proxy import SlowProxy
from support.games.random_matches import VARIANTS

from playroom.online.log.memory import MemoryLog
from playroom.online.server.certificate import certificate_in
from playroom.online.server.room_server import RoomServer
from playroom.online.server.rooms import RoomPolicy
from playroom.online.wire.messages import Gone

pytestmark = pytest.mark.long

BROKEN = 12
"""After so many broken connections the test ends."""


async def broken_often(proxy: SlowProxy) -> None:
    while proxy.broken < BROKEN:  # noqa: ASYNC110 (the players are in other tasks)
        await asyncio.sleep(0.01)


def test_a_bad_network_loses_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        log = MemoryLog()
        policy = RoomPolicy(ADMIN, anyone_opens=True)
        server = RoomServer(log, BOTS, VARIANTS, policy, certificate_in(tmp_path), think_at_once)
        proxy = SlowProxy(await server.start("127.0.0.1", 0), delay=0.02, seed=1)
        port = await proxy.start()
        ada, ben, code = await match_at(partial(client_at, "127.0.0.1", port))
        proxy.loss = 0.05
        playing = [asyncio.ensure_future(each.play()) for each in (ada, ben)]
        breaking = asyncio.ensure_future(broken_often(proxy))

        done, pending = await asyncio.wait((breaking, *playing), return_when=asyncio.FIRST_COMPLETED)

        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
        assert done == {breaking}
        await proxy.close()
        await server.stop()
        events = await log.read(code)
        for stubborn, seat in ((ada, 0), (ben, 2)):
            await stubborn.player.client.rest()
            told = [message for message in stubborn.told if not isinstance(message, Gone)]
            assert check_acknowledged(events, seat // 2 + 1, told) > 0
            check_view(events, seat, told)

    asyncio.run(story())
