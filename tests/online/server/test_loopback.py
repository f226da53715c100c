"""The server on a real port of this machine, with TLS, and clients that pin its certificate."""

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest
from network_people import trusting
from people import ADMIN, BOTS, think_at_once
from support.games.random_matches import VARIANTS
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from playroom.online.log.memory import MemoryLog
from playroom.online.server.certificate import Certificate, certificate_in
from playroom.online.server.paced_connection import DISCARDED_BYTES, READ_BYTES
from playroom.online.server.room_server import RoomServer
from playroom.online.server.rooms import RoomPolicy
from playroom.online.wire.invite import fingerprint
from playroom.online.wire.messages import (
    ClientMessage,
    Gone,
    Hello,
    Joined,
    OpenTable,
    ServerMessage,
    Welcome,
    encoded,
    server_message,
)
from playroom.online.wire.protocol import VERSION, CloseCode, RefusalCode
from playroom.online.wire.table_commands import AskedSettings

pytestmark = pytest.mark.long


def server(certificate: Certificate | None) -> RoomServer:
    return RoomServer(MemoryLog(), BOTS, VARIANTS, RoomPolicy(ADMIN), certificate, think_at_once)


async def answer(line: ClientConnection, *messages: ClientMessage) -> ServerMessage:
    for message in messages:
        await line.send(encoded(message))
    return server_message(await line.recv())


async def rest_of(line: ClientConnection) -> list[ServerMessage]:
    """All that comes until the connection ends."""
    told = []
    with suppress(ConnectionClosed):
        while True:
            told.append(server_message(await line.recv()))
    return told


def test_a_table_is_opened_over_tls_with_the_pinned_certificate(tmp_path: Path) -> None:
    async def story() -> None:
        certificate = certificate_in(tmp_path)
        running = server(certificate)
        port = await running.start("127.0.0.1", 0)
        async with connect(f"wss://127.0.0.1:{port}", ssl=trusting(), compression=None) as line:
            shown = line.transport.get_extra_info("ssl_object").getpeercert(binary_form=True)
            assert fingerprint(shown) == certificate.fingerprint
            assert await answer(line, Hello(VERSION, admin=ADMIN)) == Welcome(
                VERSION, [*BOTS], may_open=True, is_admin=True
            )
            opened = await answer(line, OpenTable("1", "Ada", AskedSettings(game="draw", players=2)))
            assert isinstance(opened, Joined)
            assert opened.person == 1

            await running.stop()

            assert Gone(RefusalCode.CLOSING) in await rest_of(line)
            assert line.close_code == CloseCode.TRY_AGAIN

    asyncio.run(story())


def test_a_frame_that_is_too_long_ends_the_connection() -> None:
    async def story() -> int | None:
        running = server(None)
        port = await running.start("127.0.0.1", 0)
        async with connect(f"ws://127.0.0.1:{port}") as line:
            await line.send("x" * 5000)
            with pytest.raises(ConnectionClosed):
                await line.recv()
        await running.stop()
        return line.close_code

    assert asyncio.run(story()) == 1009


def test_what_follows_a_frame_that_is_none_is_discarded_in_large_parts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sizes, take = list[int](), ServerConnection.data_received

    def noted(line: ServerConnection, data: bytes) -> None:
        take(line, data)
        assert isinstance(line, asyncio.BufferedProtocol)
        sizes.append(len(memoryview(line.get_buffer(-1))))

    monkeypatch.setattr(ServerConnection, "data_received", noted)

    async def story() -> None:
        running = server(None)
        port = await running.start("127.0.0.1", 0)
        async with connect(f"ws://127.0.0.1:{port}", compression=None) as line:
            line.transport.write(NO_FRAME)
            with pytest.raises(ConnectionClosed):
                await line.recv()
        await running.stop()

    asyncio.run(story())

    assert (sizes[0], sizes[-1]) == (READ_BYTES, DISCARDED_BYTES)


NO_FRAME = b"\xff" * 8
