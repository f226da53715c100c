"""`playroom serve` over TLS, killed in the middle of a match: everybody comes back, and nothing is lost."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

import pytest
from evidence import check_acknowledged, check_view
from network_people import StubbornPlayer, client_at, match_at
from people import Client, settings
from support.faults.soaks import soak
from support.time.patience import PATIENCE

from playroom.online.log.sqlite import SqliteLog
from playroom.online.log.table_log import LogEvent
from playroom.online.wire.messages import Gone, Joined, OpenTable
from playroom.online.wire.protocol import RefusalCode

pytestmark = pytest.mark.long

KILLS = soak(60)
"""How often the server is killed; more by hand."""


class KilledServer:
    """A server in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self._process: Process | None = None

    @property
    def pid(self) -> int:
        """The id of its process."""
        assert self._process
        return self._process.pid

    async def start(self) -> None:
        """Start it on the port that it had, and wait until it listens."""
        environment = {**os.environ, "HOME": str(self.folder), "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""}
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "playroom", "serve", str(self.folder), "--port", str(self.port)),
            *("--mode", "text", "--language", "en"),
            stdin=DEVNULL,
            stdout=PIPE,
            env=environment,
        )
        assert self._process.stdout
        line = (await asyncio.wait_for(self._process.stdout.readline(), PATIENCE)).decode()
        assert line.startswith("Port "), line
        self.port = int(line.split()[1])

    async def end(self, number: signal.Signals) -> int:
        """Send a signal, and wait for the end; the exit code."""
        assert self._process
        self._process.send_signal(number)
        return await self._process.wait()

    async def connected(self) -> Client:
        """A client, once the server listens."""
        return await client_at("127.0.0.1", self.port)

    async def log(self, code: str) -> list[LogEvent]:
        log = await SqliteLog.open(self.folder / "tables.sqlite")
        try:
            return await log.read(code)
        finally:
            await log.close()


@asynccontextmanager
async def killed_server(folder: Path) -> AsyncIterator[KilledServer]:
    server = KilledServer(folder)
    await server.start()
    try:
        yield server
    finally:
        with suppress(ProcessLookupError):
            await server.end(signal.SIGKILL)


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
