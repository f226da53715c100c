"""Where an invite leads: to the server that it names, or to one's own, which is started again."""

import asyncio
from pathlib import Path
from threading import Event, Thread, current_thread
from typing import Any
from unittest.mock import Mock

import pytest

from playroom.online import network_tables
from playroom.online.client.link import LinkEnd
from playroom.online.client.websocket_link import NetworkThread, ServerAddress, WebsocketDoor, WebsocketLink
from playroom.online.network_tables import NearbyTableConnector, NetworkTables, OwnTableConnector
from playroom.online.own_server import OwnServer
from playroom.online.seat_tokens import SeatTokens
from playroom.online.wire.invite import Invite, invite_of
from playroom.online.wire.messages import Hello, Join, Joined, Welcome, client_message, encoded
from playroom.online.wire.protocol import VERSION
from playroom.online.wire.table_state import TableState
from playroom.table.shared_table import OutsideReach, Reach

OWN, OTHER = "7KQ2M9XD", "0000000A@192.0.2.7:7373/0123456789ABCDEF"
JOINED = Joined("0000000A", 2, "a token", 0, 0, TableState("0000000A"))


@pytest.fixture
def doors(monkeypatch: pytest.MonkeyPatch) -> dict[str, Mock]:
    """Doors that lead nowhere."""
    made = {name: Mock() for name in ("OwnTableConnector", "WebsocketDoor")}
    for name, door in made.items():
        monkeypatch.setattr(f"playroom.online.network_tables.{name}", door)
    return made


def test_an_invite_leads_to_the_server_that_it_names(tmp_path: Path, doors: dict[str, Mock]) -> None:
    tables = NetworkTables(tmp_path, {}, {}, Mock())

    tables.join(OTHER, "Ben", Mock())

    address = doors["WebsocketDoor"].call_args.args[0]
    assert (address.host, address.port, address.fingerprint) == ("192.0.2.7", 7373, "0123456789ABCDEF")
    assert not doors["OwnTableConnector"].called
    assert tables.invite("0000000A") == OTHER


def test_ones_own_table_is_opened_again(tmp_path: Path, doors: dict[str, Mock]) -> None:
    SeatTokens(tmp_path / "own_tables.json").keep(OWN, "a token")

    NetworkTables(tmp_path, {}, {}, Mock()).join(OWN, "Ada", Mock())

    assert doors["OwnTableConnector"].called
    assert not doors["WebsocketDoor"].called


@pytest.mark.parametrize(
    ("invite", "token"),
    [
        (OTHER, "a token"),
        ("0000000A@198.51.100.1:7373/0123456789ABCDEF", "a token"),
        ("0000000A@192.0.2.7:7373/AAAAAAAAAAAAAAAA", ""),
        ("0000000A@192.0.2.7:7373", ""),
    ],
)
def test_a_seat_token_is_shown_to_the_server_that_gave_it_alone(
    tmp_path: Path, doors: dict[str, Mock], invite: str, token: str
) -> None:
    tables = NetworkTables(tmp_path, {}, {}, Mock())
    tables.join(OTHER, "Ben", Mock()).received(encoded(JOINED))

    tables.join(invite, "Ben", Mock()).received(encoded(Welcome(VERSION, [], may_open=False)))

    link = doors["WebsocketDoor"].return_value.return_value
    joined = client_message(link.send.call_args.args[0])
    assert isinstance(joined, Join)
    assert joined.token == token


def test_servers_visited_are_offered_again_the_last_one_first(tmp_path: Path) -> None:
    tables = NetworkTables(tmp_path, {}, {}, Mock())
    tables.remember("192.0.2.7:8000", "")
    tables.remember("club.example.org", "")
    tables.remember("192.0.2.7:8000/0123456789ABCDEF", "The Bones")

    visited = NetworkTables(tmp_path, {}, {}, Mock()).visited

    assert [(each.host, each.name) for each in visited] == [
        ("192.0.2.7 8000", "The Bones"),
        ("club.example.org", ""),
    ]
    assert visited[0].address == "192.0.2.7:8000/0123456789ABCDEF"


def test_a_server_visited_once_more_comes_first(tmp_path: Path) -> None:
    tables = NetworkTables(tmp_path, {}, {}, Mock())
    for each in ("club.example.org", "https://bones.example.org", "club.example.org"):
        tables.remember(each, "")

    assert [each.host for each in tables.visited] == ["club.example.org", "bones.example.org"]


def test_eight_servers_are_offered_at_most(tmp_path: Path) -> None:
    tables = NetworkTables(tmp_path, {}, {}, Mock())
    for number in range(10):
        tables.remember(f"club{number}.example.org", "")

    assert [each.host[:5] for each in tables.visited] == [f"club{number}" for number in range(9, 1, -1)]


@pytest.mark.parametrize("content", ["", "[]", "{", '{"not a server!": ""}', '{"club.example.org": 7}'])
def test_a_damaged_list_of_servers_keeps_nobody_out(tmp_path: Path, content: str) -> None:
    (tmp_path / "servers.json").write_text(content, encoding="utf-8")
    tables = NetworkTables(tmp_path, {}, {}, Mock())

    assert {each.host for each in tables.visited} <= {"club.example.org"}

    tables.remember("192.0.2.7", "")
    assert tables.visited[0].host == "192.0.2.7"


def test_who_comes_to_a_table_again_has_the_same_witness_whoever_answers_for_its_code(
    tmp_path: Path, doors: dict[str, Mock]
) -> None:
    tables = NetworkTables(tmp_path, {}, {}, Mock())
    first = tables.join(OTHER, "Ben", Mock())
    first.received(encoded(JOINED))

    again = tables.join(OTHER, "Ben", Mock())
    with_another_certificate = tables.join("0000000A@192.0.2.7:7373/AAAAAAAAAAAAAAAA", "Ben", Mock())
    another = tables.join("0000000B@192.0.2.7:7373/0123456789ABCDEF", "Ben", Mock())

    assert doors["WebsocketDoor"].call_count == 4
    assert again.table.match.witness is first.table.match.witness
    assert with_another_certificate.table.match.witness is first.table.match.witness
    assert another.table.match.witness is not first.table.match.witness


@pytest.mark.parametrize(
    ("invite", "token"),
    [
        ("0000000A@club.example:7373/0123456789ABCDEF", "the token"),
        ("0000000A@club.example:7373", "the token"),
        ("0000000A@club.example:7373/AAAAAAAAAAAAAAAA", ""),
        ("0000000A@elsewhere.example:7373", ""),
    ],
)
def test_the_token_of_an_administrator_is_shown_to_that_server_alone(
    tmp_path: Path, doors: dict[str, Mock], invite: str, token: str
) -> None:
    tables = NetworkTables(tmp_path, {}, {}, Mock())
    lobby = tables.lobby("club.example", Mock())
    assert lobby
    doors["WebsocketDoor"].call_args.args[0].meet("0123456789ABCDEF")
    lobby.administer(" the token\n")
    lobby.received(encoded(Welcome(VERSION, [], may_open=True, is_admin=True)))

    NetworkTables(tmp_path, {}, {}, Mock()).join(invite, "Ben", Mock()).opened()

    link = doors["WebsocketDoor"].return_value.return_value
    assert client_message(link.send.call_args.args[0]) == Hello(VERSION, "playroom", token)


@pytest.mark.parametrize("kept", ["", "[]", "{", '{"7KQ2M9XD": null}'])
def test_a_file_of_tokens_that_cannot_be_read_is_written_anew(tmp_path: Path, kept: str) -> None:
    file = tmp_path / "online" / "seats.json"
    file.parent.mkdir()
    file.write_text(kept, encoding="utf-8")
    tokens = SeatTokens(file)

    tokens.keep(OWN, "a token")

    assert SeatTokens(file).get(OWN) == "a token"


class KnownNeighbourhood:
    """A network in which one table is known."""

    def __init__(self, invite: Invite | None) -> None:
        self._invite = invite

    async def table(self, code: str) -> Invite | None:
        return self._invite if self._invite and self._invite.code == code else None


@pytest.mark.parametrize(
    ("known", "pinned", "where"),
    [
        (invite_of(OTHER), "", ServerAddress("192.0.2.7", 7373, "0123456789ABCDEF")),
        (
            invite_of(OTHER),
            "0123456789ABCDEF",
            ServerAddress("192.0.2.7", 7373, "0123456789ABCDEF"),
        ),
        (invite_of(OTHER), "AAAAAAAAAAAAAAAA", ServerAddress("127.0.0.1", 7373, "AAAAAAAAAAAAAAAA")),
        (None, "", ServerAddress("127.0.0.1", 7373)),
    ],
    ids=["known", "of the certificate that is known", "of another certificate", "not known"],
)
def test_a_code_alone_leads_to_the_table_that_the_network_knows(
    monkeypatch: pytest.MonkeyPatch, known: Invite | None, pinned: str, where: ServerAddress
) -> None:
    async def way() -> ServerAddress:
        reached: asyncio.Future[ServerAddress] = asyncio.get_running_loop().create_future()

        async def live(link: WebsocketLink) -> None:
            link.deliver(lambda: reached.set_result(link.address))

        monkeypatch.setattr(WebsocketLink, "live", live)
        lan_discovery: Any = KnownNeighbourhood(known)
        door = NearbyTableConnector(
            lan_discovery, "0000000A", ServerAddress("127.0.0.1", 7373, pinned), NetworkThread()
        )
        door(Waiting())
        return await reached

    assert asyncio.run(way()) == where


class Waiting:
    """Waits for the end of a connection."""

    def __init__(self) -> None:
        self.end: asyncio.Future[LinkEnd] = asyncio.get_running_loop().create_future()

    def opened(self) -> None:
        raise AssertionError("connected")

    def met(self, host: str, fingerprint: str) -> None:
        raise AssertionError(host, fingerprint)

    def received(self, frame: str) -> None:
        raise AssertionError(frame)

    def ended(self, why: LinkEnd) -> None:
        self.end.set_result(why)


@pytest.mark.parametrize("host", ["a..b", "x" * 64, ":::"])
def test_a_host_that_no_server_can_have_is_unreachable(host: str) -> None:
    async def end() -> LinkEnd:
        user = Waiting()
        WebsocketDoor(ServerAddress(host, 7373), NetworkThread())(user)
        return await user.end

    assert asyncio.run(end()) is LinkEnd.UNREACHABLE


def test_a_server_that_does_not_start_is_not_looked_for_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"not a database" * 100)

    async def end() -> LinkEnd:
        user = Waiting()
        OwnTableConnector(OwnServer(tmp_path, {}, {}), NetworkThread())(user)
        return await user.end

    assert asyncio.run(end()) is LinkEnd.NOT_STARTED


def test_a_router_that_answers_byte_by_byte_does_not_keep_the_program_from_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, heard, asked = Event(), Event(), Event()
    threads: list[Thread] = []
    found: list[OutsideReach] = []

    def never_answers(_invite: Invite) -> OutsideReach:
        threads.append(current_thread())
        asked.set()
        over.wait()
        return OutsideReach(Reach.OPEN, 1, "")

    def take(reach: OutsideReach) -> None:
        found.append(reach)
        heard.set()

    monkeypatch.setattr(network_tables, "outside_reach", never_answers)
    monkeypatch.setattr(network_tables, "ROUTER_SECONDS", 0.01)
    monkeypatch.setattr(network_tables, "deliverer", lambda: lambda call: call())
    tables = NetworkTables(tmp_path, {}, {}, Mock())

    tables.ask_outside("7KQ2M9XD", take)
    assert heard.wait(60)
    tables.close()

    assert asked.is_set()
    assert [reach.reach for reach in found] == [Reach.UNKNOWN]
    assert [thread.daemon for thread in threads] == [True]
    over.set()
