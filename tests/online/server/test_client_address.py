"""The address by which a server limits and bans clients: behind a proxy, what the proxy says."""

import asyncio
from pathlib import Path
from unittest.mock import Mock

import pytest
from network_people import trusting
from people import ADMIN, BOTS, think_at_once
from support.games.random_matches import VARIANTS
from support.online.plain_hasher import PlainHasher
from websockets.asyncio.client import connect
from websockets.datastructures import Headers

from playroom.online.log.memory import MemoryLog
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.server.certificate import certificate_in
from playroom.online.server.room_server import RoomServer
from playroom.online.server.rooms import RoomPolicy
from playroom.online.wire.messages import Gone, Hello, ServerMessage, Welcome, encoded, server_message
from playroom.online.wire.protocol import VERSION, RefusalCode

pytestmark = pytest.mark.long

BANNED = "203.0.113.9"


async def greeting(forwarded: str, folder: Path | None) -> ServerMessage:
    """The answer to hello from a proxy that names this address; with TLS, there is a *folder*."""
    log = MemoryLog()
    accounts = Accounts(log, PlainHasher())
    await accounts.ban(BANNED, "", 0)
    certificate = certificate_in(folder) if folder else None
    policy = RoomPolicy(ADMIN, accounts=accounts)
    server = RoomServer(log, BOTS, VARIANTS, policy, certificate, think_at_once)
    port = await server.start("127.0.0.1", 0)
    address = f"{'wss' if folder else 'ws'}://127.0.0.1:{port}"
    headers = {"X-Forwarded-For": forwarded}
    async with connect(address, ssl=trusting() if folder else None, additional_headers=headers) as line:
        await line.send(encoded(Hello(VERSION)))
        answer = server_message(await line.recv())
    await server.stop()
    return answer


@pytest.mark.parametrize(
    ("forwarded", "is_banned"),
    [(BANNED, True), (f"192.0.2.1, {BANNED}", True), (f"{BANNED}, 192.0.2.1", False), ("nonsense", False)],
)
def test_the_last_address_that_a_proxy_names_counts(forwarded: str, is_banned: bool) -> None:  # noqa: FBT001 (a row's answer)
    answer = asyncio.run(greeting(forwarded, None))

    assert (answer == Gone(RefusalCode.BANNED_FOREVER, {"reason": ""})) == is_banned
    assert isinstance(answer, Gone if is_banned else Welcome)


def test_over_tls_nobody_is_a_proxy(tmp_path: Path) -> None:
    assert isinstance(asyncio.run(greeting(BANNED, tmp_path)), Welcome)


@pytest.mark.parametrize(
    ("own", "counts"), [("127.0.0.1", BANNED), ("::1", BANNED), ("192.0.2.7", "192.0.2.7")]
)
def test_nobody_but_a_proxy_on_this_machine_names_an_address(own: str, counts: str) -> None:
    server = RoomServer(MemoryLog(), {}, {}, RoomPolicy(ADMIN))
    line = Mock(own_address=own)
    line.request.headers = Headers({"X-Forwarded-For": BANNED})

    assert server._address_of(line) == counts  # noqa: SLF001 (no connection comes from elsewhere in a test)
