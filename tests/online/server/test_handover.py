"""Two servers with one log: one is stopped in the middle of a match, and the players go on at the other."""

import asyncio
from pathlib import Path

import pytest
from evidence import check_acknowledged, check_view
from network_people import StubbornPlayer, client_at, match_at
from people import ADMIN, BOTS, Client, think_at_once
from support.games.random_matches import VARIANTS
from websockets.asyncio.client import connect

from playroom.online.log.memory import MemoryLog
from playroom.online.server.certificate import Certificate, certificate_in
from playroom.online.server.room_server import RoomServer
from playroom.online.server.rooms import RoomPolicy
from playroom.online.wire.invite import LOCAL_HOST
from playroom.online.wire.messages import Gone
from playroom.online.wire.protocol import RefusalCode

pytestmark = pytest.mark.long

MOVES = 10
"""Events of the match before and after the handover."""


class TwoServers:
    """Two servers on ports of this machine; clients come to the first that listens."""

    def __init__(self, log: MemoryLog, certificate: Certificate) -> None:
        policy = RoomPolicy(ADMIN, anyone_opens=True, shares_log=True)
        self.servers = [RoomServer(log, BOTS, VARIANTS, policy, certificate, think_at_once) for _ in range(2)]
        self.ports: list[int] = []

    async def start(self) -> None:
        self.ports = [await server.start(LOCAL_HOST, 0) for server in self.servers]

    async def connected(self) -> Client:
        """A client at the first server that takes it."""
        return await client_at(LOCAL_HOST, self.ports[0])

    async def hand_over(self) -> None:
        """Stop the first server."""
        del self.ports[0]
        await self.servers[0].stop()


async def at_event(player: StubbornPlayer, number: int) -> None:
    """Wait until a player has heard of an event."""
    while player.last.number < number:  # noqa: ASYNC110 (the player reads in another task)
        await asyncio.sleep(0.01)


async def match_over_a_handover(folder: Path) -> tuple[MemoryLog, tuple[StubbornPlayer, ...], str]:
    log = MemoryLog()
    place = TwoServers(log, certificate_in(folder))
    await place.start()
    ada, ben, code = await match_at(place.connected)
    playing = [asyncio.ensure_future(each.play()) for each in (ada, ben)]
    await at_event(ada, ada.last.number + MOVES)
    await place.hand_over()
    await asyncio.gather(*(at_event(each, each.last.number + MOVES) for each in (ada, ben)))
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await place.servers[1].stop()
    for player in (ada, ben):
        await player.player.client.rest()
    return log, (ada, ben), code


def test_a_match_goes_on_at_the_other_server(tmp_path: Path) -> None:
    log, players, code = asyncio.run(match_over_a_handover(tmp_path))

    events = asyncio.run(log.read(code))
    for player, seat in zip(players, (0, 2), strict=True):
        assert player.told.count(Gone(RefusalCode.CLOSING)) == 2
        told = [message for message in player.told if not isinstance(message, Gone)]
        assert check_acknowledged(events, seat // 2 + 1, told) > 0
        check_view(events, seat, told)


def test_a_server_that_stops_takes_no_more_clients(tmp_path: Path) -> None:
    async def story() -> None:
        place = TwoServers(MemoryLog(), certificate_in(tmp_path))
        await place.start()
        ada = await place.connected()
        stopping = asyncio.ensure_future(place.servers[0].stop())
        await ada.rest()

        with pytest.raises(OSError, match=r"refused|Connect call failed"):
            await connect(f"wss://{LOCAL_HOST}:{place.ports[0]}", compression=None)
        await stopping
        await place.servers[1].stop()

    asyncio.run(story())
