"""Who answers at an address: remembered at first, and refused if it is another later."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from playroom.console.shared.words import met_message
from playroom.narration.phrases.locales import phrasebook
from playroom.online.client import websocket_link
from playroom.online.client.link import LinkEnd
from playroom.online.client.websocket_link import AUTHORITY, ServerAddress, WebsocketLink
from playroom.online.network_tables import NetworkTables
from playroom.online.wire.invite import crockford

FIRST, OTHER = b"a certificate", b"another one"
CLUB = "club.example"
PORT = 7373


def pin(certificate: bytes) -> str:
    return crockford(sha256(certificate).digest()[:10])


@dataclass
class Server:
    """A server that shows a certificate, which an authority has signed or not."""

    certificate: bytes = FIRST
    is_signed: bool = False

    @asynccontextmanager
    async def connect(self, _url: str, ssl: ssl.SSLContext, **_: object) -> AsyncIterator[Any]:
        if ssl.verify_mode and not self.is_signed:
            raise self.refusal
        line = Mock()
        line.transport.get_extra_info.return_value.getpeercert.return_value = self.certificate
        line.__aiter__ = lambda _: nothing()
        yield line

    refusal = ssl.SSLCertVerificationError()


async def nothing() -> AsyncIterator[str]:
    for frame in list[str]():
        yield frame


@dataclass
class User:
    """What a client hears of its connection."""

    heard: list[object] = field(default_factory=list)

    def opened(self) -> None:
        self.heard.append("opened")

    def met(self, host: str, fingerprint: str) -> None:
        self.heard.append((host, fingerprint))

    def received(self, frame: str) -> None:
        self.heard.append(frame)

    def ended(self, why: LinkEnd) -> None:
        self.heard.append(why)


def connected(server: Server, address: ServerAddress, patch: pytest.MonkeyPatch) -> list[object]:
    """What is heard of a connection."""
    patch.setattr(websocket_link, "connect", server.connect)
    user = User()

    def deliver(call: Callable[[], object]) -> None:
        call()

    asyncio.run(WebsocketLink(address, user, deliver).live())
    return user.heard


class Program:
    """A player's program, started again for each connection."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self._folder, self._patch = folder, patch
        self.door = Mock()
        patch.setattr("playroom.online.network_tables.WebsocketDoor", self.door)

    def _tables(self) -> NetworkTables:
        return NetworkTables(self._folder, {}, {}, Mock())

    def looks(self, server: Server, address: str = CLUB) -> list[object]:
        """What is heard when the player goes to the lobby of an address."""
        assert self._tables().lobby(address, Mock())
        return connected(server, self.door.call_args.args[0], self._patch)

    def joins(self, server: Server, invite: str) -> list[object]:
        """The same, of a table."""
        self._tables().join(invite, "Ben", Mock())
        return connected(server, self.door.call_args.args[0], self._patch)


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(tmp_path, monkeypatch)


CONNECTED = ["opened", LinkEnd.CLOSED]


def test_the_first_use_is_remembered_and_said_and_a_change_is_refused(program: Program) -> None:
    first = program.looks(Server())
    again = program.looks(Server())
    changed = program.looks(Server(OTHER))
    at_a_table = program.joins(Server(OTHER), f"0000000A@{CLUB}")

    assert first == [(CLUB, pin(FIRST)), *CONNECTED]
    assert again == CONNECTED
    assert changed == at_a_table == [LinkEnd.SERVER_CHANGED]


@pytest.mark.long
def test_another_port_is_another_server(program: Program) -> None:
    program.looks(Server())

    assert program.looks(Server(OTHER), f"{CLUB}:7374") == [(CLUB, pin(OTHER)), *CONNECTED]


def test_a_change_is_accepted_by_hand_with_the_fingerprint(program: Program) -> None:
    program.looks(Server())

    typed = program.looks(Server(OTHER), f"{CLUB}/{pin(OTHER)}")

    assert typed == CONNECTED
    assert program.looks(Server(OTHER)) == CONNECTED
    assert program.looks(Server(FIRST)) == [LinkEnd.SERVER_CHANGED]


def test_an_invite_of_anybody_changes_nothing_that_is_remembered(program: Program) -> None:
    program.looks(Server())

    invited = program.joins(Server(OTHER), f"0000000A@{CLUB}/{pin(OTHER)}")

    assert invited == CONNECTED
    assert program.looks(Server(OTHER)) == [LinkEnd.SERVER_CHANGED]


def test_a_fingerprint_that_is_typed_is_remembered_only_once_the_server_has_shown_it(
    program: Program,
) -> None:
    typed = program.looks(Server(), f"{CLUB}/{pin(OTHER)}")

    assert typed == [LinkEnd.CERTIFICATE]
    assert program.looks(Server()) == [(CLUB, pin(FIRST)), *CONNECTED]


@pytest.mark.long
def test_a_certificate_of_an_authority_is_checked_by_the_system_and_may_be_renewed(program: Program) -> None:
    first = program.looks(Server(is_signed=True))
    renewed = program.looks(Server(OTHER, is_signed=True))
    unsigned = program.looks(Server(OTHER))

    assert first == renewed == CONNECTED
    assert unsigned == [LinkEnd.SERVER_CHANGED]


def test_a_signed_certificate_does_not_stand_for_one_that_is_remembered(program: Program) -> None:
    program.looks(Server())

    assert program.looks(Server(OTHER, is_signed=True)) == [LinkEnd.SERVER_CHANGED]


def test_a_connection_is_lost_and_back_at_the_same_server_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[str] = []
    address = ServerAddress(CLUB, PORT, remember=kept.append)

    heard = [connected(Server(each), address, monkeypatch) for each in (FIRST, FIRST, OTHER)]

    assert heard == [[(CLUB, pin(FIRST)), *CONNECTED], CONNECTED, [LinkEnd.SERVER_CHANGED]]
    assert kept == [pin(FIRST)]


@pytest.mark.parametrize("known", ["", AUTHORITY, pin(FIRST)])
def test_no_secret_is_sent_before_it_is_known_who_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: str
) -> None:
    door: Callable[..., Any] = Mock()
    monkeypatch.setattr("playroom.online.network_tables.WebsocketDoor", door)
    url = ServerAddress(CLUB, PORT).url
    for file, name in (("accounts", url), ("administrator", url), ("seats", f"0000000A@{CLUB}:{PORT}")):
        (tmp_path / f"{file}.json").write_text(f'{{"{name}": "secret"}}', encoding="utf-8")
    (tmp_path / "known_hosts.json").write_text(f'{{"{url}": "{known}"}}', encoding="utf-8")

    client = NetworkTables(tmp_path, {}, {}, Mock()).join(f"0000000A@{CLUB}", "Ben", Mock())

    entrance = client._entrance  # noqa: SLF001 (what it sends comes from there)
    expected = "secret" if known else ""
    assert {entrance.key, entrance.admin, entrance.token} == {expected}


@pytest.mark.parametrize("known", ["", AUTHORITY, pin(FIRST)])
def test_no_key_that_was_kept_before_goes_to_a_lobby_that_is_met_for_the_first_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: str
) -> None:
    door: Callable[..., Any] = Mock()
    monkeypatch.setattr("playroom.online.network_tables.WebsocketDoor", door)
    url = ServerAddress(CLUB, PORT).url
    (tmp_path / "accounts.json").write_text(f'{{"{url}": "secret"}}', encoding="utf-8")
    (tmp_path / "known_hosts.json").write_text(f'{{"{url}": "{known}"}}', encoding="utf-8")

    client = NetworkTables(tmp_path, {}, {}, Mock()).lobby(CLUB, Mock())
    assert client
    keys = client._keys  # noqa: SLF001 (what it sends comes from there)
    door.call_args.args[0].meet(pin(FIRST), is_signed=known == AUTHORITY)  # type: ignore[attr-defined] # a Mock
    met = keys.key()
    keys.keep_key("given there")

    assert met == ("secret" if known else "")
    assert keys.key() == "given there"


@pytest.mark.parametrize("is_signed", [False, True])
def test_the_invites_of_a_lobby_survive_the_renewal_of_a_certificate(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_signed: bool,  # noqa: FBT001 (a row's answer)
) -> None:
    door: Callable[..., Any] = Mock()
    monkeypatch.setattr("playroom.online.network_tables.WebsocketDoor", door)

    client = NetworkTables(tmp_path, {}, {}, Mock()).lobby(CLUB, Mock())
    door.call_args.args[0].meet(pin(FIRST), is_signed=is_signed)  # type: ignore[attr-defined] # a Mock

    assert client
    assert client.invite("0000000A") == f"0000000A@{CLUB}:{PORT}{'' if is_signed else f'/{pin(FIRST)}'}"


def test_the_club_of_an_invite_does_not_replace_what_is_remembered_of_its_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    door: Callable[..., Any] = Mock()
    monkeypatch.setattr("playroom.online.network_tables.WebsocketDoor", door)
    url = ServerAddress(CLUB, PORT).url
    (tmp_path / "known_hosts.json").write_text(f'{{"{url}": "{pin(FIRST)}"}}', encoding="utf-8")
    tables = NetworkTables(tmp_path, {}, {}, Mock())
    tables.join(f"0000000A@{CLUB}:{PORT}/{pin(OTHER)}", "Ben", Mock())

    tables.club(Mock())
    door.call_args.args[0].meet(pin(OTHER))  # type: ignore[attr-defined] # a Mock

    assert pin(FIRST) in (tmp_path / "known_hosts.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("language", "words"), [("en", "First connection to club.example"), ("fr", "Première connexion")]
)
def test_the_fingerprint_is_said_in_groups(language: str, words: str) -> None:
    said = phrasebook(language).say(met_message(CLUB, "4T0R9W2N5C8VJ3HX"))

    assert said.startswith(words)
    assert "4T0R 9W2N 5C8V J3HX" in said
