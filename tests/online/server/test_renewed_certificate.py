"""The certificate of an authority: read again when it is renewed, without an end of connections."""

import asyncio
from pathlib import Path
from ssl import SSLError

import pytest
from people import ADMIN, BOTS, think_at_once
from support.games.random_matches import VARIANTS
from support.online.authority import Authority
from websockets.asyncio.client import ClientConnection, connect

from playroom.online.log.memory import MemoryLog
from playroom.online.server import certificate
from playroom.online.server.certificate import RenewedCertificate
from playroom.online.server.room_server import RoomServer
from playroom.online.server.rooms import RoomPolicy
from playroom.online.wire.messages import Hello, ListTables, Tables, Welcome, encoded, server_message
from playroom.online.wire.protocol import VERSION

HOST = "club.example.org"


def serial(line: ClientConnection) -> int:
    """The number of the certificate that a server has shown."""
    return int(line.transport.get_extra_info("ssl_object").getpeercert()["serialNumber"], 16)


def files(folder: Path) -> tuple[Path, Path]:
    return folder / "fullchain.pem", folder / "privkey.pem"


def test_a_renewed_certificate_is_shown_to_those_who_come_and_ends_no_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificate, "LOOK_SECONDS", 0.01)

    async def renew() -> tuple[list[bool], type]:
        authority = Authority()
        first = authority.sign(HOST, *files(tmp_path)).serial_number
        renewed = RenewedCertificate(*files(tmp_path))
        server = RoomServer(MemoryLog(), BOTS, VARIANTS, RoomPolicy(ADMIN), renewed, think_at_once)
        port = await server.start("127.0.0.1", 0)
        try:
            address, trust = f"wss://{HOST}:{port}/", authority.trusting
            async with connect(address, ssl=trust, host="127.0.0.1", port=port) as early:
                second = authority.sign(HOST, *files(tmp_path)).serial_number
                seen = first
                while seen == first:
                    async with connect(address, ssl=trust, host="127.0.0.1", port=port) as late:
                        seen = serial(late)
                await early.send(encoded(Hello(VERSION)))
                assert isinstance(server_message(await early.recv()), Welcome)
                await early.send(encoded(ListTables()))
                return [serial(early) == first, seen == second], type(server_message(await early.recv()))
        finally:
            await server.stop()

    assert asyncio.run(renew()) == ([True, True], Tables)


def test_a_certificate_that_is_half_renewed_is_left_until_its_key_is_there(tmp_path: Path) -> None:
    authority = Authority()
    file, key = files(tmp_path)
    authority.sign(HOST, file, key)
    renewed = RenewedCertificate(file, key)
    tls = renewed.tls()
    before = tls()

    authority.sign(HOST, file, tmp_path / "key of the new one")
    renewed.look()
    assert tls() is before

    (tmp_path / "key of the new one").replace(key)
    renewed.look()
    assert tls() is not before
    newest = tls()
    renewed.look()
    assert tls() is newest


def test_a_certificate_that_is_gone_for_a_moment_is_kept(tmp_path: Path) -> None:
    file, key = files(tmp_path)
    Authority().sign(HOST, file, key)
    renewed = RenewedCertificate(file, key)
    before = renewed.tls()()

    file.unlink()
    renewed.look()

    assert renewed.tls()() is before


def test_a_certificate_and_the_key_of_another_are_refused(tmp_path: Path) -> None:
    file, key = files(tmp_path)
    Authority().sign(HOST, file, tmp_path / "other")
    Authority().sign(HOST, tmp_path / "another", key)

    with pytest.raises(SSLError):
        RenewedCertificate(file, key)
