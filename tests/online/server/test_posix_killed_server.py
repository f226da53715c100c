"""`playroom serve` over TLS, killed in the middle of a match: everybody comes back, and nothing is lost."""

import asyncio
import signal
from pathlib import Path
from random import Random

import pytest
from evidence import check_acknowledged, check_view
from killed_server import KilledServer, killed_server
from network_people import StubbornPlayer, match_at
from people import settings
from support.faults.soaks import soak

from playroom.online.wire.messages import Gone, Joined, OpenTable
from playroom.online.wire.protocol import RefusalCode

pytestmark = pytest.mark.long

KILLS = soak(60)
"""How often the server is killed; more by hand."""


async def kill_again_and_again(server: KilledServer, player: StubbornPlayer, chance: Random) -> None:
    """Kill the server after some events of the match, again and again, until the last ones are played too."""
    for kill in range(KILLS + 1):
        wanted = player.last.number + chance.randrange(3, 12)
        while player.last.number < wanted:  # noqa: ASYNC110 (the player reads in another task)
            await asyncio.sleep(0.01)
        if kill < KILLS:
            await server.end(signal.SIGKILL)
            await server.start()


def test_a_killed_server_loses_nothing_and_everybody_is_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with killed_server(tmp_path) as server:
            ada, ben, code = await match_at(server.connected)
            playing = [asyncio.ensure_future(each.play()) for each in (ada, ben)]
            killing = asyncio.ensure_future(kill_again_and_again(server, ada, Random(5)))

            done, pending = await asyncio.wait((killing, *playing), return_when=asyncio.FIRST_COMPLETED)

            for task in pending:
                task.cancel()
            await asyncio.gather(*pending, return_exceptions=True)
            assert [task.result() for task in done] == [None]
            assert killing in done
            assert await server.end(signal.SIGTERM) == 0
            for stubborn in (ada, ben):
                await stubborn.player.client.rest()
            events = await server.log(code)
            acknowledged = []
            for stubborn, seat in ((ada, 0), (ben, 2)):
                told = [message for message in stubborn.told if not isinstance(message, Gone)]
                acknowledged.append(check_acknowledged(events, seat // 2 + 1, told))
                check_view(events, seat, told)
            print(f"{KILLS} kills, {len(events)} events, {sum(acknowledged)} commands acknowledged")
            assert min(acknowledged) > 0
            assert len(events) > 3 * KILLS

    asyncio.run(story())


def test_a_server_that_is_stopped_says_goodbye(tmp_path: Path) -> None:
    async def story() -> tuple[int, Gone]:
        async with killed_server(tmp_path) as server:
            client = await server.connected()
            client.say(OpenTable("open", "Ada", settings()))
            await client.wait(Joined)
            code = await server.end(signal.SIGTERM)
            await client.rest()
            return code, client.gone

    assert asyncio.run(story()) == (0, Gone(RefusalCode.CLOSING))
