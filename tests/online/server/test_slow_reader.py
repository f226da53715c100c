"""A client on a real connection that reads nothing is cut off, and the others go on."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from network_people import NetworkChannel
from people import ADMIN, BOTS, Client, code_of, settings, think_at_once
from support.games.random_matches import VARIANTS
from support.time.patience import PATIENCE
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, serve

from playroom.online.log.memory import MemoryLog
from playroom.online.server import rate_limits
from playroom.online.server.rate_limits import Deed
from playroom.online.server.room_server import RoomServer
from playroom.online.server.rooms import RoomPolicy
from playroom.online.wire.messages import Ack, Hello, Join, Joined, OpenTable, Presence, encoded
from playroom.online.wire.protocol import VERSION
from playroom.online.wire.table_commands import Ready, Sit

pytestmark = pytest.mark.long

PLAYERS, MANY = 8, 90
"""How many people do something, and how often; each may send a hundred messages at once."""
SMALL_BUFFER = 4096
"""The bytes that the system keeps on the way to a client."""


async def serve_with_small_buffers(*where: Any, **settings: Any) -> Server:  # noqa: ANN401 (of websockets)
    """A server on whose connections the system keeps little."""
    made = await serve(*where, **settings)
    for each in made.sockets:
        each.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL_BUFFER)
    return made


@asynccontextmanager
async def running_server() -> AsyncIterator[tuple[RoomServer, int]]:
    policy = RoomPolicy(ADMIN, anyone_opens=True)
    server = RoomServer(MemoryLog(), BOTS, VARIANTS, policy, None, think_at_once)
    try:
        yield server, await server.start("127.0.0.1", 0)
    finally:
        await server.stop()


async def person_at(port: int, message: OpenTable | Join) -> Client:
    """A client that has come to a table."""
    line = await connect(f"ws://127.0.0.1:{port}", compression=None)
    client = Client(NetworkChannel(line))  # type: ignore[arg-type]
    client.say(Hello(VERSION))
    client.say(message)
    await client.wait(Joined)
    return client


async def slow_reader(port: int, code: str) -> ClientConnection:
    """A client that comes to the table, and reads nothing."""
    own = socket.socket()
    own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
    own.connect(("127.0.0.1", port))
    line = await connect(f"ws://127.0.0.1:{port}", sock=own, compression=None, ping_interval=None)
    line.transport.pause_reading()
    for message in (Hello(VERSION), Join(code, "Slow")):
        await line.send(encoded(message))
    return line


async def connections(server: RoomServer) -> int:
    """How many connections the server has."""
    _, page = await server.metrics_page()
    (found,) = re.findall(r"^playroom_connections (\d+)\.0$", page, re.MULTILINE)
    return int(found)


def test_a_client_that_reads_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playroom.online.server.room_server.PING_SECONDS", None)
    monkeypatch.setattr("playroom.online.server.room_server.serve", serve_with_small_buffers)
    monkeypatch.setattr(rate_limits, "RATES", {**rate_limits.RATES, Deed.CHANGE: {}})

    async def story() -> None:
        async with running_server() as (server, port):
            ada = await person_at(port, OpenTable("open", "Ada", settings("mexican-train", PLAYERS)))
            code = code_of(ada)
            guests = [await person_at(port, Join(code, f"Guest {number}")) for number in range(PLAYERS - 1)]
            slow = await slow_reader(port, code)
            await ada.wait(Presence, lambda told: len(told.connected) == PLAYERS + 1)

            for seat, client in enumerate((ada, *guests)):
                assert isinstance(await client.do(Sit(seat)), Ack)
                for number in range(MANY):
                    assert isinstance(await client.do(Ready(ready=number % 2 == 0)), Ack)
            async with asyncio.timeout(PATIENCE):
                while await connections(server) > PLAYERS:  # noqa: ASYNC110 (the server works in other tasks)
                    await asyncio.sleep(0.05)

            assert isinstance(await ada.do(Ready()), Ack)
            slow.transport.abort()

    asyncio.run(story())
