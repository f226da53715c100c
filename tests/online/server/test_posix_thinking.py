"""The process that thinks for the bots of shared tables, at a table of one's own and on a server."""

import asyncio
import signal
from itertools import cycle
from pathlib import Path

import psutil
import pytest
from killed_server import KilledServer, killed_server
from network_people import StubbornPlayer, match_at
from support.console.player import Player
from support.minds.workers import workers
from support.time.patience import PATIENCE
from support.voice.private_dispatcher import Dispatcher

pytestmark = pytest.mark.long

EVENTS = 12
"""The number of events to wait for; every bot moves at least once in them."""


def test_bots_of_a_hosted_table_think_in_a_process(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, "host", "block", "--players", "2", "--pace", "0", "--name", "Ada") as ada:
        ada.wait_for("Your table is open")
        ada.send("home", "down")
        ada.press("down", "Seat 2: free")
        for word in ("novice", "casual", "steady", "hard", "expert"):
            ada.press("right", f"Seat 2: {word} bot")
        ada.press("home", "Start the match")
        ada.press("enter", "New round")
        keys = cycle(("z", "g", "d", "enter"))

        def thinks() -> bool:
            ada.press(next(keys), "")
            return bool(workers(ada.process.pid))

        ada.wait_until(thinks, "a process thinks")  # in many deals the bot has no choice at first
        thinking = workers(ada.process.pid)
        ada.process.kill()

        assert psutil.wait_procs(thinking, timeout=PATIENCE)[1] == []


def test_bots_of_a_server_play_on_when_the_process_is_killed(tmp_path: Path) -> None:
    async def story() -> None:
        async with killed_server(tmp_path) as server:
            ada, ben, _ = await match_at(server.connected, bot="expert")
            playing = [asyncio.ensure_future(each.play()) for each in (ada, ben)]
            killed = []
            for _ in range(2):
                thinking = await thinking_for(server)
                for each in thinking:
                    each.kill()
                    killed.append(each.pid)
                await played(ada, EVENTS)
            thinking = await thinking_for(server)
            await server.end(signal.SIGKILL)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

            assert len(set(killed)) > 1
            assert await asyncio.to_thread(psutil.wait_procs, thinking, timeout=PATIENCE) == (thinking, [])

    asyncio.run(story())


async def thinking_for(server: KilledServer) -> list[psutil.Process]:
    """The processes that think for a server, once there is one."""
    async with asyncio.timeout(PATIENCE):
        while not (found := workers(server.pid)):  # noqa: ASYNC110 (nothing of ours knows of them)
            await asyncio.sleep(0.02)
    return found


async def played(player: StubbornPlayer, events: int) -> None:
    """Wait until the player has received *events* more events of the match."""
    wanted = player.last.number + events
    async with asyncio.timeout(PATIENCE):
        while player.last.number < wanted:  # noqa: ASYNC110 (the player reads in another task)
            await asyncio.sleep(0.02)
